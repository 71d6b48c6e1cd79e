//! Several hooks on one event: two that rewrite, in order, one that adds, one that looks back.

use hookwright::prelude::*;

#[hook(PreToolUse, matcher = "Bash")]
fn to_pnpm(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    let command = call.command()?;
    let rest = command.strip_prefix("npm ")?;
    Some(Response::modify([("command", format!("pnpm {rest}"))]))
}

#[hook(PreToolUse, matcher = "Bash")]
fn frozen(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    let command = call.command().filter(|c| c.starts_with("pnpm install"))?;
    Some(Response::modify([("command", format!("{command} --frozen-lockfile"))]).and_context("lock file is frozen"))
}

#[hook(PostToolUse, matcher = "Bash")]
fn look_back(call: &PostToolUse) -> Option<Response<PostToolUse>> {
    let was = call.original_input()?.text("command")?;
    Some(Response::context(format!("asked for `{was}`, ran `{}`", call.command().unwrap_or_default())))
}

/// Says back what it was given, however large.
#[hook(UserPromptSubmit)]
fn echo(event: &UserPromptSubmit) -> Response<UserPromptSubmit> {
    Response::context(event.prompt())
}

hookwright::main!();
