//! Each host's files, as they would be in a new project, in a folder.

use std::path::Path;

use super::cli::Asked;
use super::plan::{self, Wanted};
use super::run::{hosts, say};
use super::scope::Scope;
use super::world::World;
use super::write::{Owner, put};
use crate::table::Setup;

/// Writes `<out>/<host>/…`: the project's files where the host has some, else the user's.
///
/// # Errors
/// A file cannot be written.
pub fn emit(world: &World, asked: &Asked) -> Result<u8, String> {
    let out = asked.out.as_deref().unwrap_or(Path::new("."));
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    let out = out.canonicalize().map_err(|e| format!("{}: {e}", out.display()))?;
    for setup in hosts(world, asked, |_| true) {
        let root = out.join(setup.host);
        one(setup, world, &root)?;
        say(&format!("{}\n", root.display()));
    }
    Ok(0)
}

fn one(setup: &'static Setup, world: &World, root: &Path) -> Result<(), String> {
    let scope = if setup.project.is_empty() { Scope::User } else { Scope::Project };
    let world = World {
        program: world.program,
        // In a home folder the project's files would be the user's.
        home: if scope == Scope::User { root.to_owned() } else { root.join("home") },
        project: root.to_owned(),
        state: world.state.clone(),
        me: world.me.clone(),
        var: |_| None,
    };
    let owner = Owner { program: world.program.name, host: setup.host };
    for step in plan::steps(setup, scope, &world)? {
        let path = &step.path;
        let written = put(&step, owner, None, None).map_err(|_| format!("{}: it cannot be written", path.display()))?;
        let folder = path.parent().unwrap_or(root);
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        std::fs::write(path, written.bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        if matches!(step.wanted, Wanted::Own { executable: true, .. }) {
            executable(path).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}
