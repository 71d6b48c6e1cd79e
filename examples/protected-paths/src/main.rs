//! `protected-paths`: keeps an agent from writing certain files, and from reading secrets, whatever tool it takes for that.
//!
//! Without configuration, git's own folder, lock files, `.env` files, private keys and the hook settings of agents cannot be
//! written, and of those the secrets cannot be read; `policy.rs` has the list. A file `.protected-paths.toml` in the project's
//! root adds to it, in the syntax of `.gitignore` (a name alone means it in every folder, a path is the project's):
//!
//! ```toml
//! write = ["migrations/", "!migrations/drafts/"]
//! read = ["fixtures/customers/*.csv", "~/.config/acme/token"]
//! defaults = true            # false: nothing but what stands here
//! ```
//!
//! That file is protected itself. While it cannot be read as TOML, every call that names a file is denied, and says so.
//!
//! Paths are taken as the system takes them: relative to the folder of the call, with `..`, `~` and symbolic links. In a shell
//! command, redirections and the arguments of programs count. It is a rail, not a wall: what a program does by itself
//! (`make`, `python x.py`, a hard link) is not seen.

mod place;
mod policy;
mod shell;

use std::env;
use std::path::{Path, PathBuf};

use hookwright::prelude::*;

use place::Ground;
use policy::{Access, Policy};

/// The names of servers' tools that change files.
const WRITING: &str = "(?i)write|edit|create|delete|remove|move|rename|patch|replace|append";

/// The file tools, each with all the files of the call.
#[hook(
    PreToolUse,
    matcher = "Write|Edit|MultiEdit|Patch|NotebookEdit|Read|Grep",
    timeout = "5s",
    can = "deny",
    on_error = "deny"
)]
fn files(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    judge_files(call, if call.is("Read|Grep") { Access::Read } else { Access::Write })
}

/// The same for the tools of servers, which say in their name what they do.
#[hook(PreToolUse, matcher = "^mcp__", timeout = "5s", can = "deny", on_error = "deny")]
fn servers(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    judge_files(call, if call.is(WRITING) { Access::Write } else { Access::Read })
}

fn judge_files(call: &PreToolUse, access: Access) -> Option<Response<PreToolUse>> {
    judge(call, None, |_| call.paths().into_iter().map(|path| (path.into(), access)).collect())
}

/// The same for what a shell command touches.
#[hook(PreToolUse, matcher = "Bash", timeout = "5s", can = "deny", on_error = "deny")]
fn commands(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    let Tool::Bash { command, cwd, .. } = call.tool() else { return None };
    judge(call, cwd.as_deref(), |ground| shell::touched(&command, ground))
}

/// Judges what a call touches; `cwd` is the folder that the call names for itself.
fn judge(
    call: &PreToolUse,
    cwd: Option<&str>,
    touched: impl FnOnce(&Ground) -> Vec<(PathBuf, Access)>,
) -> Option<Response<PreToolUse>> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).map(PathBuf::from);
    let agent = call.cwd().or(call.project_dir()).unwrap_or(Path::new("."));
    let ground = Ground { cwd: cwd.map_or_else(|| agent.to_owned(), |own| agent.join(own)), home };
    let touched = touched(&ground);
    if touched.is_empty() {
        return None;
    }
    let policy = match Policy::load(call.project_dir().unwrap_or(agent), ground.home.as_deref()) {
        Ok(policy) => policy,
        Err(error) => {
            return Some(Response::deny(format!("{error} Until the user has repaired it, no file may be touched.")));
        }
    };
    touched.iter().find_map(|(path, access)| {
        let written = ground.absolute(path);
        let real = place::real(&written);
        let found = policy.forbids(&place::plain(&written), *access) || policy.forbids(&real, *access);
        found.then(|| Response::deny(reason(path, &real, *access)))
    })
}

/// What the model reads.
fn reason(path: &Path, real: &Path, access: Access) -> String {
    let named = if path.file_name() == real.file_name() {
        format!("`{}`", path.display())
    } else {
        format!("`{}` (that is `{}`)", path.display(), real.display())
    };
    match access {
        Access::Write => format!(
            "{named} is protected from being written. Use the program that owns it (git, cargo, npm …), or tell the user what \
             you would change in it."
        ),
        Access::Read => format!(
            "{named} holds secrets, which you are not to read. An example file has the names of the settings; for more, ask \
             the user."
        ),
    }
}

/// Says what is denied before it is tried.
#[hook(SessionStart)]
fn rule(_: &SessionStart) -> Response<SessionStart> {
    Response::context(
        "protected-paths watches file access here: lock files, .git, .env files, private keys and agents' hook settings cannot \
         be written, and secrets cannot be read, by whatever tool. Do not work around it; ask the user.",
    )
}

hookwright::main!();

#[cfg(test)]
mod tests;
