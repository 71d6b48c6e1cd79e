//! The file that a host reads: a tree by the host's own shape, or a module.

use serde_json::{Map, Value, json};

use super::command::{self, Program};
use super::module;
use crate::host::{Config, Host};
use crate::lower::{Entry, Plan};
use crate::vocab::Event;

/// The document that holds the plan's entries and nothing else.
///
/// # Errors
/// A command that cannot be written for the host's shell.
pub fn document(plan: &Plan, program: &Program) -> Result<Value, String> {
    let mut root = Value::Object(Map::new());
    let Some(config) = &plan.host.config else { return Ok(root) };
    if let Some(Value::Object(needed)) = config.root.as_ref().and_then(|n| n.fill(&|_| None)) {
        root = Value::Object(needed);
    }
    for entry in &plan.entries {
        let at = config
            .at
            .as_deref()
            .unwrap_or_default()
            .replace("$event", &entry.native)
            .replace("$program", &program.name);
        let value = self::entry(plan.host, config, entry, program)?;
        match place(&mut root, &at)? {
            Value::Array(list) => list.push(value),
            slot => *slot = Value::Array(vec![value]),
        }
    }
    Ok(root)
}

/// The value at a JSON pointer, made where it is not there yet.
fn place<'v>(root: &'v mut Value, pointer: &str) -> Result<&'v mut Value, String> {
    let mut value = root;
    for key in pointer.split('/').skip(1) {
        let key = key.replace("~1", "/").replace("~0", "~");
        value = match value {
            Value::Object(map) => map.entry(key).or_insert_with(|| Value::Object(Map::new())),
            _ => return Err(format!("`{pointer}`: `{key}` does not stand in an object")),
        };
    }
    Ok(value)
}

fn entry(host: &Host, config: &Config, entry: &Entry, program: &Program) -> Result<Value, String> {
    let command = command::hook(&config.command, program, &host.id, &entry.native)?;
    let has_matcher = entry.events.iter().any(|e| takes_matcher(host, *e));
    let template = config.plain_entry.as_ref().filter(|_| !has_matcher).or(config.entry.as_ref());
    let values = |name: &str| match name {
        "event" => Some(Value::from(entry.native.as_str())),
        "matcher" => entry.matcher.as_deref().map(Value::from),
        "command" => Some(Value::from(command.as_str())),
        "program" => Some(Value::from(program.path.as_str())),
        "name" => Some(Value::from(program.name.as_str())),
        "timeout" => entry.timeout.map(Value::from),
        _ => None,
    };
    template.and_then(|t| t.fill(&values)).ok_or_else(|| format!("{}: no entry can be made", host.id))
}

fn takes_matcher(host: &Host, event: Event) -> bool {
    host.matcher.events.as_ref().is_some_and(|events| events.iter().any(|e| e == event.name()))
}

/// JSON as a person would write it, two spaces deep, with a final newline.
pub(super) fn json(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The module of a `ts-plugin` host.
pub(super) fn module(plan: &Plan, program: &Program) -> Result<String, String> {
    let Some(described) = &plan.host.module else { return Err(format!("{}: no [module]", plan.host.id)) };
    let mut events = Map::new();
    for entry in &plan.entries {
        for event in &entry.events {
            events.insert(event.name().to_owned(), json!({ "tools": entry.tools }));
        }
    }
    let mut context = json!({
        "program": program.name,
        "host": plan.host.id,
        "generator": concat!("hookwright ", env!("CARGO_PKG_VERSION")),
        "command": [program.path, "serve", plan.host.id],
        "limit_ms": LIMIT_MS,
        "types": described.types,
        "id": format!("{}.hookwright", program.name),
        "events": events,
    });
    for (key, value) in &described.options {
        context[key] = serde_json::to_value(value).map_err(|e| e.to_string())?;
    }
    let find = |name: &str| hookwright_templates::plugin(name).ok_or_else(|| format!("there is no template `{name}`"));
    let template = find(&format!("{}.ts", described.template))?;
    module::render(template, &[("bridge", find("bridge.ts")?)], &context)
        .map_err(|e| format!("{}: {}.ts.hbs: {e}", plan.host.id, described.template))
}

/// How long a module waits for the program, where no hook says otherwise.
const LIMIT_MS: u64 = 60_000;
