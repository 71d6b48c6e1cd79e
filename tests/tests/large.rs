//! Large payloads: answered as small ones are, kept only where a hook could mean them, and read to their end either way.

use std::path::Path;
use std::process::Output;

use hookwright_tests::program;
use serde_json::{Value, json};

fn strict() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_strict"))
}

/// More than a program looks at before it asks whether anybody wants it.
fn large() -> String {
    "fn main() { println!(\"hello \\\"world\\\"\\t{}\", 42); } // \u{e9}\u{4e2d}\n".repeat(40_000)
}

fn run(host: &str, event: &str, payload: &str) -> Output {
    let out = program::hook(strict(), host, event, payload.as_bytes(), &[]);
    assert!(out.status.success(), "{out:?}");
    out
}

fn is_denied(out: &Output) -> bool {
    String::from_utf8_lossy(&out.stdout).contains("deny")
}

#[test]
fn what_a_hook_means_is_read_whole() {
    for (name, payload) in [
        ("the command first", json!({"tool_name": "Bash", "tool_input": {"command": "deny", "content": large()}})),
        ("the command last", json!({"tool_name": "Bash", "tool_input": {"content": large(), "command": "deny"}})),
        ("the name last", json!({"tool_input": {"content": large(), "command": "deny"}, "tool_name": "Bash"})),
        ("the size before it all", json!({"x": large(), "tool_name": "Bash", "tool_input": {"command": "deny"}})),
    ] {
        let out = run("claude-code", "PreToolUse", &payload.to_string());
        assert!(is_denied(&out), "{name}: {}", String::from_utf8_lossy(&out.stderr));
    }
}

#[test]
fn what_no_hook_means_is_drained() {
    let payload = json!({"tool_name": "WebFetch", "tool_input": {"command": "deny", "content": large()}}).to_string();
    // `program::hook` fails where the program does not read all.
    let out = run("claude-code", "PreToolUse", &payload);
    assert!(out.stdout.is_empty() && out.stderr.is_empty(), "{out:?}");
    let out = run("claude-code", "SubagentStart", &json!({"prompt": large()}).to_string());
    assert!(out.stdout.is_empty() && out.stderr.is_empty(), "{out:?}");
}

/// Cursor runs the hooks of Claude Code's files; what shows that it calls can stand at the end.
#[test]
fn who_really_calls_may_show_itself_at_the_end() {
    let payload = json!({
        "hook_event_name": "preToolUse", "tool_name": "Shell", "tool_input": {"command": "deny", "content": large()},
        "conversation_id": "c", "cursor_version": "1.0",
    });
    let out = run("claude-code", "PreToolUse", &payload.to_string());
    assert!(is_denied(&out), "{}", String::from_utf8_lossy(&out.stderr));
}

/// A payload that is broken off is closed where a hook says so, as long as its tool could be one that the hook means.
#[test]
fn what_is_broken_off_stays_closed() {
    let whole = json!({"tool_name": "Bash", "tool_input": {"content": large(), "command": "ls"}}).to_string();
    for payload in [&whole[..whole.len() - 1], &whole[..whole.len() / 2]] {
        let out = run("claude-code", "PreToolUse", payload);
        assert!(is_denied(&out), "{}", String::from_utf8_lossy(&out.stderr));
    }
}

#[test]
fn a_large_prompt_arrives_to_the_letter() {
    let chorus = Path::new(env!("CARGO_BIN_EXE_chorus"));
    let payload = json!({"session_id": "s", "prompt": large()}).to_string();
    let out = program::hook(chorus, "claude-code", "UserPromptSubmit", payload.as_bytes(), &[]);
    let reply: Value = serde_json::from_slice(&out.stdout).expect("a reply");
    assert!(reply["hookSpecificOutput"]["additionalContext"] == large(), "something was lost");
}
