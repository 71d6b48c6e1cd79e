//! What stands in a host's files.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hookwright_codegen::emit::{self, command};
use hookwright_codegen::host::{Config, Format, Host};
use hookwright_codegen::lower::{Plan, lower};
use hookwright_codegen::manifest::Program;
use hookwright_codegen::scan::{Cfg, scan};
use serde_json::{Map, Value};

use super::data::{Action, File, Install, Scope};
use super::{Differences, installer, nothing};

/// Where our program is; the other implementation's is at `<BIN>`.
const PROGRAM: &str = "/opt/acme";

/// What is in these files besides hooks: servers, which are none of our business, and what the user wrote.
pub const SERVERS: &[&str] = &["mcp", "mcpServers", "mcp_servers"];
const USERS: &[&str] = &["user_setting", "other", "logLevel"];

/// What stands for code, of which it is only known that it is there.
pub const CODE: &str = "(code)";

impl Install {
    /// Whether the case is about what was in the files before: what another wrote there must stay, and what is ours must not
    /// come twice.
    pub fn needs_installer(&self) -> bool {
        let users = self.expect_files.values().any(|file| file.members().any(|(key, _)| is_users(key)));
        let again = self.changes.iter().any(|change| change.action == Action::Skip);
        users || again || !self.files_before.is_empty()
    }
}

impl File {
    fn document(&self) -> Option<&Value> {
        match self {
            File::Json(value) | File::Yaml(value) | File::Toml(value) => Some(value),
            File::Present(there) => {
                assert!(there, "a file that is not there is left out");
                None
            }
        }
    }

    /// What its root holds.
    pub fn members(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.document().and_then(Value::as_object).into_iter().flatten()
    }
}

pub fn is_users(key: &str) -> bool {
    USERS.contains(&key)
}

/// Files by path.
pub type Files = BTreeMap<String, Value>;

/// What stands there otherwise than the case says.
pub fn differences(case: &Install, host: &Host) -> Differences {
    let (mut wanted, mut ours) = (expected(case), installed(case, host));
    let mut found = Differences::new();
    let common: Vec<String> = wanted.keys().filter(|path| ours.contains_key(*path)).cloned().collect();
    let mut pairs: Vec<(Value, Value)> =
        common.iter().filter_map(|path| wanted.remove(path).zip(ours.remove(path))).collect();
    if wanted.len() == 1 && ours.len() == 1 {
        // The same file at another place.
        found.extend(ours.keys().map(|path| ("file".to_owned(), path.as_str().into())));
        pairs.extend(std::mem::take(&mut wanted).into_values().zip(std::mem::take(&mut ours).into_values()));
    }
    for (theirs, here) in &pairs {
        compare("", theirs, here, &mut found);
    }
    found.extend(wanted.into_keys().map(|path| (path, nothing())));
    found.extend(ours);
    found
}

/// What the case wants of hooks.
fn expected(case: &Install) -> Files {
    let of_hooks = |file: &File| match file.document() {
        Some(document) => {
            let mut document = document.clone();
            if let Value::Object(map) = &mut document {
                map.retain(|key, _| !SERVERS.contains(&key.as_str()));
            }
            tidy(case, without_empty_matchers(document), &["\"<BIN>\"", "<BIN>"])
        }
        None => CODE.into(),
    };
    let files = case.expect_files.iter().map(|(path, file)| (path.clone(), of_hooks(file)));
    files.filter(|(_, document)| *document != Value::Object(Map::new())).collect()
}

/// What installing the case's program leaves of hooks: what is emitted, which is what an installer puts into files that were
/// not there before; where there were some, what the program's own `hooks install` makes of them.
fn installed(case: &Install, host: &Host) -> Files {
    if case.needs_installer() && host.config.is_some() {
        let files = installer::installed(case, host).into_iter();
        return files.map(|(path, document)| (path, tidy(case, document, &[&case.program]))).collect();
    }
    let program = program(case, host);
    let plan = lower(host, &program);
    let named =
        command::Program { name: case.program.clone(), path: PROGRAM.into(), version: "1.2.3".into(), windows: false };
    let Some(config) = host.config.as_ref().filter(|_| !plan.entries.is_empty()) else { return Files::new() };
    let files = match config.format {
        Format::Module | Format::Executable => own_files(&plan, config, &named),
        _ => shared_file(case.scope, &plan, config, &named),
    };
    files.into_iter().map(|(path, document)| (path, tidy(case, document, &[PROGRAM]))).collect()
}

/// The entries in the file that other programs use too.
fn shared_file(scope: Scope, plan: &Plan, config: &Config, named: &command::Program) -> Files {
    let (wished, other) = match scope {
        Scope::User => (&config.user, &config.project),
        Scope::Project => (&config.project, &config.user),
    };
    let place = wished.as_ref().or(other.as_ref()).expect("a host with a format has a place");
    let path = place.unix().replace("$program", &named.name);
    Files::from([(path, emit::document(plan, named).expect("it is emitted"))])
}

/// The files that are ours alone, and the switches that turn them on. All cases of such hosts are of the project, and a host
/// that has no place there has one in the user's home.
fn own_files(plan: &Plan, config: &Config, named: &command::Program) -> Files {
    let root = if config.project.is_some() { "" } else { "~/" };
    let files = emit::artifacts(plan, named).expect("it is emitted");
    let one = |(path, file): (PathBuf, emit::Artifact)| {
        let document = if path.extension().is_some_and(|e| e == "json") {
            serde_json::from_str(&file.text).expect("it is JSON")
        } else {
            CODE.into()
        };
        (format!("{root}{}", path.display()), document)
    };
    files.into_iter().map(one).collect()
}

/// What declares the case's hooks.
pub fn source(case: &Install, host: &Host) -> String {
    let mut source = String::from("use hookwright::prelude::*;\n");
    for (index, (event, matcher)) in case.hooks.iter().enumerate() {
        let matcher = matcher.as_ref().map(|m| format!(", matcher = {m:?}")).unwrap_or_default();
        source += &format!("#[hook({event}{matcher})]\nfn hook_{index}(_: &{event}) {{}}\n");
    }
    for (index, event) in case.native_hooks.keys().enumerate() {
        source += &format!("#[native_hook({:?}, {event:?})]\nfn native_{index}(_: &NativeEvent) {{}}\n", host.id);
    }
    source
}

fn program(case: &Install, host: &Host) -> Program {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let root = dir.path().join("main.rs");
    fs::write(&root, source(case, host)).expect("it can be written");
    let found = scan(dir.path(), &root, "acme", &Cfg::from_env(std::iter::empty()));
    let declared = (found.hooks.len(), found.natives.len());
    assert_eq!(declared, (case.hooks.len(), case.native_hooks.len()), "every hook of the case is declared");
    Program { name: case.program.clone(), hooks: found.hooks, natives: found.natives, links: Vec::new(), answers: true }
}

/// The other implementation writes `""` where no matcher is meant. To some hosts that is another thing, so ours must not.
fn without_empty_matchers(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(without_empty_matchers).collect(),
        Value::Object(map) => {
            let kept = map.into_iter().filter(|(key, value)| !(key == "matcher" && value == ""));
            Value::Object(kept.map(|(key, value)| (key, without_empty_matchers(value))).collect())
        }
        other => other,
    }
}

/// The document in a form in which only what means something differs: a command is one word, and entries of a list that
/// name their event are found by it.
fn tidy(case: &Install, value: Value, program: &[&str]) -> Value {
    match value {
        Value::String(text) => command_word(case, &text, program).into(),
        Value::Array(items) => {
            let items: Vec<Value> = items.into_iter().filter(|item| !is_of_another(case, item)).collect();
            let events: Option<Vec<String>> = items.iter().map(|i| i["event"].as_str().map(str::to_owned)).collect();
            let items = items.into_iter().map(|item| tidy(case, item, program));
            match events {
                Some(events) if !events.is_empty() => Value::Object(events.into_iter().zip(items).collect()),
                _ => Value::Array(items.collect()),
            }
        }
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, tidy(case, value, program))).collect(),
        other => other,
    }
}

/// `<command>` for the program and its words, within what a shell reads besides.
fn command_word(case: &Install, text: &str, program: &[&str]) -> String {
    let here = |path: &&&str| text.contains(&format!("{path} hook "));
    let Some(path) = program.iter().find(here) else { return text.to_owned() };
    let (before, after) = text.split_once(&format!("{path} hook ")).expect("it was found");
    // The host and the event.
    let rest = after.splitn(3, ' ').nth(2).unwrap_or_default();
    let rest = rest.strip_prefix(&format!("--connector {}", case.program)).unwrap_or(rest);
    format!("{}<command>{rest}", before.replace(path, "<program>"))
}

/// An entry of the other implementation for another program.
fn is_of_another(case: &Install, item: &Value) -> bool {
    let text = item.to_string();
    let marked = text.split("--connector ").skip(1).map(|rest| rest.split(['"', ' ']).next().unwrap_or_default());
    let mut names = marked.peekable();
    names.peek().is_some() && names.all(|name| name != case.program)
}

/// Notes where `ours` differs from `theirs`.
fn compare(at: &str, theirs: &Value, ours: &Value, found: &mut Differences) {
    match (theirs, ours) {
        (Value::Object(theirs), Value::Object(ours)) => {
            for (key, value) in theirs {
                compare(&format!("{at}/{key}"), value, ours.get(key).unwrap_or(&nothing()), found);
            }
            let more = ours.iter().filter(|(key, _)| !theirs.contains_key(*key));
            found.extend(more.map(|(key, here)| (format!("{at}/{key}"), here.clone())));
        }
        (Value::Array(theirs), Value::Array(ours)) if theirs.len() == ours.len() => {
            for (index, (value, here)) in theirs.iter().zip(ours).enumerate() {
                compare(&format!("{at}/{index}"), value, here, found);
            }
        }
        _ if theirs == ours => {}
        _ => {
            found.insert(at.to_owned(), ours.clone());
        }
    }
}
