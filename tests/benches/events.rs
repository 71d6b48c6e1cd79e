//! What an event costs without its process: `cargo bench -p hookwright-tests`.

use divan::{Bencher, black_box};
use hookwright::Json;
use hookwright::prelude::*;
use hookwright::testing;

/// The tables of `sounding`, which is built for every host.
mod tables {
    include!(concat!(env!("OUT_DIR"), "/hookwright-sounding.rs"));

    #[hookwright::private::linkme::distributed_slice(hookwright::private::PROGRAMS)]
    #[linkme(crate = hookwright::private::linkme)]
    static LINKED: &Program = &PROGRAM;
}

#[hook(PreToolUse, matcher = "Bash")]
fn guard(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    call.command().filter(|c| c.contains("rm -rf /")).map(|_| Response::deny("Use `git clean` instead."))
}

#[hook(PreToolUse, matcher = "Bash")]
fn rewrite(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    let command = call.command()?;
    Some(Response::modify([("command", format!("pnpm {}", command.strip_prefix("npm ")?))]))
}

fn main() {
    divan::main();
}

/// A payload of Claude Code's with so many lines of source in it.
fn payload(tool: &str, command: &str, lines: usize) -> String {
    let content = "fn main() { println!(\"hello \\\"world\\\"\\t{}\", 42); } // \u{e9}\u{4e2d}\n".repeat(lines);
    let input = serde_json::json!({ "command": command, "description": "clean", "content": content });
    let base =
        r#"{"session_id":"0d0c6e0e-1111-4222-8333-944445555666","cwd":"/home/u/proj","permission_mode":"default""#;
    format!(
        r#"{base},"hook_event_name":"PreToolUse","tool_name":"{tool}","tool_input":{input},"tool_use_id":"toolu_01"}}"#
    )
}

/// A call as each host sends it, answered.
#[divan::bench(args = ["claude-code", "codex", "gemini-cli", "cursor", "opencode", "copilot-cli"])]
fn answer(bencher: Bencher, host: &str) {
    let host = tables::PROGRAM.hosts.iter().find(|h| h.id == host).expect("it is one of them").id;
    let fired = testing::call("Bash", [("command", "git status --short")]).on(host).fire_all(Kind::PreToolUse);
    let (payload, native) = (fired.payload().to_owned(), native(host));
    bencher.bench(|| testing::recorded(host, black_box(native), payload.as_bytes()));
}

/// The host's own name of the event before a tool's call.
fn native(host: &str) -> &'static str {
    let host = tables::PROGRAM.hosts.iter().find(|h| h.id == host).expect("it is one of them");
    host.bindings.iter().find(|b| b.event == Kind::PreToolUse).expect("it has the event").native
}

/// What is decided, on one host.
#[divan::bench(args = ["git status", "rm -rf /", "npm i"])]
fn decide(bencher: Bencher, command: &str) {
    let payload = payload("Bash", command, 0);
    bencher.bench(|| testing::recorded("claude-code", "PreToolUse", black_box(payload.as_bytes())));
}

/// What nobody means.
#[divan::bench]
fn unmeant(bencher: Bencher) {
    let payload = payload("Write", "ls", 0);
    bencher.bench(|| testing::recorded("claude-code", "PreToolUse", black_box(payload.as_bytes())));
}

/// Payloads of 330 bytes, 100 KB and 1.3 MB, of which the command is read.
#[divan::bench(args = [0, 1330, 17543])]
fn large(bencher: Bencher, lines: usize) {
    let payload = payload("Bash", "git status", lines);
    let bytes = divan::counter::BytesCount::of_str(&payload);
    bencher.counter(bytes).bench(|| testing::recorded("claude-code", "PreToolUse", black_box(payload.as_bytes())));
}

/// A document checked from end to end; beside it what serde_json takes for the same.
#[divan::bench(args = [0, 17543])]
fn check(bencher: Bencher, lines: usize) {
    let payload = payload("Bash", "git status", lines);
    let bytes = divan::counter::BytesCount::of_str(&payload);
    bencher.counter(bytes).bench(|| Json::parse(black_box(&payload)).is_ok());
}

#[divan::bench(args = [0, 17543])]
fn check_by_serde_json(bencher: Bencher, lines: usize) {
    let payload = payload("Bash", "git status", lines);
    let bytes = divan::counter::BytesCount::of_str(&payload);
    bencher.counter(bytes).bench(|| serde_json::from_str::<serde::de::IgnoredAny>(black_box(&payload)).is_ok());
}
