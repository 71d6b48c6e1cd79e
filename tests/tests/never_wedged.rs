//! Whatever a handler does, the host gets one valid reply in time: open or closed, as the hook declares.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use hookwright_tests::program;
use serde_json::{Value, json};

fn strict() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_strict"))
}

/// A call of a tool as Claude Code sends it.
fn call(tool: &str, input: Value) -> String {
    json!({ "session_id": "s", "tool_name": tool, "tool_input": input }).to_string()
}

fn run(tool: &str, input: Value) -> (Output, Duration) {
    let start = Instant::now();
    let out = program::hook(strict(), "claude-code", "PreToolUse", call(tool, input).as_bytes(), &[]);
    (out, start.elapsed())
}

/// The reason of a denial, as Claude Code reads it.
fn denied(out: &Output) -> Option<String> {
    let reply: Value = serde_json::from_slice(&out.stdout).ok()?;
    let inner = &reply["hookSpecificOutput"];
    (inner["permissionDecision"] == "deny")
        .then(|| inner["permissionDecisionReason"].as_str().unwrap_or_default().into())
}

#[test]
fn a_failing_handler_is_closed_where_it_says_so() {
    for how in ["panic", "error", "abort", "sleep", "overflow", "exit"] {
        let (out, _) = run("Bash", json!({ "command": how }));
        assert_eq!(out.status.code(), Some(0), "{how}: {out:?}");
        let reason = denied(&out).unwrap_or_else(|| panic!("{how}: let through: {out:?}"));
        assert!(reason.contains("The hook `strict::closed` failed"), "{how}: {reason}");
        assert!(!out.stderr.is_empty(), "{how}: the cause is named");
    }
}

#[test]
fn a_failing_handler_is_open_otherwise() {
    for how in ["panic", "error", "abort", "sleep", "overflow", "exit"] {
        let (out, _) = run("Read", json!({ "file_path": how }));
        assert_eq!(out.status.code(), Some(0), "{how}: {out:?}");
        assert!(out.stdout.is_empty(), "{how}: {out:?}");
    }
}

#[test]
fn what_was_decided_before_stands() {
    for how in ["panic", "abort", "sleep", "overflow", "exit", "nothing"] {
        let (out, _) = run("Write", json!({ "file_path": how, "content": "deny first" }));
        assert_eq!(denied(&out).as_deref(), Some("denied before"), "{how}: {out:?}");
        let (out, _) = run("Write", json!({ "file_path": how, "content": "x" }));
        assert!(out.stdout.is_empty() && out.status.code() == Some(0), "{how}: {out:?}");
    }
}

#[test]
fn nothing_but_the_reply_is_on_standard_output() {
    for how in ["print", "linger"] {
        let (out, _) = run("Bash", json!({ "command": how }));
        assert!(out.stdout.is_empty() && out.status.code() == Some(0), "{how}: {out:?}");
    }
}

#[test]
fn an_unreadable_payload_is_closed_where_a_hook_says_so() {
    for payload in [&b""[..], b"{\"tool_name\": \"Ba", b"[]"] {
        let out = program::hook(strict(), "claude-code", "PreToolUse", payload, &[]);
        let reason = denied(&out).unwrap_or_else(|| panic!("let through: {out:?}"));
        assert!(reason.contains("`strict::closed` failed"), "{reason}");
        let out = program::hook(strict(), "claude-code", "Stop", payload, &[]);
        assert!(out.stdout.is_empty(), "no hook of Stop says so: {out:?}");
    }
}

#[test]
fn a_host_that_leaves_standard_input_open_is_answered() {
    let mut child = Command::new(strict())
        .args(["hook", "claude-code", "PreToolUse"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it was piped");
    let payload = call("Bash", json!({ "command": "deny", "nested": {"a": "}"} }));
    // In pieces, so that a half looks whole.
    for piece in payload.as_bytes().chunks(7) {
        input.write_all(piece).expect("it can be written");
    }
    let mut reply = String::new();
    child.stdout.take().expect("it was piped").read_to_string(&mut reply).expect("a reply");
    assert!(reply.contains("as told"), "{reply}");
    assert!(child.wait().expect("it ends").success());
    drop(input);
}

#[test]
fn a_served_stream_speaks_before_it_dies() {
    let line = |id: u32, command: &str| {
        json!({ "id": id, "event": "PreToolUse", "payload": { "input": { "tool": "bash" }, "output": { "args": { "command": command } } } })
            .to_string()
    };
    for how in ["abort", "sleep", "overflow", "exit"] {
        let input = format!("{}\n{}\n{}\n", line(1, "ls"), line(2, how), line(3, "ls"));
        let out = program::run(strict(), &["serve", "opencode"], input.as_bytes(), &[]);
        let said = String::from_utf8_lossy(&out.stdout);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], r#"{"id":1,"reply":{}}"#, "{how}: {said}");
        assert!(lines[1].starts_with(r#"{"id":2,"reply":{"deny":"The hook `strict::closed` failed"#), "{how}: {said}");
        assert_eq!(lines.len(), 2, "{how}: it is gone: {said}");
    }
}

/// Answers to stops of one session, in a state folder of their own: how many of `n` were denied.
fn stops(state: &Path, n: usize, active: impl Fn(usize) -> Option<bool>) -> Vec<bool> {
    let state = state.to_str().expect("UTF-8");
    let answer = |index| {
        let mut payload = json!({ "session_id": "s1" });
        if let Some(active) = active(index) {
            payload["stop_hook_active"] = active.into();
        }
        let env = [("HOOKWRIGHT_STATE", state)];
        let out = program::hook(strict(), "claude-code", "Stop", payload.to_string().as_bytes(), &env);
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        String::from_utf8_lossy(&out.stdout).contains(r#""decision":"block""#)
    };
    (0..n).map(answer).collect()
}

#[test]
fn a_stop_is_denied_so_often_and_no_more() {
    for (name, active) in [
        ("the host says nothing", (|_| None) as fn(usize) -> Option<bool>),
        ("the host says it", |n| Some(n > 0)),
        ("the host always denies it", |_| Some(false)),
    ] {
        let state = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(stops(state.path(), 5, active), [true, true, false, false, false], "{name}");
    }
}

#[test]
fn a_new_prompt_begins_anew() {
    let state = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(stops(state.path(), 3, |_| None), [true, true, false]);
    let env = [("HOOKWRIGHT_STATE", state.path().to_str().expect("UTF-8"))];
    let prompt = json!({ "session_id": "s1", "prompt": "more" }).to_string();
    program::hook(strict(), "claude-code", "UserPromptSubmit", prompt.as_bytes(), &env);
    assert_eq!(stops(state.path(), 1, |_| None), [true]);
}

#[test]
fn stops_that_cannot_be_counted_are_not_denied_for_ever() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("a-file");
    std::fs::write(&file, "").expect("a file");
    assert_eq!(stops(&file, 2, |_| None), [false, false]);
    assert_eq!(stops(&file, 2, |n| Some(n > 0)), [true, false]);
}

/// A host that looks for the reply no more once the program has ended.
#[cfg(unix)]
#[test]
fn a_late_reader_gets_the_reply_while_the_program_lives() {
    let payload = call("Bash", json!({ "command": "error" }));
    let mut child = Command::new(strict())
        .args(["hook", "codebuddy", "PreToolUse"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it can be started");
    child.stdin.take().expect("it was piped").write_all(payload.as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(80));
    assert!(child.try_wait().expect("it can be waited for").is_none(), "it ended before its reply was read");
    let mut reply = String::new();
    child.stdout.take().expect("it was piped").read_to_string(&mut reply).expect("it is UTF-8");
    assert!(reply.contains("deny"), "{reply}");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
}
