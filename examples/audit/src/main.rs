//! `audit`: writes down what coding agents do, one line of JSON for every event of every host.
//!
//! A line says when, on which host, in which session and project, what happened to which tool with what input, and which
//! version of this program wrote it. Secrets are masked before anything is written, long texts are cut. It decides
//! nothing, and nothing of it ever reaches the agent.
//!
//! | environment variable | |
//! |---|---|
//! | `AUDIT_LOG` | the file; `audit.jsonl` in the program's state folder unless set: `~/.local/state/hookwright/audit` on Linux |
//! | `AUDIT_LOG_BYTES` | how long it may grow before it is set aside as `audit.jsonl.1`; 16 MiB unless set, five are kept |
//!
//! Sessions that run side by side write to one file and lose no line. What cannot be written is said on standard error,
//! and the agent goes on.

mod clean;
mod log;

use std::time::{SystemTime, UNIX_EPOCH};

use hookwright::prelude::*;
use serde_json::{Map, Value, json};

use clean::clean;
use log::Log;

#[hook(SessionStart)]
fn session_start(event: &SessionStart) {
    write(event, json!({ "source": event.source() }));
}

#[hook(SessionEnd)]
fn session_end(event: &SessionEnd) {
    write(event, json!({ "reason": event.reason() }));
}

#[hook(UserPromptSubmit)]
fn user_prompt_submit(event: &UserPromptSubmit) {
    write(event, json!({ "prompt": event.prompt() }));
}

#[hook(PreToolUse)]
fn pre_tool_use(call: &PreToolUse) {
    let input = call.input().to_value();
    write(call, json!({ "tool": call.tool_name(), "call": call.tool_use_id(), "input": input }));
}

#[hook(PermissionRequest)]
fn permission_request(call: &PermissionRequest) {
    let input = call.input().to_value();
    write(call, json!({ "tool": call.tool_name(), "call": call.tool_use_id(), "input": input }));
}

#[hook(PostToolUse)]
fn post_tool_use(call: &PostToolUse) {
    let (input, output) = (call.input().to_value(), call.tool_output());
    let call_id = call.tool_use_id();
    let line = json!({ "tool": call.tool_name(), "call": call_id, "input": input, "output": output, "error": call.is_error() });
    write(call, line);
}

#[hook(PostToolUseFailure)]
fn post_tool_use_failure(call: &PostToolUseFailure) {
    let (input, call_id) = (call.input().to_value(), call.tool_use_id());
    let line = json!({
        "tool": call.tool_name(), "call": call_id, "input": input, "error": call.error(),
        "interrupted": call.is_interrupt(), "duration_ms": call.duration_ms(),
    });
    write(call, line);
}

#[hook(SubagentStart)]
fn subagent_start(event: &SubagentStart) {
    write(event, json!({ "prompt": event.prompt() }));
}

#[hook(SubagentStop)]
fn subagent_stop(event: &SubagentStop) {
    write(event, json!({ "said": event.last_assistant_message() }));
}

#[hook(PreCompact)]
fn pre_compact(event: &PreCompact) {
    write(event, json!({ "trigger": event.trigger() }));
}

#[hook(PostCompact)]
fn post_compact(event: &PostCompact) {
    write(event, json!({ "trigger": event.trigger() }));
}

#[hook(Notification)]
fn notification(event: &Notification) {
    write(event, json!({ "message": event.message() }));
}

#[hook(Stop)]
fn stop(event: &Stop) {
    write(event, json!({ "said": event.last_assistant_message() }));
}

/// Writes an event's line: what every event has, then what this one has besides. What a host does not say is left out.
fn write(event: &Incoming, besides: Value) {
    let path = |path: Option<&std::path::Path>| path.map(|path| path.to_string_lossy().into_owned());
    let mut line = json!({
        "time_ms": SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64),
        "host": event.host(),
        "event": event.kind().name(),
        "native": event.native_event(),
        "session": event.session_id(),
        "agent": event.agent_id(),
        "project": path(event.project_dir()),
        "cwd": path(event.cwd()),
        "model": event.model(),
        "mode": event.permission_mode(),
        "audit": env!("CARGO_PKG_VERSION"),
    });
    if let (Value::Object(line), Value::Object(besides)) = (&mut line, besides) {
        line.extend(besides);
        line.retain(|_, value| !value.is_null() && value != "");
        *line = std::mem::take(line)
            .into_iter()
            .map(|(key, value)| (key.clone(), clean(&key, value)))
            .collect::<Map<_, _>>();
    }
    if let Err(error) = Log::open().and_then(|log| log.append(&line.to_string())) {
        eprintln!("audit: {error}");
    }
}

hookwright::main!();

#[cfg(test)]
mod tests;
