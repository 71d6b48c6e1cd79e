//! Every answer is one that its host was seen to obey.

use std::path::Path;

use hookwright_tests::golden::crate_dir;
use hookwright_tests::{capture, program};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Table {
    reply: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    host: String,
    capture: String,
    answer: String,
    change: Option<Value>,
    /// The JSON document that is printed.
    stdout: Option<Value>,
    /// The plain text that is printed.
    text: Option<String>,
    stderr: Option<String>,
    #[serde(default)]
    exit: i32,
    seen: String,
}

#[test]
fn answers_are_those_that_work() {
    let text = std::fs::read_to_string(crate_dir().join("replies.toml")).expect("the table is there");
    let table: Table = toml::from_str(&text).expect("the table parses");
    let mut faults = Vec::new();
    for row in &table.reply {
        let what = format!("{} {} {}", row.host, row.capture, row.answer);
        let Some(capture) = capture::of(&row.host).into_iter().find(|c| c.name == row.capture) else {
            faults.push(format!("{what}: no such recording"));
            continue;
        };
        let change = row.change.as_ref().map(Value::to_string).unwrap_or_default();
        let env = [("WITNESS_ANSWER", row.answer.as_str()), ("WITNESS_CHANGE", change.as_str())];
        let witness = Path::new(env!("CARGO_BIN_EXE_witness"));
        let out = program::hook(witness, &row.host, &capture.event, capture.stdin.to_string().as_bytes(), &env);
        let stdout = String::from_utf8(out.stdout).expect("a reply is UTF-8");
        let same = match (&row.stdout, &row.text) {
            (Some(json), _) => serde_json::from_str::<Value>(&stdout).is_ok_and(|said| said == *json),
            (None, Some(text)) => stdout == *text,
            (None, None) => stdout.is_empty(),
        };
        let stderr = String::from_utf8_lossy(&out.stderr);
        let said_why = row.stderr.as_ref().is_none_or(|wanted| stderr.trim() == wanted);
        if !same || !said_why || out.status.code() != Some(row.exit) {
            faults.push(format!("{what} ({}):\n  {stdout}\n  {stderr}  exit {:?}", row.seen, out.status.code()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(table.reply.len() > 40, "the table was read");
}
