//! Real hosts, at pinned versions, run one turn each with `shell-guard`, which has installed itself. What counts is
//! what the *model* received: the denial's reason, the command's output, the context of the session's start.
//!
//! They run offline, in a network namespace that holds a scripted model server and nothing else. A host that cannot be
//! installed or isolated here is printed as skipped.

use std::fs;

use hookwright_tests::lab::script::Script;
use hookwright_tests::live::example::{program, say};
use hookwright_tests::live::installed::{Found, install};
use hookwright_tests::live::{self, Plan, Turn};

/// A command that the guard denies; nothing is there to be lost where it does not.
const FORBIDDEN: &str = "rm -rf /opt/precious-data";
/// What the denial says.
const REASON: &str = "outside the project";
/// What the guard tells the model when a session starts.
const CONTEXT: &str = "shell-guard";

/// A turn in which the model makes one shell call; `None`, said, where the host cannot be had.
fn turn(id: &str, guarded: bool, command: &str) -> Option<Turn> {
    live::use_lab(env!("CARGO_BIN_EXE_hookwright-lab"));
    let host = live::host(id);
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (home, project) = (dir.path().join("home"), dir.path().join("project"));
    fs::create_dir_all(&home).expect("a home");
    fs::create_dir_all(&project).expect("a project");
    let script = Script::one_call(host.shell(command));
    let mut plan = Plan::new(host, &home, &project, &script, "run it");
    if guarded {
        plan = plan.programs(install(&program("shell-guard"), id, &home, &project, Found::Itself));
    }
    match plan.run() {
        Ok(turn) => Some(turn),
        Err(skip) => {
            say(&format!("{id} SKIPPED: {}", skip.reason));
            None
        }
    }
}

/// The three facts of one host, and that they are the guard's doing.
fn guards(id: &str) {
    let Some(denied) = turn(id, true, FORBIDDEN) else { return };
    let results = denied.tool_results().join("\n");
    assert!(results.contains(REASON), "{id}: the model reads why: {results:?}\n{}", denied.stderr);
    assert!(denied.model_saw(CONTEXT), "{id}: the model reads the session's context");

    let Some(harmless) = turn(id, true, "echo harmless-42") else { return };
    let results = harmless.tool_results().join("\n");
    assert!(results.contains("harmless-42"), "{id}: a harmless command runs: {results:?}\n{}", harmless.stderr);
    assert!(!results.contains(REASON), "{id}: {results:?}");

    let Some(unguarded) = turn(id, false, FORBIDDEN) else { return };
    let results = unguarded.tool_results().join("\n");
    assert!(!results.contains(REASON), "{id}: without the guard nobody denies: {results:?}");
    assert!(!unguarded.model_saw(CONTEXT), "{id}: without the guard nobody adds context");
    say(&format!("{id} {}: deny, pass and session context seen right", live::host(id).version()));
}

#[test]
fn claude_code() {
    guards("claude-code");
}

#[test]
fn codex() {
    guards("codex");
}

#[test]
fn gemini_cli() {
    guards("gemini-cli");
}

#[test]
fn opencode() {
    guards("opencode");
}
