//! `team-policy`: a team's rules for coding agents, in a file of the repository, held on every host alike.
//!
//! `.agent-policy.toml` stands in the repository's root:
//!
//! ```toml
//! [[rule]]
//! verdict = "deny"                          # or "ask", or "allow"
//! tools = ["Bash"]                          # which tools; all of them unless given
//! prefix = ["git push --force", "git push -f"]
//! reason = "Shared branches are not rewritten: push a new commit."
//!
//! [[rule]]
//! verdict = "ask"
//! tools = ["Edit"]
//! paths = ["migrations/", "*.sql"]
//! reason = "The database team looks at these."
//!
//! [[rule]]
//! verdict = "allow"
//! command = '^cargo (test|check|clippy)( |$)'
//! ```
//!
//! A rule holds where all its conditions do: `tools`, `paths`, and one of `prefix` and `command`.
//!
//! | key | |
//! |---|---|
//! | `tools` | Claude Code's names, whatever the host calls them; `Edit` means every tool that changes files. `*` stands for anything, as in `mcp__github__*` |
//! | `prefix` | how a shell command begins, word by word, after `sudo`, `env` and the like |
//! | `command` | a regular expression, searched in a shell command; that of an `allow` must fit from the beginning |
//! | `paths` | as in `.gitignore`: a name anywhere, a path from the root, a folder with all that is in it; `*`, `**`, `?`. In a shell command every word counts as a path |
//! | `reason` | what the agent or the user reads; `deny` and `ask` need one |
//!
//! **Deny over ask over allow, whatever the order**; of several rules with one verdict the first speaks. No rule, no
//! opinion: the host does what it would do. A `deny` or `ask` holds as soon as one of several commands or paths of a call
//! is meant, an `allow` only if all are; a command line of more than one command is never allowed by a rule. Where a host
//! cannot ask, `ask` is a denial.
//!
//! A file with a mistake denies every call and says where the mistake is, for no rule is worse than a rule that nobody
//! holds; `team-policy check [file]` finds it first. The file itself is for people: no agent may change it.

mod judge;
mod pattern;
mod policy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use hookwright::prelude::*;

use judge::{Call, Judgement};
use policy::{FILE, Policy, Verdict};

/// Holds the rules before a tool runs.
#[hook(PreToolUse, timeout = "5s", on_error = "deny", can = "deny, ask, allow")]
fn before(call: &PreToolUse) -> Response<PreToolUse> {
    let root = root(call);
    let asked = Call::new(call.tool_name(), call.command(), call.paths(), call, &root);
    match judgement(&root, &asked) {
        None => Response::pass(),
        Some(Judgement { verdict: Verdict::Deny, reason }) => Response::deny(reason),
        Some(Judgement { verdict: Verdict::Ask, reason }) => Response::ask(reason),
        Some(Judgement { verdict: Verdict::Allow, reason }) => Response::allow().because(reason),
    }
}

/// Holds them once more where the host is about to ask the user; what is to be asked is asked then.
#[hook(PermissionRequest, timeout = "5s", on_error = "deny", can = "deny, allow")]
fn at_the_question(call: &PermissionRequest) -> Response<PermissionRequest> {
    let root = root(call);
    let asked = Call::new(call.tool_name(), call.command(), call.paths(), call, &root);
    match judgement(&root, &asked) {
        None | Some(Judgement { verdict: Verdict::Ask, .. }) => Response::pass(),
        Some(Judgement { verdict: Verdict::Deny, reason }) => Response::deny(reason),
        Some(Judgement { verdict: Verdict::Allow, .. }) => Response::allow(),
    }
}

/// Says at the start that the file is broken, before every call is denied for it.
#[hook(SessionStart, timeout = "5s", can = "context, message")]
fn begin(event: &SessionStart) -> Option<Response<SessionStart>> {
    let error = load(&root(event)).err()?;
    Some(Response::context(broken(&error)).and_message(broken(&error)))
}

/// What the policy says of a call; a broken one denies.
fn judgement(root: &Path, call: &Call) -> Option<Judgement> {
    match load(root) {
        Ok(policy) => judge::judge(&policy?, call),
        Err(error) => Some(Judgement { verdict: Verdict::Deny, reason: broken(&error) }),
    }
}

fn broken(error: &str) -> String {
    format!("No tool runs here until a person has put the team's policy right: {error}")
}

/// The policy of a project; `None` where it has none.
fn load(root: &Path) -> Result<Option<Policy>, String> {
    match fs::read_to_string(root.join(FILE)) {
        Ok(text) => Policy::parse(FILE, &text).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{FILE}: {error}")),
    }
}

/// The repository's root, or the project's where there is no repository. The nearest file would not do: an agent could lay
/// a milder one beside its work.
fn root(event: &Incoming) -> PathBuf {
    let project = event.project_dir().or(event.cwd()).map(PathBuf::from);
    let project = project.or_else(|| env::current_dir().ok()).unwrap_or_default();
    let root = project.ancestors().find(|dir| dir.join(".git").exists()).map(PathBuf::from);
    root.unwrap_or(project)
}

fn main() -> ExitCode {
    hookwright::run!();
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["check"] => check(FILE),
        ["check", file] => check(file),
        _ => {
            eprintln!("usage: team-policy check [file]   look for mistakes in {FILE}");
            ExitCode::FAILURE
        }
    }
}

/// Looks for mistakes, for an editor or for CI.
fn check(file: &str) -> ExitCode {
    let read = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"));
    match read.and_then(|text| Policy::parse(file, &text)) {
        Ok(policy) => {
            println!("{file}: {} rules", policy.rules.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests;
