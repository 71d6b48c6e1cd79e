//! Hooks on every event that read every field, and the properties that no payload may break.

use std::cell::Cell;
use std::hint::black_box;

use hookwright::prelude::*;
use hookwright::testing::{self, Answered};

#[cfg(test)]
mod properties;

/// What all handlers of this thread answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Pass,
    Deny,
    Modify,
    Context,
}

impl Answer {
    pub const ALL: [Answer; 4] = [Answer::Pass, Answer::Deny, Answer::Modify, Answer::Context];
}

/// What a denial says; it stands in no payload.
pub const REASON: &str = "sounded-and-found-wanting";

thread_local! {
    static ANSWER: Cell<Answer> = const { Cell::new(Answer::Pass) };
}

/// The reply to some bytes, and that it is one that a host can take.
pub fn sound(answer: Answer, host: &str, event: &str, payload: &[u8]) -> Answered {
    ANSWER.set(answer);
    let answered = testing::recorded(host, event, payload);
    let stdout = answered.stdout();
    assert!(!stdout.contains('\r'), "{host} {event}: a carriage return in {stdout:?}");
    if stdout.starts_with(['{', '[']) {
        let parsed: Result<serde_json::Value, _> = serde_json::from_str(stdout);
        assert!(parsed.is_ok(), "{host} {event}: not one document: {stdout:?}");
    }
    assert!([0, 2].contains(&answered.exit()), "{host} {event}: exit {}", answered.exit());
    if answer == Answer::Pass {
        assert!(!stdout.contains(REASON) && answered.exit() == 0, "{host} {event}: a pass that blocks: {answered:?}");
    }
    answered
}

fn base(event: &Incoming) {
    black_box((event.session_id(), event.project_dir(), event.cwd(), event.transcript_path(), event.raw()));
    black_box((event.permission_mode(), event.model(), event.agent_id(), event.agent_type(), event.at("/a/b/0")));
}

macro_rules! tool {
    ($call:ident) => {{
        base($call);
        black_box(($call.tool(), $call.tool_name(), $call.native_tool_name(), $call.tool_use_id()));
        black_box(($call.input().to_value(), $call.input().text("command"), $call.paths(), $call.command()));
    }};
}

macro_rules! usual {
    () => {
        match ANSWER.get() {
            Answer::Deny => Response::deny(REASON),
            Answer::Context => Response::context(REASON),
            _ => Response::pass(),
        }
    };
}

#[hook(PreToolUse)]
fn before(call: &PreToolUse) -> Response<PreToolUse> {
    tool!(call);
    match ANSWER.get() {
        Answer::Modify => Response::modify([("command", "true"), ("unknown", "x")]),
        _ => usual!(),
    }
}

#[hook(PermissionRequest)]
fn permission(call: &PermissionRequest) -> Response<PermissionRequest> {
    tool!(call);
    black_box(call.permission_suggestions());
    match ANSWER.get() {
        Answer::Deny => Response::deny(REASON),
        Answer::Modify => Response::modify([("command", "true")]),
        _ => Response::pass(),
    }
}

#[hook(PostToolUse)]
fn after(call: &PostToolUse) -> Response<PostToolUse> {
    tool!(call);
    black_box((call.tool_output(), call.is_error(), call.original_input()));
    match ANSWER.get() {
        Answer::Modify => Response::output(REASON),
        _ => usual!(),
    }
}

#[hook(PostToolUseFailure)]
fn failure(call: &PostToolUseFailure) -> Response<PostToolUseFailure> {
    tool!(call);
    black_box((call.error(), call.is_interrupt(), call.duration_ms()));
    usual!()
}

#[hook(UserPromptSubmit)]
fn prompt(event: &UserPromptSubmit) -> Response<UserPromptSubmit> {
    base(event);
    black_box(event.prompt());
    usual!()
}

#[hook(SessionStart)]
fn start(event: &SessionStart) -> Response<SessionStart> {
    base(event);
    black_box(event.source());
    match ANSWER.get() {
        Answer::Context => Response::context(REASON),
        _ => Response::pass(),
    }
}

#[hook(SessionEnd)]
fn end(event: &SessionEnd) {
    base(event);
    black_box(event.reason());
}

#[hook(PreCompact)]
fn compact(event: &PreCompact) -> Response<PreCompact> {
    base(event);
    black_box(event.trigger());
    usual!()
}

#[hook(PostCompact)]
fn compacted(event: &PostCompact) {
    base(event);
    black_box(event.trigger());
}

#[hook(SubagentStart)]
fn subagent(event: &SubagentStart) -> Response<SubagentStart> {
    base(event);
    black_box(event.prompt());
    usual!()
}

// The bound on refused stops keeps its count on the disk; that is another test's.
#[hook(SubagentStop)]
fn subagent_stop(event: &SubagentStop) {
    base(event);
    black_box((event.agent_transcript_path(), event.last_assistant_message(), event.stop_hook_active()));
}

#[hook(Stop)]
fn stop(event: &Stop) {
    base(event);
    black_box((event.stop_hook_active(), event.last_assistant_message()));
}

#[hook(Notification)]
fn notification(event: &Notification) {
    base(event);
    black_box(event.message());
}
