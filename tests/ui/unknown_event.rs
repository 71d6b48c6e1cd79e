use hookwright::prelude::*;

#[hook(PreToolUs)]
fn near(_: &PreToolUse) {}

#[hook(Banana)]
fn far(_: &PreToolUse) {}

#[hook]
fn none(_: &PreToolUse) {}

fn main() {}
