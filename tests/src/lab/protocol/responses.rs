//! OpenAI Responses: `POST */responses`.

use serde_json::{Value, json};

use super::{Event, Prompt, Protocol, asks_for_stream, each, fresh_id, lines, model, text_of};
use crate::lab::script::Served;

pub(super) const PROTOCOL: Protocol = Protocol {
    name: "responses",
    serves: |path| path.ends_with("/responses"),
    streams: asks_for_stream,
    read,
    whole,
    events,
};

fn read(body: &Value) -> Prompt {
    // A tool that the provider itself runs (web search) has a type and no name.
    let name = |tool: &Value| Some(tool["name"].as_str().or(tool["type"].as_str())?.to_owned());
    let offered = tools(body).filter_map(|(_, tool)| name(tool)).collect();
    let mut prompt = Prompt { offered, ..Prompt::default() };
    let mut texts = vec![text_of(&body["instructions"])];
    if let Value::String(input) = &body["input"] {
        texts.push(input.clone());
    }
    for item in each(&body["input"]) {
        let kind = item["type"].as_str().unwrap_or("message");
        if kind.ends_with("_call_output") {
            prompt.results.push(text_of(&item["output"]));
        } else if kind == "message" {
            texts.push(text_of(&item["content"]));
        }
    }
    prompt.text = lines(texts.into_iter());
    prompt
}

/// The tools, each with the namespace that it is in: Codex keeps those of its sub-agents in one.
fn tools(body: &Value) -> impl Iterator<Item = (Option<&str>, &Value)> {
    each(&body["tools"]).flat_map(|tool| match tool["type"].as_str() {
        Some("namespace") => each(&tool["tools"]).map(|inner| (tool["name"].as_str(), inner)).collect(),
        _ => vec![(None, tool)],
    })
}

fn whole(body: &Value, served: &Served) -> Value {
    let output: Vec<Value> = match served {
        Served::Text(text) => vec![json!({
            "type": "message", "id": fresh_id("msg_"), "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": text, "annotations": []}],
        })],
        Served::Calls(calls) => calls.iter().map(|(name, input)| call_item(body, name, input)).collect(),
    };
    json!({
        "id": fresh_id("resp_"), "object": "response", "created_at": 1, "status": "completed", "model": model(body),
        "output": output,
        "usage": {
            "input_tokens": 10, "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 5, "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 15,
        },
    })
}

/// A custom tool (Codex's `apply_patch`) takes free text, a function takes JSON arguments.
fn call_item(body: &Value, name: &str, input: &Value) -> Value {
    let offered = tools(body).find(|(_, tool)| tool["name"] == name);
    let call_id = fresh_id("call_");
    if offered.is_some_and(|(_, tool)| tool["type"] == "custom") {
        let text = input.as_str().map_or_else(|| input.to_string(), str::to_owned);
        let id = fresh_id("ctc_");
        return json!({"type": "custom_tool_call", "id": id, "call_id": call_id, "name": name, "input": text});
    }
    let mut item = json!({
        "type": "function_call", "id": fresh_id("fc_"), "call_id": call_id, "name": name,
        "arguments": input.to_string(), "status": "completed",
    });
    if let Some((Some(namespace), _)) = offered {
        item["namespace"] = json!(namespace);
    }
    item
}

fn events(body: &Value, served: &Served) -> Vec<Event> {
    let done = whole(body, served);
    let mut opening = done.clone();
    opening["status"] = json!("in_progress");
    opening["output"] = json!([]);
    opening["usage"] = Value::Null;
    let mut events = vec![("response.created", json!({"response": opening}))];
    for (index, item) in each(&done["output"]).enumerate() {
        events.push(("response.output_item.added", json!({"output_index": index, "item": item})));
        if let Served::Text(text) = served {
            let delta = json!({"item_id": item["id"], "output_index": index, "content_index": 0, "delta": text});
            events.push(("response.output_text.delta", delta));
        }
        events.push(("response.output_item.done", json!({"output_index": index, "item": item})));
    }
    events.push(("response.completed", json!({"response": done})));
    let numbered = events.into_iter().enumerate().map(|(number, (name, mut data))| {
        data["sequence_number"] = json!(number);
        Event::typed(name, data)
    });
    numbered.collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{call, stream, whole};
    use super::*;

    const PATH: &str = "/v1/responses";

    #[test]
    fn a_request_is_read() {
        let body = json!({
            "instructions": "rules",
            "tools": [{"type": "function", "name": "exec_command"}, {"type": "custom", "name": "apply_patch"}, {"type": "web_search"}],
            "input": [
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]},
                {"type": "function_call", "name": "exec_command", "arguments": "{}", "call_id": "1"},
                {"type": "function_call_output", "call_id": "1", "output": "out"},
                {"type": "custom_tool_call_output", "call_id": "2", "output": [{"type": "input_text", "text": "patched"}]},
                {"role": "developer", "content": "a note"},
            ],
        });
        let want = Prompt {
            offered: vec!["exec_command".into(), "apply_patch".into(), "web_search".into()],
            results: vec!["out".into(), "patched".into()],
            text: "rules\nhello\na note".into(),
        };
        assert_eq!(read(&body), want);
        assert_eq!(read(&json!({"input": "just text"})).text, "just text");
    }

    #[test]
    fn a_custom_tool_gets_its_text_as_it_is() {
        let tools =
            json!({"tools": [{"type": "custom", "name": "apply_patch"}, {"type": "function", "name": "shell"}]});
        let patch = whole(PATH, tools.clone(), &call("apply_patch", json!("*** Begin Patch")));
        assert_eq!(patch["output"][0]["type"], "custom_tool_call");
        assert_eq!(patch["output"][0]["input"], "*** Begin Patch");
        let shell = whole(PATH, tools, &call("shell", json!({"cmd": "x"})));
        assert_eq!(shell["output"][0]["type"], "function_call");
        assert_eq!(shell["output"][0]["arguments"], r#"{"cmd":"x"}"#);
    }

    #[test]
    fn a_tool_in_a_namespace_is_offered_and_called_by_its_own_name() {
        let body = json!({"tools": [{"type": "namespace", "name": "agents", "tools": [{"type": "function", "name": "spawn"}]}]});
        assert_eq!(read(&body).offered, ["spawn"]);
        let reply = whole(PATH, body, &call("spawn", json!({})));
        assert_eq!(
            (&reply["output"][0]["name"], &reply["output"][0]["namespace"]),
            (&json!("spawn"), &json!("agents"))
        );
    }

    #[test]
    fn a_stream_is_numbered_and_ends_with_the_whole() {
        let events = stream(PATH, json!({"stream": true}), &Served::Text("hi".into()));
        let types: Vec<&str> = events.iter().filter_map(|e| e["type"].as_str()).collect();
        let want = ["created", "output_item.added", "output_text.delta", "output_item.done", "completed"];
        assert_eq!(types, want.map(|t| format!("response.{t}")));
        assert_eq!(events[2]["delta"], "hi");
        assert_eq!(events[4]["response"]["output"][0]["content"][0]["text"], "hi");
        assert_eq!(events[4]["sequence_number"], 4);
    }
}
