//! `prompt-guard`: a secret in a prompt reaches no model, and the user reads why; a prompt without one goes its way.

use hookwright_tests::live::{Skip, example::Stage};

const SECRET: &str = "0123456789abcdefABCDEF0123456789abcd";

fn run(stage: &mut Stage) -> Result<(), Skip> {
    let blocked = stage.prompt(&format!("push with ghp_{SECRET}"), [])?;
    stage.never_saw(&blocked, SECRET);
    let told = format!("{}\n{}", blocked.stdout, blocked.stderr);
    // `codex exec` says that a hook has blocked, and leaves out why.
    let wanted = if stage.id() == "codex" { "UserPromptSubmit Blocked" } else { "after `ghp_`" };
    assert!(told.contains(wanted), "{}: the user reads why: {told}", stage.id());

    let sent = stage.prompt("push with $GITHUB_TOKEN", [])?;
    stage.saw(&sent, "push with $GITHUB_TOKEN");

    let meant = stage.prompt(&format!("is ghp_{SECRET} valid? (not-a-secret)"), [])?;
    stage.saw(&meant, SECRET);
    Ok(())
}

crate::cases! { "prompt-guard": run => claude_code, codex, gemini_cli, opencode }
