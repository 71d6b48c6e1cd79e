//! A hook's own values, as a host writes them into the keys of its files.

use std::path::Path;

use serde_json::Value;

use super::Installed;

/// The variables, none before one that it begins.
const NAMES: [&str; 8] = ["event_snake", "event", "file", "package", "group", "handler", "command", "name"];

/// A text with the hook's values in the place of variables.
pub(super) fn fill(text: &str, hook: &Installed, file: &str) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        filled.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match NAMES.iter().find(|name| rest.starts_with(**name)) {
            Some(name) => {
                filled.push_str(&value(name, hook, file));
                rest = &rest[name.len()..];
            }
            None => filled.push('$'),
        }
    }
    filled + rest
}

fn value(name: &str, hook: &Installed, file: &str) -> String {
    match name {
        "event" => hook.event.clone(),
        "event_snake" => snake(&hook.event),
        "group" => hook.group.to_string(),
        "handler" => hook.handler.to_string(),
        "command" => hook.command.clone(),
        "name" => hook.entry.get("name").and_then(Value::as_str).unwrap_or_default().to_owned(),
        "package" => Path::new(file).ancestors().nth(2).map(|dir| dir.display().to_string()).unwrap_or_default(),
        _ => file.to_owned(),
    }
}

/// `PreToolUse` as `pre_tool_use`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}
