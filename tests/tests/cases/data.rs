//! The cases as they stand in `tests/cases/<host>.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hookwright_tests::golden::crate_dir;
use serde::Deserialize;
use serde_json::{Map, Value};

/// One case.
pub struct Case {
    pub id: String,
    /// What it is about, in the words of its author.
    pub what: String,
    host: String,
    pub kind: Kind,
}

pub enum Kind {
    Parse(Parse),
    Format(Format),
    Install(Install),
}

/// A payload and what a handler is to see of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parse {
    pub event: String,
    pub input: Value,
    pub expect_event: Map<String, Value>,
}

/// What a handler decides and what the host is to be told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Format {
    pub event: String,
    pub response: Response,
    pub expect_reply: Reply,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Response {
    pub decision: Option<String>,
    pub reason: Option<String>,
    /// The whole new input.
    pub updated_input: Option<Value>,
    pub updated_output: Option<String>,
    pub additional_context: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    pub exit_code: i32,
    #[serde(default)]
    pub stdout_empty: bool,
    pub stdout_json: Option<Value>,
    pub stdout_text: Option<String>,
    pub stderr: Option<String>,
}

/// What a program declares and what is to stand in the host's files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Install {
    pub scope: Scope,
    /// The program's name.
    pub program: String,
    /// Event and matcher.
    pub hooks: BTreeMap<String, Option<String>>,
    /// The same of events that the host alone has.
    pub native_hooks: BTreeMap<String, Option<String>>,
    pub files_before: BTreeMap<String, Value>,
    /// Paths as in host files: `~/…` or relative to the project.
    pub expect_files: BTreeMap<String, File>,
    /// What the installer of the other implementation reports, a change for each event.
    #[serde(rename = "expect_changes")]
    pub changes: Vec<Change>,
}

#[derive(Deserialize)]
pub struct Change {
    pub action: Action,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    Create,
    /// It stood there already.
    Skip,
    /// The host has no such event, it says.
    Warn,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    User,
    Project,
}

/// What stands in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum File {
    Json(Value),
    Yaml(Value),
    Toml(Value),
    /// Code, of which it is only known that it is there.
    Present(bool),
}

/// A case before its kind is known.
#[derive(Deserialize)]
struct Raw {
    id: String,
    kind: String,
    host: String,
    what: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Hosts that are one here. Antigravity's editor and its CLI have one engine, and read the same files.
const ONE_HOST: &[(&str, &str)] = &[("antigravity", "antigravity-cli")];

/// Our id of a host.
pub fn our_id(host: &str) -> &str {
    ONE_HOST.iter().find(|(theirs, _)| *theirs == host).map_or(host, |(_, ours)| ours)
}

impl Case {
    /// Our id of its host.
    pub fn host(&self) -> &str {
        our_id(&self.host)
    }
}

impl Kind {
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Parse(_) => "parse",
            Kind::Format(_) => "format",
            Kind::Install(_) => "install",
        }
    }
}

impl TryFrom<Raw> for Case {
    type Error = String;

    fn try_from(raw: Raw) -> Result<Case, String> {
        let rest = Value::Object(raw.rest);
        let read = match raw.kind.as_str() {
            "parse" => serde_json::from_value(rest).map(Kind::Parse),
            "format" => serde_json::from_value(rest).map(Kind::Format),
            "install" => serde_json::from_value(rest).map(Kind::Install),
            other => return Err(format!("{}: there is no kind `{other}`", raw.id)),
        };
        let kind = read.map_err(|e| format!("{}: {e}", raw.id))?;
        Ok(Case { id: raw.id, what: raw.what, host: raw.host, kind })
    }
}

/// All cases, each with an id of its own.
pub fn cases() -> Vec<Case> {
    let dir = crate_dir().join("cases");
    let entries = fs::read_dir(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("it can be listed").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "json"));
    files.sort();
    let read = |path: &PathBuf| -> Vec<Raw> {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    let case = |raw| Case::try_from(raw).unwrap_or_else(|e| panic!("{e}"));
    let cases: Vec<Case> = files.iter().flat_map(read).map(case).collect();
    for (index, case) in cases.iter().enumerate() {
        assert!(cases[..index].iter().all(|earlier| earlier.id != case.id), "{}: twice", case.id);
    }
    cases
}

#[test]
fn a_case_of_an_unknown_kind_or_with_an_unknown_field_is_refused() {
    let fault = |kind: &str, more: &str| {
        let text = format!(
            r#"{{"id": "a/1", "kind": "{kind}", "host": "codex", "what": "", "event": "Stop", "input": {{}}, "expect_event": {{}}{more}}}"#
        );
        Case::try_from(serde_json::from_str::<Raw>(&text).expect("it is a case")).err()
    };
    assert_eq!(fault("parse", ""), None);
    assert_eq!(fault("doctor", "").as_deref(), Some("a/1: there is no kind `doctor`"));
    let unknown = fault("parse", r#", "expect_warning": 1"#).expect("it is refused");
    assert!(unknown.starts_with("a/1: unknown field `expect_warning`"), "{unknown}");
}
