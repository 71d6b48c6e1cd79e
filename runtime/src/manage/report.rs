//! What a command did, for people and for machines.

use std::path::PathBuf;

use serde::Serialize;

use super::place::Effect;
use super::scope::Scope;
use super::write::Refused;

/// One host in one scope.
#[derive(Debug, Serialize)]
pub struct Outcome {
    pub host: &'static str,
    pub scope: Scope,
    pub state: State,
    pub files: Vec<File>,
    /// What the user should know or do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Installed,
    /// It was so already.
    Unchanged,
    Removed,
    /// There was nothing of ours.
    Absent,
    /// Nothing was done there.
    Refused,
    /// Another host's file of ours does it.
    Covered,
    /// The host has no such scope.
    Skipped,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Installed => "installed",
            State::Unchanged => "unchanged",
            State::Removed => "removed",
            State::Absent => "not installed",
            State::Refused => "REFUSED",
            State::Covered => "covered",
            State::Skipped => "skipped",
        }
    }
}

#[derive(Debug, Serialize)]
pub struct File {
    pub path: PathBuf,
    pub change: Change,
    /// A unified diff, of what would be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    Created,
    Edited,
    Removed,
    Kept,
}

impl Change {
    pub fn of(effect: Effect) -> Change {
        match effect {
            Effect::Created => Change::Created,
            Effect::Written => Change::Edited,
            Effect::Removed => Change::Removed,
            Effect::Kept => Change::Kept,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Change::Created => "created",
            Change::Edited => "edited",
            Change::Removed => "removed",
            Change::Kept => "as it was",
        }
    }
}

/// Why nothing was done.
#[derive(Debug, Serialize)]
pub struct Problem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    pub message: String,
    /// What to add or take out by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<String>,
}

impl Problem {
    pub fn said(message: impl Into<String>) -> Problem {
        Problem { path: None, line: None, column: None, message: message.into(), by_hand: None }
    }

    pub fn at(path: PathBuf, refused: Refused) -> Problem {
        let said = |message: String| Problem { path: Some(path.clone()), ..Problem::said(message) };
        match refused {
            Refused::Place { error, by_hand } => Problem { by_hand, ..said(error.to_string()) },
            Refused::Edit { error, by_hand } => {
                Problem { line: Some(error.line), column: Some(error.column), by_hand, ..said(error.message) }
            }
            Refused::Broken(rules) => said(rules.join("; ")),
            Refused::Foreign => said("a file of this name is there, and it is not ours: rename it first".to_owned()),
            Refused::Covered(host) => said(format!("the file of ours for {host} is there")),
        }
    }
}

impl Outcome {
    pub fn new(host: &'static str, scope: Scope, state: State) -> Outcome {
        Outcome { host, scope, state, files: Vec::new(), notes: Vec::new(), problem: None }
    }

    pub fn refused(host: &'static str, scope: Scope, problem: Problem) -> Outcome {
        Outcome { problem: Some(problem), ..Outcome::new(host, scope, State::Refused) }
    }

    pub fn skipped(host: &'static str, scope: Scope, why: String) -> Outcome {
        Outcome { notes: vec![why], ..Outcome::new(host, scope, State::Skipped) }
    }
}

/// The lines in which two texts differ, as `diff -u` shows them.
pub fn diff(path: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> String {
    let text = |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
    let name = |bytes: Option<&[u8]>| if bytes.is_some() { path } else { "/dev/null" };
    let (old, new) = (text(before), text(after));
    let diff = similar::TextDiff::from_lines(&old, &new);
    diff.unified_diff().context_radius(3).header(name(before), name(after)).to_string()
}
