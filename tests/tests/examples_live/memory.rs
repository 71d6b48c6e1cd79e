//! `memory`: what was asked for before a compaction is there after it.

use std::time::Duration;

use hookwright_tests::lab::script::{Script, Step};
use hookwright_tests::live::{Skip, example::Stage};

const NOTE: &str = "ship on Friday";
/// What the model reads of it, in the summary's instructions and afterwards.
const BEFORE: &str = "Keep this in the summary:\n\nThe user's notes:\n- ship on Friday";
const AFTER: &str = "This conversation was compacted. From before:\n\nThe user's notes:\n- ship on Friday";

/// The host is told to compact by a command, and begins the session anew.
mod by_command {
    use super::*;

    fn run(stage: &mut Stage) -> Result<(), Skip> {
        stage.prompt(&format!("remember: {NOTE}"), [])?;
        stage.argument("--continue");
        let compacted = stage.prompt("/compact", [])?;
        stage.saw(&compacted, BEFORE);
        let after = stage.prompt("go on", [])?;
        stage.saw(&after, AFTER);
        Ok(())
    }

    crate::cases! { "memory": run => claude_code }
}

/// The host compacts a resumed session that is too long for the model, and begins it anew before it goes on.
mod by_length {
    use super::*;

    fn run(stage: &mut Stage) -> Result<(), Skip> {
        stage.prompt(&format!("remember: {NOTE}"), [])?;
        // Each answer of the scripted model counts as 15 tokens.
        for argument in ["-c", "model_auto_compact_token_limit=12", "resume", "--last", "go on"] {
            stage.argument(argument);
        }
        let after = stage.prompt("ignored", [])?;
        stage.saw(&after, AFTER);
        Ok(())
    }

    crate::cases! { "memory": run => codex }
}

/// The same where nothing begins anew: the next prompt brings it.
mod by_next_prompt {
    use super::*;

    /// The host's settings with another length of the model's context.
    fn settings(context: u32) -> String {
        let limit = format!(r#""limit": {{"context": {context}, "output": 1}}"#);
        format!(
            r#"{{"model": "mock/mock", "small_model": "mock/mock", "share": "disabled", "autoupdate": false,
                "provider": {{"mock": {{"npm": "@ai-sdk/openai-compatible", "name": "Mock",
                "options": {{"baseURL": "http://127.0.0.1:8700/v1", "apiKey": "sk-fake"}},
                "models": {{"mock": {{"name": "mock", {limit}}}}}}}}}}}"#
        )
    }

    fn run(stage: &mut Stage) -> Result<(), Skip> {
        stage.prompt(&format!("remember: {NOTE}"), [])?;
        stage.argument("--continue");
        stage.env("OPENCODE_CONFIG_CONTENT", &settings(12));
        // Every answer of the scripted model is too long then, so it compacts until it is ended.
        let script = Script::new(vec![Step::Text("done".into())]);
        let compacted = stage.plan(&script, "go on").timeout(Duration::from_secs(40)).run()?;
        stage.saw(&compacted, BEFORE);
        stage.env("OPENCODE_CONFIG_CONTENT", &settings(200_000));
        let after = stage.prompt("and now?", [])?;
        stage.saw(&after, AFTER);
        Ok(())
    }

    crate::cases! { "memory": run => opencode }
}
