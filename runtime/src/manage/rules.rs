//! Whether a host will take a file that has our entries in it: one sibling that it does not know, and some drop it whole.

use serde_json::Value;

use super::edit::{self, Syntax};
use super::place;
use super::plan::Wanted;
use super::scope::Scope;
use super::world::World;
use crate::table::Setup;

/// What is wrong with a file by its host's rules, for which the host drops it.
pub fn broken(setup: &Setup, scope: Scope, syntax: Syntax, text: &str) -> Vec<String> {
    let at = if scope == Scope::User { setup.at } else { setup.project_at };
    let mut broken = Vec::new();
    if let Ok(Value::Object(root)) = serde_json::from_str(setup.root) {
        for (key, wanted) in root.iter().filter(|(_, wanted)| !wanted.is_array()) {
            match edit::get(text, syntax, &format!("/{key}")) {
                Ok(Some(is)) if setup.strict && is != *wanted => {
                    broken.push(format!("`{key}` is {is}, and the host takes a file only where it is {wanted}"));
                }
                _ => {}
            }
        }
    }
    let Some(parent) = at.strip_suffix("/$event") else { return broken };
    let Ok(Some(Value::Object(events))) = edit::get(text, syntax, parent) else { return broken };
    for (name, list) in events.iter().filter(|_| setup.strict) {
        if !setup.events.contains(&name.as_str()) {
            broken.push(format!("`{parent}/{name}` is no event of this host, which drops the whole file for it"));
        } else if !list.is_array() {
            broken.push(format!("`{parent}/{name}` must be a list; the host drops the whole file for it"));
        }
    }
    broken
}

/// The same of the file as it is.
pub fn broken_file(setup: &Setup, scope: Scope, path: &std::path::Path) -> Vec<String> {
    let Some(syntax) = setup.format.syntax() else { return Vec::new() };
    let bytes = std::fs::read(path).unwrap_or_default();
    place::text(path, &bytes).map_or_else(|_| Vec::new(), |text| broken(setup, scope, syntax, text))
}

/// The same of what a step has made of a file.
pub fn broken_bytes(setup: &Setup, scope: Scope, wanted: &Wanted, bytes: &[u8]) -> Vec<String> {
    match wanted {
        Wanted::Entries { syntax, .. } => {
            let text = String::from_utf8_lossy(bytes);
            broken(setup, scope, *syntax, text.trim_start_matches('\u{feff}'))
        }
        _ => Vec::new(),
    }
}

/// The command that repairs an installation.
pub fn reinstall(world: &World, host: &str, scope: Scope) -> String {
    format!("{} hooks install --host {host} --scope {scope}", world.program.name)
}
