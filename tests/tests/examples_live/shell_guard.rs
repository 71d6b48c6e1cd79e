//! `shell-guard`: a denial reaches the model with its reason, everything else runs.

use hookwright_tests::live::{Skip, example::Stage};

fn run(stage: &mut Stage) -> Result<(), Skip> {
    stage.put("precious/data", "x");
    let turn = stage.turn([
        stage.shell("rm -rf /opt/precious-data"),
        stage.shell("bash -c 'rm -rf ~'"),
        stage.shell("echo harmless-4''2"),
    ])?;
    stage.saw(&turn, "`/opt/precious-data` lies outside the project");
    stage.saw(&turn, "home directory");
    stage.saw(&turn, "harmless-42");
    stage.saw(&turn, "shell-guard watches");
    assert!(stage.project().join("precious/data").exists());
    Ok(())
}

crate::cases! { "shell-guard": run => claude_code, codex, gemini_cli, opencode }
