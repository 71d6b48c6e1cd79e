//! Gemini: `POST */models/M:generateContent` and `:streamGenerateContent`.

use serde_json::{Value, json};

use super::{Event, Prompt, Protocol, each, fresh_id, lines, text_of};
use crate::lab::script::Served;

pub(super) const PROTOCOL: Protocol = Protocol {
    name: "gemini",
    serves: |path| path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent"),
    streams: |path, _| path.ends_with(":streamGenerateContent"),
    read,
    whole,
    events,
};

fn read(body: &Value) -> Prompt {
    let mut prompt = Prompt {
        offered: each(&body["tools"])
            .flat_map(|tool| each(&tool["functionDeclarations"]))
            .filter_map(|function| Some(function["name"].as_str()?.to_owned()))
            .collect(),
        ..Prompt::default()
    };
    let mut texts = vec![text_of(&body["systemInstruction"]["parts"])];
    for part in each(&body["contents"]).flat_map(|content| each(&content["parts"])) {
        match part.get("functionResponse") {
            Some(response) => prompt.results.push(response_text(&response["response"])),
            None => texts.push(text_of(&part["text"])),
        }
    }
    prompt.text = lines(texts.into_iter());
    prompt
}

/// A function's response is an object such as `{"output": "…"}`: one line a member, the strings as they are, so that
/// a reader need not undo JSON's escapes.
fn response_text(response: &Value) -> String {
    match response {
        Value::Object(members) => lines(members.iter().map(|(key, value)| match value {
            Value::String(text) => format!("{key}: {text}"),
            other => format!("{key}: {other}"),
        })),
        other => text_of(other),
    }
}

fn whole(_body: &Value, served: &Served) -> Value {
    let parts: Vec<Value> = match served {
        Served::Text(text) => vec![json!({"text": text})],
        Served::Calls(calls) => calls
            .iter()
            .map(|(name, args)| json!({"functionCall": {"name": name, "args": args, "id": fresh_id("")}}))
            .collect(),
    };
    json!({
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
        "modelVersion": "mock", "responseId": fresh_id("r"),
    })
}

fn events(body: &Value, served: &Served) -> Vec<Event> {
    vec![Event::unnamed(&whole(body, served))]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{call, stream, whole};
    use super::*;

    #[test]
    fn a_request_is_read() {
        let body = json!({
            "systemInstruction": {"role": "user", "parts": [{"text": "rules"}]},
            "tools": [{"functionDeclarations": [{"name": "run_shell_command"}, {"name": "read_file"}]}],
            "contents": [
                {"role": "user", "parts": [{"text": "hello"}]},
                {"role": "model", "parts": [{"functionCall": {"name": "run_shell_command", "args": {}}}]},
                {"role": "user", "parts": [
                    {"functionResponse": {"name": "run_shell_command", "response": {"output": "\"out\"\n"}}},
                    {"functionResponse": {"name": "read_file", "response": {"error": "denied"}}}]},
            ],
        });
        let want = Prompt {
            offered: vec!["run_shell_command".into(), "read_file".into()],
            results: vec!["output: \"out\"\n".into(), "error: denied".into()],
            text: "rules\nhello".into(),
        };
        assert_eq!(read(&body), want);
    }

    #[test]
    fn a_reply_has_the_shape_whole_and_streamed() {
        let served = call("read_file", json!({"file_path": "x"}));
        let whole = whole("/v1beta/models/m:generateContent", json!({}), &served);
        let streamed = stream("/v1beta/models/m:streamGenerateContent", json!({}), &served);
        assert_eq!(streamed.len(), 1);
        for reply in [&whole, &streamed[0]] {
            let call = &reply["candidates"][0]["content"]["parts"][0]["functionCall"];
            assert_eq!((&call["name"], &call["args"]), (&json!("read_file"), &json!({"file_path": "x"})));
            assert_eq!(reply["candidates"][0]["finishReason"], "STOP");
        }
    }
}
