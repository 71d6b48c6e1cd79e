//! Whether a host will run the hooks that are installed: what the person allowed, refused or switched off, as the host's own
//! files say it. Nothing is written here, and no gate is opened.

mod answer;
mod file;
mod folders;
mod hash;
mod hook;
#[cfg(all(test, unix))]
mod tests;

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::homes::{self, Var};
use crate::table::{Gate, Held, Setting, State};

/// Where is looked, and for what.
pub struct Where<'a> {
    pub home: &'a Path,
    /// The project's folder.
    pub project: Option<&'a Path>,
    /// The variables that move the host's folders: `Setup::homes`.
    pub homes: &'a [(&'a str, &'a str)],
    pub var: Var<'a>,
    /// This program's hooks in the host's files.
    pub installed: &'a [Installed],
}

/// A hook in a host's file.
#[derive(Clone, Debug, PartialEq)]
pub struct Installed {
    /// Absolute.
    pub file: PathBuf,
    /// Whether that is a file of the project, and not the user's.
    pub in_project: bool,
    /// The native event.
    pub event: String,
    /// The positions of the entry in its list, and of the handler in the entry.
    pub group: usize,
    pub handler: usize,
    pub matcher: Option<String>,
    pub command: String,
    /// The handler as it is in the file.
    pub entry: Value,
}

/// How one gate stands, for all hooks that it holds or for one.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    pub gate: &'a Gate,
    /// The one hook that it is about.
    pub hook: Option<&'a Installed>,
    pub state: State,
    /// The file that says so; one that is not there when it would have to say something.
    pub file: Option<PathBuf>,
    /// Why it is so.
    pub why: String,
    /// What the person must do; empty when nothing.
    pub fix: String,
}

/// How the gates stand that hold any of the installed hooks back.
pub fn gates<'a>(gates: &'a [Gate], at: &Where<'a>) -> Vec<Standing<'a>> {
    gates.iter().flat_map(|gate| standings(gate, at)).collect()
}

fn standings<'a>(gate: &'a Gate, at: &Where<'a>) -> Vec<Standing<'a>> {
    let holds = |hook: &&Installed| match gate.held {
        Held::User => !hook.in_project,
        Held::Project => hook.in_project,
        Held::Both => true,
    };
    let mut held: Vec<Option<&Installed>> = at.installed.iter().filter(holds).map(Some).collect();
    if !gate.is_about_a_hook() && !held.is_empty() {
        held = vec![None];
    }
    let lifted = |weak| gate.unless.iter().filter(|s| s.weak == weak).find_map(|setting| lifts(setting, at));
    let stands = |hook| {
        let answer = || answer::answer(gate, at, hook);
        let verdict =
            lifted(false).or_else(answer).or_else(|| lifted(true)).unwrap_or_else(|| answer::none(gate, at, hook));
        let fix = if verdict.state == State::Trusted { "" } else { gate.fix };
        Standing { gate, hook, state: verdict.state, file: verdict.file, why: verdict.why, fix: fix.to_owned() }
    };
    held.into_iter().map(stands).collect()
}

/// What was found.
#[derive(Clone, Debug)]
struct Verdict {
    state: State,
    file: Option<PathBuf>,
    why: String,
}

impl Gate {
    fn is_about_a_hook(&self) -> bool {
        let members = self.members.iter().map(|(_, text)| *text);
        let mut texts = members.chain(self.listed.iter().copied()).chain([self.at]);
        let about = |text: &str| text.split('$').skip(1).any(|rest| !rest.starts_with("folder"));
        self.files.contains(&"$file") || texts.any(about)
    }
}

/// Why a gate is open for all, if the setting opens it. One that cannot be read opens nothing.
fn lifts(setting: &Setting, at: &Where) -> Option<Verdict> {
    let says = |value: &Value| setting.is.iter().any(|json| is(value, json));
    let (path, value) = if setting.env.is_empty() {
        let path = homes::place(setting.file, at.homes, at.home, at.project, at.var).ok()?;
        let root = file::read(&path, setting.format).ok()?;
        let value = root.and_then(|root| file::at(&root, &file::keys(setting.at)).cloned());
        (Some(path), value)
    } else {
        (None, (at.var)(setting.env).map(|value| Value::String(value.to_string_lossy().into_owned())))
    };
    let name = if path.is_some() { file::dotted(&file::keys(setting.at)) } else { setting.env.to_owned() };
    let why = match value {
        Some(value) if says(&value) => format!("not asked for: {name} is {value}"),
        None if setting.missing => format!("not asked for: {name} is not set"),
        _ => return None,
    };
    Some(Verdict { state: State::Trusted, file: path, why })
}

/// Whether a value is one that the tables hold as JSON.
fn is(value: &Value, json: &str) -> bool {
    serde_json::from_str::<Value>(json).is_ok_and(|known| known == *value)
}
