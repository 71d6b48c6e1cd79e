//! What an installation on one host wants of the disk.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::edit::{Insertion, Syntax};
use super::quote;
use super::scope::Scope;
use super::world::World;
use crate::table::{Format, Setup};

/// One file, and what it must hold.
#[derive(Clone, Debug)]
pub struct Step {
    pub path: PathBuf,
    pub wanted: Wanted,
}

#[derive(Clone, Debug)]
pub enum Wanted {
    /// A file of our own.
    Own {
        text: String,
        executable: bool,
        /// The file by which it is known whose they all are; `None`: this one.
        main: Option<PathBuf>,
    },
    /// Entries in a file that others use too.
    Entries { syntax: Syntax, root: Map<String, Value>, entries: Vec<Insertion> },
    /// A value without which the hooks stay off.
    Switch { syntax: Syntax, pointer: String, value: Value },
}

impl Setup {
    /// The paths of a scope, the first to be written unless a later one is there.
    pub fn places(&self, scope: Scope) -> &'static [&'static str] {
        match scope {
            Scope::User => self.user,
            Scope::Project => self.project,
            Scope::Local => self.local,
        }
    }

    /// JSON pointer to the list of entries, with `$event`.
    pub fn pointer(&self, scope: Scope) -> &'static str {
        if scope == Scope::User { self.at } else { self.project_at }
    }

    /// What a person must do before hooks run.
    pub fn trust(&self, scope: Scope) -> Option<&'static str> {
        if scope == Scope::User { self.trust_user } else { self.trust_project }
    }
}

impl Format {
    pub fn syntax(self) -> Option<Syntax> {
        match self {
            Format::Json => Some(Syntax::Json),
            Format::Jsonc => Some(Syntax::Jsonc),
            Format::Toml => Some(Syntax::Toml),
            Format::Yaml => Some(Syntax::Yaml),
            Format::Module | Format::Executable => None,
        }
    }
}

/// Says that a host has no such scope.
pub fn no_scope(host: &str, scope: Scope) -> String {
    format!("{host} reads no hooks at {scope} scope")
}

/// The scopes that a host has here. In the home folder, a project's file may be the user's: then it is that one alone.
pub fn scopes(setup: &Setup, world: &World) -> Vec<Scope> {
    let mut known: Vec<PathBuf> = Vec::new();
    let mut scopes = Vec::new();
    for scope in Scope::ALL.into_iter().filter(|scope| !setup.places(*scope).is_empty()) {
        let paths = paths(setup, scope, world).unwrap_or_default();
        if paths.iter().all(|path| !known.contains(path)) {
            scopes.push(scope);
        }
        known.extend(paths);
    }
    scopes
}

/// All places where this host would look for our hooks in a scope.
pub fn paths(setup: &Setup, scope: Scope, world: &World) -> Result<Vec<PathBuf>, String> {
    setup.places(scope).iter().map(|path| world.path(setup, path)).collect()
}

/// All places of files of our own, the one by which they are known first.
pub fn own_paths(setup: &Setup, scope: Scope, world: &World) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for place in setup.places(scope) {
        for file in setup.files.iter().filter(|file| file.name.is_empty()) {
            paths.push(world.path(setup, &place.replace("$event", file.event))?);
        }
    }
    Ok(paths)
}

/// What is to be there after an installation. The files of our own come first, a switch last: it turns on what is there.
///
/// # Errors
/// The host has no such scope, or the program's path cannot be written for its shell.
pub fn steps(setup: &Setup, scope: Scope, world: &World) -> Result<Vec<Step>, String> {
    let places = setup.places(scope);
    let Some(first) = places.first() else {
        return Err(no_scope(setup.host, scope));
    };
    if !scopes(setup, world).contains(&scope) {
        return Err(format!("{} is the user's own folder: install at user scope", world.project.display()));
    }
    let program = world.called(scope)?;
    let chosen = places.iter().skip(1).find(|path| world.path(setup, path).is_ok_and(|path| path.exists()));
    let first_exists = world.path(setup, first)?.exists();
    let place = chosen.filter(|_| !first_exists).unwrap_or(first);
    let mut steps = match setup.format.syntax() {
        Some(syntax) => vec![entries(setup, scope, syntax, world.path(setup, place)?, program)?],
        None => own(setup, place, program, world)?,
    };
    for switch in setup.switches {
        let path = world.path(setup, switch.file)?;
        let syntax = switch.format.syntax().ok_or_else(|| format!("{}: a switch in a module", setup.host))?;
        let wanted = Wanted::Switch { syntax, pointer: switch.at.to_owned(), value: json(switch.value) };
        steps.push(Step { path, wanted });
    }
    Ok(steps)
}

fn entries(setup: &Setup, scope: Scope, syntax: Syntax, path: PathBuf, program: &str) -> Result<Step, String> {
    let at = setup.pointer(scope);
    let one = |(event, entry): &(&str, &str)| {
        let entry = fill(json(entry), program)?;
        Ok(Insertion { pointer: at.replace("$event", event), entry, keys: setup.keys })
    };
    let entries = setup.entries.iter().map(one).collect::<Result<_, String>>()?;
    let root = match json(setup.root) {
        Value::Object(root) => root,
        _ => Map::new(),
    };
    Ok(Step { path, wanted: Wanted::Entries { syntax, root, entries } })
}

fn own(setup: &Setup, place: &str, program: &str, world: &World) -> Result<Vec<Step>, String> {
    let main = world.path(setup, place)?;
    let one = |file: &crate::table::OwnFile| {
        let beside = !file.name.is_empty();
        let path = match beside {
            true => main.parent().unwrap_or(Path::new("")).join(file.name),
            false => world.path(setup, &place.replace("$event", file.event))?,
        };
        let text = match setup.format {
            // In a module's source the path stands in a string.
            Format::Module => quote::fill_source(file.text, program),
            _ => quote::fill(file.text, program).map_err(|e| e.to_string())?,
        };
        let main = beside.then(|| main.clone());
        Ok(Step { path, wanted: Wanted::Own { text, executable: file.executable, main } })
    };
    setup.files.iter().map(one).collect()
}

/// A value of the tables; they hold nothing else than JSON.
fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("the build wrote it")
}

/// An entry with the program's path in every string of it.
fn fill(entry: Value, program: &str) -> Result<Value, String> {
    Ok(match entry {
        Value::String(text) => quote::fill(&text, program).map_err(|e| e.to_string())?.into(),
        Value::Array(list) => list.into_iter().map(|item| fill(item, program)).collect::<Result<_, _>>()?,
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| Ok((key, fill(value, program)?)))
            .collect::<Result<Map<_, _>, String>>()?
            .into(),
        plain => plain,
    })
}
