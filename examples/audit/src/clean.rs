//! What is written of a value: no secrets, and not too much.

use hookwright::mask;
use serde_json::Value;

/// How much of a text is written, in bytes.
const LONGEST: usize = 2000;
/// So much more is looked at, so that a secret is not cut in two and missed.
const MARGIN: usize = 4096;
/// How much of a list or an object is written, in items, and how deep.
const MOST: usize = 100;
const DEEPEST: usize = 16;

/// A value without secrets, its texts cut; `name` is the key that it stands under.
pub fn clean(name: &str, value: Value) -> Value {
    clean_at(name, value, 0)
}

fn clean_at(name: &str, value: Value, depth: usize) -> Value {
    match value {
        Value::String(_) | Value::Number(_) if means_secret(name) => "[masked]".into(),
        Value::String(text) => clean_text(&text).into(),
        Value::Array(_) | Value::Object(_) if depth >= DEEPEST => "(deeper)".into(),
        Value::Array(items) => items.into_iter().take(MOST).map(|item| clean_at(name, item, depth + 1)).collect(),
        Value::Object(members) => {
            let member = |(key, value): (String, Value)| (clean_text(&key), clean_at(&key, value, depth + 1));
            Value::Object(members.into_iter().take(MOST).map(member).collect())
        }
        other => other,
    }
}

/// Whether what stands under this name is a secret whatever it looks like: `mask` knows the names.
fn means_secret(name: &str) -> bool {
    const ANY: &str = "x0x0x0x0";
    !mask(&format!("{name}={ANY}")).ends_with(ANY)
}

fn clean_text(text: &str) -> String {
    let looked_at = &text[..text.floor_char_boundary(LONGEST + MARGIN)];
    let masked = mask(looked_at);
    if text.len() <= LONGEST || masked.len() <= LONGEST && looked_at.len() == text.len() {
        return masked.into_owned();
    }
    format!("{}… ({} bytes)", &masked[..masked.floor_char_boundary(LONGEST)], text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn secrets_are_masked_wherever_they_stand() {
        for (name, value, wanted) in [
            ("a text", json!("AKIAIOSFODNN7EXAMPLE"), json!("AKIA[masked]")),
            ("a key's value", json!({"db_password": "correct horse"}), json!({"db_password": "[masked]"})),
            ("a number", json!({"token": 123456}), json!({"token": "[masked]"})),
            (
                "a list",
                json!({"tokens": 3, "token": ["a", "b"]}),
                json!({"tokens": 3, "token": ["[masked]", "[masked]"]}),
            ),
            ("an assignment", json!({"command": "API_KEY=hunter22 run"}), json!({"command": "API_KEY=[masked] run"})),
            ("a key", json!({"ghp_0123456789abcdefABCDEF0123456789abcd": 1}), json!({"ghp_[masked]": 1})),
            ("nothing", json!({"a": [true, null, 1.5, "x"]}), json!({"a": [true, null, 1.5, "x"]})),
        ] {
            assert_eq!(clean("input", value), wanted, "{name}");
        }
    }

    #[test]
    fn a_secret_at_the_cut_is_masked_all_the_same() {
        for before in LONGEST - 60..LONGEST + 10 {
            let text =
                format!("{} ghp_0123456789abcdefABCDEF0123456789abcd {}", "ü".repeat(before / 2), "y".repeat(9000));
            let cleaned = clean_text(&text);
            assert!(!cleaned.contains("ghp_0"), "at {before}: {cleaned}");
            assert!(cleaned.len() < LONGEST + 40 && cleaned.ends_with(" bytes)"), "at {before}: {}", cleaned.len());
        }
    }

    #[test]
    fn a_value_has_a_size() {
        let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
        assert!(clean("x", deep).to_string().contains("(deeper)"));
        assert_eq!(clean("x", json!(vec![0; 1000])).as_array().map(Vec::len), Some(MOST));
    }
}
