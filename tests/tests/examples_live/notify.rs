//! `notify`: the user is told after the host has its answer; what fails is written down.

use std::fs;

use hookwright_tests::lab::script::Call;
use hookwright_tests::live::{Skip, example::Stage};
use serde_json::json;

const CONFIG: &str = r#"
[[tell]]
on = ["Stop"]
run = ["sh", "-c", "cat >> \"$HOME/told\""]

[[tell]]
on = ["Stop"]
run = ["sh", "-c", "echo yes > \"$HOME/begun\"; sleep 120; echo yes > \"$HOME/ended\""]

[[tell]]
on = ["Stop"]
run = ["sh", "-c", "echo no network >&2; exit 7"]

[[tell]]
on = ["PermissionRequest"]
run = ["sh", "-c", "cat >> \"$HOME/asked\""]
"#;

fn run(stage: &mut Stage) -> Result<(), Skip> {
    let config = stage.home().join(".config");
    fs::create_dir_all(&config).expect("a folder");
    fs::write(config.join("agent-notify.toml"), CONFIG).expect("a file");
    let mut calls = vec![stage.shell("echo harmless-4''2")];
    if stage.id() == "claude-code" {
        // Nobody has allowed it, so the host asks; the others do not when nobody is there.
        calls.push(Call::new("WebFetch", json!({ "url": "https://example.com", "prompt": "read it" })));
    }
    let turn = stage.turn(calls)?;
    stage.saw(&turn, "harmless-42");
    // The lab ends what is left when the host has ended.
    assert!(stage.home().join("begun").exists(), "{}: nobody was told", stage.id());
    assert!(!stage.home().join("ended").exists(), "{}: the host waited for a notification", stage.id());
    let read = |path: &str| fs::read_to_string(stage.home().join(path)).unwrap_or_default();
    let told = read("told");
    assert!(told.contains(&format!("{}: project", stage.id())), "{}: {told:?}", stage.id());
    if stage.id() == "claude-code" {
        assert!(read("asked").contains("May it use WebFetch?"), "{told:?} {:#?}", turn.tool_results());
    }
    let log = read(".local/state/hookwright/notify/notify.log");
    assert!(log.contains("no network"), "{}: {log:?}", stage.id());
    Ok(())
}

crate::cases! { "notify": run => claude_code, codex, gemini_cli, opencode }
