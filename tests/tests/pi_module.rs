//! The module for the Pi family: it type-checks against the types of each host of it, and behaves, in node, as each
//! was seen to want it. What needs the npm registry is skipped without it.

mod module;

use module::{Behaviour, bound, every_event, golden, rendered};
use serde_json::json;

#[test]
fn goldens() {
    let events = || {
        json!({
            "PreToolUse": {"tools": ["bash", "edit"], "limit_ms": 5000},
            "PostToolUse": {"tools": null},
            "UserPromptSubmit": {"tools": null},
            "Stop": {"tools": null},
        })
    };
    for host in ["pi", "omp"] {
        let command = json!(["/opt/acme/bin/acme", "serve", host]);
        golden(&format!("{host}.golden.ts"), &rendered(host, command, None, events()));
    }
}

#[test]
fn stays_readable() {
    for host in ["pi", "omp"] {
        module::stays_readable(&rendered(host, json!(["acme"]), None, bound(&every_event(host))));
        for event in every_event(host) {
            module::stays_readable(&rendered(host, json!(["acme"]), None, bound(&[event])));
        }
    }
}

#[cfg(feature = "live-all")]
#[test]
fn type_checks() {
    for host in ["pi", "omp"] {
        module::type_checks(host, hookwright_tests::live::host(host).packages);
    }
}

#[test]
fn own_events_are_handed_on() {
    for host in ["pi", "omp"] {
        let Some(behaviour) = Behaviour::of(host, "natives") else { return };
        let natives = behaviour.module_with("natives", json!({}), &["user_bash"]);
        assert_eq!(behaviour.run("pi-natives.mjs", &[&natives, &behaviour.dir]), 1, "{host}");
    }
}

#[test]
fn behaves() {
    for (host, cases) in [("pi", 21), ("omp", 22)] {
        let Some(behaviour) = Behaviour::of(host, "behaves") else { return };
        let all = behaviour.module("all", bound(&every_event(host)));
        let bash = behaviour.module("bash", json!({"PreToolUse": {"tools": ["bash"]}}));
        assert_eq!(behaviour.run(&format!("{host}.mjs"), &[&all, &bash, &behaviour.dir]), cases, "{host}");
    }
}
