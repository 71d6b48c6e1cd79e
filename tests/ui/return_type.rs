use hookwright::prelude::*;

struct Mine;

#[hook(PreToolUse)]
fn mine(_: &PreToolUse) -> Mine {
    Mine
}

struct NoText;

#[hook(PreToolUse)]
fn error_without_text(_: &PreToolUse) -> Result<(), NoText> {
    Ok(())
}

fn main() {}
