//! OpenAI Chat Completions: `POST */chat/completions`.

use serde_json::{Value, json};

use super::{Event, Prompt, Protocol, asks_for_stream, each, fresh_id, lines, model, text_of};
use crate::lab::script::Served;

pub(super) const PROTOCOL: Protocol = Protocol {
    name: "chat",
    serves: |path| path.ends_with("/chat/completions"),
    streams: asks_for_stream,
    read,
    whole,
    events,
};

fn read(body: &Value) -> Prompt {
    let (results, texts): (Vec<&Value>, Vec<&Value>) =
        each(&body["messages"]).partition(|message| message["role"] == "tool");
    Prompt {
        offered: each(&body["tools"]).filter_map(|tool| Some(tool["function"]["name"].as_str()?.to_owned())).collect(),
        results: results.iter().map(|message| text_of(&message["content"])).collect(),
        text: lines(texts.iter().map(|message| text_of(&message["content"]))),
    }
}

fn whole(body: &Value, served: &Served) -> Value {
    let choice = json!({"index": 0, "message": message(served), "finish_reason": finish(served)});
    envelope(body, "chat.completion", &fresh_id("chatcmpl-"), json!([choice]), Some(usage()))
}

fn events(body: &Value, served: &Served) -> Vec<Event> {
    let id = fresh_id("chatcmpl-");
    let chunk = |choices, usage| Event::unnamed(&envelope(body, "chat.completion.chunk", &id, choices, usage));
    vec![
        chunk(json!([{"index": 0, "delta": message(served), "finish_reason": null}]), None),
        chunk(json!([{"index": 0, "delta": {}, "finish_reason": finish(served)}]), None),
        chunk(json!([]), Some(usage())),
        Event { name: None, data: "[DONE]".into() },
    ]
}

fn envelope(body: &Value, object: &str, id: &str, choices: Value, usage: Option<Value>) -> Value {
    let mut reply = json!({"id": id, "object": object, "created": 1, "model": model(body), "choices": choices});
    if let Some(usage) = usage {
        reply["usage"] = usage;
    }
    reply
}

/// The assistant's message; as a delta it needs the `index` of each call, which a whole message may carry too.
fn message(served: &Served) -> Value {
    match served {
        Served::Text(text) => json!({"role": "assistant", "content": text}),
        Served::Calls(calls) => {
            let calls: Vec<Value> = calls
                .iter()
                .enumerate()
                .map(|(index, (name, input))| {
                    let function = json!({"name": name, "arguments": input.to_string()});
                    json!({"index": index, "id": fresh_id("call_"), "type": "function", "function": function})
                })
                .collect();
            json!({"role": "assistant", "content": null, "tool_calls": calls})
        }
    }
}

fn finish(served: &Served) -> &'static str {
    match served {
        Served::Text(_) => "stop",
        Served::Calls(_) => "tool_calls",
    }
}

fn usage() -> Value {
    json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15})
}

#[cfg(test)]
mod tests {
    use super::super::tests::{call, stream, whole};
    use super::*;

    const PATH: &str = "/v1/chat/completions";

    #[test]
    fn a_request_is_read() {
        let body = json!({
            "tools": [{"type": "function", "function": {"name": "bash"}}],
            "messages": [
                {"role": "system", "content": "rules"},
                {"role": "user", "content": [{"type": "text", "text": "hello"}]},
                {"role": "assistant", "content": null, "tool_calls": [{"id": "1"}]},
                {"role": "tool", "tool_call_id": "1", "content": "out"},
            ],
        });
        let want = Prompt { offered: vec!["bash".into()], results: vec!["out".into()], text: "rules\nhello".into() };
        assert_eq!(read(&body), want);
    }

    #[test]
    fn a_reply_has_the_shape() {
        let reply = whole(PATH, json!({"model": "m"}), &call("bash", json!({"command": "x"})));
        let choice = &reply["choices"][0];
        assert_eq!(choice["finish_reason"], "tool_calls");
        assert_eq!(choice["message"]["tool_calls"][0]["function"]["arguments"], r#"{"command":"x"}"#);
        let text = whole(PATH, json!({}), &Served::Text("hi".into()));
        assert_eq!(text["choices"][0]["message"], json!({"role": "assistant", "content": "hi"}));
        assert_eq!(text["choices"][0]["finish_reason"], "stop");
    }

    #[test]
    fn a_stream_ends_with_usage_and_done() {
        let events = stream(PATH, json!({"stream": true}), &call("bash", json!({"command": "x"})));
        assert_eq!(events[0]["choices"][0]["delta"]["tool_calls"][0]["function"]["name"], "bash");
        assert_eq!(events[1]["choices"][0]["finish_reason"], "tool_calls");
        assert_eq!(events[2]["usage"]["total_tokens"], 15);
        assert_eq!(events[3], "[DONE]");
    }
}
