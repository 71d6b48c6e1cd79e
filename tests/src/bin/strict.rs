//! A program whose handlers fail as they are told by the call: for `Bash` closed, for all else open.

use std::path::PathBuf;
use std::process::{Command, Stdio, abort};
use std::thread::sleep;
use std::time::Duration;

use hookwright::defer;
use hookwright::prelude::*;

/// Fails in the way that the text names.
fn misbehave(text: &str) -> Result<Response<PreToolUse>, String> {
    match text {
        "panic" => panic!("as told"),
        "error" => return Err("as told".to_owned()),
        "abort" => abort(),
        "sleep" => sleep(Duration::from_secs(60)),
        "overflow" => {
            println!("{}", deep(0));
        }
        "print" => {
            println!("{{\"decision\":\"allow\"}}");
            let _ = Command::new("sh").args(["-c", "echo child; (sleep 1; echo grandchild) &"]).status();
        }
        "linger" => {
            // A child that outlives the program and keeps whatever it was given.
            let _ = Command::new("sleep").arg("2").stdin(Stdio::null()).spawn();
        }
        "exit" => std::process::exit(2),
        "deny" => return Ok(Response::deny("as told")),
        _ => {
            if let Some(file) = text.strip_prefix("defer ") {
                later(PathBuf::from(file));
            }
        }
    }
    Ok(Response::pass())
}

/// Makes the file when the host has long had its answer.
fn later(file: PathBuf) {
    defer(move || {
        sleep(Duration::from_millis(1500));
        eprintln!("late words of {}", file.display());
        std::fs::write(file, "").expect("the file can be written");
    });
}

/// Uses up the stack.
#[expect(unconditional_recursion, reason = "that is the point")]
fn deep(n: u64) -> u64 {
    let block = [n; 1024];
    std::hint::black_box(&block);
    deep(n + 1) + block[7]
}

#[hook(PreToolUse, matcher = "Bash", on_error = "deny", timeout = "500ms")]
fn closed(call: &PreToolUse) -> Result<Response<PreToolUse>, String> {
    misbehave(&call.command().unwrap_or_default())
}

#[hook(PreToolUse, matcher = "Read", timeout = "500ms")]
fn open(call: &PreToolUse) -> Result<Response<PreToolUse>, String> {
    misbehave(&call.input().text("file_path").unwrap_or_default())
}

/// A denial that stands already when a later hook fails.
#[hook(PreToolUse, matcher = "Write")]
fn first(call: &PreToolUse) -> Response<PreToolUse> {
    if call.input().text("content").as_deref() == Some("deny first") {
        return Response::deny("denied before");
    }
    Response::pass()
}

#[hook(PreToolUse, matcher = "Write", timeout = "500ms")]
fn second(call: &PreToolUse) -> Result<Response<PreToolUse>, String> {
    misbehave(&call.input().text("file_path").unwrap_or_default())
}

/// Never lets the agent stop, if nobody keeps it from that.
#[hook(Stop, max_blocks = 2)]
fn stubborn(_: &Stop) -> Response<Stop> {
    Response::deny("go on")
}

/// Only that its prompts are seen.
#[hook(UserPromptSubmit)]
fn prompt(_: &UserPromptSubmit) {}

hookwright::main!();

#[cfg(test)]
mod tests {
    use hookwright::event::Kind;
    use hookwright::testing;

    #[test]
    fn a_test_lets_the_agent_go_as_the_program_does() {
        for host in testing::event().hosts(Kind::Stop) {
            let stop = || testing::event().on(host).session(host).fire_all(Kind::Stop);
            assert_eq!([stop(), stop(), stop()].map(|fired| fired.denied().is_some()), [true, true, false], "{host}");
            let gone = stop();
            assert!(gone.message().is_some_and(|note| note.contains("2 times in a row")), "{host}: {gone:?}");
        }
        let stops = || testing::event().on("codex").session("s").fire_all(Kind::Stop).denied().is_some();
        assert_eq!([stops(), stops(), stops()], [true, true, false]);
        testing::prompt("more").on("codex").session("s").fire_all(Kind::UserPromptSubmit);
        assert!(stops(), "a prompt begins anew");
    }

    #[test]
    fn deferred_work_waits_for_the_test() {
        let file = testing::state_dir().join("done");
        let command = format!("defer {}", file.display());
        assert!(testing::call("Bash", [("command", command.as_str())]).on("codex").fire_all(Kind::PreToolUse).passed());
        assert!(!file.exists());
        assert_eq!(testing::run_deferred(), 1);
        assert!(file.exists());
    }
}
