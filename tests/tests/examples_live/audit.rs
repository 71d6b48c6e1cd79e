//! `audit`: every event of a turn is a line in the log, its secrets masked; sessions side by side lose none.

use std::fs;
use std::thread;
use std::time::Duration;

use hookwright_tests::live::example::Stage;
use hookwright_tests::live::{Skip, example};
use serde_json::Value;

const SECRET: &str = "hunter22";

fn run(stage: &mut Stage) -> Result<(), Skip> {
    let call = || stage.shell(&format!("API_KEY={SECRET} echo harmless-4''2"));
    let turn = stage.prompt(&format!("the password={SECRET}"), [call()])?;
    stage.saw(&turn, "harmless-42");
    let lines = lines(stage);
    for event in ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"] {
        assert!(lines.iter().any(|line| line["event"] == event), "{}: no {event}: {lines:#?}", stage.id());
    }
    let of = |event: &str| lines.iter().find(|line| line["event"] == event).cloned().unwrap_or_default();
    assert_eq!(of("PreToolUse")["input"]["command"], "API_KEY=[masked] echo harmless-4''2", "{}", stage.id());
    let output = of("PostToolUse")["output"].to_string();
    assert!(output.contains("harmless-42"), "{}: {output}", stage.id());
    let session = &of("SessionStart")["session"];
    assert!(session.as_str().is_some_and(|id| !id.is_empty()), "{}: {lines:#?}", stage.id());
    assert!(lines.iter().all(|line| line["session"] == *session), "{}: one session: {lines:#?}", stage.id());

    let before = calls(stage);
    let turns = thread::scope(|scope| {
        let one = |number: u64| {
            // Each prepares the same home before it begins.
            thread::sleep(Duration::from_secs(number));
            stage.turn([call(), call()])
        };
        let turns: Vec<_> = (0..3).map(|number| scope.spawn(move || one(number))).collect();
        turns.into_iter().map(|turn| turn.join().expect("a turn")).collect::<Result<Vec<_>, Skip>>()
    })?;
    for turn in &turns {
        stage.saw(turn, "harmless-42");
    }
    assert_eq!(calls(stage) - before, 6, "{}: three sessions side by side, two calls each", stage.id());
    assert!(!text(stage).contains(SECRET), "{}: the secret is in the log", stage.id());
    Ok(())
}

fn text(stage: &Stage) -> String {
    fs::read_to_string(stage.home().join(".local/state/hookwright/audit/audit.jsonl")).unwrap_or_default()
}

/// The lines of the log, which say who wrote them.
fn lines(stage: &Stage) -> Vec<Value> {
    let text = text(stage);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert!(lines.iter().all(|line| line["host"] == stage.id() && line["audit"].is_string()), "{text}");
    lines
}

fn calls(stage: &Stage) -> usize {
    lines(stage).iter().filter(|line| line["event"] == "PreToolUse").count()
}

/// Of every event on every host with hooks the build says what comes of it.
#[test]
fn the_report_has_no_empty_cell() {
    let dist = example::program("audit").with_file_name("hooks").join("audit");
    let hosts = fs::read_dir(&dist).expect("the emitted files").filter(|e| e.as_ref().is_ok_and(|e| e.path().is_dir()));
    let hosts = hosts.count();
    let report = fs::read_to_string(dist.join("report.txt")).expect("the report");
    let cells: Vec<&str> = report.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(cells.len(), 13 * hosts, "{report}");
    for cell in cells {
        let (host, told) = cell.trim().split_once(' ').unwrap_or((cell, ""));
        assert!(!told.trim().is_empty(), "{host}: {report}");
    }
}

crate::cases! { "audit": run => claude_code, codex, gemini_cli, opencode }
