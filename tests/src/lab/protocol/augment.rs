//! Augment: `POST */chat-stream`, a JSON document a line; what the CLI asks its server besides is answered in one with it.

use serde_json::{Value, json};

use super::{Event, Prompt, Protocol, each, fresh_id, lines, text_of};
use crate::lab::script::Served;

pub(super) const PROTOCOL: Protocol = Protocol {
    name: "augment",
    serves: |path| path.ends_with("/chat-stream") || path.ends_with("/get-models"),
    streams: |_, _| false,
    read,
    whole,
    events: |_, _| Vec::<Event>::new(),
};

fn read(body: &Value) -> Prompt {
    let exchanges: Vec<&Value> = each(&body["chat_history"]).chain([body]).collect();
    let nodes: Vec<&Value> =
        exchanges.iter().flat_map(|e| each(&e["request_nodes"]).chain(each(&e["nodes"]))).collect();
    let said =
        exchanges.iter().flat_map(|e| ["message", "request_message", "response_text"].map(|key| text_of(&e[key])));
    let results = nodes.iter().filter_map(|node| node["tool_result_node"]["content"].as_str());
    Prompt {
        offered: each(&body["tool_definitions"]).filter_map(|tool| Some(tool["name"].as_str()?.to_owned())).collect(),
        results: results.map(str::to_owned).collect(),
        text: lines(said.chain(nodes.iter().map(|node| text_of(&node["text_node"]["content"])))),
    }
}

fn whole(_: &Value, served: &Served) -> Value {
    let mut reply = match served {
        Served::Text(text) => {
            json!({"text": text, "nodes": [{"id": 1, "type": 0, "content": text}], "stop_reason": 1})
        }
        Served::Calls(calls) => {
            let nodes: Vec<Value> = calls.iter().zip(1..).map(|(call, id)| call_node(id, &call.0, &call.1)).collect();
            json!({"text": "", "nodes": nodes, "stop_reason": 3})
        }
    };
    let model = json!({"name": "mock", "suggested_prefix_char_count": 0, "suggested_suffix_char_count": 0});
    reply["default_model"] = "mock".into();
    reply["models"] = json!([model]);
    reply["languages"] = json!([]);
    // Without this flag of the server's the CLI runs no hook.
    reply["feature_flags"] = json!({"enable_hooks": true});
    reply["user_tier"] = "ENTERPRISE_TIER".into();
    reply["user"] = json!({"id": "u", "email": "dev@acme.test"});
    reply
}

fn call_node(id: u64, name: &str, input: &Value) -> Value {
    let call = json!({"tool_use_id": fresh_id("toolu_"), "tool_name": name, "input_json": input.to_string()});
    json!({"id": id, "type": 5, "content": "", "tool_use": call})
}

#[cfg(test)]
mod tests {
    use super::super::tests::{call, whole};
    use super::*;

    #[test]
    fn a_request_is_read() {
        let body = json!({
            "message": "",
            "tool_definitions": [{"name": "launch-process"}],
            "chat_history": [{"request_message": "hello", "response_text": "I run it", "request_nodes": []}],
            "nodes": [{"id": 1, "type": 1, "tool_result_node": {"tool_use_id": "1", "content": "out"}}],
        });
        let (offered, results) = (vec!["launch-process".into()], vec!["out".into()]);
        assert_eq!(read(&body), Prompt { offered, results, text: "hello\nI run it".into() });
    }

    #[test]
    fn a_reply_has_the_shape() {
        let reply = whole("/chat-stream", json!({}), &call("launch-process", json!({"command": "x"})));
        assert_eq!(reply["nodes"][0]["tool_use"]["input_json"], r#"{"command":"x"}"#);
        assert_eq!(reply["stop_reason"], 3);
        assert_eq!(whole("/chat-stream", json!({}), &Served::Text("hi".into()))["text"], "hi");
    }
}
