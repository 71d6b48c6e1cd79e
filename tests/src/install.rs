//! Hosts from their registries, at pinned versions, each installed once into `target/lab/<name>`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::npm::{self, lab_dir};

/// The packages of a host.
#[derive(Clone, Copy, Debug)]
pub enum Packages {
    /// npm specs such as `cline@3.0.65`. With `node@22` among them the host runs under that Node.js.
    Npm(&'static [&'static str]),
    /// PyPI specs such as `hermes-agent==0.19.0`, installed into a virtual environment of their own: that of the Python
    /// which `python@3.12` among them names, else that of `python3`.
    Pip(&'static [&'static str]),
}

impl Packages {
    /// The specs, the host's own first.
    pub fn specs(self) -> &'static [&'static str] {
        match self {
            Packages::Npm(specs) | Packages::Pip(specs) => specs,
        }
    }

    /// Installs the packages and returns the folder of their programs.
    ///
    /// # Errors
    /// The registry or its client cannot be had, or does not have a package: the text says which.
    pub fn install(self, name: &str) -> Result<PathBuf, String> {
        match self {
            Packages::Npm(specs) => {
                let programs = npm::install(name, specs)?.join("node_modules/.bin");
                // npm makes it only for a package that declares programs; a path from it to others leads through it.
                fs::create_dir_all(&programs).map_err(|e| format!("{}: {e}", programs.display()))?;
                Ok(programs)
            }
            Packages::Pip(specs) => venv(name, specs).map(|dir| dir.join("venv/bin")),
        }
    }
}

fn venv(name: &str, specs: &[&str]) -> Result<PathBuf, String> {
    let dir = lab_dir().join(name);
    fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let lock = File::create(dir.join(".lock")).map_err(|e| e.to_string())?;
    lock.lock().map_err(|e| e.to_string())?;
    let (stamp, wanted) = (dir.join(".installed"), specs.join("\n"));
    if fs::read_to_string(&stamp).is_ok_and(|have| have == wanted) {
        return Ok(dir);
    }
    let (versions, packages): (Vec<&str>, Vec<&str>) = specs.iter().partition(|spec| spec.starts_with("python@"));
    let python = python(versions.first().and_then(|spec| spec.strip_prefix("python@")))?;
    run(Command::new(python).args(["-m", "venv", "venv"]).current_dir(&dir))?;
    run(Command::new(dir.join("venv/bin/pip")).args(["install", "--quiet"]).args(packages).current_dir(&dir))?;
    fs::write(&stamp, wanted).map_err(|e| e.to_string())?;
    Ok(dir)
}

/// A Python of that version: from PATH, or one that pyenv has.
fn python(version: Option<&str>) -> Result<PathBuf, String> {
    let Some(version) = version else { return Ok("python3".into()) };
    let name = format!("python{version}");
    // A shim of pyenv is on PATH for every version that it has, and starts the chosen one alone.
    if Command::new(&name).arg("--version").output().is_ok_and(|out| out.status.success()) {
        return Ok(name.into());
    }
    let there = Command::new("pyenv").args(["prefix", version]).output().ok().filter(|out| out.status.success());
    let prefix = there.map(|out| PathBuf::from(String::from_utf8_lossy(&out.stdout).trim()));
    prefix.map(|prefix| prefix.join("bin/python")).ok_or_else(|| format!("there is no Python {version} here"))
}

fn run(command: &mut Command) -> Result<(), String> {
    let out = command.output().map_err(|e| format!("{}: {e}", Path::new(command.get_program()).display()))?;
    if out.status.success() {
        Ok(())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&out.stderr).trim()))
    }
}
