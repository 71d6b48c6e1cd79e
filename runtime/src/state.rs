//! The folder in which a program keeps what must outlive its processes.

use std::env;
use std::path::PathBuf;

use crate::registry::PROGRAMS;

/// `$HOOKWRIGHT_STATE`, or the user's own state folder, and in it one of this program's; `None` where there is no home.
///
/// | system | |
/// |---|---|
/// | Linux and other Unix | `$XDG_STATE_HOME/hookwright`, else `~/.local/state/hookwright` |
/// | macOS | `~/Library/Application Support/hookwright` |
/// | Windows | `%LOCALAPPDATA%\hookwright` |
pub(crate) fn dir() -> Option<PathBuf> {
    let name = PROGRAMS.first().map_or("hookwright", |p| p.name);
    root().map(|root| root.join(name))
}

fn root() -> Option<PathBuf> {
    let var = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    if let Some(own) = var("HOOKWRIGHT_STATE") {
        return Some(own);
    }
    let base = if cfg!(windows) {
        var("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        var("HOME")?.join("Library/Application Support")
    } else {
        var("XDG_STATE_HOME").filter(|p| p.is_absolute()).or_else(|| Some(var("HOME")?.join(".local/state")))?
    };
    Some(base.join("hookwright"))
}
