//! `quality-gate`: the agent that would stop reads the failure and goes on; not for ever, and not for nothing.

use hookwright_tests::live::{Skip, example::Stage};

fn run(stage: &mut Stage) -> Result<(), Skip> {
    stage.may_write();
    stage.put(".gitignore", "runs\n");
    stage.put(".quality-gate.toml", "command = 'echo run >> runs; echo failure-42; exit 1'\n");
    let idle = stage.turn([])?;
    stage.never_saw(&idle, "failure-42");
    assert_eq!(stage.text("runs"), "", "{}: nothing has changed, so nothing runs", stage.id());

    let turn = stage.turn([stage.write("changed.txt", "x\n")])?;
    assert_eq!(stage.text("runs"), "run\n", "{}: the same failure is not run for again", stage.id());
    assert_eq!(turn.exit, Some(0), "{}: the agent is let go in the end: {}", stage.id(), turn.stderr);
    if stage.id() == "opencode" {
        // `opencode run` ends before it can go on: the host's file says so.
        return Ok(());
    }
    stage.saw(&turn, "Repair what you have changed until it passes");
    stage.saw(&turn, "failure-42");
    // Once after the call, and three times sent back.
    let asked = turn.requests.iter().filter(|request| !request.results.is_empty()).count();
    assert_eq!(asked, 4, "{}: {:#?}", stage.id(), turn.requests);
    Ok(())
}

crate::cases! { "quality-gate": run => claude_code, codex, opencode; gemini_cli }
