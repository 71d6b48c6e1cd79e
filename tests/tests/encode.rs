//! Every answer is one that its host was seen to obey: `tests/replies`.

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
    let mut faults = Vec::new();
    for host in capture::hosts() {
        let path = crate_dir().join("replies").join(format!("{host}.toml"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            faults.push(format!("{}: there are recordings of {host}, but no replies", path.display()));
            continue;
        };
        let table: Table = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(!table.reply.is_empty(), "{}: no row", path.display());
        faults.extend(table.reply.iter().filter_map(|row| fault(&host, row)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is wrong with our answer in one row.
fn fault(host: &str, row: &Row) -> Option<String> {
    let what = format!("{host} {} {}", row.capture, row.answer);
    let Some(capture) = capture::of(host).into_iter().find(|c| c.name == row.capture) else {
        return Some(format!("{what}: no such recording"));
    };
    let change = row.change.as_ref().map(Value::to_string).unwrap_or_default();
    let mut env: Vec<(&str, &str)> = capture.env.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    // A session that has not been kept going yet.
    let state = tempfile::tempdir().expect("a temporary folder");
    env.push(("XDG_STATE_HOME", state.path().to_str().expect("it is UTF-8")));
    env.extend([("WITNESS_ANSWER", row.answer.as_str()), ("WITNESS_CHANGE", change.as_str())]);
    let witness = Path::new(env!("CARGO_BIN_EXE_witness"));
    let out = program::hook(witness, host, &capture.event, &capture.input(), &env);
    let stdout = String::from_utf8(out.stdout).expect("a reply is UTF-8");
    let same = match (&row.stdout, &row.text) {
        (Some(json), _) => serde_json::from_str::<Value>(&stdout).is_ok_and(|said| said == *json),
        (None, Some(text)) => stdout == *text,
        (None, None) => stdout.is_empty(),
    };
    let stderr = String::from_utf8_lossy(&out.stderr);
    let said_why = row.stderr.as_ref().is_none_or(|wanted| stderr.trim() == wanted);
    let right = same && said_why && out.status.code() == Some(row.exit);
    let code = out.status.code();
    (!right).then(|| format!("{what} ({}):\n  stdout {stdout}\n  stderr {stderr}\n  exit {code:?}", row.seen))
}
