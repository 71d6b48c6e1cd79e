//! From the host's payload to a field's value, by the host's table.

use std::borrow::Cow;
use std::fs;

use crate::payload::Payload;
use crate::surroundings;
use crate::table::{Condition, Origin, Source, Step};
use crate::value::Json;

/// A value on its way through the steps of a source.
enum Value<'a> {
    Absent,
    /// JSON text.
    Json(Cow<'a, str>),
    Text(Cow<'a, str>),
    Bool(bool),
}

/// The first of the sources that has a value, as JSON text.
pub(crate) fn json<'a>(sources: &[Source], payload: &'a Payload) -> Option<Cow<'a, str>> {
    sources.iter().find_map(|s| match resolve(s, payload) {
        Value::Absent => None,
        Value::Json(json) => Some(json),
        Value::Text(text) => Some(Cow::Owned(serde_json::to_string(&*text).unwrap_or_default())),
        Value::Bool(b) => Some(Cow::Borrowed(if b { "true" } else { "false" })),
    })
}

/// The first of the sources that has a value, as a person would read it.
pub(crate) fn text<'a>(sources: &[Source], payload: &'a Payload) -> Option<Cow<'a, str>> {
    sources.iter().find_map(|s| plain(resolve(s, payload)))
}

/// Whether all conditions hold.
pub(crate) fn holds(conditions: &[Condition], payload: &Payload) -> bool {
    conditions.iter().all(|condition| {
        let found = plain(resolve(&condition.source, payload));
        let holds = match (condition.equals, found) {
            (None, found) => found.is_some(),
            (Some(wanted), found) => found.as_deref() == Some(wanted),
        };
        holds != condition.negated
    })
}

fn plain(value: Value<'_>) -> Option<Cow<'_, str>> {
    match value {
        Value::Absent => None,
        Value::Json(Cow::Borrowed(json)) => Json::slice(json).to_text(),
        Value::Json(Cow::Owned(json)) => Json::slice(&json).to_text().map(|t| Cow::Owned(t.into_owned())),
        Value::Text(text) => Some(text),
        Value::Bool(b) => Some(Cow::Borrowed(if b { "true" } else { "false" })),
    }
}

fn resolve<'a>(source: &Source, payload: &'a Payload) -> Value<'a> {
    let start = match source.origin {
        Origin::Pointer(path) => match payload.at(path) {
            Some(json) if !json.is_null() => Value::Json(Cow::Borrowed(json.text())),
            _ => Value::Absent,
        },
        Origin::Env(name) => match surroundings::var(name) {
            Some(value) => Value::Text(Cow::Owned(value.to_string_lossy().into_owned())),
            None => Value::Absent,
        },
        Origin::Constant(text) => Value::Text(Cow::Borrowed(text)),
    };
    source.steps.iter().fold(start, step)
}

/// One step. A step that does not fit its value has none.
fn step<'a>(value: Value<'a>, step: &Step) -> Value<'a> {
    match step {
        Step::Exists => Value::Bool(!matches!(value, Value::Absent)),
        Step::Not => match plain(value).as_deref() {
            Some("true") => Value::Bool(false),
            Some("false") => Value::Bool(true),
            _ => Value::Absent,
        },
        Step::Positive => match plain(value).and_then(|t| t.parse::<f64>().ok()) {
            Some(number) => Value::Bool(number > 0.0),
            None => Value::Absent,
        },
        Step::Json => match plain(value) {
            Some(text) => owned_json(text.trim()),
            None => Value::Absent,
        },
        Step::At(path) => match value {
            Value::Json(Cow::Borrowed(json)) => present(Json::slice(json).at(path)),
            Value::Json(Cow::Owned(json)) => match Json::slice(&json).at(path) {
                Some(found) if !found.is_null() => Value::Json(Cow::Owned(found.text().to_owned())),
                _ => Value::Absent,
            },
            _ => Value::Absent,
        },
        Step::File => match plain(value).and_then(|path| fs::read(&*path).ok()) {
            Some(bytes) => Value::Text(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())),
            None => Value::Absent,
        },
        Step::Text | Step::Lines => match value {
            Value::Json(json) if json.starts_with('[') => {
                let parts: Vec<String> =
                    Json::slice(&json).members().iter().filter_map(|(_, p)| part_text(*p)).collect();
                Value::Text(Cow::Owned(parts.join("\n")))
            }
            other => plain(other).map_or(Value::Absent, Value::Text),
        },
    }
}

fn present(json: Option<Json<'_>>) -> Value<'_> {
    match json {
        Some(json) if !json.is_null() => Value::Json(Cow::Borrowed(json.text())),
        _ => Value::Absent,
    }
}

fn owned_json(text: &str) -> Value<'static> {
    match Json::parse(text) {
        Ok(json) if !json.is_null() => Value::Json(Cow::Owned(json.text().to_owned())),
        _ => Value::Absent,
    }
}

/// The text of one part of a message: a string, or an object with `text`. Parts without text (images) have none.
fn part_text(part: Json) -> Option<String> {
    let text = if part.is_object() { part.get("text")? } else { part };
    text.to_text().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload() -> Payload {
        let text = r#"{"n": 3, "z": 0, "ok": true, "null": null, "s": "{\"out\": {\"t\": \"deep\"}}",
            "parts": [{"type": "text", "text": "one"}, {"type": "image"}, "two"], "o": {"k": [1]}}"#;
        Payload::parse(text.as_bytes().to_vec()).unwrap()
    }

    const fn at(path: &'static [&'static str], steps: &'static [Step]) -> Source {
        Source { origin: Origin::Pointer(path), steps }
    }

    #[test]
    fn sources_resolve() {
        let payload = payload();
        for (source, wanted) in [
            (at(&["n"], &[]), Some("3")),
            (at(&["null"], &[]), None),
            (at(&["none"], &[Step::Exists]), Some("false")),
            (at(&["null"], &[Step::Exists]), Some("false")),
            (at(&["ok"], &[Step::Not]), Some("false")),
            (at(&["n"], &[Step::Positive]), Some("true")),
            (at(&["z"], &[Step::Positive]), Some("false")),
            (at(&["s"], &[Step::Json, Step::At(&["out", "t"])]), Some("deep")),
            (at(&["n"], &[Step::At(&["x"])]), None),
            (at(&["parts"], &[Step::Text]), Some("one\ntwo")),
            (at(&["o"], &[Step::Text]), Some("{\"k\": [1]}")),
            (Source { origin: Origin::Constant("c"), steps: &[] }, Some("c")),
            (Source { origin: Origin::Env("HOOKWRIGHT_SURELY_UNSET"), steps: &[] }, None),
        ] {
            let steps = source.steps.len();
            assert_eq!(text(&[source], &payload).as_deref(), wanted, "{wanted:?} after {steps} steps");
        }
    }

    #[test]
    fn the_first_source_with_a_value_wins() {
        let sources = [at(&["null"], &[]), at(&["o"], &[]), at(&["n"], &[])];
        assert_eq!(json(&sources, &payload()).as_deref(), Some("{\"k\": [1]}"));
    }

    #[test]
    fn conditions_hold_or_not() {
        let condition = |path, negated, equals| Condition { source: at(path, &[]), negated, equals };
        for (condition, wanted) in [
            (condition(&["n"], false, None), true),
            (condition(&["null"], false, None), false),
            (condition(&["none"], true, None), true),
            (condition(&["ok"], false, Some("true")), true),
            (condition(&["ok"], true, Some("true")), false),
            (condition(&["none"], true, Some("x")), true),
        ] {
            assert_eq!(holds(&[condition], &payload()), wanted);
        }
    }
}
