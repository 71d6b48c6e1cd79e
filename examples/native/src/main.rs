//! `native`: three hooks on events that one host alone has, by the host's own names; what they print is what the host reads.
//!
//! | host | event | |
//! |---|---|---|
//! | Claude Code | `TaskCompleted` | a task of the agent's list is done: it is written down |
//! | Gemini CLI | `BeforeModel` | a request to the model: `AGENT_TEMPERATURE`, where it is set, is its temperature, so that runs can be compared |
//! | OpenCode | `session.error` | a turn ended with an error: it is written down, for whoever left it running |
//!
//! What is written down is a line of JSON in the file that `AGENT_DONE` names, else in `~/.local/state/agent-done.jsonl` or
//! `$XDG_STATE_HOME`, its secrets masked. Everything that all hosts have is `#[hook]`'s: such an event does not compile here.

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
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = || set("XDG_STATE_HOME").or_else(|| Some(env::home_dir()?.join(".local/state")));
    let path = set("AGENT_DONE").or_else(|| Some(state()?.join("agent-done.jsonl")));
    let path = path.ok_or_else(|| io::Error::other("there is no home folder: set AGENT_DONE"))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().create(true).append(true).open(path)?.write_all(format!("{line}\n").as_bytes())
}

hookwright::main!();
