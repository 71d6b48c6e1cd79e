use hookwright::prelude::*;

#[hook(SessionStart)]
fn deny(_: &SessionStart) -> Response<SessionStart> {
    Response::deny("no")
}

#[hook(PostToolUse)]
fn ask(_: &PostToolUse) -> Response<PostToolUse> {
    Response::ask("sure?")
}

#[hook(UserPromptSubmit)]
fn modify(_: &UserPromptSubmit) -> Response<UserPromptSubmit> {
    Response::modify([("prompt", "other")])
}

#[hook(Stop)]
fn allow(_: &Stop) -> Response<Stop> {
    Response::allow()
}

#[hook(Notification)]
fn context(_: &Notification) -> Response<Notification> {
    Response::context("text")
}

fn main() {}
