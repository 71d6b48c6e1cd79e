//! Work after the reply is done whatever becomes of the program, and what is said where no host listens is written down.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hookwright_tests::program;
use serde_json::{Value, json};

fn strict() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_strict"))
}

/// How long a job of the program takes, and longer.
const JOB: Duration = Duration::from_millis(1500);

fn appears(file: &Path) {
    let start = Instant::now();
    while !file.exists() {
        assert!(start.elapsed() < Duration::from_secs(20), "{} is never made", file.display());
        sleep(Duration::from_millis(20));
    }
}

fn log(state: &Path) -> String {
    fs::read_to_string(state.join("strict/deferred.log")).unwrap_or_default()
}

/// A line of a plugin module.
fn asked(id: usize, command: &str) -> String {
    let payload: Value = json!({ "input": { "tool": "bash" }, "output": { "args": { "command": command } } });
    format!("{}\n", json!({ "id": id, "event": "PreToolUse", "payload": payload }))
}

#[test]
fn work_outlives_the_program_and_holds_nobody_up() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let state = dir.path().join("state");
    let env = [("HOOKWRIGHT_STATE", state.to_str().expect("UTF-8"))];
    let file = |name: &str| dir.path().join(name);
    let command = |name: &str| format!("defer {}", file(name).display());
    let payload = json!({ "session_id": "s", "tool_name": "Bash", "tool_input": { "command": command("hook") } });
    let lines: String = (1..=3).map(|id| asked(id, &command(&format!("serve-{id}")))).collect();
    for (arguments, stdin, names) in [
        (&["hook", "claude-code", "PreToolUse"][..], payload.to_string(), &["hook"][..]),
        (&["serve", "opencode"], lines, &["serve-1", "serve-2", "serve-3"]),
    ] {
        let start = Instant::now();
        // It ends, and its pipes close, before the work is done.
        let out = program::run(strict(), arguments, stdin.as_bytes(), &env);
        assert!(out.status.success(), "{arguments:?}: {out:?}");
        assert!(start.elapsed() < JOB, "{arguments:?}: the work holds the host up: {:?}", start.elapsed());
        assert_eq!(String::from_utf8_lossy(&out.stdout).lines().count(), if names.len() == 1 { 0 } else { 3 });
        for name in names {
            appears(&file(name));
            assert!(log(&state).contains(&format!("late words of {}", file(name).display())), "{}", log(&state));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_served_program_leaves_no_dead_children() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut child = Command::new(strict())
        .args(["serve", "opencode"])
        .env("HOOKWRIGHT_STATE", dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it was piped");
    let done = dir.path().join("done");
    input.write_all(asked(1, &format!("defer {}", done.display())).as_bytes()).expect("it reads");
    appears(&done);
    let id = child.id();
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).expect("its children are listed");
    assert_eq!(children, "", "it has children that nobody waits for");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn what_goes_nowhere_goes_to_the_log() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let run = |stderr: Stdio| {
        let mut child = Command::new(strict())
            .args(["serve", "opencode"])
            .env("HOOKWRIGHT_STATE", dir.path())
            // On a busy machine it takes longer than the handler may.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("it was piped");
        for line in [asked(1, "error"), asked(2, "panic"), asked(3, "print"), "no JSON\n".to_owned()] {
            input.write_all(line.as_bytes()).expect("it reads");
        }
        drop(input);
        let out = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&out.stdout).lines().count(), 3, "{out:?}");
        String::from_utf8_lossy(&out.stderr).into_owned()
    };
    let said = ["`strict::closed`", "as told", "panicked", "{\"decision\":\"allow\"}", "a line is not JSON"];
    let heard = run(Stdio::piped());
    assert_eq!(log(dir.path()), "", "somebody listened");
    run(Stdio::null());
    let log = log(dir.path());
    for words in said {
        assert!(heard.contains(words), "{words}: {heard}");
        assert!(log.contains(words), "{words}: {log}");
    }
}
