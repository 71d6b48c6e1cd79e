//! Every recorded payload decodes to the right event with the right fields, and arrives unchanged.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hookwright_codegen::host::{Host, Library};
use hookwright_tests::capture::{self, Capture};
use hookwright_tests::{golden, program};
use serde_json::{Map, Value};

fn witness() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_witness"))
}

/// What the witness saw of a recording: nothing, or one event.
fn seen(capture: &Capture, file: &Path) -> Option<Map<String, Value>> {
    let _ = fs::remove_file(file);
    let mut env: Vec<(&str, &str)> = capture.env.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    env.push(("WITNESS_FILE", file.to_str().expect("a temporary path is UTF-8")));
    let out = program::hook(witness(), &capture.host, &capture.event, &capture.input(), &env);
    let what = format!("{}/{}", capture.host, capture.name);
    assert!(out.status.success(), "{what}: {out:?}");
    assert!(out.stdout.is_empty(), "{what}: a witness has no opinion: {out:?}");
    let lines = fs::read_to_string(file).unwrap_or_default();
    assert!(lines.lines().count() <= 1, "{what}: one event is one event: {lines}");
    Some(serde_json::from_str(lines.lines().next()?).unwrap_or_else(|e| panic!("{what}: {e}: {lines}")))
}

fn natives(host: &Host) -> BTreeSet<&str> {
    host.events.values().flat_map(|e| e.native.iter()).map(|n| n.name.as_str()).collect()
}

#[test]
fn recordings_decode() {
    let library = Library::builtin();
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut faults = Vec::new();
    for id in capture::hosts() {
        let host =
            library.get(&id).expect("it loads").unwrap_or_else(|| panic!("recordings of `{id}`, which is no host"));
        let known = natives(&host);
        let mut table = Map::new();
        for capture in capture::of(&id) {
            let seen = seen(&capture, &dir.path().join("seen"));
            let Some(mut seen) = seen else {
                if known.contains(capture.event.as_str()) {
                    // The native event happens for more than the normalized one stands for.
                    table.insert(capture.name, Value::Null);
                }
                continue;
            };
            let raw: Value = serde_json::from_str(seen["raw"].as_str().unwrap_or_default()).unwrap_or_default();
            let sent = if capture.stdin.is_null() { Value::Object(Map::new()) } else { capture.stdin };
            assert_eq!(raw, sent, "{id}/{}: the payload arrives as it was sent", capture.name);
            seen.remove("raw");
            table.insert(capture.name, Value::Object(seen));
        }
        let text = format!("{:#}\n", Value::Object(table));
        faults.extend(golden::compare(&format!("decoded/{id}.json"), &text).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
