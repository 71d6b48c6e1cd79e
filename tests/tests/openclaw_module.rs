//! The module for OpenClaw: it type-checks against the host's own types, and behaves, in node, as the host was seen to
//! want it. What needs the npm registry is skipped without it.

mod module;

use module::{Behaviour, bound, every_event, golden, rendered};
use serde_json::json;

#[test]
fn goldens() {
    let events = json!({
        "PreToolUse": {"tools": ["exec", "edit"], "limit_ms": 5000},
        "PostToolUse": {"tools": null},
        "UserPromptSubmit": {"tools": null},
        "Stop": {"tools": null},
    });
    let command = json!(["/opt/acme/bin/acme", "serve", "openclaw"]);
    golden("openclaw.golden.ts", &rendered("openclaw", command, None, events));
}

#[test]
fn stays_readable() {
    for host in ["openclaw", "nemoclaw"] {
        module::stays_readable(&rendered(host, json!(["acme"]), None, bound(&every_event(host))));
        for event in every_event(host) {
            module::stays_readable(&rendered(host, json!(["acme"]), None, bound(&[event])));
        }
    }
}

#[cfg(feature = "live-all")]
#[test]
fn type_checks() {
    module::type_checks("openclaw", hookwright_tests::live::host("openclaw").packages);
}

#[test]
fn behaves() {
    let Some(behaviour) = Behaviour::of("openclaw", "behaves") else { return };
    let all = behaviour.module("all", bound(&every_event("openclaw")));
    let exec = behaviour.module("exec", json!({"PreToolUse": {"tools": ["exec"]}}));
    assert_eq!(behaviour.run("openclaw.mjs", &[&all, &exec, &behaviour.dir]), 15);
}
