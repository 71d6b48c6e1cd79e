use hookwright::prelude::*;

#[hook(PreToolUse, matcher = "Bash")]
fn guard(call: &PreToolUse) -> Response<PreToolUse> {
    match call.tool() {
        Tool::Bash { command, .. } if command.contains("rm -rf /") => Response::deny("outside the project"),
        _ => Response::pass(),
    }
}

#[hook(SessionStart)]
fn rules(_: &SessionStart) -> Response<SessionStart> {
    Response::context("shell-guard rules")
}

hookwright::main!();
