//! Whether a host will take a file that has our entries in it: one sibling that it does not know, and some drop it whole.

use std::path::Path;

use serde_json::Value;

use super::edit::{self, Syntax};
use super::place;
use super::scope::Scope;
use crate::table::Setup;

/// What is wrong with a file by its host's rules, for which the host drops it. Nothing in files of our own.
pub fn broken(setup: &Setup, scope: Scope, path: &Path, bytes: &[u8]) -> Vec<String> {
    match (setup.format.syntax(), place::text(path, bytes)) {
        (Some(syntax), Ok(text)) if setup.strict => broken_text(setup, scope, syntax, text),
        _ => Vec::new(),
    }
}

fn broken_text(setup: &Setup, scope: Scope, syntax: Syntax, text: &str) -> Vec<String> {
    let mut broken = Vec::new();
    if let Ok(Value::Object(root)) = serde_json::from_str(setup.root) {
        for (key, wanted) in root.iter().filter(|(_, wanted)| !wanted.is_array()) {
            if let Ok(Some(is)) = edit::get(text, syntax, &format!("/{key}"))
                && is != *wanted
            {
                broken.push(format!("`{key}` is {is}, and the host takes a file only where it is {wanted}"));
            }
        }
    }
    let Some(parent) = setup.pointer(scope).strip_suffix("/$event") else { return broken };
    let Ok(Some(Value::Object(events))) = edit::get(text, syntax, parent) else { return broken };
    for (name, list) in &events {
        if !setup.events.contains(&name.as_str()) {
            broken.push(format!("`{parent}/{name}` is no event of this host, which drops the whole file for it"));
        } else if !list.is_array() {
            broken.push(format!("`{parent}/{name}` must be a list; the host drops the whole file for it"));
        }
    }
    broken
}
