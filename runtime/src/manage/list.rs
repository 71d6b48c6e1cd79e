//! The program's hooks.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::world::World;
use crate::registry::HOOKS;

/// Each hook with its event, and the hosts that start the program for one.
pub fn list(world: &World) -> Value {
    let hooks: Vec<Value> = world
        .program
        .hooks
        .iter()
        .map(|declared| {
            let linked = HOOKS.iter().find(|hook| hook.id == declared.id);
            json!({
                "id": declared.id,
                "event": declared.event.name(),
                "at": linked.map(|hook| format!("{}:{}", hook.file, hook.line)),
                "left_out_on": declared.skip,
            })
        })
        .collect();
    let hosts: Vec<Value> = world
        .program
        .setups
        .iter()
        .map(|setup| {
            let scopes = super::scope::Scope::ALL.into_iter().filter(|scope| !setup.places(*scope).is_empty());
            json!({ "id": setup.host, "scopes": scopes.map(|scope| scope.name()).collect::<Vec<_>>() })
        })
        .collect();
    let natives: Vec<&str> = world.program.natives.iter().map(|(id, _)| *id).collect();
    json!({
        "program": world.program.name,
        "version": world.program.version,
        "hooks": hooks,
        "native_hooks": natives,
        "hosts": hosts,
    })
}

pub fn text(list: &Value) -> String {
    let mut text = String::new();
    let items = |key: &str| list[key].as_array().cloned().unwrap_or_default();
    for hook in items("hooks") {
        let word = |key: &str| hook[key].as_str().unwrap_or_default().to_owned();
        let _ = writeln!(text, "{:20} {} ({})", word("event"), word("id"), word("at"));
    }
    for native in items("native_hooks") {
        let _ = writeln!(text, "{:20} {}", "native", native.as_str().unwrap_or_default());
    }
    let _ = writeln!(text, "\nhosts:");
    for host in items("hosts") {
        let scopes: Vec<&str> = host["scopes"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let _ = writeln!(text, "  {:20} {}", host["id"].as_str().unwrap_or_default(), scopes.join(", "));
    }
    text
}
