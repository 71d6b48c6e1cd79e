//! `context`: the model reads branch, changes and rules at the start, once; what changed comes with the next session.

use hookwright_tests::live::{Skip, Turn, example::Stage};

fn run(stage: &mut Stage) -> Result<(), Skip> {
    stage.put(".agents/context.md", "Write the tests first.\n");
    let first = stage.turn([stage.shell("echo harmless-4''2")])?;
    for part in ["Branch `main`.", "?? .agents/", " start", "Write the tests first."] {
        stage.saw(&first, part);
    }
    assert_eq!(told(&first), 1, "{}: it is told once", stage.id());

    stage.git(&["switch", "--quiet", "--create", "feature"]);
    stage.put(".agents/context.md", "Write the docs first.\n");
    // Where a session can be resumed from the command line, the same one goes on.
    let resumes =
        [("claude-code", &["--continue"][..]), ("opencode", &["--continue"]), ("gemini-cli", &["--resume", "latest"])];
    if let Some((_, arguments)) = resumes.iter().find(|(id, _)| *id == stage.id()) {
        arguments.iter().for_each(|argument| stage.argument(argument));
    }
    let second = stage.turn([])?;
    for part in ["Branch `feature`.", "Write the docs first."] {
        stage.saw(&second, part);
    }
    Ok(())
}

/// How often the last request of the turn holds the rules.
fn told(turn: &Turn) -> usize {
    let request = turn.requests.iter().rev().find(|request| !request.offered.is_empty());
    request.map_or(0, |request| request.text.matches("Write the tests first.").count())
}

crate::cases! { "context": run => claude_code, codex, gemini_cli, opencode }
