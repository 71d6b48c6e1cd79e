//! `native`: what one host alone tells, and what it alone takes.

use std::fs;

use hookwright_tests::lab::script::Call;
use hookwright_tests::live::{Skip, example::Stage};
use serde_json::json;

/// A task of the agent's list is done.
mod task_completed {
    use super::*;

    fn run(stage: &mut Stage) -> Result<(), Skip> {
        stage.env("CLAUDE_CODE_ENABLE_TODO_TOOLS", "1");
        let turn = stage.turn([
            Call::new("TaskCreate", json!({ "subject": "fix the parser", "description": "it breaks" })),
            Call::new("TaskUpdate", json!({ "taskId": "1", "status": "completed" })),
        ])?;
        let done =
            fs::read_to_string(stage.home().join(".local/state/hookwright/native/done.jsonl")).unwrap_or_default();
        assert!(
            done.contains(r#""done":"fix the parser""#),
            "{done:?}: {:#?} {:?}",
            turn.tool_results(),
            turn.requests[0].offered
        );
        Ok(())
    }

    crate::cases! { "native": run => claude_code }
}

/// The request that the model gets has the temperature.
mod before_model {
    use super::*;

    fn run(stage: &mut Stage) -> Result<(), Skip> {
        stage.env("AGENT_TEMPERATURE", "0.25");
        let turn = stage.turn([stage.shell("echo harmless-4''2")])?;
        stage.saw(&turn, "harmless-42");
        let lab = stage.home().join(".hookwright-lab");
        let logs = fs::read_dir(lab).expect("the lab's folder").filter_map(Result::ok);
        let logs: String = logs.filter_map(|turn| fs::read_to_string(turn.path().join("log.jsonl")).ok()).collect();
        assert!(logs.contains(r#""temperature":0.25"#), "{logs}");
        Ok(())
    }

    crate::cases! { "native": run => gemini_cli }
}
