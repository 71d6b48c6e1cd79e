//! What stood in a file before the first of our edits, so that the last one can leave it so again.

use serde::{Deserialize, Serialize};

use super::check;
use super::editor::Editor;
use super::pointer::join;
use super::tree::{Data, Form};

/// One place in a file, as an edit found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// A JSON pointer; of the root, when the file was blank.
    pub pointer: String,
    pub was: Was,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Was {
    /// There was nothing.
    Absent,
    /// This text was there: an empty container, a blank file, the value of a switch. Of a TOML table, nothing: it existed,
    /// but had no header.
    Text(String),
    /// There was nothing, and what came is no container but a value that others may come to rely on. It goes only while
    /// the rest of the file says what it said then, which is what this mark stands for.
    Beside(String),
}

/// What is known about a file. `None`: nothing, and then all that an edit leaves empty is taken for ours.
#[derive(Clone, Copy)]
pub(super) struct Ledger<'a>(pub Option<&'a [Made]>);

impl<'a> Ledger<'a> {
    /// Whether a container came with us.
    pub fn is_ours(&self, pointer: &str) -> bool {
        self.0.is_none_or(|made| made.iter().any(|made| made.pointer == pointer && made.was == Was::Absent))
    }

    pub fn text(&self, pointer: &str) -> Option<&'a str> {
        self.0?.iter().find_map(|made| match &made.was {
            Was::Text(text) if made.pointer == pointer => Some(text.as_str()),
            _ => None,
        })
    }

    /// Whether the whole root came with us.
    pub fn has_root(&self) -> bool {
        let blank = |text: &str| text.trim().is_empty();
        self.0.is_some() && self.is_ours("") || self.text("").is_some_and(blank)
    }

    pub fn values(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.unwrap_or_default().iter().filter_map(|made| match &made.was {
            Was::Beside(mark) => Some((made.pointer.as_str(), mark.as_str())),
            _ => None,
        })
    }

    /// What of it still holds for a file: all that is there, and not as it was.
    pub fn left(&self, editor: &Editor) -> Vec<Made> {
        let holds = |made: &&Made| match (editor.root.find(&made.pointer), &made.was) {
            (None, _) => false,
            (Some(path), Was::Text(_)) => editor.blank(&path).is_none() && editor.root.at(&path).form != Form::Implicit,
            (Some(path), _) => !path.is_empty() || !editor.root.children().is_empty(),
        };
        self.0.unwrap_or_default().iter().filter(holds).cloned().collect()
    }
}

/// Adds what an edit will make, before it does: the containers on the way to `pointer`, from the first that is missing, or
/// the empty one that gets its first child.
pub(super) fn note(made: &mut Vec<Made>, editor: &Editor, path: &[usize], missing: &[String]) {
    let mut at = editor.root.pointer(path);
    let mut found = Vec::new();
    let root_is_missing = path.is_empty() && matches!(editor.root.data, Data::Nothing);
    match editor.blank(path) {
        Some(text) => found.push((at.clone(), Was::Text(text))),
        None if root_is_missing => found.push((at.clone(), Was::Absent)),
        None => {}
    }
    for key in missing {
        at = join(&at, key);
        found.push((at.clone(), Was::Absent));
    }
    for (pointer, was) in found {
        made.retain(|made| made.pointer != pointer);
        made.push(Made { pointer, was });
    }
}

/// A mark of what a file says that is not ours.
pub(super) fn mark(editor: &Editor, ours: super::Ours, values: &[&str]) -> String {
    // FNV-1a: stable, and enough to tell a file that changed from one that did not.
    let said = check::others(&editor.root, ours, values);
    let hash = said
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}
