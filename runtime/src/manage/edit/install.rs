//! Our entries, put into a file or brought up to date.

use serde_json::{Map, Value};

use super::editor::{Editor, named};
use super::error::EditError;
use super::ledger::{Ledger, Made, Was, mark, note};
use super::list::{Wanted, settle};
use super::op::Op;
use super::ours::handlers;
use super::tree::{Data, Node, Path};
use super::uninstall::remove;
use super::{Insertion, Ours, check, patch, pointer};

pub(super) fn all(
    editor: &mut Editor,
    root: &Map<String, Value>,
    insertions: &[Insertion],
    ours: Ours,
    ledger: Ledger,
) -> Result<Vec<Made>, EditError> {
    let wanted = insertions.iter().map(|insertion| Wanted::of(insertion, ours)).collect::<Result<Vec<_>, _>>()?;
    let before = check::others(&editor.root, ours, &[]);
    let mut made = ledger.0.unwrap_or_default().to_vec();
    let none = Map::new();
    let root = if insertions.is_empty() { &none } else { root };
    let added = add_root_values(editor, root, ours, &mut made)?;
    let known = patch::keys_of(insertions);
    let mut pointers: Vec<&str> = Vec::new();
    for pointer in insertions.iter().map(|insertion| insertion.pointer.as_str()) {
        if !pointers.contains(&pointer) {
            pointers.push(pointer);
        }
    }
    for pointer in &pointers {
        let here: Vec<_> = wanted.iter().filter(|wanted| wanted.pointer == *pointer).collect();
        settle(editor, pointer, &here, &known, ours, &mut made)?;
    }
    remove_unwanted(editor, &pointers, ours, ledger)?;
    let same = check::others(&editor.root, ours, &added) == before;
    if !same || !complete(editor, &wanted, &pointers, ours) {
        return Err(editor.error(&[], "what is not ours would not be the same with us: add our entries by hand"));
    }
    Ok(Ledger(Some(&made)).left(editor))
}

/// Adds the values that the root must hold where they are absent, before the entries. Returns their names.
fn add_root_values<'a>(
    editor: &mut Editor,
    root: &'a Map<String, Value>,
    ours: Ours,
    made: &mut Vec<Made>,
) -> Result<Vec<&'a str>, EditError> {
    must_be(editor, &[], Node::is_map, "an object")?;
    let absent: Vec<_> = root.iter().filter(|(key, _)| editor.root.member(key).is_none()).collect();
    let mark = mark(editor, ours, &[]);
    for (key, value) in &absent {
        note(made, editor, &[], &[]);
        editor.apply(&Op::Insert { at: Path::new(), key: (*key).clone(), value: (*value).clone() })?;
        made.push(Made { pointer: pointer::join("", key), was: Was::Beside(mark.clone()) });
    }
    Ok(absent.into_iter().map(|(key, _)| key.as_str()).collect())
}

/// Adds an entry at the end of its list, and makes the list and what is around it where they are missing.
pub(super) fn append(editor: &mut Editor, at: &str, entry: &Value, made: &mut Vec<Made>) -> Result<(), EditError> {
    let list = Value::Array(vec![entry.clone()]);
    let keys = pointer::keys(at);
    let (path, taken) = editor.root.walk(&keys);
    if taken < keys.len() {
        return insert(editor, &path, &keys[taken..], list, made);
    }
    must_be(editor, &path, Node::is_list, "a list")?;
    note(made, editor, &path, &[]);
    editor.apply(&Op::Append { at: path, value: entry.clone() })
}

/// Adds a value under keys of which not even the first is there.
pub(super) fn insert(
    editor: &mut Editor,
    path: &[usize],
    missing: &[String],
    value: Value,
    made: &mut Vec<Made>,
) -> Result<(), EditError> {
    must_be(editor, path, Node::is_map, "an object")?;
    note(made, editor, path, missing);
    let (first, deeper) = missing.split_first().expect("a key is missing");
    let around = |value, key: &String| Value::Object([(key.clone(), value)].into_iter().collect());
    let value = deeper.iter().rev().fold(value, around);
    editor.apply(&Op::Insert { at: path.to_vec(), key: first.clone(), value })
}

/// Whether a node can take what we want to put into it.
fn must_be(editor: &Editor, path: &[usize], right: fn(&Node) -> bool, needed: &str) -> Result<(), EditError> {
    let node = editor.root.at(path);
    if right(node) || matches!(node.data, Data::Nothing) {
        return Ok(());
    }
    let place = named(&editor.root.pointer(path));
    Err(editor.error(path, format!("{place} is {}, and must be {needed}", node.kind())))
}

/// Takes out our entries in lists that get none any more.
fn remove_unwanted(editor: &mut Editor, pointers: &[&str], ours: Ours, ledger: Ledger) -> Result<(), EditError> {
    loop {
        let lists: Vec<_> = pointers.iter().filter_map(|pointer| editor.root.find(pointer)).collect();
        let within = |path: &Path| lists.iter().any(|list| path.starts_with(list));
        let unwanted = handlers(&editor.root, &[], ours).into_iter().rfind(|handler| !within(&handler.path));
        match unwanted {
            Some(handler) => remove(editor, &handler.path, ledger)?,
            None => return Ok(()),
        }
    }
}

/// Whether each of our entries is there once, in its list, and nowhere else.
fn complete(editor: &Editor, wanted: &[Wanted], pointers: &[&str], ours: Ours) -> bool {
    let found = handlers(&editor.root, &[], ours);
    let here = |pointer: &str| {
        let list = editor.root.find(pointer);
        found.iter().filter(|handler| list.as_ref().is_some_and(|list| handler.path.starts_with(list))).count()
    };
    let there = |pointer: &str| wanted.iter().filter(|wanted| wanted.pointer == pointer).count();
    found.len() == wanted.len() && pointers.iter().all(|pointer| here(pointer) == there(pointer))
}
