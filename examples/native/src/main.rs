//! `native`: three hooks on events that one host alone has, by the host's own names; what they print is what the host reads.
//!
//! | host | event | |
//! |---|---|---|
//! | Claude Code | `TaskCompleted` | a task of the agent's list is done: it is written down |
//! | Gemini CLI | `BeforeModel` | a request to the model: `AGENT_TEMPERATURE`, where it is set, is its temperature, so that runs can be compared |
//! | OpenCode | `session.error` | a turn ended with an error: it is written down, for whoever left it running |
//!
//! What is written down is a line of JSON in the file that `AGENT_DONE` names, else in `done.jsonl` in the program's state
//! folder (`~/.local/state/hookwright/native` on Linux), its secrets masked. Everything that all hosts have is `#[hook]`'s: such an event does not compile here.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use hookwright::mask;
use hookwright::prelude::*;
use serde_json::{Value, json};

/// Writes down what is done.
#[native_hook("claude-code", "TaskCompleted")]
fn task_completed(event: &NativeEvent) -> io::Result<()> {
    let Some(subject) = text(event, "/task_subject") else { return Ok(()) };
    write_down(&line(event, "/cwd", "done", &subject))
}

/// Sets the temperature; the rest of the request stays.
#[native_hook("gemini-cli", "BeforeModel")]
fn temperature(event: &NativeEvent) -> Result<Option<Value>, String> {
    let Some(wanted) = env::var("AGENT_TEMPERATURE").ok().filter(|value| !value.is_empty()) else { return Ok(None) };
    let wanted: f64 = wanted.parse().map_err(|_| format!("AGENT_TEMPERATURE is `{wanted}`, which is no number"))?;
    let request = json!({ "config": { "temperature": wanted } });
    Ok(Some(json!({ "hookSpecificOutput": { "hookEventName": event.event(), "llm_request": request } })))
}

/// Writes down why a turn ended.
#[native_hook("opencode", "session.error")]
fn turn_failed(event: &NativeEvent) -> io::Result<()> {
    let error =
        text(event, "/event/properties/error/data/message").or_else(|| text(event, "/event/properties/error/name"));
    write_down(&line(event, "/directory", "failed", &error.unwrap_or_else(|| "unknown error".to_owned())))
}

fn text(event: &NativeEvent, pointer: &str) -> Option<String> {
    Some(event.at(pointer)?.to_text()?.into_owned())
}

/// What is written: `key` says what became of it.
fn line(event: &NativeEvent, folder: &str, key: &str, what: &str) -> Value {
    json!({
        "time_ms": SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64),
        "host": event.host(),
        "folder": text(event, folder),
        key: mask(what),
    })
}

fn write_down(line: &Value) -> io::Result<()> {
    let set = env::var_os("AGENT_DONE").filter(|value| !value.is_empty()).map(PathBuf::from);
    let path = set.or_else(|| Some(hookwright::state_dir()?.join("done.jsonl")));
    let path = path.ok_or_else(|| io::Error::other("there is no home folder: set AGENT_DONE"))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().create(true).append(true).open(path)?.write_all(format!("{line}\n").as_bytes())
}

hookwright::main!();

#[cfg(test)]
mod tests {
    use hookwright::testing;

    use super::*;

    #[test]
    fn a_task_that_is_done_is_written_down() {
        let done = testing::state_dir().join("done.jsonl");
        for subject in ["fix the parser", "rotate API_KEY=hunter22"] {
            let payload =
                json!({ "session_id": "s", "cwd": "/home/dev/acme", "task_id": "1", "task_subject": subject });
            task_completed(&testing::native("claude-code", "TaskCompleted", payload)).unwrap();
        }
        let answered = testing::recorded("claude-code", "TaskCompleted", r#"{"task_subject":"ship it"}"#);
        assert_eq!((answered.stdout(), answered.exit(), answered.trouble()), ("", 0, None));
        let text = fs::read_to_string(done).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let told: Vec<&Value> = lines.iter().map(|line| &line["done"]).collect();
        assert_eq!(told, ["fix the parser", "rotate API_KEY=[masked]", "ship it"]);
        assert_eq!(lines[0]["folder"], "/home/dev/acme");
    }
}
