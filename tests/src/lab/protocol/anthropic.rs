//! Anthropic Messages: `POST */v1/messages`.

use serde_json::{Value, json};

use super::{Event, Prompt, Protocol, asks_for_stream, each, fresh_id, lines, model, text_of};
use crate::lab::script::Served;

pub(super) const PROTOCOL: Protocol = Protocol {
    name: "anthropic",
    serves: |path| path.ends_with("/messages"),
    streams: asks_for_stream,
    read,
    whole,
    events,
};

fn read(body: &Value) -> Prompt {
    let mut prompt = Prompt {
        offered: each(&body["tools"]).filter_map(|tool| Some(tool["name"].as_str()?.to_owned())).collect(),
        ..Prompt::default()
    };
    let mut texts = vec![text_of(&body["system"])];
    for message in each(&body["messages"]) {
        match &message["content"] {
            Value::Array(blocks) => {
                for block in blocks {
                    match block["type"].as_str() {
                        Some("tool_result") => prompt.results.push(text_of(&block["content"])),
                        _ => texts.push(text_of(&block["text"])),
                    }
                }
            }
            content => texts.push(text_of(content)),
        }
    }
    prompt.text = lines(texts.into_iter());
    prompt
}

fn whole(body: &Value, served: &Served) -> Value {
    let content: Vec<Value> = match served {
        Served::Text(text) => vec![json!({"type": "text", "text": text})],
        Served::Calls(calls) => calls
            .iter()
            .map(|(name, input)| json!({"type": "tool_use", "id": fresh_id("toolu_"), "name": name, "input": input}))
            .collect(),
    };
    let stop = match served {
        Served::Text(_) => "end_turn",
        Served::Calls(_) => "tool_use",
    };
    json!({
        "id": fresh_id("msg_"), "type": "message", "role": "assistant", "model": model(body), "content": content,
        "stop_reason": stop, "stop_sequence": null,
        "usage": {
            "input_tokens": 10, "output_tokens": 5,
            "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
        },
    })
}

fn events(body: &Value, served: &Served) -> Vec<Event> {
    let message = whole(body, served);
    let mut opening = message.clone();
    opening["content"] = json!([]);
    opening["stop_reason"] = Value::Null;
    let mut events = vec![Event::typed("message_start", json!({"message": opening}))];
    for (index, block) in each(&message["content"]).enumerate() {
        events.extend(block_events(index, block));
    }
    let stop = json!({"stop_reason": message["stop_reason"], "stop_sequence": null});
    events.push(Event::typed("message_delta", json!({"delta": stop, "usage": {"output_tokens": 5}})));
    events.push(Event::typed("message_stop", json!({})));
    events
}

/// A block comes empty, is filled by a delta, and is closed.
fn block_events(index: usize, block: &Value) -> [Event; 3] {
    let mut empty = block.clone();
    let delta = if block["type"] == "text" {
        empty["text"] = json!("");
        json!({"type": "text_delta", "text": block["text"]})
    } else {
        empty["input"] = json!({});
        json!({"type": "input_json_delta", "partial_json": block["input"].to_string()})
    };
    [
        Event::typed("content_block_start", json!({"index": index, "content_block": empty})),
        Event::typed("content_block_delta", json!({"index": index, "delta": delta})),
        Event::typed("content_block_stop", json!({"index": index})),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{call, stream, whole};
    use super::*;

    #[test]
    fn a_request_is_read() {
        let body = json!({
            "system": [{"type": "text", "text": "rules"}],
            "tools": [{"name": "Bash"}, {"name": "Read"}],
            "messages": [
                {"role": "user", "content": "hello"},
                {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "x"}}]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "out"}]},
                    {"type": "tool_result", "tool_use_id": "2", "content": "denied", "is_error": true},
                    {"type": "text", "text": "a note"}]},
            ],
        });
        let want = Prompt {
            offered: vec!["Bash".into(), "Read".into()],
            results: vec!["out".into(), "denied".into()],
            text: "rules\nhello\na note".into(),
        };
        assert_eq!(read(&body), want);
    }

    #[test]
    fn a_reply_has_the_shape() {
        let served = call("Bash", json!({"command": "x"}));
        let reply = whole("/v1/messages", json!({"model": "m"}), &served);
        assert_eq!((&reply["model"], &reply["stop_reason"]), (&json!("m"), &json!("tool_use")));
        assert_eq!(reply["content"][0]["name"], "Bash");
        assert_eq!(reply["content"][0]["input"], json!({"command": "x"}));
        let text = whole("/v1/messages", json!({}), &Served::Text("hi".into()));
        assert_eq!(text["content"], json!([{"type": "text", "text": "hi"}]));
        assert_eq!(text["stop_reason"], "end_turn");
    }

    #[test]
    fn a_stream_fills_each_block() {
        let events = stream("/v1/messages", json!({"stream": true}), &call("Bash", json!({"command": "x"})));
        let types: Vec<&str> = events.iter().filter_map(|e| e["type"].as_str()).collect();
        let block = ["content_block_start", "content_block_delta", "content_block_stop"];
        assert_eq!(types[0], "message_start");
        assert_eq!(types[1..4], block);
        assert_eq!(types[4..], ["message_delta", "message_stop"]);
        assert_eq!(events[1]["content_block"]["input"], json!({}));
        assert_eq!(events[2]["delta"]["partial_json"], r#"{"command":"x"}"#);
        assert_eq!(events[4]["delta"]["stop_reason"], "tool_use");
    }
}
