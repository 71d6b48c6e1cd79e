//! `approve`: on a host that would ask, and has nobody to ask, the boring command runs and the other does not.

use hookwright_tests::lab::script::Call;
use hookwright_tests::live::{Skip, example::Stage};
use serde_json::{Value, json};

fn run(stage: &mut Stage) -> Result<(), Skip> {
    stage.put("visible.txt", "x");
    ask_always(stage);
    let call = |command: &str| asking(stage, command);
    let turn = stage.turn([call("git status --short"), call("git status; touch not-granted")])?;
    assert!(!stage.project().join("not-granted").exists(), "{}: nobody granted it", stage.id());
    stage.saw(&turn, "?? visible.txt");
    Ok(())
}

/// Makes the host ask before every command.
fn ask_always(stage: &mut Stage) {
    match stage.id() {
        "claude-code" => {
            let mut settings: Value = serde_json::from_str(&stage.text(".claude/settings.json")).expect("it is JSON");
            settings["permissions"] = json!({ "ask": ["Bash"] });
            stage.put(".claude/settings.json", &settings.to_string());
        }
        "codex" => stage.argument("--approve-for-me"),
        "opencode" => stage.put("opencode.json", r#"{"permission": {"bash": "ask"}}"#),
        id => panic!("{id}: it is not known how to make it ask"),
    }
}

/// The call of a command, in the way that makes the host ask.
fn asking(stage: &Stage, command: &str) -> Call {
    let mut call = stage.shell(command);
    if stage.id() == "codex" {
        call.input["sandbox_permissions"] = "require_escalated".into();
        call.input["justification"] = "the sandbox is too small".into();
    }
    call
}

crate::cases! { "approve": run => claude_code, codex, opencode }
