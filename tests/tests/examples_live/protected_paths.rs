//! `protected-paths`: whatever tool it takes, a protected file stays and a secret stays one; everything else works.

use hookwright_tests::live::{Skip, example::Stage};

fn run(stage: &mut Stage) -> Result<(), Skip> {
    stage.may_write();
    stage.put(".env", "NUMBER=4242-hidden\n");
    stage.put("Cargo.lock", "as it was\n");
    std::os::unix::fs::symlink(".env", stage.project().join("notes.txt")).expect("a link can be made");
    let turn = stage.turn([
        stage.shell("cat .env"),
        stage.shell("cat < notes.txt"),
        stage.shell("echo broken > Cargo.lock"),
        stage.write("sub/pnpm-lock.yaml", "broken\n"),
        stage.write("fine.txt", "fine\n"),
        stage.shell("cat Cargo.lock fine.txt"),
    ])?;
    stage.saw(&turn, "`.env` holds secrets");
    stage.saw(&turn, "`notes.txt` (that is `");
    stage.saw(&turn, "`Cargo.lock` is protected");
    stage.saw(&turn, "sub/pnpm-lock.yaml` is protected");
    stage.saw(&turn, "protected-paths watches");
    stage.saw(&turn, "as it was\nfine");
    stage.never_saw(&turn, "4242-hidden");
    assert_eq!(stage.text("Cargo.lock"), "as it was\n");
    assert_eq!(stage.text("fine.txt"), "fine\n");
    assert!(!stage.project().join("sub/pnpm-lock.yaml").exists());
    Ok(())
}

crate::cases! { "protected-paths": run => claude_code, codex, opencode; gemini_cli }
