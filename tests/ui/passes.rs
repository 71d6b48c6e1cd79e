use hookwright::prelude::*;

type Answer = Result<Option<Response<PreToolUse>>, String>;

#[hook(PreToolUse, matcher = "Edit|Write", timeout = "5s", on_error = "deny")]
fn everything(call: &PreToolUse) -> Answer {
    Ok(call.command().map(Response::deny))
}

#[hookwright::hook(SessionStart)]
fn by_path(_: &hookwright::event::SessionStart) {}

#[hook(PermissionRequest, matcher = "^mcp__git")]
pub(crate) fn grants(_: &PermissionRequest) -> Option<Response<PermissionRequest>> {
    Some(Response::allow())
}

fn main() {
    // It is an ordinary function still.
    let _: fn(&PreToolUse) -> Answer = everything;
    let _ = (by_path, grants);
}
