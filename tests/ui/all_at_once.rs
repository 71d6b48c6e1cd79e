use hookwright::prelude::*;

#[hook(PreToolUse, matcher = "[", on_error = "explode", timeout = "9h", matchr = "Bash")]
fn many(_: &PreToolUse) {}

fn main() {}
