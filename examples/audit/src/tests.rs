use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use hookwright::testing::{self, Fire};

use super::*;

const HOSTS: &[&str] = &["claude-code", "codex", "gemini-cli", "cursor", "opencode"];

/// One log for all tests; each looks for the lines of its own session.
static LOG: LazyLock<PathBuf> = LazyLock::new(|| {
    let path = tempfile::tempdir().unwrap().keep().join("audit.jsonl");
    // SAFETY: nothing in these tests reads the environment but by the standard library, which takes its lock.
    unsafe { std::env::set_var("AUDIT_LOG", &path) };
    path
});

/// Fires the event in a session of its own, and gives the lines that were written of it.
fn lines(fire: Fire, host: &'static str, kind: Kind, session: &str) -> Vec<Value> {
    LazyLock::force(&LOG);
    let fired = fire.on(host).session(session).fire_all(kind);
    assert!(fired.passed(), "{host}: an audit decides nothing: {fired:?}");
    let text = fs::read_to_string(&*LOG).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.filter(|line: &Value| line["session"] == session).collect()
}

#[test]
fn a_call_is_one_line_on_every_host() {
    for host in HOSTS {
        let session = format!("call-{host}");
        let command = "export API_KEY=hunter22 && ls";
        let lines = lines(testing::call("Bash", [("command", command)]), host, Kind::PreToolUse, &session);
        let [line] = lines.as_slice() else { panic!("{host}: {lines:?}") };
        for (key, wanted) in [
            ("host", *host),
            ("event", "PreToolUse"),
            ("tool", "Bash"),
            ("audit", env!("CARGO_PKG_VERSION")),
            ("project", "/project"),
        ] {
            assert_eq!(line[key], wanted, "{host}: {key}: {line}");
        }
        assert_eq!(line["input"]["command"], "export API_KEY=[masked] && ls", "{host}: {line}");
        assert!(line["time_ms"].as_u64() > Some(1_700_000_000_000), "{host}: {line}");
    }
}

#[test]
fn each_event_has_its_own_words() {
    for host in HOSTS {
        for (fire, kind, key, wanted) in [
            (testing::event().source("startup"), Kind::SessionStart, "event", "SessionStart"),
            (
                testing::prompt("go: ghp_0123456789abcdefABCDEF0123456789abcd"),
                Kind::UserPromptSubmit,
                "prompt",
                "go: ghp_[masked]",
            ),
            (testing::call("Bash", [("command", "ls")]).output("a b"), Kind::PostToolUse, "output", "a b"),
            (testing::event(), Kind::PreCompact, "event", "PreCompact"),
            (testing::event(), Kind::Stop, "event", "Stop"),
            (testing::event(), Kind::SessionEnd, "event", "SessionEnd"),
        ] {
            let session = format!("words-{host}-{}", kind.name());
            let lines = lines(fire, host, kind, &session);
            assert!(lines.iter().any(|line| line[key] == wanted), "{host} {}: {lines:?}", kind.name());
        }
    }
}

#[test]
fn all_thirteen_are_heard_on_a_host_that_has_them() {
    let kinds = [
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
    for kind in kinds {
        let session = format!("all-{}", kind.name());
        let lines = lines(testing::call("Read", [("file_path", "a")]), "claude-code", kind, &session);
        assert_eq!(lines.len(), 1, "{}: {lines:?}", kind.name());
        assert_eq!(lines[0]["event"], kind.name());
    }
}
