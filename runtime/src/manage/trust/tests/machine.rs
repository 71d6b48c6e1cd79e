//! A home and a project in a folder of their own, and the gates of the host files that come with Hookwright.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use hookwright_codegen::host::{self, Host, Library};
use serde_json::{Value, json};

use super::super::{Installed, Where, gates};
use crate::table::{Folders, Format, Gate, Held, Recipe, Setting, State};

pub(super) struct Machine {
    dir: tempfile::TempDir,
    host: Host,
    var: Vec<(&'static str, String)>,
    installed: Vec<Installed>,
}

impl Machine {
    /// With one hook in the user's file and one in the project's. The project is `repo/sub`, its repository `repo`.
    pub(super) fn of(id: &str) -> Machine {
        let dir = tempfile::tempdir().unwrap();
        let host = Library::builtin().get(id).unwrap().unwrap();
        let mut machine = Machine { dir, host, var: Vec::new(), installed: Vec::new() };
        fs::create_dir_all(machine.path("repo/.git")).unwrap();
        fs::create_dir_all(machine.path("repo/sub")).unwrap();
        fs::create_dir_all(machine.path("home")).unwrap();
        for (in_project, file) in [(false, "home/hooks.json"), (true, "repo/sub/hooks.json")] {
            machine.installed.push(Installed {
                file: machine.path(file),
                in_project,
                event: "PreToolUse".into(),
                group: 1,
                handler: 0,
                matcher: Some("Bash".into()),
                command: "/opt/acme hook".into(),
                entry: json!({ "type": "command", "name": "acme", "command": "/opt/acme hook", "timeout": 5 }),
            });
        }
        machine
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join(path)
    }

    /// A text in which `@name@` is the path of that name.
    pub(super) fn filled(&self, text: &str) -> String {
        let parts = text.split('@').enumerate();
        parts
            .map(|(i, part)| if i % 2 == 0 { part.to_owned() } else { self.path(part).display().to_string() })
            .collect()
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, self.filled(text)).unwrap();
    }

    pub(super) fn set(&mut self, name: &'static str, value: &str) {
        self.var.push((name, self.filled(value)));
    }

    pub(super) fn hooks(&mut self) -> &mut Vec<Installed> {
        &mut self.installed
    }

    /// Each gate of the name: its state, why, and what to do.
    pub(super) fn all(&self, name: &str, project: Option<&Path>) -> Vec<(State, String, String)> {
        let var = |name: &str| self.var.iter().find(|(n, _)| *n == name).map(|(_, value)| OsString::from(value));
        let config = self.host.config.as_ref().unwrap();
        let homes: Vec<(&str, &str)> = config
            .homes
            .iter()
            .flat_map(|(folder, to)| to.iter().map(move |to| (folder.as_str(), to.text())))
            .collect();
        let home = self.path("home");
        let at = Where { home: &home, project, homes: &homes, var: &var, installed: &self.installed };
        let table: Vec<Gate> = self.host.trust.gates.iter().map(gate).collect();
        let before = tree(self.dir.path());
        let found = gates(&table, &at);
        assert_eq!(tree(self.dir.path()), before, "nothing is written");
        found.into_iter().filter(|s| s.gate.name == name).map(|s| (s.state, s.why, s.fix)).collect()
    }

    /// The one state of the gate, with the project.
    pub(super) fn one(&self, name: &str) -> State {
        let found = self.all(name, Some(&self.path("repo/sub")));
        assert!(!found.is_empty(), "no gate {name}");
        assert!(found.iter().all(|(state, why, _)| *state == found[0].0 && !why.is_empty()), "{found:?}");
        assert!(found.iter().all(|(state, _, fix)| (*state == State::Trusted) == fix.is_empty()), "{found:?}");
        found[0].0
    }
}

/// Every file and its content.
fn tree(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(tree(&path)),
            path => found.push((path.clone(), fs::read(&path).unwrap_or_default())),
        }
    }
    found.sort();
    found
}

fn text(text: &str) -> &'static str {
    String::leak(text.to_owned())
}

fn texts<'a>(all: impl Iterator<Item = &'a str>) -> &'static [&'static str] {
    Vec::leak(all.map(text).collect())
}

fn format(format: Option<host::Format>) -> Format {
    match format {
        Some(host::Format::Toml) => Format::Toml,
        Some(host::Format::Yaml) => Format::Yaml,
        Some(host::Format::Jsonc) => Format::Jsonc,
        _ => Format::Json,
    }
}

/// The table's form of a gate, as the build script writes it.
fn gate(gate: &host::Gate) -> Gate {
    let values = |nodes: &[host::template::Node]| {
        let values: Vec<String> =
            nodes.iter().filter_map(|n| n.fill(&|_| None)).map(|v: Value| v.to_string()).collect();
        texts(values.iter().map(String::as_str))
    };
    let setting = |s: &host::Setting| Setting {
        env: text(s.env.as_deref().unwrap_or_default()),
        file: text(s.file.as_deref().unwrap_or_default()),
        format: format(s.format),
        at: text(s.at.as_deref().unwrap_or_default()),
        is: values(&s.is),
        missing: s.missing,
        weak: s.weak,
    };
    Gate {
        name: text(&gate.name),
        held: match gate.scope {
            host::Held::User => Held::User,
            host::Held::Project => Held::Project,
            host::Held::Both => Held::Both,
        },
        files: texts(gate.file.iter().flat_map(|file| file.paths(false))),
        format: format(gate.format),
        at: text(gate.at.as_deref().unwrap_or_default()),
        denied: text(gate.denied.as_deref().unwrap_or_default()),
        members: Vec::leak(gate.members.iter().map(|(key, value)| (text(key), text(value))).collect()),
        listed: texts(gate.listed.iter().map(String::as_str)),
        folders: match gate.folders {
            host::Folders::Project => Folders::Project,
            host::Folders::Repository => Folders::Repository,
            host::Folders::Main => Folders::Main,
            host::Folders::Within => Folders::Within,
            host::Folders::Above => Folders::Above,
        },
        trusted: match gate.trusted.is_empty() && !gate.is_switch() && gate.hash.is_none() {
            true => &["true"],
            false => values(&gate.trusted),
        },
        parent: values(&gate.parent),
        untrusted: values(&gate.untrusted),
        off: values(&gate.off),
        missing: match gate.missing {
            Some(host::Missing::Unknown) => State::Unknown,
            Some(host::Missing::Off) => State::Off,
            Some(host::Missing::Untrusted) => State::Untrusted,
            Some(host::Missing::Trusted) => State::Trusted,
            None if gate.is_switch() => State::Trusted,
            None => State::Untrusted,
        },
        hash: gate.hash.map(|_| Recipe::Sha256OfHandler),
        unless: Vec::leak(gate.unless.iter().map(setting).collect()),
        fix: text(&gate.fix),
    }
}
