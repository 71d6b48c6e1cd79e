use hookwright::prelude::*;

#[hook(PreToolUse, matcher = "mcp__(.*")]
fn broken(_: &PreToolUse) {}

#[hook(PreToolUse, matcher = "Edit Write")]
fn spaced(_: &PreToolUse) {}

#[hook(Stop, matcher = "Bash")]
fn no_tool(_: &Stop) {}

fn main() {}
