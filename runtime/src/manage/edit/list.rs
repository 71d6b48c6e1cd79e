//! One list that gets entries of ours: what is there of an older version becomes the new one, in its place.

use serde_json::Value;

use super::editor::Editor;
use super::error::EditError;
use super::install::append;
use super::ledger::{Ledger, Made};
use super::ours::{Handler, group, handlers};
use super::patch::{Known, difference};
use super::tree::{Node, Path};
use super::uninstall::remove;
use super::{Insertion, Ours};

/// An entry that must be there.
pub(super) struct Wanted<'a> {
    pub pointer: &'a str,
    entry: &'a Value,
    /// The object in it that holds the command line.
    handler: &'a Value,
}

/// An entry of ours that is there.
struct Present {
    handler: Handler,
    /// The item of the list, if nothing in it is somebody else's.
    entry: Option<Path>,
}

/// More changes than any entry can need.
const PATIENCE: usize = 1000;

impl<'a> Wanted<'a> {
    pub fn of(insertion: &'a Insertion, ours: Ours) -> Result<Self, EditError> {
        let mut found = Vec::new();
        holders(&insertion.entry, ours, &mut found);
        match found[..] {
            [handler] => Ok(Wanted { pointer: &insertion.pointer, entry: &insertion.entry, handler }),
            _ => {
                let message = format!(
                    "the entry for `{}` must hold one command line of this program, and holds {}: {}",
                    insertion.pointer,
                    found.len(),
                    insertion.entry
                );
                Err(EditError { message, line: 1, column: 1 })
            }
        }
    }

    /// What an entry that is there has to become: all of it, or its handler if the rest is somebody else's.
    fn target<'w>(&'w self, present: &Present) -> (Path, &'w Value) {
        match &present.entry {
            Some(entry) => (entry.clone(), self.entry),
            None => (present.handler.path.clone(), self.handler),
        }
    }
}

fn holders<'a>(value: &'a Value, ours: Ours, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(_) if super::ours::holds(value, ours) => found.push(value),
        Value::Object(map) => map.values().for_each(|value| holders(value, ours, found)),
        Value::Array(list) => list.iter().for_each(|value| holders(value, ours, found)),
        _ => {}
    }
}

/// Makes a list hold the wanted entries of ours, each once, and no other of ours.
pub(super) fn settle(
    editor: &mut Editor,
    pointer: &str,
    wanted: &[&Wanted],
    known: &Known,
    ours: Ours,
    made: &mut Vec<Made>,
) -> Result<(), EditError> {
    let pairs = pair(&editor.root, &present(&editor.root, pointer, ours), wanted);
    for missing in (0..wanted.len()).filter(|index| pairs.iter().all(|(_, taken)| taken != index)) {
        append(editor, pointer, wanted[missing].entry, made)?;
    }
    loop {
        let there = present(&editor.root, pointer, ours);
        let pairs = pair(&editor.root, &there, wanted);
        let Some(extra) = (0..there.len()).rfind(|index| pairs.iter().all(|(taken, _)| taken != index)) else { break };
        // The list keeps an entry of ours, so nothing becomes empty.
        remove(editor, &there[extra].handler.path, Ledger(Some(&[])))?;
    }
    for _ in 0..PATIENCE {
        let there = present(&editor.root, pointer, ours);
        let change = pair(&editor.root, &there, wanted).into_iter().find_map(|(index, taken)| {
            let (path, value) = wanted[taken].target(&there[index]);
            difference(&editor.root, &path, value, known)
        });
        match change {
            Some(op) => editor.apply(&op)?,
            None => return Ok(()),
        }
    }
    let list = editor.root.find(pointer).unwrap_or_default();
    Err(editor.error(&list, "our entry here cannot be brought up to date: take it out by hand"))
}

fn present(root: &Node, pointer: &str, ours: Ours) -> Vec<Present> {
    let Some(list) = root.find(pointer).filter(|path| root.at(path).is_list()) else { return Vec::new() };
    let found = handlers(root, &list, ours);
    let entry = |handler: &Handler| {
        let around = &handler.path[..handler.path.len() - 1];
        if around == list.as_slice() {
            return Some(handler.path.clone());
        }
        // With two of ours in a group, the second one goes before the group as a whole can become the new one.
        let alone = root.at(around).children().len() == 1;
        group(root, around).filter(|group| alone && group[..group.len() - 1] == list[..])
    };
    found.into_iter().map(|handler| Present { entry: entry(&handler), handler }).collect()
}

/// Which entry that is there becomes which wanted one: those that have most in common, and no handler of one event that of
/// another.
fn pair(root: &Node, there: &[Present], wanted: &[&Wanted]) -> Vec<(usize, usize)> {
    let mut scores = Vec::new();
    for (index, present) in there.iter().enumerate() {
        for (taken, wanted) in wanted.iter().enumerate() {
            let (path, value) = wanted.target(present);
            let is = root.at(&path).value();
            let event = |value: &Value| value.get("event").cloned();
            if event(&is).is_none() || event(value).is_none() || event(&is) == event(value) {
                scores.push((common(&is, value), index, taken));
            }
        }
    }
    scores.sort_by_key(|(score, index, taken)| (std::cmp::Reverse(*score), *index, *taken));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, index, taken) in scores {
        if pairs.iter().all(|pair| pair.0 != index && pair.1 != taken) {
            pairs.push((index, taken));
        }
    }
    pairs
}

/// How many plain values two have in the same place.
fn common(a: &Value, b: &Value) -> usize {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.iter().filter_map(|(key, value)| Some(common(value, b.get(key)?))).sum()
        }
        (Value::Array(a), Value::Array(b)) => a.iter().zip(b).map(|(a, b)| common(a, b)).sum(),
        (a, b) => usize::from(a == b),
    }
}
