//! `rewrite`: the host runs what two hooks have made of the command, one after the other.

use hookwright_tests::live::{Skip, example::Stage};

fn run(stage: &mut Stage) -> Result<(), Skip> {
    stage.put("pnpm-lock.yaml", "");
    // The shell's own functions stand for the programs.
    let programs =
        "npm() { echo \"ran-npm:\" $*; }; pnpm() { echo \"ran-pnpm:\" $*; }; cargo() { echo \"ran-cargo:\" $*; }";
    let run = |command: &str| stage.shell(&format!("{programs}; {command}"));
    let turn = stage.turn([
        run("npm install"),
        run("npm publish --access public"),
        run("cargo publish"),
        run("npm -g list"),
    ])?;
    stage.saw(&turn, "ran-pnpm: install");
    stage.saw(&turn, "ran-pnpm: publish --dry-run --access public");
    stage.saw(&turn, "ran-cargo: publish --dry-run");
    stage.saw(&turn, "ran-npm: -g list");
    stage.never_saw(&turn, "ran-npm: install");
    if ["claude-code", "codex"].contains(&stage.id()) {
        stage.saw(&turn, "This project uses pnpm");
        stage.saw(&turn, "Publishing is left to the user");
    }
    Ok(())
}

crate::cases! { "rewrite": run => claude_code, codex, opencode; gemini_cli }
