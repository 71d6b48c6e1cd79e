//! A host that runs another host's hooks is recognised, answered in its own dialect, and not twice.

use std::fs;
use std::path::Path;

use hookwright_tests::{capture, program};

fn witness() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_witness"))
}

/// A recording of Cursor, sent to the command that stands in Claude Code's settings.
fn cursor_as_claude(home: &Path, project: &Path) -> (String, String) {
    let recorded = capture::of("cursor").into_iter().find(|c| c.name == "preToolUse-Shell").expect("it is recorded");
    let mut payload = recorded.stdin.clone();
    payload["workspace_roots"] = serde_json::json!([project]);
    let seen = home.join("seen");
    let env = [
        ("HOME", home.to_str().expect("UTF-8")),
        ("WITNESS_ANSWER", "deny"),
        ("WITNESS_FILE", seen.to_str().expect("UTF-8")),
        ("CLAUDE_PROJECT_DIR", "/elsewhere"),
    ];
    let out = program::hook(witness(), "claude-code", "PreToolUse", payload.to_string().as_bytes(), &env);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    (String::from_utf8_lossy(&out.stdout).into_owned(), fs::read_to_string(seen).unwrap_or_default())
}

#[test]
fn cursor_is_answered_as_cursor() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (reply, seen) = cursor_as_claude(dir.path(), dir.path());
    assert_eq!(reply, r#"{"permission":"deny","user_message":"DENIED","agent_message":"DENIED"}"#);
    assert!(seen.contains(r#""host":"cursor","native":"preToolUse""#) && seen.contains(r#""tool":"Bash""#), "{seen}");
}

#[test]
fn where_we_are_installed_in_both_we_act_once() {
    for place in [".cursor/hooks.json", "project/.cursor/hooks.json"] {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join(place);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder can be made");
        fs::write(&file, r#"{"version":1,"hooks":{"preToolUse":[{"command":"/opt/witness hook cursor preToolUse"}]}}"#)
            .expect("a file can be written");
        let (reply, seen) = cursor_as_claude(dir.path(), &dir.path().join("project"));
        assert_eq!((reply.as_str(), seen.as_str()), ("", ""), "{place}");
    }
}

#[test]
fn claude_code_stays_claude_code() {
    let recorded =
        capture::of("claude-code").into_iter().find(|c| c.name == "PreToolUse-Write").expect("it is recorded");
    let env: Vec<(&str, &str)> =
        recorded.env.iter().map(|(k, v)| (k.as_str(), v.as_str())).chain([("WITNESS_ANSWER", "deny")]).collect();
    let out = program::hook(witness(), "claude-code", "PreToolUse", recorded.stdin.to_string().as_bytes(), &env);
    assert!(String::from_utf8_lossy(&out.stdout).contains("permissionDecision"), "{out:?}");
}
