//! A program whose handlers fail as they are told by the call: for `Bash` closed, for all else open.

use std::process::{Command, Stdio, abort};
use std::thread::sleep;
use std::time::Duration;

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
        _ => {}
    }
    Ok(Response::pass())
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
