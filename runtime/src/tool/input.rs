//! What a tool is given, by canonical keys.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Named;
use crate::lexer::Long;
use crate::table::{Form, Key, Tool};
use crate::value::Json;

/// A tool's input, by canonical keys.
pub struct Input<'a> {
    definition: Option<&'static Tool>,
    pub(super) native: Cow<'a, str>,
    /// What is long in the text that the input was cut from.
    long: Long<'a>,
}

/// The arguments in a native input that has something around them.
fn unwrapped<'a>(native: Cow<'a, str>, arguments: &[&str], long: Long<'a>) -> Cow<'a, str> {
    if arguments.is_empty() {
        return native;
    }
    match native {
        Cow::Borrowed(native) => {
            Json::within(native, long).at(arguments).map_or(Cow::Borrowed("null"), |j| j.text().into())
        }
        Cow::Owned(native) => {
            let inner = Json::slice(&native).at(arguments).map(|j| j.text().to_owned());
            inner.map_or(Cow::Borrowed("null"), Cow::Owned)
        }
    }
}

/// What a tool's definition says of a canonical key.
pub(crate) fn key(definition: Option<&'static Tool>, name: &str) -> Option<&'static Key> {
    definition?.input.iter().find(|k| k.name == name)
}

impl<'a> Input<'a> {
    #[cfg(test)]
    pub(crate) fn new(definition: Option<&'static Tool>, native: Cow<'a, str>) -> Input<'a> {
        Input { definition, native, long: Long::NONE }
    }

    /// Of a call, whose native input may have something around the arguments.
    pub(crate) fn of(named: &Named, native: Cow<'a, str>, long: Long<'a>) -> Input<'a> {
        Input { definition: named.definition(), native: unwrapped(native, named.arguments(), long), long }
    }

    /// The input as the host has it, under the host's own keys.
    pub fn native(&self) -> Json<'_> {
        Json::within(&self.native, self.long)
    }

    /// The text under a canonical key; a key that the host's file does not translate is looked up as it is.
    pub fn text(&self, key: &str) -> Option<String> {
        self.take(key).map(Cow::into_owned)
    }

    /// The value under a canonical key.
    pub fn value(&self, key: &str) -> Option<Value> {
        Json::slice(&self.json(key)?).to_value().ok()
    }

    /// The whole as a tree under canonical keys; keys without a canonical name keep the host's.
    pub fn to_value(&self) -> Value {
        let native = self.native();
        let keys = self.definition.map_or(&[][..], |d| d.input);
        let mut map = Map::new();
        if native.is_object() {
            for (name, value) in native.members() {
                if !keys.iter().any(|k| matches!(k.path, [only] if *only == name)) {
                    map.insert(name.into_owned(), value.to_value().unwrap_or(Value::Null));
                }
            }
        } else if !keys.iter().any(|k| k.path.is_empty()) {
            return native.to_value().unwrap_or(Value::Null);
        }
        for key in keys {
            if let Some(value) = self.value(key.name) {
                map.insert(key.name.to_owned(), value);
            }
        }
        Value::Object(map)
    }

    /// The JSON under a canonical key.
    pub(super) fn json(&self, name: &str) -> Option<Cow<'_, str>> {
        lookup(self.native(), self.definition, name)
    }

    /// The text under a canonical key, borrowed from the payload where it has no escapes.
    pub(super) fn take(&self, name: &str) -> Option<Cow<'a, str>> {
        let json: Cow<'a, str> = match &self.native {
            Cow::Borrowed(native) => lookup(Json::within(native, self.long), self.definition, name)?,
            Cow::Owned(_) => Cow::Owned(self.json(name)?.into_owned()),
        };
        match json {
            Cow::Borrowed(json) => Json::slice(json).to_text(),
            Cow::Owned(json) => Json::slice(&json).to_text().map(|t| Cow::Owned(t.into_owned())),
        }
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.json(name).and_then(|json| Json::slice(&json).as_bool()).unwrap_or(false)
    }

    pub(super) fn number(&self, name: &str) -> Option<u64> {
        let number = Json::slice(&self.json(name)?).as_f64()?;
        (number >= 0.0).then_some(number as u64)
    }
}

/// The JSON under a canonical key of a native input, in its canonical form.
fn lookup<'t>(native: Json<'t>, definition: Option<&'static Tool>, name: &str) -> Option<Cow<'t, str>> {
    let key = key(definition, name);
    let found = match key {
        Some(key) => native.at(key.path),
        None => native.get(name),
    };
    let found = found.filter(|json| !json.is_null())?;
    Some(match key.map_or(&Form::Same, |k| &k.form) {
        Form::Lines if found.is_array() => {
            let lines: Vec<String> =
                found.members().iter().filter_map(|(_, i)| Some(i.to_text()?.into_owned())).collect();
            Cow::Owned(Value::from(lines.join("\n")).to_string())
        }
        Form::Rename(pairs) => Cow::Owned(rename(found.to_value().ok()?, pairs, false).to_string()),
        Form::Same | Form::Lines => Cow::Borrowed(found.text()),
    })
}

impl Key {
    /// A canonical value in the host's form; `before` is what stood there.
    pub(crate) fn to_native(&self, value: Value, before: &Value) -> Value {
        match (&self.form, value) {
            (Form::Lines, Value::String(text)) if !before.is_string() => Value::Array(vec![Value::String(text)]),
            (Form::Rename(pairs), value) => rename(value, pairs, true),
            (_, value) => value,
        }
    }
}

/// A list whose items' keys have other names.
fn rename(list: Value, pairs: &[(&str, &str)], to_native: bool) -> Value {
    let Value::Array(items) = list else { return list };
    let name = |key: String| {
        let pair = pairs.iter().find(|(native, ours)| key == if to_native { *ours } else { *native });
        pair.map_or(key, |(native, ours)| (if to_native { *native } else { *ours }).to_owned())
    };
    let item = |item: Value| match item {
        Value::Object(map) => Value::Object(map.into_iter().map(|(key, value)| (name(key), value)).collect()),
        other => other,
    };
    Value::Array(items.into_iter().map(item).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    static TOOL: Tool = Tool {
        canonical: "MultiEdit",
        native: &["edit"],
        when: &[],
        input: &[
            Key { name: "file_path", path: &["files", "0", "path"], form: Form::Same },
            Key { name: "command", path: &["commands"], form: Form::Lines },
            Key { name: "edits", path: &["edits"], form: Form::Rename(&[("oldText", "old_string")]) },
        ],
        paths: &[],
        also: &[],
        modifiable: None,
        output: None,
    };

    #[test]
    fn native_forms_become_canonical_and_back() {
        let native =
            json!({"files": [{"path": "a"}], "commands": ["x", "y"], "edits": [{"oldText": "o", "n": 1}], "k": 2});
        let input = Input::new(Some(&TOOL), native.to_string().into());
        assert_eq!(input.text("file_path").as_deref(), Some("a"));
        assert_eq!(input.text("command").as_deref(), Some("x\ny"));
        let edits = json!([{"old_string": "o", "n": 1}]);
        assert_eq!(input.value("edits"), Some(edits.clone()));
        assert_eq!(
            input.to_value(),
            json!({"files": [{"path": "a"}], "k": 2, "file_path": "a", "command": "x\ny", "edits": edits})
        );
        assert_eq!(TOOL.input[1].to_native("z".into(), &json!(["x"])), json!(["z"]));
        assert_eq!(TOOL.input[2].to_native(edits, &Value::Null), native["edits"]);
    }
}
