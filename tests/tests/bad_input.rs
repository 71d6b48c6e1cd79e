//! Whatever comes in, what goes out is a valid "no opinion", with exit code 0 and the cause on standard error.

use std::path::Path;

use hookwright_tests::program;

fn witness() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_witness"))
}

/// Payloads that are no payload, by name.
fn payloads() -> Vec<(&'static str, Vec<u8>)> {
    let good = br#"{"session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
    vec![
        ("nothing", Vec::new()),
        ("white space", b" \r\n\t".to_vec()),
        ("an empty object", b"{}".to_vec()),
        ("a broken object", good[..good.len() / 2].to_vec()),
        ("a string", b"\"hello\"".to_vec()),
        ("a list", b"[1, 2]".to_vec()),
        ("null", b"null".to_vec()),
        ("no JSON", b"hello".to_vec()),
        ("two documents", [&good[..], b"\n", &good[..]].concat()),
        ("a byte order mark", [b"\xEF\xBB\xBF", &good[..]].concat()),
        (
            "UTF-16",
            good.iter().fold(vec![0xFF, 0xFE], |mut v, b| {
                v.extend([*b, 0]);
                v
            }),
        ),
        ("bytes that are no UTF-8", good.iter().map(|b| if *b == b'l' { 0xC3 } else { *b }).collect()),
        ("zero bytes", vec![0; 4096]),
        ("wrong types", br#"{"session_id":7,"tool_name":["x"],"tool_input":"ls","cwd":{}}"#.to_vec()),
        (
            "deep nesting",
            [br#"{"tool_name":"Bash","tool_input":"#.to_vec(), b"[".repeat(50_000), b"]".repeat(50_000), b"}".to_vec()]
                .concat(),
        ),
        ("double keys", br#"{"tool_name":"Bash","tool_name":"Read","tool_input":{},"tool_input":null}"#.to_vec()),
        (
            "a huge number",
            br#"{"tool_name":"Bash","tool_input":{"timeout":1e999999},"duration":99999999999999999999999999}"#.to_vec(),
        ),
        (
            "a lone surrogate",
            br#"{"tool_name":"Ba\ud800sh","prompt":"\udfff","tool_input":{"command":"\ud83d"}}"#.to_vec(),
        ),
        ("2 MB of one string", [br#"{"prompt":""#.to_vec(), vec![b'x'; 2 << 20], b"\"}".to_vec()].concat()),
    ]
}

#[test]
fn a_bad_payload_is_no_opinion() {
    for host in ["claude-code", "codex", "gemini-cli", "cursor", "opencode", "kiro", "hermes", "windsurf"] {
        for event in ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop"] {
            for (name, payload) in payloads() {
                let out = program::hook(witness(), host, event, &payload, &[]);
                assert_eq!(out.status.code(), Some(0), "{host} {event} {name}: {out:?}");
                assert!(out.stdout.is_empty(), "{host} {event} {name}: {out:?}");
            }
        }
    }
}

#[test]
fn where_a_pass_must_be_said_it_is_said() {
    for (name, payload) in payloads() {
        let out = program::hook(witness(), "antigravity-cli", "PreToolUse", &payload, &[]);
        assert_eq!(String::from_utf8_lossy(&out.stdout), r#"{"decision":"allow"}"#, "{name}: {out:?}");
        assert_eq!(out.status.code(), Some(0), "{name}: {out:?}");
    }
}

#[test]
fn the_cause_is_named() {
    for (name, part) in [
        ("nothing", "standard input is empty"),
        ("a broken object", "the payload is not JSON"),
        ("a list", "not a JSON object"),
        ("two documents", "trailing"),
    ] {
        let (_, payload) = payloads().into_iter().find(|(n, _)| *n == name).expect("the row is there");
        let out = program::hook(witness(), "codex", "PreToolUse", &payload, &[]);
        let stderr = String::from_utf8_lossy(&out.stderr);
        assert!(stderr.contains(part), "{name}: {stderr}");
    }
}

#[test]
fn wrong_arguments_never_block() {
    // More than a pipe holds: a program that leaves without reading it would fail the writer.
    let payload = vec![b' '; 1 << 20];
    for (arguments, part) in [
        (&["hook"][..], "usage: witness hook <host> <event>"),
        (&["hook", "claude-code"], "usage: witness hook <host> <event>"),
        (&["hook", "nohost", "PreToolUse"], "no host `nohost`"),
        (&["hook", "codex", "NoEvent"], "codex has no event `NoEvent`"),
        (&["hook", "codex", "Notification"], "codex has no event `Notification`"),
        (&["hook", "", ""], "no host ``"),
        (&["serve"], "usage: witness serve <host>"),
        (&["serve", "nohost"], "usage: witness serve <host>"),
    ] {
        let input: &[u8] = if arguments[0] == "serve" { b"" } else { &payload };
        let out = program::run(witness(), arguments, input, &[]);
        let stderr = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(0), "{arguments:?}: {out:?}");
        assert!(out.stdout.is_empty() && stderr.contains(part), "{arguments:?}: {out:?}");
    }
    for (arguments, code) in [(&[][..], 0), (&["--help"], 0), (&["--version"], 0), (&["hok", "codex"], 1)] {
        let out = program::run(witness(), arguments, b"", &[]);
        assert_eq!(out.status.code(), Some(code), "{arguments:?}: {out:?}");
    }
}

#[test]
fn a_handler_cannot_spoil_the_reply() {
    let payload = br#"{"tool_name":"Bash","tool_input":{"command":"ls"}}"#;
    for (answer, part) in [
        ("print", "a child's line"),
        ("panic", "hook `witness::pre_tool_use` (tests/src/bin/witness.rs:"),
        ("error", "as told"),
    ] {
        let out = program::hook(witness(), "claude-code", "PreToolUse", payload, &[("WITNESS_ANSWER", answer)]);
        let stderr = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(0), "{answer}: {out:?}");
        assert!(out.stdout.is_empty() && stderr.contains(part), "{answer}: {out:?}");
    }
}

#[test]
fn a_served_stream_goes_on_after_bad_lines() {
    let lines = [
        r#"{"id":1,"event":"PreToolUse","payload":{"input":{"tool":"bash"},"output":{"args":{"command":"ls"}}}}"#,
        "not json",
        "",
        "[]",
        r#"{"event":"PreToolUse"}"#,
        r#"{"id":"two","event":"Nope","payload":{}}"#,
        r#"{"id":3,"event":"PreToolUse"}"#,
        r#"{"id":4,"event":"PreToolUse","payload":{"input":{"tool":"bash"},"output":{"args":{}}}}"#,
    ];
    let input = lines.join("\n");
    let out = program::run(witness(), &["serve", "opencode"], input.as_bytes(), &[("WITNESS_ANSWER", "deny")]);
    let deny = r#""reply":{"deny":"DENIED"}}"#;
    let said = String::from_utf8_lossy(&out.stdout);
    let wanted =
        format!("{{\"id\":1,{deny}\n{{\"id\":\"two\",\"reply\":{{}}}}\n{{\"id\":3,{deny}\n{{\"id\":4,{deny}\n");
    assert_eq!(said, wanted, "{out:?}");
    assert_eq!(out.status.code(), Some(0));
}
