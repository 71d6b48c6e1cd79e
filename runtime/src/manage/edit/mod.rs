//! Edits of configuration files that keep every byte that is not ours.
//!
//! The files belong to somebody else: to the user, to the host, to other programs like ours. An edit is a few splices of
//! the text, never a file written anew, so comments, order, indentation, line endings, number spellings and all else that
//! no parser reports stay as they are. After each splice the result is read again and must say what the file said before,
//! and the change; if it does not, there is an error and no text. What cannot be edited so is refused, with what to do by
//! hand.
//!
//! - A *handler* is an object in a list that holds a string which `ours` is true for, with the `args` beside it; in itself, or
//!   in an object that is one of its members.
//! - An *entry* is an item of a list that is a handler, or a group: an object with a list of handlers and plain values.
//!
//! **Install** adds entries at the end of their lists, makes missing containers, and brings an entry of ours that is there
//! up to date in its place, value by value. Keys of an entry that we never write (`disabled`, say) stay. In a group
//! with somebody else's handlers only our handler changes. Duplicates, and entries in lists that get none any more, go.
//!
//! **Uninstall** takes out our handlers, groups that hold nothing else, and containers that became empty by that if they
//! came with us. For every file that install takes, it gives the same bytes back, provided it gets the ledger
//! ([`Edited::made`]): only that knows whether a list was missing or empty, and how the empty one was spelled.
//!
//! Where a key is there twice the last one counts, as it does for the hosts' parsers; what is under the others is never
//! seen.

mod between;
mod block;
mod brackets;
mod check;
mod editor;
mod error;
mod gap;
mod headers;
mod install;
mod json;
mod ledger;
mod list;
mod mend;
mod op;
mod ours;
mod patch;
mod plain;
mod pointer;
mod render;
mod style;
mod switch;
#[cfg(test)]
mod tests;
mod toml;
mod tree;
mod uninstall;
mod yaml;

use serde_json::{Map, Value};

use editor::Editor;
pub use error::EditError;
use ledger::Ledger;
pub use ledger::{Made, Was};
pub use switch::{set, unset};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON for a host that drops a file with a comment or a trailing comma in it.
    Json,
    /// JSON in which comments and trailing commas may be. What we add has none.
    Jsonc,
    Toml,
    Yaml,
}

/// An entry, and the list that it belongs into.
#[derive(Clone, Debug)]
pub struct Insertion {
    /// JSON pointer to the list, through objects only.
    pub pointer: String,
    /// Holds one command line that is ours.
    pub entry: Value,
    /// What keys an entry of ours can have here. One that is not wanted now was wanted by another version: a matcher that
    /// stayed would keep the hook from running.
    pub keys: &'static [&'static str],
}

/// A file after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    pub text: String,
    /// The ledger: give it to the next edit of this file. After an uninstall it is what could not go, since others use
    /// it by now.
    pub made: Vec<Made>,
}

/// A handler of ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// JSON pointer to the object.
    pub pointer: String,
    pub handler: Value,
    /// The string that is ours, with the arguments after it.
    pub command: String,
    /// Somebody wrote `disabled: true` or `enabled: false` into it or around it.
    pub disabled: bool,
    /// Counts from 1.
    pub line: usize,
}

/// Whether a string is a command line of our program for the host, whatever its path, flags or version.
pub type Ours<'a> = &'a dyn Fn(&str) -> bool;

/// Makes a file hold the insertions, and no other entry of ours.
///
/// `root` has the values that the root must hold; one that is there stays as it is. `made` is the ledger of the last
/// install; without one, all that becomes empty when an old entry goes is taken for ours.
pub fn install(
    text: &str,
    syntax: Syntax,
    root: &Map<String, Value>,
    insertions: &[Insertion],
    ours: Ours,
    made: Option<&[Made]>,
) -> Result<Edited, EditError> {
    let mut editor = Editor::open(text, syntax)?;
    let made = install::all(&mut editor, root, insertions, ours, Ledger(made))?;
    Ok(Edited { text: editor.text, made })
}

/// Takes everything out that is ours. Without a ledger, all that becomes empty by that is taken for ours.
pub fn uninstall(text: &str, syntax: Syntax, ours: Ours, made: Option<&[Made]>) -> Result<Edited, EditError> {
    let mut editor = Editor::open(text, syntax)?;
    uninstall::all(&mut editor, ours, Ledger(made))?;
    let made = Ledger(made).left(&editor);
    Ok(Edited { text: editor.text, made })
}

/// What is ours in a file, in its order.
pub fn find(text: &str, syntax: Syntax, ours: Ours) -> Result<Vec<Found>, EditError> {
    let root = editor::parse(text, syntax)?;
    let found = ours::handlers(&root, &[], ours).into_iter().map(|handler| Found {
        pointer: root.pointer(&handler.path),
        handler: root.at(&handler.path).value(),
        command: handler.command,
        disabled: ours::is_disabled(&root, &handler.path),
        line: EditError::at(text, root.child(&handler.path).outer.start, "").line,
    });
    Ok(found.collect())
}

/// The value that a pointer through objects names.
pub fn get(text: &str, syntax: Syntax, pointer: &str) -> Result<Option<Value>, EditError> {
    let root = editor::parse(text, syntax)?;
    Ok(root.find(pointer).map(|path| root.at(&path).value()))
}
