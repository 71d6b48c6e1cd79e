//! The module for Cline: it type-checks against the host's own types, and behaves, in node, as the host was seen to want
//! it. What needs the npm registry is skipped without it.

mod module;

use module::{Behaviour, bound, every_event, golden, rendered};
use serde_json::json;

#[test]
fn goldens() {
    let events = json!({
        "PreToolUse": {"tools": ["run_commands", "editor"]},
        "PostToolUse": {"tools": null},
        "UserPromptSubmit": {"tools": null},
        "SessionEnd": {"tools": null},
    });
    let command = json!(["/opt/acme/bin/acme", "serve", "cline"]);
    golden("cline.golden.ts", &rendered("cline", command, None, events));
}

#[test]
fn stays_readable() {
    module::stays_readable(&rendered("cline", json!(["acme"]), None, bound(&every_event("cline"))));
    for event in every_event("cline") {
        module::stays_readable(&rendered("cline", json!(["acme"]), None, bound(&[event])));
    }
}

#[cfg(feature = "live-all")]
#[test]
fn type_checks() {
    module::type_checks("cline", hookwright_tests::live::host("cline").packages);
}

#[test]
fn behaves() {
    let Some(behaviour) = Behaviour::of("cline", "behaves") else { return };
    let all = behaviour.module("all", bound(&every_event("cline")));
    let shell = behaviour.module("shell", json!({"PreToolUse": {"tools": ["run_commands"]}}));
    assert_eq!(behaviour.run("cline.mjs", &[&all, &shell, &behaviour.dir]), 15);
}
