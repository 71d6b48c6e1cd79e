//! The program of the live matrix: what it does hangs on words in the command, so that one installation serves all turns.

use std::fs;
use std::path::Path;

use hookwright::prelude::*;

#[hook(SessionStart)]
fn session(_: &SessionStart) -> Response<SessionStart> {
    Response::context("PROBE-SESSION")
}

#[hook(UserPromptSubmit)]
fn prompt(event: &UserPromptSubmit) -> Response<UserPromptSubmit> {
    if event.prompt().contains("block-me") {
        return Response::deny("PROBE-BLOCKED");
    }
    Response::context("PROBE-PROMPT")
}

#[hook(PreToolUse, matcher = "Bash")]
fn before(call: &PreToolUse) -> Response<PreToolUse> {
    let command = call.command().unwrap_or_default();
    if command.contains("crash-me") {
        std::process::abort();
    }
    match () {
        _ if command.contains("deny-me") => Response::deny("PROBE-DENIED"),
        _ if command.contains("ask-me") => Response::ask("PROBE-ASKED"),
        _ if command.contains("change-me") => Response::modify([("command", "echo PROBE-CHANGED")]),
        _ if command.contains("panic-me") => panic!("as told"),
        _ => Response::pass(),
    }
}

#[hook(PostToolUse, matcher = "Bash")]
fn after(call: &PostToolUse) -> Response<PostToolUse> {
    match call.command() {
        Some(command) if command.contains("after-me") => Response::context("PROBE-AFTER"),
        Some(command) if command.contains("rewrite-me") => Response::output("PROBE-REWRITTEN"),
        _ => Response::pass(),
    }
}

/// Sends the agent back once for every file `go-on` in the project.
#[hook(Stop)]
fn stop(event: &Stop) -> Response<Stop> {
    let mark = event.project_dir().unwrap_or(Path::new(".")).join("go-on");
    if fs::remove_file(mark).is_ok() { Response::deny("PROBE-GO-ON") } else { Response::pass() }
}

hookwright::main!();
