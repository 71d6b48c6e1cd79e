//! What a handler sees of a payload.

use std::fs;

use hookwright_codegen::host::Host;
use hookwright_tests::program;
use serde_json::{Map, Value};

use super::data::{self, Parse};
use super::{Differences, nothing, witness};

/// The case's name of a field, and ours: the first is the one that is told, any may be the one that agrees.
const FIELDS: &[(&str, &[&str])] = &[
    ("hostPlatform", &["host"]),
    ("sessionId", &["session_id"]),
    ("projectDir", &["project_dir"]),
    ("toolName", &["tool", "native_tool"]),
    ("toolInput", &["input"]),
    ("toolOutput", &["output"]),
    ("toolUseId", &["tool_use_id"]),
    ("isError", &["is_error"]),
    ("error", &["error"]),
    ("isInterrupt", &["is_interrupt"]),
    ("durationMs", &["duration_ms"]),
    ("prompt", &["prompt"]),
    ("source", &["source"]),
    ("agentId", &["agent_id"]),
    ("agentType", &["agent_type"]),
    ("agentTranscriptPath", &["agent_transcript_path"]),
    ("lastAssistantMessage", &["last_assistant_message"]),
    ("stopHookActive", &["stop_hook_active"]),
    ("permissionSuggestions", &["suggestions"]),
];

/// What is seen otherwise than the case says. What it does not mention is not looked at.
pub fn differences(case: &Parse, host: &Host) -> Differences {
    let Some(seen) = seen(case, host) else {
        return Differences::from([("event".to_owned(), nothing())]);
    };
    let mut found = Differences::new();
    for (theirs, wanted) in &case.expect_event {
        let (_, ours) = FIELDS.iter().find(|(name, _)| name == theirs).unwrap_or_else(|| panic!("no field `{theirs}`"));
        let wanted = match wanted {
            Value::String(id) if theirs == "hostPlatform" => data::our_id(id).into(),
            other => other.clone(),
        };
        let here = |name: &&str| seen.get(*name).cloned().unwrap_or_default();
        // What is empty on one side may be absent on the other.
        let same = |value: Value| value == wanted || (is_empty(&value) && is_empty(&wanted));
        if !ours.iter().map(here).any(same) {
            let told = here(&ours[0]);
            found.insert(theirs.clone(), if is_empty(&told) { nothing() } else { told });
        }
    }
    found
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

/// What the witness saw under the first of the host's names at which the event arrives.
fn seen(case: &Parse, host: &Host) -> Option<Map<String, Value>> {
    let event = host.events.get(&case.event)?;
    event.native.iter().find_map(|native| arrives(host, &native.name, &case.event, &case.input, &[]))
}

/// What the witness saw of a payload, if that is the event.
pub fn arrives(
    host: &Host,
    native: &str,
    event: &str,
    input: &Value,
    env: &[(&str, &str)],
) -> Option<Map<String, Value>> {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("seen");
    let mut env = env.to_vec();
    env.push(("WITNESS_FILE", file.to_str().expect("it is UTF-8")));
    let out = program::hook(witness(), &host.id, native, input.to_string().as_bytes(), &env);
    assert!(out.status.success(), "{} {native}: {out:?}", host.id);
    let line = fs::read_to_string(file).unwrap_or_default();
    let seen: Map<String, Value> = serde_json::from_str(&line).ok()?;
    (seen["event"] == event).then_some(seen)
}
