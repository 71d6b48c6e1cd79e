//! The wire protocols in which agent hosts talk to a model, each with the same two sides: read a request, write
//! the reply, whole or as server-sent events.

mod anthropic;
mod augment;
mod chat;
mod gemini;
mod responses;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::script::Served;

/// One wire protocol.
pub struct Protocol {
    /// Its name, for messages.
    pub name: &'static str,
    /// Whether this path (without the query) asks a model in this protocol.
    serves: fn(&str) -> bool,
    /// Whether the request wants the reply as a stream: the path and the body.
    streams: fn(&str, &Value) -> bool,
    read: fn(&Value) -> Prompt,
    whole: fn(&Value, &Served) -> Value,
    events: fn(&Value, &Served) -> Vec<Event>,
}

/// What a request says to the model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prompt {
    /// The names of the tools that the model may call.
    pub offered: Vec<String>,
    /// The tool results in order, as the model reads them.
    pub results: Vec<String>,
    /// All other text: system prompt, the user's words, the model's own earlier words. No tool calls.
    pub text: String,
}

/// One server-sent event.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The `event:` line, where the protocol has one.
    pub name: Option<&'static str>,
    /// The `data:` line.
    pub data: String,
}

/// A reply before it is put on the wire.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// One JSON document.
    Whole(Value),
    /// A stream of events.
    Stream(Vec<Event>),
}

static PROTOCOLS: [Protocol; 5] =
    [anthropic::PROTOCOL, augment::PROTOCOL, chat::PROTOCOL, responses::PROTOCOL, gemini::PROTOCOL];

impl Protocol {
    /// The protocol of a request path without its query, if it asks a model at all.
    pub fn of_path(path: &str) -> Option<&'static Protocol> {
        PROTOCOLS.iter().find(|protocol| (protocol.serves)(path))
    }

    /// Reads a request body. Parts of an unknown shape are left out, as a model server would not see them either.
    pub fn read(&self, body: &Value) -> Prompt {
        (self.read)(body)
    }

    /// Writes the reply to the request at `path` with this body.
    pub fn reply(&self, path: &str, body: &Value, served: &Served) -> Reply {
        if (self.streams)(path, body) {
            Reply::Stream((self.events)(body, served))
        } else {
            Reply::Whole((self.whole)(body, served))
        }
    }
}

impl Event {
    /// An event whose name is repeated as the `type` of its data.
    fn typed(name: &'static str, mut data: Value) -> Event {
        data["type"] = Value::from(name);
        Event { name: Some(name), data: data.to_string() }
    }

    /// An event without a name.
    fn unnamed(data: &Value) -> Event {
        Event { name: None, data: data.to_string() }
    }
}

/// The request's `"stream": true`, which three of the protocols use.
fn asks_for_stream(_path: &str, body: &Value) -> bool {
    body["stream"] == true
}

/// The model that the request names, for the reply to repeat.
fn model(body: &Value) -> &str {
    body["model"].as_str().unwrap_or("mock")
}

/// The members of an array; none where `value` is not one.
fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The text of a message's content: a string, a list of parts, or a part with `text`, `content` or `output`.
fn text_of(content: &Value) -> String {
    match content {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(parts) => lines(parts.iter().map(text_of)),
        Value::Object(part) => {
            ["text", "content", "output"].iter().find_map(|key| part.get(*key)).map(text_of).unwrap_or_default()
        }
        other => other.to_string(),
    }
}

/// The texts that are not empty, a line break between them.
fn lines(texts: impl Iterator<Item = String>) -> String {
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}

/// An id that no other reply has, also of an earlier server: a host that resumes a session keeps the old ones.
fn fresh_id(prefix: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_micros());
    format!("{prefix}{now:x}{:04x}", COUNT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_names_its_protocol() {
        for (path, want) in [
            ("/v1/messages", Some("anthropic")),
            ("/v1/messages/count_tokens", None),
            ("/chat/completions", Some("chat")),
            ("/v1/responses", Some("responses")),
            ("/v1beta/models/m:generateContent", Some("gemini")),
            ("/v1beta/models/m:streamGenerateContent", Some("gemini")),
            ("/v1beta/models/m:countTokens", None),
            ("/api/event_logging", None),
        ] {
            assert_eq!(Protocol::of_path(path).map(|p| p.name), want, "{path}");
        }
    }

    #[test]
    fn content_is_read_in_every_shape() {
        for (content, want) in [
            (json!("a"), "a"),
            (json!([{"type": "text", "text": "a"}, "b", {"type": "image", "source": {}}]), "a\nb"),
            (json!({"content": [{"text": "a"}]}), "a"),
            (json!(null), ""),
        ] {
            assert_eq!(text_of(&content), want, "{content}");
        }
    }

    #[test]
    fn ids_differ() {
        assert_ne!(fresh_id("a"), fresh_id("a"));
    }

    /// The same step served to every protocol in one call: what its tests compare with.
    pub fn call(tool: &str, input: Value) -> Served {
        Served::Calls(vec![(tool.into(), input)])
    }

    /// The data of a stream's events, read back.
    pub fn stream(path: &str, body: Value, served: &Served) -> Vec<Value> {
        let protocol = Protocol::of_path(path).expect(path);
        let Reply::Stream(events) = protocol.reply(path, &body, served) else { panic!("not a stream") };
        events.iter().map(|e| serde_json::from_str(&e.data).unwrap_or_else(|_| json!(e.data))).collect()
    }

    /// A reply in one document.
    pub fn whole(path: &str, body: Value, served: &Served) -> Value {
        let protocol = Protocol::of_path(path).expect(path);
        let Reply::Whole(reply) = protocol.reply(path, &body, served) else { panic!("a stream") };
        reply
    }
}
