//! The cases of another implementation (agent-connector), replayed: `tests/cases`. It says the same of many hosts; where we
//! differ, `deviations.toml` has what we answer and the fact that makes it right.
//!
//! A case is what a host sends and what a handler is to see of it (`parse`), what a handler decides and what the host is to
//! be told (`format`), or what a program declares and what is to stand in the host's files (`install`).

mod data;
mod deviations;
mod format;
mod install;
mod installer;
mod parse;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use data::{Case, Kind};
use hookwright_codegen::host::{Host, Library};
use serde_json::Value;

/// Where an answer of ours is another than the case's, and what it is there.
type Differences = BTreeMap<String, Value>;

/// What stands for an answer that is not there.
const NOTHING: &str = "(nothing)";

fn witness() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_witness"))
}

fn nothing() -> Value {
    NOTHING.into()
}

/// How many cases there are of each kind: none gets lost.
const KINDS: [(&str, usize); 3] = [("format", 78), ("install", 64), ("parse", 58)];

/// How the cases of one kind went.
#[derive(Default)]
struct Count {
    same: usize,
    deviating: usize,
}

#[test]
fn every_case_is_answered_alike_or_a_row_says_why_not() {
    let (library, cases, table) = (Library::builtin(), data::cases(), deviations::Table::read());
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut faults = Vec::new();
    for case in &cases {
        let host = library.get(case.host()).expect("it loads").unwrap_or_else(|| panic!("{}: no such host", case.id));
        let found = differences(case, &host, &cases);
        faults.extend(table.fault(&case.id, &found));
        let count = counts.entry(case.kind.name()).or_default();
        if found.is_empty() { count.same += 1 } else { count.deviating += 1 }
    }
    for (kind, Count { same, deviating }) in &counts {
        println!("{kind}: {same} alike, {deviating} deviating by a row");
    }
    let replayed = counts.iter().map(|(kind, count)| (*kind, count.same + count.deviating));
    assert_eq!(replayed.collect::<Vec<_>>(), KINDS, "cases were lost or added");
    let known: BTreeSet<&str> = cases.iter().map(|c| c.id.as_str()).collect();
    faults.extend(table.cases().filter(|id| !known.contains(id)).map(|id| format!("deviations.toml: no case `{id}`")));
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

fn differences(case: &Case, host: &Host, all: &[Case]) -> Differences {
    match &case.kind {
        Kind::Parse(parse) => parse::differences(parse, host),
        Kind::Format(format) => format::differences(format, case, host, all),
        Kind::Install(install) => install::differences(install, host),
    }
}
