//! Block YAML of a JSON tree. Strings are written as in JSON, which YAML reads the same.

use std::fmt::Write;

use serde_json::Value;

/// The document, with a final newline.
pub(super) fn write(value: &Value) -> String {
    let mut out = String::new();
    block(value, 0, &mut out);
    out
}

fn block(value: &Value, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                let _ = write!(out, "{indent}{}:", name(key));
                nested(value, depth + 1, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                let mut inner = String::new();
                block(item, depth + 1, &mut inner);
                // The first line of an item stands beside its dash.
                let _ = write!(out, "{indent}- {}", inner.trim_start());
            }
        }
        other => {
            let _ = writeln!(out, "{indent}{other}");
        }
    }
}

fn nested(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            block(value, depth, out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            block(value, depth, out);
        }
        other => {
            let _ = writeln!(out, " {other}");
        }
    }
}

fn name(key: &str) -> String {
    let plain = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
        && !["true", "false", "null", "yes", "no", "on", "off"].contains(&key.to_lowercase().as_str());
    if plain { key.to_owned() } else { Value::from(key).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn trees_are_written_in_blocks() {
        let tree = json!({"hooks": {"pre": [{"matcher": "a|b", "timeout": 5}, {"command": "x: \"y\""}], "on": []}});
        let wanted =
            "hooks:\n  pre:\n    - matcher: \"a|b\"\n      timeout: 5\n    - command: \"x: \\\"y\\\"\"\n  \"on\": []\n";
        assert_eq!(write(&tree), wanted);
    }
}
