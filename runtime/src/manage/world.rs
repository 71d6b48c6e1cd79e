//! What a command knows of the machine and of the program itself.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::homes;
use super::me::{Me, Nowhere};
use super::ours::is_named;
use super::scope::Scope;
use crate::table::{Program, Setup};

/// The machine as one command sees it.
#[derive(Clone)]
pub struct World {
    pub program: &'static Program,
    pub home: PathBuf,
    pub project: PathBuf,
    /// The program's state folder.
    pub state: PathBuf,
    /// How files name the program.
    pub me: Result<Me, Nowhere>,
    /// The environment, by which hosts' folders are moved.
    pub var: fn(&str) -> Option<OsString>,
}

/// The environment.
pub fn var(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

impl World {
    /// # Errors
    /// There is no home folder, or no project of that name.
    pub fn here(program: &'static Program, project: Option<&Path>, me: Option<&str>) -> Result<World, String> {
        let home = var(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from);
        let home = home.filter(|home| home.is_absolute());
        let home = home.ok_or("there is no home folder: set HOME to an absolute path")?;
        let project = match project {
            Some(dir) if dir.is_dir() => dir.canonicalize().map_err(|e| format!("{}: {e}", dir.display()))?,
            Some(dir) => return Err(format!("--project {}: there is no such folder", dir.display())),
            None => env::current_dir().map_err(|e| format!("the working folder is gone: {e}"))?,
        };
        let state = crate::state_dir().ok_or("there is no folder for what must be remembered: set HOME")?;
        let me = match me {
            Some(path) if !is_named(path, program.name) => {
                let name = program.name;
                return Err(format!("--program {path}: it must end in `{name}`, the name by which entries are known"));
            }
            Some(path) => Ok(Me::given(program.name, path)),
            None => Me::find(program.name),
        };
        Ok(World { program, home, project, state, me, var })
    }

    /// A path of a host file, on this machine.
    pub fn path(&self, setup: &Setup, path: &str) -> Result<PathBuf, String> {
        let path = path.replace("$program", self.program.name);
        homes::place(&path, setup.homes, &self.home, Some(&self.project), &self.var)
    }

    /// What a file of this scope calls the program.
    pub fn called(&self, scope: Scope) -> Result<&str, String> {
        let me = self.me.as_ref().map_err(ToString::to_string)?;
        Ok(if scope == Scope::Project { &me.name } else { &me.path })
    }

    /// The same with the program at a place that somebody chose.
    pub fn called_as(&self, path: &str) -> World {
        World { me: Ok(Me::given(self.program.name, path)), ..self.clone() }
    }

    /// A path as a person would write it.
    pub fn short(&self, path: &Path) -> String {
        match path.strip_prefix(&self.home) {
            Ok(rest) if !rest.as_os_str().is_empty() => Path::new("~").join(rest).display().to_string(),
            _ => path.display().to_string(),
        }
    }
}
