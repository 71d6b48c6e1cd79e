use hookwright::prelude::*;

#[hook(PreToolUse)]
fn nothing() {}

#[hook(PreToolUse)]
fn by_value(_: PreToolUse) {}

#[hook(PreToolUse)]
fn other_event(_: &Stop) {}

#[hook(PreToolUse)]
fn too_much(_: &PreToolUse, _: u8) {}

#[hook(PreToolUse)]
fn a_bool(_: &PreToolUse) -> bool {
    true
}

#[hook(PreToolUse)]
fn other_response(_: &PreToolUse) -> Response<Stop> {
    Response::pass()
}

#[hook(PreToolUse)]
async fn waits(_: &PreToolUse) {}

#[hook(PreToolUse)]
struct NotAFunction;

fn main() {}
