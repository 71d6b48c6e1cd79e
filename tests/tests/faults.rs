//! Public faults of hook tools, each as a test of ours: what others' users ran into.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use hookwright_codegen::host::Library;
use hookwright_codegen::host::template::Node;
use hookwright_codegen::lower::lower;
use hookwright_codegen::manifest::Program;
use hookwright_codegen::matrix::has_hooks;
use hookwright_codegen::scan::{Cfg, scan};
use hookwright_codegen::vocab::{Decision, Event};
use hookwright_tests::golden::crate_dir;
use hookwright_tests::{capture, program};
use serde_json::{Value, json};

fn witness() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_witness"))
}

fn chorus() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_chorus"))
}

/// The reply to one event, as JSON.
fn reply(program: &Path, host: &str, event: &str, payload: &Value, env: &[(&str, &str)]) -> Value {
    let out = program::hook(program, host, event, payload.to_string().as_bytes(), env);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    if out.stdout.is_empty() { Value::Null } else { serde_json::from_slice(&out.stdout).expect("one JSON document") }
}

fn shell(command: &str) -> Value {
    json!({ "session_id": "s", "tool_name": "Bash", "tool_use_id": "t1", "tool_input": { "command": command, "timeout": 5 } })
}

/// Backslashes of a Windows path, re-piped through `echo`, were lost and a guard allowed.
#[test]
fn backslashes_arrive_byte_exact() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let seen = dir.path().join("seen");
    let command = "type C:\\Users\\x\\new\\table.txt \\\"q\\\" \u{1} é\u{10348}";
    let env = [("WITNESS_FILE", seen.to_str().expect("UTF-8"))];
    reply(witness(), "claude-code", "PreToolUse", &shell(command), &env);
    let line: Value = serde_json::from_str(&std::fs::read_to_string(seen).expect("it was seen")).expect("JSON");
    assert_eq!(line["command"], command);
}

/// A block printed as JSON beside exit code 2 was lost; a bare 1 did not block; 2 blocked where a note was meant.
#[test]
fn exit_codes_carry_no_meaning_by_accident() {
    let library = Library::builtin();
    for id in library.ids() {
        let host = library.get(id).expect("it loads").expect("it is there");
        let replies = host.events.values().flat_map(|e| Decision::ALL.iter().filter_map(|d| e.reply(*d)));
        for reply in replies {
            let reply = match reply {
                hookwright_codegen::host::ReplyRef::Inline(reply) => reply,
                hookwright_codegen::host::ReplyRef::Named(name) => &host.replies[name],
            };
            let document = matches!(reply.stdout, Some(Node::Map(_)));
            let said = !document || reply.stderr.is_some();
            assert!(reply.exit == 0 || said, "{id}: an exit code, and the reason in a document that may not be read");
            assert_ne!(reply.exit, 1, "{id}: 1 means an error nearly everywhere");
        }
    }
    for answer in ["", "message", "context", "panic", "error", "print"] {
        for host in capture::hosts() {
            let env = [("WITNESS_ANSWER", answer)];
            let reads = library.get(&host).expect("it loads").expect("it is there").stdin;
            let stdin: &[u8] = if reads { b"{}" } else { b"" };
            let out = program::hook(witness(), &host, "PreToolUse", stdin, &env);
            assert_eq!(out.status.code(), Some(0), "{host} {answer}: {out:?}");
        }
    }
}

/// Context with JSON in it broke a hand-built reply.
#[test]
fn any_text_is_valid_in_a_reply() {
    let long = "\"\\\u{0}\u{7f}\u{2028}\n".repeat(1 << 17);
    for (name, text) in [
        ("JSON", r#"{"decision":"allow"}, "x": [1,2"#),
        ("quotes and escapes", "\"'`$(x) \\n \\u0000"),
        ("controls", "\u{0}\u{1}\u{8}\r\n\t\u{1b}[31m"),
        ("a megabyte", &long),
        ("beyond the basic plane", "𝒳 👩‍👩‍👧 \u{fffd}"),
    ] {
        for host in ["claude-code", "codex", "gemini-cli", "cursor"] {
            let payload = json!({ "session_id": "s", "prompt": text });
            let answer = reply(chorus(), host, "UserPromptSubmit", &payload, &[]);
            let inner =
                answer.pointer("/hookSpecificOutput/additionalContext").or_else(|| answer.get("additional_context"));
            assert_eq!(inner.and_then(Value::as_str), Some(text), "{host} {name}");
        }
    }
}

/// A lone surrogate and invalid bytes: never a crash, never a missing reply.
#[test]
fn odd_text_is_passed_on_as_well_as_can_be() {
    let payload = br#"{"session_id":"s","prompt":"a\ud800b \xc3"}"#.to_vec();
    let mut broken = payload.clone();
    let at = broken.windows(4).position(|w| w == b"\\xc3").expect("it is there");
    broken.splice(at..at + 4, [0xc3]);
    let out = program::hook(chorus(), "claude-code", "UserPromptSubmit", &broken, &[("LANG", "C"), ("LC_ALL", "C")]);
    let answer: Value = serde_json::from_slice(&out.stdout).expect("a valid reply");
    let text = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default();
    assert!(text.starts_with('a') && text.contains("b ") && text.ends_with('\u{fffd}'), "{text:?}");
}

/// Payloads over 64 KB were cut and the guard allowed: the size of a payload changes no verdict.
#[test]
fn the_size_of_a_payload_changes_nothing() {
    for size in [0, 1 << 10, 64 << 10, (64 << 10) + 1, 1 << 20, 20 << 20] {
        let mut payload = shell("ls");
        payload["tool_input"]["description"] = "x".repeat(size).into();
        let answer = reply(witness(), "claude-code", "PreToolUse", &payload, &[("WITNESS_ANSWER", "deny")]);
        assert_eq!(answer["hookSpecificOutput"]["permissionDecision"], "deny", "{size} bytes");
    }
}

/// A short read of a pipe gave half a document and the guard allowed.
#[test]
fn a_slow_pipe_changes_nothing() {
    let payload = shell("echo '}' && echo '{}'").to_string();
    for (chunk, pause) in [(3, 0), (1, 0), (40, 15)] {
        let mut child = Command::new(witness())
            .args(["hook", "claude-code", "PreToolUse"])
            .env("WITNESS_ANSWER", "deny")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("it was piped");
        for piece in payload.as_bytes().chunks(chunk) {
            input.write_all(piece).expect("it is read");
            sleep(Duration::from_millis(pause));
        }
        drop(input);
        let mut said = String::new();
        child.stdout.take().expect("it was piped").read_to_string(&mut said).expect("UTF-8");
        assert!(said.contains("\"deny\""), "{chunk} bytes at a time: {said:?}");
        assert!(child.wait().expect("it ends").success());
    }
}

/// Rewrites were lost when another hook returned nothing; their order was anyone's guess.
#[test]
fn rewrites_of_several_hooks_chain_in_order() {
    for (command, wanted) in [
        ("npm install left-pad", Some("pnpm install left-pad --frozen-lockfile")),
        ("pnpm install", Some("pnpm install --frozen-lockfile")),
        ("npm test", Some("pnpm test")),
        ("ls", None),
    ] {
        let answer = reply(chorus(), "claude-code", "PreToolUse", &shell(command), &[]);
        let updated = &answer["hookSpecificOutput"]["updatedInput"];
        assert_eq!(updated["command"].as_str(), wanted, "{command}");
        if wanted.is_some() {
            assert_eq!(updated["timeout"], 5, "{command}: the other keys stay");
        }
    }
}

/// After a rewrite nobody could see what had been asked for.
#[test]
fn the_original_input_is_seen_after_a_rewrite() {
    let state = tempfile::tempdir().expect("a temporary folder");
    let env = [("HOOKWRIGHT_STATE", state.path().to_str().expect("UTF-8"))];
    let before = reply(chorus(), "claude-code", "PreToolUse", &shell("npm install"), &env);
    let mut after = shell("");
    after["tool_input"] = before["hookSpecificOutput"]["updatedInput"].clone();
    after["tool_response"] = json!({ "stdout": "done" });
    let answer = reply(chorus(), "claude-code", "PostToolUse", &after, &env);
    assert_eq!(
        answer["hookSpecificOutput"]["additionalContext"],
        "asked for `npm install`, ran `pnpm install --frozen-lockfile`"
    );
    after["tool_use_id"] = "another".into();
    assert_eq!(
        reply(chorus(), "claude-code", "PostToolUse", &after, &env),
        Value::Null,
        "another call was not rewritten"
    );
}

/// Twenty-nine processes for one tool call timed out: many hooks are one entry, so one process.
#[test]
fn one_event_is_one_entry() {
    let root = crate_dir().join("src/bin/chorus.rs");
    let found = scan(crate_dir(), &root, "chorus", &Cfg::from_env(std::iter::empty()));
    let program = Program { name: "chorus".into(), hooks: found.hooks, ..Program::default() };
    let library = Library::builtin();
    for id in library.ids() {
        let host = library.get(id).expect("it loads").expect("it is there");
        let plan = lower(&host, &program);
        let mut natives: Vec<&str> = plan.entries.iter().map(|e| e.native.as_str()).collect();
        let entries = natives.len();
        natives.sort_unstable();
        natives.dedup();
        assert_eq!(natives.len(), entries, "{id}: {natives:?}");
    }
}

/// An event that the host does not know was written into its file, and the host refused to start.
#[test]
fn only_events_that_the_host_knows_are_emitted() {
    let root = crate_dir().join("src/bin/witness.rs");
    let found = scan(crate_dir(), &root, "witness", &Cfg::from_env(std::iter::empty()));
    let program = Program { name: "witness".into(), hooks: found.hooks, ..Program::default() };
    let library = Library::builtin();
    for id in library.ids() {
        let host = library.get(id).expect("it loads").expect("it is there");
        let known: Vec<&str> = host.events.values().flat_map(|e| e.native.iter()).map(|n| n.name.as_str()).collect();
        for entry in lower(&host, &program).entries {
            assert!(known.contains(&entry.native.as_str()), "{id}: {}", entry.native);
        }
    }
}

/// A hook was dropped for one host without a word: every pair of hook and host has its row.
#[test]
fn every_hook_stands_somewhere_on_every_host() {
    let root = crate_dir().join("src/bin/witness.rs");
    let found = scan(crate_dir(), &root, "witness", &Cfg::from_env(std::iter::empty()));
    let program = Program { name: "witness".into(), hooks: found.hooks, ..Program::default() };
    let library = Library::builtin();
    let hosts: Vec<_> =
        library.ids().iter().map(|id| library.get(id).expect("it loads").expect("it is there")).collect();
    let plans: Vec<_> = hosts.iter().filter(|h| has_hooks(h)).map(|h| lower(h, &program)).collect();
    let report = hookwright_codegen::lower::report_json(&plans);
    let rows = report.as_array().expect("a list");
    assert_eq!(rows.len(), Event::ALL.len());
    for row in rows {
        let hosts = row["hosts"].as_object().expect("an object");
        assert_eq!(hosts.len(), plans.len(), "{}", row["hook"]);
        for (id, cell) in hosts {
            let told = cell["why"].is_string() || cell["decisions"].is_object();
            assert!(told, "{} on {id}: an empty cell", row["hook"]);
        }
    }
}

/// A made-up key in a reply, which one host forgave, made another drop it: a reply has the keys of its template alone.
#[test]
fn codex_gets_no_key_that_it_does_not_know() {
    const KNOWN: &[&str] = &[
        "hookSpecificOutput",
        "hookEventName",
        "permissionDecision",
        "permissionDecisionReason",
        "updatedInput",
        "additionalContext",
        "decision",
        "reason",
        "behavior",
        "message",
        "systemMessage",
        "continue",
        "stopReason",
    ];
    fn keys(value: &Value, found: &mut Vec<String>) {
        if let Value::Object(map) = value {
            for (key, value) in map {
                found.push(key.clone());
                if key != "updatedInput" {
                    keys(value, found);
                }
            }
        }
    }
    for recorded in capture::of("codex") {
        for answer in
            ["deny", "ask", "modify", "allow", "context", "output", "message", "deny+context", "modify+context"]
        {
            let env = [("WITNESS_ANSWER", answer), ("WITNESS_CHANGE", r#"{"command":"x"}"#)];
            let answer_of = reply(witness(), "codex", &recorded.event, &recorded.stdin, &env);
            let mut found = Vec::new();
            keys(&answer_of, &mut found);
            let unknown: Vec<&String> = found.iter().filter(|k| !KNOWN.contains(&k.as_str())).collect();
            assert!(unknown.is_empty(), "{} {answer}: {unknown:?}", recorded.name);
        }
    }
}
