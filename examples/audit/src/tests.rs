use std::fs;

use hookwright::testing::{self, Fire};

use super::*;

const KINDS: [Kind; 13] = [
    Kind::SessionStart,
    Kind::SessionEnd,
    Kind::UserPromptSubmit,
    Kind::PreToolUse,
    Kind::PermissionRequest,
    Kind::PostToolUse,
    Kind::PostToolUseFailure,
    Kind::SubagentStart,
    Kind::SubagentStop,
    Kind::PreCompact,
    Kind::PostCompact,
    Kind::Notification,
    Kind::Stop,
];

/// Fires the event, and gives the line that was written of it.
fn line(fire: Fire, host: &'static str, kind: Kind) -> Value {
    let log = testing::state_dir().join("audit.jsonl");
    let before = fs::read_to_string(&log).unwrap_or_default().lines().count();
    let fired = fire.on(host).fire_all(kind);
    assert!(fired.passed(), "{host}: an audit decides nothing: {fired:?}");
    let text = fs::read_to_string(&log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().skip(before).collect();
    let [line] = lines.as_slice() else { panic!("{host} {}: {lines:?}", kind.name()) };
    serde_json::from_str(line).unwrap()
}

#[test]
fn a_call_is_one_line_on_every_host() {
    let call = || testing::call("Bash", [("command", "export API_KEY=hunter22 && ls")]);
    let hosts: Vec<&str> = call().hosts(Kind::PreToolUse).collect();
    assert!(hosts.len() > 20, "{hosts:?}");
    for host in hosts {
        let line = line(call(), host, Kind::PreToolUse);
        for (key, wanted) in
            [("host", host), ("event", "PreToolUse"), ("tool", "Bash"), ("audit", env!("CARGO_PKG_VERSION"))]
        {
            assert_eq!(line[key], wanted, "{host}: {key}: {line}");
        }
        assert_eq!(line["input"]["command"], "export API_KEY=[masked] && ls", "{host}: {line}");
        assert!(line["time_ms"].as_u64() > Some(1_700_000_000_000), "{host}: {line}");
    }
}

#[test]
fn every_event_of_every_host_is_a_line() {
    let mut heard = 0;
    for kind in KINDS {
        let call = || testing::call("Bash", [("command", "ls")]);
        for host in call().hosts(kind) {
            let line = line(call(), host, kind);
            assert_eq!((&line["host"], &line["event"]), (&json!(host), &json!(kind.name())));
            heard += 1;
        }
        assert_eq!(line(call(), "claude-code", kind)["project"], "/project", "{}", kind.name());
    }
    assert!(heard > 200, "{heard}");
}

#[test]
fn each_event_has_its_own_words() {
    for host in ["claude-code", "codex", "gemini-cli", "cursor", "opencode"] {
        for (fire, kind, key, wanted) in [
            (
                testing::prompt("go: ghp_0123456789abcdefABCDEF0123456789abcd"),
                Kind::UserPromptSubmit,
                "prompt",
                "go: ghp_[masked]",
            ),
            (testing::call("Bash", [("command", "ls")]).output("a b"), Kind::PostToolUse, "output", "a b"),
        ] {
            assert_eq!(line(fire, host, kind)[key], wanted, "{host} {}", kind.name());
        }
    }
    let trigger = line(testing::event().trigger("auto"), "claude-code", Kind::PreCompact);
    assert_eq!(trigger["trigger"], "auto", "{trigger}");
    let told = line(testing::event().message("Waiting").agent_id("a1"), "claude-code", Kind::Notification);
    assert_eq!((&told["message"], &told["agent"]), (&json!("Waiting"), &json!("a1")), "{told}");
}
