//! The folder in which a program keeps what must outlive its processes.

use std::env;
use std::path::PathBuf;

use crate::registry::PROGRAMS;
use crate::surroundings;

/// The folder for what the program keeps: sessions, the log of deferred work, files of your own. `None` where there is no
/// home; it need not exist yet. In a test it is one of the test's own, which [`testing::state_dir`] begins.
///
/// It is a folder of the program's name in `$HOOKWRIGHT_STATE`, or else in
///
/// | system | |
/// |---|---|
/// | Linux and other Unix | `$XDG_STATE_HOME/hookwright`, else `~/.local/state/hookwright` |
/// | macOS | `~/Library/Application Support/hookwright` |
/// | Windows | `%LOCALAPPDATA%\hookwright` |
///
/// [`testing::state_dir`]: crate::testing::state_dir
pub fn state_dir() -> Option<PathBuf> {
    let name = PROGRAMS.first().map_or("hookwright", |p| p.name);
    surroundings::test_state().or_else(root).map(|root| root.join(name))
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
