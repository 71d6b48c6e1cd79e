//! A program with a hook on every event: it writes down what it was told and answers as it is told.
//!
//! | variable | |
//! |---|---|
//! | `WITNESS_FILE` | a JSON line for every event that arrives |
//! | `WITNESS_ANSWER` | `deny`, `ask`, `modify`, `allow`, `context`, `output`, `message`, `panic`, `error`, `print`; else nothing |
//! | `WITNESS_CHANGE` | for `modify`: a JSON object of canonical keys |
//! | `WITNESS_WORDS` | what it says instead of `DENIED`, `ASKED`, `CONTEXT` or `OUTPUT` |

use std::io::Write;

use hookwright::prelude::*;
use serde_json::{Map, Value, json};

/// What all events have.
fn base(event: &Incoming) -> Map<String, Value> {
    let fields = json!({
        "event": event.kind().name(),
        "host": event.host(),
        "native": event.native_event(),
        "session_id": event.session_id(),
        "project_dir": event.project_dir(),
        "cwd": event.cwd(),
        "transcript_path": event.transcript_path(),
        "permission_mode": event.permission_mode(),
        "model": event.model(),
        "agent_id": event.agent_id(),
        "agent_type": event.agent_type(),
        "raw": event.raw(),
    });
    match fields {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Writes a line: what all events have, and what this one has besides. What is `null` is left out.
fn note(event: &Incoming, own: Value) {
    let Some(path) = std::env::var_os("WITNESS_FILE") else { return };
    let mut line = base(event);
    if let Value::Object(own) = own {
        line.extend(own);
    }
    line.retain(|_, value| !value.is_null());
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut f| writeln!(f, "{}", Value::Object(line)));
    written.expect("WITNESS_FILE can be written");
}

fn answer() -> String {
    let answer = std::env::var("WITNESS_ANSWER").unwrap_or_default();
    match answer.as_str() {
        "panic" => panic!("as told"),
        "print" => {
            println!("a line on standard output");
            let _ = std::process::Command::new("echo").arg("a child's line").status();
        }
        _ => {}
    }
    answer
}

/// What is said: the usual word, or what it was told to say.
fn words(usual: &str) -> String {
    std::env::var("WITNESS_WORDS").unwrap_or_else(|_| usual.to_owned())
}

macro_rules! tool_note {
    ($call:ident, $own:tt) => {{
        let mut own = json!($own);
        own["tool"] = $call.tool_name().into();
        own["native_tool"] = $call.native_tool_name().into();
        own["input"] = $call.input().to_value();
        own["paths"] = match $call.paths() {
            paths if paths.is_empty() => Value::Null,
            paths => paths.into(),
        };
        own["command"] = $call.command().into();
        own["tool_use_id"] = $call.tool_use_id().into();
        note($call, own);
    }};
}

/// Answers that an event with a deny and a context has.
macro_rules! usual {
    () => {
        match answer().as_str() {
            "deny" => Ok(Response::deny(words("DENIED"))),
            "context" => Ok(Response::context(words("CONTEXT"))),
            "deny+context" => Ok(Response::deny("DENIED").and_context("CONTEXT")),
            "message" => Ok(Response::pass().and_message("MESSAGE")),
            "error" => Err("as told".to_owned()),
            _ => Ok(Response::pass()),
        }
    };
}

fn change() -> Map<String, Value> {
    let change = std::env::var("WITNESS_CHANGE").unwrap_or_default();
    serde_json::from_str(&change).expect("WITNESS_CHANGE is a JSON object")
}

#[hook(SessionStart)]
fn session_start(event: &SessionStart) -> Result<Response<SessionStart>, String> {
    note(event, json!({ "source": event.source() }));
    match answer().as_str() {
        "context" => Ok(Response::context(words("CONTEXT"))),
        "message" => Ok(Response::pass().and_message("MESSAGE")),
        "error" => Err("as told".to_owned()),
        _ => Ok(Response::pass()),
    }
}

#[hook(SessionEnd)]
fn session_end(event: &SessionEnd) {
    note(event, json!({ "reason": event.reason() }));
    answer();
}

#[hook(UserPromptSubmit)]
fn user_prompt_submit(event: &UserPromptSubmit) -> Result<Response<UserPromptSubmit>, String> {
    note(event, json!({ "prompt": event.prompt() }));
    usual!()
}

#[hook(PreToolUse)]
fn pre_tool_use(call: &PreToolUse) -> Result<Response<PreToolUse>, String> {
    tool_note!(call, {});
    match answer().as_str() {
        "deny" => Ok(Response::deny(words("DENIED"))),
        "deny-empty" => Ok(Response::deny("")),
        "deny+context" => Ok(Response::deny("DENIED").and_context("CONTEXT")),
        "ask" => Ok(Response::ask(words("ASKED"))),
        "modify" => Ok(Response::modify(change())),
        "modify+context" => Ok(Response::modify(change()).and_context("CONTEXT")),
        "allow" => Ok(Response::allow().because("ALLOWED")),
        "context" => Ok(Response::context(words("CONTEXT"))),
        "message" => Ok(Response::pass().and_message("MESSAGE")),
        "error" => Err("as told".to_owned()),
        _ => Ok(Response::pass()),
    }
}

#[hook(PermissionRequest)]
fn permission_request(call: &PermissionRequest) -> Result<Response<PermissionRequest>, String> {
    tool_note!(call, { "suggestions": call.permission_suggestions() });
    match answer().as_str() {
        "deny" => Ok(Response::deny(words("DENIED"))),
        "ask" => Ok(Response::ask(words("ASKED"))),
        "modify" => Ok(Response::modify(change())),
        "allow" => Ok(Response::allow()),
        "error" => Err("as told".to_owned()),
        _ => Ok(Response::pass()),
    }
}

#[hook(PostToolUse)]
fn post_tool_use(call: &PostToolUse) -> Result<Response<PostToolUse>, String> {
    tool_note!(call, { "output": call.tool_output(), "is_error": call.is_error() });
    match std::env::var("WITNESS_ANSWER").as_deref() {
        Ok("output") => Ok(Response::output(words("OUTPUT"))),
        _ => usual!(),
    }
}

#[hook(PostToolUseFailure)]
fn post_tool_use_failure(call: &PostToolUseFailure) -> Result<Response<PostToolUseFailure>, String> {
    tool_note!(call, {
        "error": call.error(),
        "is_interrupt": call.is_interrupt(),
        "duration_ms": call.duration_ms(),
    });
    usual!()
}

#[hook(SubagentStart)]
fn subagent_start(event: &SubagentStart) -> Result<Response<SubagentStart>, String> {
    note(event, json!({ "prompt": event.prompt() }));
    usual!()
}

#[hook(SubagentStop)]
fn subagent_stop(event: &SubagentStop) -> Result<Response<SubagentStop>, String> {
    note(
        event,
        json!({
            "agent_transcript_path": event.agent_transcript_path(),
            "last_assistant_message": event.last_assistant_message(),
            "stop_hook_active": event.stop_hook_active(),
        }),
    );
    usual!()
}

#[hook(PreCompact)]
fn pre_compact(event: &PreCompact) -> Result<Response<PreCompact>, String> {
    note(event, json!({ "trigger": event.trigger() }));
    usual!()
}

#[hook(PostCompact)]
fn post_compact(event: &PostCompact) {
    note(event, json!({ "trigger": event.trigger() }));
    answer();
}

#[hook(Notification)]
fn notification(event: &Notification) {
    note(event, json!({ "message": event.message() }));
    answer();
}

#[hook(Stop)]
fn stop(event: &Stop) -> Result<Response<Stop>, String> {
    note(
        event,
        json!({
            "stop_hook_active": event.stop_hook_active(),
            "last_assistant_message": event.last_assistant_message(),
        }),
    );
    usual!()
}

hookwright::main!();

#[cfg(test)]
mod tests {
    use hookwright::event::Kind;
    use hookwright::testing;

    use super::*;

    #[test]
    fn a_test_says_where_an_event_happens_and_nobody_else() {
        // SAFETY: nothing in these tests reads the environment but by the standard library, which takes its lock.
        unsafe {
            for name in ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR", "QWEN_CODE_MODEL", "PWD"] {
                std::env::set_var(name, "/elsewhere");
            }
        }
        let call = || testing::call("Bash", [("command", "ls")]);
        let hosts: Vec<&str> = call().hosts(Kind::PreToolUse).collect();
        assert!(hosts.len() > 20, "{hosts:?}");
        for host in hosts {
            let seen = |fire: testing::Fire| {
                let fired = fire.on(host).fire(|call: &PreToolUse| -> Result<(), String> {
                    Err(json!([call.project_dir(), call.cwd(), call.model()]).to_string())
                });
                let seen: [Option<String>; 3] = serde_json::from_str(fired.error().unwrap_or_default()).unwrap();
                assert!(!format!("{seen:?}").contains("elsewhere"), "{host}: {seen:?}");
                seen
            };
            let [project, folder, _] = seen(call());
            let [in_project, at_its_root, _] = seen(call().project_dir("/p"));
            assert_eq!(in_project, project.map(|_| "/p".to_owned()), "{host}");
            assert_eq!(at_its_root, folder.as_ref().map(|_| "/p".to_owned()), "{host}");
            assert_eq!(seen(call().cwd("/p"))[1], folder.map(|_| "/p".to_owned()), "{host}");
        }
    }
}
