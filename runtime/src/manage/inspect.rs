//! What of the program is in a host's files now.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use super::edit::{self, Found};
use super::me;
use super::place::{self, Ledger, Target};
use super::plan::{self, Step};
use super::report::Problem;
use super::scope::Scope;
use super::world::World;
use super::write::{Owner, put};
use crate::table::Setup;

/// One host in one scope.
#[derive(Debug, Serialize)]
pub struct Standing {
    pub host: &'static str,
    pub scope: Scope,
    pub state: State,
    /// The files in which something of ours is.
    pub files: Vec<PathBuf>,
    /// What the host was told to start.
    #[serde(skip)]
    pub program: String,
    /// Our entries.
    pub entries: Vec<Entry>,
    /// Files that could not be looked into.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Installed,
    /// Another version, another path, or not all of it.
    Outdated,
    /// Somebody switched it off.
    Disabled,
    Absent,
    /// It cannot be told.
    Unknown,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Installed => "installed",
            State::Outdated => "outdated",
            State::Disabled => "disabled",
            State::Absent => "not installed",
            State::Unknown => "UNKNOWN",
        }
    }
}

/// An entry of ours in a file.
#[derive(Debug, Serialize)]
pub struct Entry {
    pub path: PathBuf,
    pub line: usize,
    /// JSON pointer.
    pub pointer: String,
    /// The command line, with its arguments.
    pub command: String,
    pub disabled: bool,
    #[serde(skip)]
    pub handler: Value,
}

/// Looks at one host in one scope.
pub fn inspect(setup: &'static Setup, scope: Scope, world: &World, ledger: &Ledger) -> Standing {
    let mut standing = Standing {
        host: setup.host,
        scope,
        state: State::Absent,
        files: Vec::new(),
        program: program(setup, scope, world, ledger),
        entries: Vec::new(),
        problems: Vec::new(),
    };
    let owner = Owner { program: world.program.name, host: setup.host };
    if let Err(why) = look(setup, scope, world, owner, &mut standing) {
        standing.problems.push(Problem::said(why));
    }
    standing.state = match plan::steps(setup, scope, world) {
        _ if standing.files.is_empty() && standing.problems.is_empty() => State::Absent,
        _ if standing.files.is_empty() => State::Unknown,
        _ if !standing.entries.is_empty() && standing.entries.iter().all(|entry| entry.disabled) => State::Disabled,
        Ok(steps) if steps.iter().all(|step| is_done(step, owner, scope, ledger)) => State::Installed,
        Ok(_) if is_done_otherwise(setup, scope, world, owner, ledger) => State::Installed,
        Ok(_) => State::Outdated,
        Err(_) => State::Installed,
    };
    standing
}

/// As it was written down, else as it would be written now.
fn program(setup: &Setup, scope: Scope, world: &World, ledger: &Ledger) -> String {
    let mut known = ledger.find(setup.host, scope.name()).map(|record| record.command.as_str());
    let known = known.find(|command| !command.is_empty()).map(str::to_owned);
    known.or_else(|| world.called(scope).ok().map(str::to_owned)).unwrap_or_default()
}

fn look(
    setup: &'static Setup,
    scope: Scope,
    world: &World,
    owner: Owner,
    standing: &mut Standing,
) -> Result<(), String> {
    match setup.format.syntax() {
        Some(syntax) => {
            for path in plan::paths(setup, scope, world)? {
                match entries(&path, syntax, owner) {
                    Ok(found) if found.is_empty() => {}
                    Ok(found) => {
                        standing.files.push(path.clone());
                        standing.entries.extend(found.into_iter().map(|found| entry(&path, found)));
                    }
                    Err(problem) => standing.problems.push(problem),
                }
            }
        }
        None => {
            for path in plan::own_paths(setup, scope, world)? {
                let header = std::fs::read(&path).unwrap_or_default();
                if owner.generated(&header) {
                    standing.files.push(path);
                }
            }
        }
    }
    Ok(())
}

fn entry(path: &Path, found: Found) -> Entry {
    let Found { pointer, handler, command, disabled, line } = found;
    Entry { path: path.to_owned(), line, pointer, command, disabled, handler }
}

fn entries(path: &Path, syntax: edit::Syntax, owner: Owner) -> Result<Vec<Found>, Problem> {
    let refused =
        |error: place::PlaceError| Problem { path: Some(path.to_owned()), ..Problem::said(error.to_string()) };
    let target = Target::find(path).map_err(refused)?;
    let Some(bytes) = target.bytes() else { return Ok(Vec::new()) };
    let text = place::text(path, bytes).map_err(refused)?;
    edit::find(text, syntax, &|command| owner.has(command)).map_err(|error| Problem {
        path: Some(path.to_owned()),
        line: Some(error.line),
        column: Some(error.column),
        ..Problem::said(error.message)
    })
}

/// Whether all is as it was asked for with `--program`, and that still leads to this program.
fn is_done_otherwise(setup: &'static Setup, scope: Scope, world: &World, owner: Owner, ledger: &Ledger) -> bool {
    let mut asked = ledger.find(setup.host, scope.name()).map(|record| record.command.as_str());
    asked.find(|path| me::is_here(Path::new(path))).is_some_and(|path| {
        plan::steps(setup, scope, &world.called_as(path))
            .is_ok_and(|steps| steps.iter().all(|s| is_done(s, owner, scope, ledger)))
    })
}

/// Whether a step would change nothing.
fn is_done(step: &Step, owner: Owner, scope: Scope, ledger: &Ledger) -> bool {
    let Ok(target) = Target::find(&step.path) else { return false };
    let probe = step.place(owner, scope, &target.real);
    let written = put(step, owner, target.bytes(), ledger.like(&probe));
    written.is_ok_and(|written| target.bytes() == Some(&written.bytes[..]))
}
