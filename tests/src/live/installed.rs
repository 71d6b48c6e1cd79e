//! A program, put into a host's files by its own `hooks install`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the host finds under the program's name.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// The program.
    Itself,
    /// Nothing.
    Nothing,
}

/// Installs a program for one host as a person would, in the project where the host reads one, and gives the folder that must
/// be on `PATH`.
///
/// # Panics
/// It is refused.
pub fn install(program: &Path, host: &str, home: &Path, project: &Path, found: Found) -> PathBuf {
    let bin = home.with_file_name("bin");
    fs::create_dir_all(&bin).expect("a folder can be made");
    let name = program.file_name().expect("a program has a name");
    let link = bin.join(name);
    let there = match found {
        Found::Itself => Some(program),
        Found::Nothing => None,
    };
    let _ = fs::remove_file(&link);
    if let Some(there) = there {
        std::os::unix::fs::symlink(there, &link).expect("a link can be made");
    }
    let hooks = |arguments: &[&str]| {
        let mut command = Command::new(program);
        command.arg("hooks").args(arguments).env_clear().env("HOME", home).env("PATH", &bin).current_dir(project);
        let out = command.output().expect("the program starts");
        let said = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(out.status.success(), "hooks {arguments:?}: {said}");
        out.stdout
    };
    let list: serde_json::Value = serde_json::from_slice(&hooks(&["list", "--json"])).expect("it is JSON");
    let hosts = list["hosts"].as_array().expect("a list");
    let scopes = hosts.iter().find(|one| one["id"] == host).map(|one| one["scopes"].to_string()).unwrap_or_default();
    let scope = if scopes.contains("project") { "project" } else { "user" };
    let link = link.to_str().expect("the path is text");
    hooks(&["install", "--yes", "--host", host, "--scope", scope, "--program", link]);
    bin
}
