//! The file that a host reads: a tree by the host's own shape, or a module.

use serde_json::{Map, Value, json};

use super::command::{self, Program};
use super::{module, yaml};
use crate::host::{Config, Format, Host, Switch};
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
    // What is emitted is the project's file where the host has one.
    let at = config.project.as_ref().and(config.project_at.as_ref()).or(config.at.as_ref()).map_or("", String::as_str);
    for entry in &plan.entries {
        let at = at.replace("$event", &entry.native).replace("$program", &program.name);
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

pub(super) fn entry(host: &Host, config: &Config, entry: &Entry, program: &Program) -> Result<Value, String> {
    let values = values(host, config, entry, program)?;
    let has_matcher = entry.events.iter().any(|e| takes_matcher(host, *e));
    let template = config.plain_entry.as_ref().filter(|_| !has_matcher).or(config.entry.as_ref());
    let value = |name: &str| values.get(name).cloned();
    template.and_then(|t| t.fill(&value)).ok_or_else(|| format!("{}: no entry can be made", host.id))
}

/// What the variables of an entry stand for.
fn values(host: &Host, config: &Config, entry: &Entry, program: &Program) -> Result<Map<String, Value>, String> {
    let mut values = Map::new();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            values.insert(name.to_owned(), value);
        }
    };
    let command = |windows: bool| {
        let program = Program { windows, ..program.clone() };
        command::hook(&config.command, &program, &host.id, &entry.native).map(Value::from)
    };
    set("event", Some(entry.native.as_str().into()));
    set("matcher", entry.matcher.as_deref().map(Value::from));
    set("timeout", entry.timeout.map(Value::from));
    set("name", Some(program.name.as_str().into()));
    set("program", Some(program.path.as_str().into()));
    set("closed", config.closed.as_ref().filter(|_| entry.closed).and_then(|c| c.fill(&|_| None)));
    set("command", Some(command(program.windows)?));
    // A path says where the program is on this machine; only a bare name means the same on the other system.
    let bare = !program.path.contains(['/', '\\']);
    if bare || !program.windows {
        set("command_unix", Some(command(false)?));
    }
    if bare || program.windows {
        set("command_windows", Some(command(true)?));
    }
    Ok(values)
}

/// The text of an event's executable.
pub(super) fn script(host: &Host, config: &Config, entry: &Entry, program: &Program) -> Result<String, String> {
    let values = values(host, config, entry, program)?;
    let text = |name: &str| match values.get(name) {
        Some(Value::String(text)) => Some(text.clone()),
        other => other.map(Value::to_string),
    };
    let script = config.script.as_ref().and_then(|s| s.fill(&text));
    script.ok_or_else(|| format!("{}: no script can be made", host.id))
}

/// The JSON files beside a module: name and text.
pub(super) fn beside(plan: &Plan, program: &Program) -> Vec<(String, String)> {
    let value = |name: &str| match name {
        "name" => Some(Value::from(program.name.as_str())),
        "version" => Some(Value::from(program.version.as_str())),
        _ => None,
    };
    let files = plan.host.module.iter().flat_map(|m| &m.beside);
    files.filter_map(|(name, node)| Some((name.clone(), json(&node.fill(&value)?)))).collect()
}

/// The document that holds a switch and nothing else.
pub(super) fn switched(switch: &Switch, program: &Program) -> Result<Value, String> {
    let mut root = Value::Object(Map::new());
    let at = switch.at.replace("$program", &program.name);
    *place(&mut root, &at)? = switch.value.fill(&|_| None).unwrap_or_default();
    Ok(root)
}

/// A document in a file's syntax.
pub(super) fn write(format: Format, document: &Value) -> Result<String, String> {
    match format {
        Format::Toml => toml::to_string_pretty(document).map_err(|e| e.to_string()),
        Format::Yaml => Ok(yaml::write(document)),
        Format::Json | Format::Jsonc | Format::Module | Format::Executable => Ok(json(document)),
    }
}

fn takes_matcher(host: &Host, event: Event) -> bool {
    host.matcher.events.as_ref().is_some_and(|events| events.iter().any(|e| e == event.name()))
}

/// JSON as a person would write it, two spaces deep, with a final newline.
fn json(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The module of a `ts-plugin` host.
pub(super) fn module(plan: &Plan, program: &Program) -> Result<String, String> {
    let Some(described) = &plan.host.module else { return Err(format!("{}: no [module]", plan.host.id)) };
    let mut events = Map::new();
    for entry in &plan.entries {
        for event in &entry.events {
            let mut facts = json!({ "tools": entry.tools });
            if let Some(limit) = entry.timeout {
                facts["limit_ms"] = limit.into();
            }
            if entry.closed {
                facts["closed"] = true.into();
            }
            events.insert(event.name().to_owned(), facts);
        }
    }
    let natives: Vec<&str> = plan.entries.iter().filter(|e| e.events.is_empty()).map(|e| e.native.as_str()).collect();
    let mut context = json!({
        "program": program.name,
        "host": plan.host.id,
        "generator": concat!("hookwright ", env!("CARGO_PKG_VERSION")),
        "command": [program.path, "serve", plan.host.id],
        "limit_ms": LIMIT_MS,
        "types": described.types,
        "id": format!("{}.hookwright", program.name),
        "events": events,
        "natives": natives,
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
