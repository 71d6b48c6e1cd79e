//! What a host is told.

use hookwright_codegen::host::source::Origin;
use hookwright_codegen::host::{Event, Field, Host};
use hookwright_tests::{capture, program};
use serde_json::{Value, json};

use super::data::{Case, Format, Kind, Reply, Response};
use super::{Differences, nothing, parse, witness};

/// What a host asks.
struct Question {
    native: String,
    payload: Value,
    env: Vec<(String, String)>,
}

/// What is told otherwise than the case says.
pub fn differences(format: &Format, case: &Case, host: &Host, all: &[Case]) -> Differences {
    let Some(question) = question(format, case, host, all) else {
        return Differences::from([("event".to_owned(), nothing())]);
    };
    let out = answer(&question, &format.response, &format.event, host);
    let (stdout, stderr) = (text(out.stdout), text(out.stderr));
    let mut found = Differences::new();
    let wanted = &format.expect_reply;
    if !says(wanted, &stdout) {
        let told = serde_json::from_str(&stdout).unwrap_or_else(|_| Value::from(stdout.as_str()));
        found.insert("stdout".to_owned(), if stdout.is_empty() { nothing() } else { told });
    }
    if wanted.stderr.as_deref().unwrap_or_default() != stderr.trim() {
        found.insert("stderr".to_owned(), stderr.trim().into());
    }
    if out.status.code() != Some(wanted.exit_code) {
        found.insert("exit".to_owned(), out.status.code().into());
    }
    found
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("a reply is UTF-8")
}

fn says(wanted: &Reply, stdout: &str) -> bool {
    match (&wanted.stdout_json, &wanted.stdout_text) {
        (Some(json), None) => serde_json::from_str::<Value>(stdout).is_ok_and(|said| said == *json),
        (None, Some(text)) => stdout == text,
        (None, None) => wanted.stdout_empty && stdout.is_empty(),
        (Some(_), Some(_)) => panic!("a reply is JSON or text"),
    }
}

/// What is answered: a recording, else a payload that says nothing. Of a change the case has the whole new input, so what is
/// changed is the call of the same test, else one without input.
fn question(format: &Format, case: &Case, host: &Host, all: &[Case]) -> Option<Question> {
    let event = host.events.get(&format.event)?;
    let natives = || event.native.iter().map(|n| n.name.clone());
    let mut questions = Vec::new();
    if format.response.updated_input.is_some() {
        let calls = all.iter().filter_map(|other| call_of_same_test(other, case, &format.event)).cloned();
        let calls = calls.chain([call_without_input(host, event)]);
        questions.extend(calls.flat_map(|payload| natives().map(move |native| (native, payload.clone(), Vec::new()))));
    } else {
        let recorded = capture::of(&host.id).into_iter().filter(|c| natives().any(|native| native == c.event));
        questions.extend(recorded.map(|c| (c.event, c.stdin, c.env.into_iter().collect())));
        questions.extend(natives().map(|native| (native, json!({}), Vec::new())));
    }
    questions.into_iter().map(|(native, payload, env)| Question { native, payload, env }).find(|question| {
        let env: Vec<(&str, &str)> = question.env.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        parse::arrives(host, &question.native, &format.event, &question.payload, &env).is_some()
    })
}

fn call_of_same_test<'c>(other: &'c Case, case: &Case, event: &str) -> Option<&'c Value> {
    let same = other.host() == case.host() && other.what == case.what;
    match &other.kind {
        Kind::Parse(parse) if same && parse.event == event => Some(&parse.input),
        _ => None,
    }
}

fn call_without_input(host: &Host, event: &Event) -> Value {
    let sources = event.payload.get(&Field::ToolInput).or(host.payload.get(&Field::ToolInput));
    let pointer = sources.into_iter().flat_map(|s| s.iter()).find_map(|source| match &source.origin {
        Origin::Pointer(keys) if source.steps.is_empty() => Some(keys),
        _ => None,
    });
    let keys = pointer.unwrap_or_else(|| panic!("{}: no place of the input", host.id));
    keys.iter().rfold(json!({}), |inner, key| json!({ key.as_str(): inner }))
}

/// What the witness says when it decides so.
fn answer(question: &Question, response: &Response, event: &str, host: &Host) -> std::process::Output {
    let (decision, words) = decision(response, event);
    let change = response.updated_input.as_ref().map(Value::to_string).unwrap_or_default();
    // A session that has not been kept going yet.
    let state = tempfile::tempdir().expect("a temporary folder");
    let mut env: Vec<(&str, &str)> = question.env.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    env.push(("XDG_STATE_HOME", state.path().to_str().expect("it is UTF-8")));
    env.extend([("WITNESS_ANSWER", decision), ("WITNESS_CHANGE", change.as_str())]);
    if let Some(words) = words {
        env.push(("WITNESS_WORDS", words));
    }
    program::hook(witness(), &host.id, &question.native, question.payload.to_string().as_bytes(), &env)
}

/// Our name of a decision, and its words.
fn decision<'r>(response: &'r Response, event: &str) -> (&'static str, Option<&'r str>) {
    let Response { reason, updated_input, updated_output, additional_context, .. } = response;
    match response.decision.as_deref() {
        None => ("", None),
        Some("deny") => ("deny", reason.as_deref()),
        Some("ask") => ("ask", Some(reason.as_deref().unwrap_or_default())),
        Some("modify") if updated_output.is_some() => ("output", updated_output.as_deref()),
        Some("modify") => ("modify", None),
        // A grant of another call than the one that was asked about is our `modify`.
        Some("allow") if updated_input.is_some() => ("modify", None),
        Some("allow") => ("allow", None),
        Some("context") => ("context", additional_context.as_deref()),
        Some(other) => panic!("{event}: there is no decision `{other}`"),
    }
}
