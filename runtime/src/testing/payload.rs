//! What a host sends, by its table read backwards: the payload, and what it sets in the environment.

use std::ffi::OsString;

use serde_json::{Map, Value};

use super::Fire;
use crate::table::{Binding, Field, Host, Lookup, Origin, Source, Step};
use crate::tool;

/// What a host sends with one event.
pub(super) struct Sent {
    pub payload: Value,
    pub env: Vec<(String, OsString)>,
}

/// The event as the host sends it.
pub(super) fn sent(fire: &Fire, host: &'static Host, binding: &'static Binding) -> Sent {
    let mut values: Vec<(&Source, bool, Value)> = Vec::new();
    for (field, lookup) in binding.fields {
        let given = fire.given(*field);
        if let (Some(source), Some(value)) = (source(lookup), given.cloned().or_else(|| usual(fire, host, *field))) {
            values.push((source, given.is_some(), value));
        }
    }
    // What stands in another value comes after it; where two have one place, what the test gave is the last.
    values.sort_by_key(|(source, given, _)| (depth(source), *given));
    let mut sent = Sent { payload: Value::Object(Map::new()), env: Vec::new() };
    for (source, _, value) in values {
        sent.put(source, value);
    }
    for condition in binding.when.iter().filter(|c| !c.negated) {
        if !sent.has(&condition.source) {
            sent.put(&condition.source, condition.equals.map_or(Value::Bool(true), Value::from));
        }
    }
    sent
}

/// Where the host looks first, of what a test can fill: it has no file.
fn source(lookup: &'static Lookup) -> Option<&'static Source> {
    let file = |source: &Source| source.steps.iter().any(|step| matches!(step, Step::File));
    lookup.sources.iter().find(|s| !matches!(s.origin, Origin::Constant(_)) && !file(s))
}

fn depth(source: &Source) -> usize {
    if let Origin::Pointer(path) = source.origin { path.len() } else { 0 }
}

/// The value of a field that the test did not give.
fn usual(fire: &Fire, host: &'static Host, field: Field) -> Option<Value> {
    match field {
        Field::SessionId => Some("session-1".into()),
        Field::ProjectDir => Some("/project".into()),
        // An agent starts in the project's folder.
        Field::Cwd => Some(fire.given(Field::ProjectDir).cloned().unwrap_or_else(|| "/project".into())),
        Field::ToolName => Some(tool::native_name(host, &fire.tool).into()),
        Field::ToolInput => Some(native_input(fire, host)),
        _ => None,
    }
}

fn native_input(fire: &Fire, host: &'static Host) -> Value {
    let definition = host.tools.iter().find(|t| t.canonical == fire.tool);
    let mut input = Value::Object(Map::new());
    for (name, value) in &fire.input {
        match tool::key(definition, name) {
            Some(key) => put(&mut input, key.path, key.to_native(value.clone(), &Value::Null)),
            None => put(&mut input, &[name.as_str()], value.clone()),
        }
    }
    input
}

impl Sent {
    fn put(&mut self, source: &Source, value: Value) {
        match source.origin {
            Origin::Pointer(path) => put(&mut self.payload, path, value),
            Origin::Env(name) => {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                self.env.retain(|(have, _)| have != name);
                self.env.push((name.to_owned(), text.into()));
            }
            Origin::Constant(_) => {}
        }
    }

    /// Whether something stands at a source.
    fn has(&self, source: &Source) -> bool {
        match source.origin {
            Origin::Pointer(path) => {
                let escaped = path.iter().map(|key| format!("/{}", key.replace('~', "~0").replace('/', "~1")));
                self.payload.pointer(&escaped.collect::<String>()).is_some_and(|value| !value.is_null())
            }
            Origin::Env(name) => self.env.iter().any(|(have, _)| have == name),
            Origin::Constant(_) => true,
        }
    }
}

/// Puts a value at a path, making objects and lists on the way.
fn put(mut at: &mut Value, path: &[&str], value: Value) {
    for key in path {
        at = match key.parse::<usize>() {
            Ok(index) => {
                if !at.is_array() {
                    *at = Value::Array(Vec::new());
                }
                let Value::Array(items) = at else { return };
                if items.len() <= index {
                    items.resize(index + 1, Value::Null);
                }
                &mut items[index]
            }
            Err(_) => {
                if !at.is_object() {
                    *at = Value::Object(Map::new());
                }
                let Value::Object(map) = at else { return };
                map.entry(*key).or_insert(Value::Null)
            }
        };
    }
    *at = value;
}
