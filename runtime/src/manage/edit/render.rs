//! Values as text.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::Syntax;
use super::editor::View;
use super::style::Style;

/// How a container is laid out.
pub(super) enum Shape {
    /// On one line.
    Inline,
    /// JSON: each child on a line of its own. The indentation is that of the line on which the container starts.
    Lines { indent: String, newline: &'static str },
}

/// A member (with a key) or an item (without), between brackets.
pub(super) fn child(view: &View, key: Option<&str>, value: &Value, shape: &Shape) -> String {
    let value = self::value(view, value, shape);
    match (key, view.syntax) {
        (None, _) => value,
        (Some(key), Syntax::Json | Syntax::Jsonc) => format!("{}{}{value}", json_string(key), view.style.colon),
        (Some(key), Syntax::Toml) => format!("{} = {value}", toml_key(key)),
        (Some(key), Syntax::Yaml) => format!("{}: {value}", yaml_key(key)),
    }
}

pub(super) fn value(view: &View, value: &Value, shape: &Shape) -> String {
    match (view.syntax, shape) {
        (Syntax::Json | Syntax::Jsonc, Shape::Lines { indent, newline }) => {
            let mut text = String::new();
            json_lines(&mut text, value, indent, newline, &view.style);
            text
        }
        (Syntax::Json | Syntax::Jsonc, Shape::Inline) => json_inline(value, &view.style),
        (Syntax::Toml, _) => toml_inline(value),
        (Syntax::Yaml, _) => yaml_flow(value),
    }
}

/// A JSON string. Other than what JSON asks for, what some terminal or parser takes for a line break is escaped.
pub(super) fn json_string(text: &str) -> String {
    Value::from(text)
        .to_string()
        .replace('\u{7f}', "\\u007f")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn json_lines(text: &mut String, value: &Value, indent: &str, newline: &str, style: &Style) {
    let deeper = format!("{indent}{}", style.unit);
    let line = |text: &mut String, index: usize, key: &str, value: &Value| {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{newline}{deeper}{key}");
        json_lines(text, value, &deeper, newline, style);
    };
    match value {
        Value::Object(map) if !map.is_empty() => {
            text.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                line(text, index, &format!("{}{}", json_string(key), style.colon), value);
            }
            let _ = write!(text, "{newline}{indent}}}");
        }
        Value::Array(list) if !list.is_empty() => {
            text.push('[');
            list.iter().enumerate().for_each(|(index, value)| line(text, index, "", value));
            let _ = write!(text, "{newline}{indent}]");
        }
        other => text.push_str(&json_inline(other, style)),
    }
}

fn json_inline(value: &Value, style: &Style) -> String {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let member = |(key, value): (&String, &Value)| {
                format!("{}{}{}", json_string(key), style.colon, json_inline(value, style))
            };
            format!("{{{pad}{}{pad}}}", joined(map.iter().map(member), style.comma()), pad = style.pad)
        }
        Value::Array(list) => {
            format!("[{}]", joined(list.iter().map(|value| json_inline(value, style)), style.comma()))
        }
        Value::String(text) => json_string(text),
        other => other.to_string(),
    }
}

/// The value of a TOML key, on one line.
pub(super) fn toml_inline(value: &Value) -> String {
    match value {
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Object(map) => {
            format!("{{ {} }}", members(map, |key, value| format!("{} = {}", toml_key(key), toml_inline(value))))
        }
        Value::Array(list) => format!("[{}]", joined(list.iter().map(toml_inline), ", ")),
        Value::String(text) => json_string(text),
        other => other.to_string(),
    }
}

/// A value in YAML's flow style.
pub(super) fn yaml_flow(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            format!("{{{}}}", members(map, |key, value| format!("{}: {}", yaml_key(key), yaml_flow(value))))
        }
        Value::Array(list) => format!("[{}]", joined(list.iter().map(yaml_flow), ", ")),
        Value::String(text) => yaml_string(text),
        other => other.to_string(),
    }
}

/// Always in double quotes: whatever version of YAML the host reads, it is a string.
fn yaml_string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    for character in json_string(text).chars() {
        match character {
            // Not printable for YAML, which then does not read the file.
            '\u{80}'..='\u{9f}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(character));
            }
            other => quoted.push(other),
        }
    }
    quoted
}

/// Bare where every version of YAML reads a string.
pub(super) fn yaml_key(key: &str) -> String {
    const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let word = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && key.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'));
    if word && !WORDS.contains(&key.to_ascii_lowercase().as_str()) { key.to_owned() } else { yaml_string(key) }
}

pub(super) fn toml_key(key: &str) -> String {
    let bare = !key.is_empty()
        && key.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'));
    if bare { key.to_owned() } else { json_string(key) }
}

fn members(map: &Map<String, Value>, member: impl Fn(&str, &Value) -> String) -> String {
    joined(map.iter().map(|(key, value)| member(key, value)), ", ")
}

fn joined(parts: impl Iterator<Item = String>, comma: &str) -> String {
    parts.collect::<Vec<_>>().join(comma)
}
