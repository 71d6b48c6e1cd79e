//! `approve`: grants the boring commands, so that nobody is asked about `git status` and `cargo test` all day.
//!
//! Granted is one plain command of the list in `list.rs`, with options of that list, in the project. Everything else is left
//! to the host and its user: chains, pipes, redirections, substitutions, patterns, variables, assignments and wrappers before a
//! command, options that are not listed, other folders, and calls that ask for more than to run a command (to leave the
//! sandbox, say). Nothing is ever denied here, and what the user's own rules deny stays denied.
//!
//! A user's own commands stand in `~/.config/approve.toml`, word for word; a project has no say in it, for the agent could
//! write that file:
//!
//! ```toml
//! commands = ["just check", "make test"]
//! ```
//!
//! Tests and builds run code of the project, which the agent may have written: that is what one agrees to by installing this.
//!
//! Where a host has no grant, the hooks do nothing there.

mod list;

use std::path::{Path, PathBuf};
use std::{env, fs};

use hookwright::prelude::*;
use serde::Deserialize;
use shell_line::Word;

/// Keys of a shell call that change nothing of what it may do.
const ORDINARY: &[&str] = &["command", "description", "timeout", "timeout_ms", "run_in_background", "cwd"];

/// Answers the host's question in the user's place.
#[hook(PermissionRequest, matcher = "Bash", timeout = "5s", can = "allow")]
fn answer(call: &PermissionRequest) -> Option<Response<PermissionRequest>> {
    let input = call.input().to_value();
    granted(&input, call.cwd(), call.project_dir(), &own_commands()).then(Response::allow)
}

/// Grants before the question, for hosts that take a grant there.
#[hook(PreToolUse, matcher = "Bash", timeout = "5s", require = "allow", else = "skip")]
fn grant(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    let input = call.input().to_value();
    let granted = granted(&input, call.cwd(), call.project_dir(), &own_commands());
    granted.then(|| Response::allow().because("a harmless command of the list of `approve`"))
}

/// Whether a call is one that nobody need be asked about.
fn granted(input: &serde_json::Value, cwd: Option<&Path>, project: Option<&Path>, own: &[String]) -> bool {
    let Some(keys) = input.as_object() else { return false };
    let unknown = keys.iter().any(|(key, value)| !ORDINARY.contains(&&**key) && !value.is_null());
    let (Some(command), false) = (input["command"].as_str(), unknown) else { return false };
    inside(input["cwd"].as_str(), cwd, project) && is_boring(command, own)
}

/// Whether the command runs in the project: a repository elsewhere can have settings that make `git status` run programs.
fn inside(own: Option<&str>, agent: Option<&Path>, project: Option<&Path>) -> bool {
    let Some(agent) = agent.or(project) else { return false };
    let folder = own.map_or_else(|| agent.to_owned(), |own| agent.join(own));
    // A link must not lead out; a folder that is not there is no place to run anything.
    let real = |path: &Path| path.canonicalize().ok();
    match (real(&folder), project.and_then(real)) {
        (Some(folder), Some(project)) => folder.starts_with(project),
        _ => false,
    }
}

/// Whether it is one plain command of the lists.
fn is_boring(command: &str, own: &[String]) -> bool {
    let line = shell_line::parse(command);
    let [only] = &line.commands[..] else { return false };
    let plain = line.whole && only.redirects.is_empty() && only.words.iter().all(|word| !word.expands);
    // What the parser passed over (a bracket, a comment, `&`, a second line) stands between the words.
    if !plain || !only_words(command, &only.words) {
        return false;
    }
    let words: Vec<&str> = only.words.iter().map(|word| &*word.text).collect();
    own.iter().any(|own| own.split_whitespace().eq(words.iter().copied())) || list::has(&words)
}

/// Whether there is nothing but these words and blanks.
fn only_words(command: &str, words: &[Word]) -> bool {
    let mut from = 0;
    for word in words {
        let Some(range) = word.range.clone() else { return false };
        if !command[from..range.start].chars().all(|c| c == ' ') {
            return false;
        }
        from = range.end;
    }
    command[from..].chars().all(|c| c == ' ')
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    commands: Vec<String>,
}

/// The user's own commands; none where the file is not there or broken, which is said on standard error.
fn own_commands() -> Vec<String> {
    let base = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|base| base.is_absolute());
    let home =
        || env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).map(|home| Path::new(&home).join(".config"));
    let Some(file) = base.or_else(home).map(|base| base.join("approve.toml")) else { return Vec::new() };
    let Ok(text) = fs::read_to_string(&file) else { return Vec::new() };
    let own: Own = toml::from_str(&text).unwrap_or_else(|error| {
        eprintln!("approve: {}: {error}", file.display());
        Own::default()
    });
    own.commands
}

hookwright::main!();

#[cfg(test)]
mod tests;
