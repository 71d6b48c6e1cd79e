//! The program as its hosts start it: what comes from the environment, and what a plugin module gets.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Starts the program with a payload; what it writes down goes to `done`.
fn run(arguments: &[&str], payload: &str, temperature: &str, done: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_native"))
        .args(arguments)
        .env("AGENT_DONE", done)
        .env("AGENT_TEMPERATURE", temperature)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_temperature_is_set_where_one_is_wanted() {
    let dir = tempfile::tempdir().unwrap();
    let payload =
        json!({ "session_id": "s", "llm_request": { "model": "m", "config": { "temperature": 1 } } }).to_string();
    let set = json!({ "hookSpecificOutput": {
        "hookEventName": "BeforeModel", "llm_request": { "config": { "temperature": 0.5 } },
    } });
    for (wanted, stdout, stderr) in
        [("0.5", set.to_string(), ""), ("", String::new(), ""), ("warm", String::new(), "no number")]
    {
        let out = run(&["hook", "gemini-cli", "BeforeModel"], &payload, wanted, &dir.path().join("done"));
        assert!(out.status.success(), "{wanted}: {out:?}");
        assert_eq!(String::from_utf8_lossy(&out.stdout), stdout, "{wanted}");
        assert!(String::from_utf8_lossy(&out.stderr).contains(stderr), "{wanted}: {out:?}");
    }
}

#[test]
fn a_turn_that_failed_is_written_down() {
    let dir = tempfile::tempdir().unwrap();
    let done = dir.path().join("done.jsonl");
    let error = json!({ "name": "APIError", "data": { "message": "overloaded" } });
    let event = json!({ "type": "session.error", "properties": { "sessionID": "s", "error": error } });
    let asked = json!({ "id": 1, "event": "session.error", "payload": { "event": event, "directory": "/acme" } });
    let out = run(&["serve", "opencode"], &format!("{asked}\n"), "", &done);
    assert_eq!(String::from_utf8_lossy(&out.stdout), "{\"id\":1,\"reply\":{}}\n", "{out:?}");
    let line: Value = serde_json::from_str(&fs::read_to_string(done).unwrap()).unwrap();
    assert_eq!(
        (&line["failed"], &line["folder"], &line["host"]),
        (&json!("overloaded"), &json!("/acme"), &json!("opencode"))
    );
}
