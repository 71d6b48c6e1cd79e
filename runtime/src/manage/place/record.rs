//! What the ledger knows of one file.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::hash::Hash;
use crate::manage::edit::Made;

/// That something was written, where, and what was there before.
///
/// A host, a scope and a file have one record, and beside it one for each value that was switched in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) host: String,
    /// `user`, `project`, `local`.
    pub(crate) scope: String,
    /// Without links.
    pub(crate) path: PathBuf,
    pub(crate) what: What,
    /// Folders that were made for it, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) folders: Vec<PathBuf>,
    /// In seconds since 1970, UTC.
    pub(crate) time: u64,
    /// The program's.
    pub(crate) version: String,
    /// What the host was told to run.
    pub(crate) command: String,
    /// What was made in the file to hold what is ours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) made: Vec<Made>,
    /// There was no file, and a value alone was put into a new one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) created: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum What {
    /// A file that was there.
    Edited {
        /// The backup of what it was without us; filled in when it is recorded. `None`: never seen so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        after: Hash,
        /// What it was until then, if that was ours too: still so where the write failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Hash>,
    },
    /// A file that was not.
    Created {
        after: Hash,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Hash>,
    },
    /// One value of a file.
    Switch {
        pointer: String,
        /// `None`: there was none. A `null` that was there is told apart.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "even_null")]
        before: Option<Value>,
        value: Value,
    },
}

impl What {
    /// An edit that made a file these bytes.
    pub(crate) fn edited(after: &[u8]) -> What {
        What::Edited { before: None, after: Hash::of(after), was: None }
    }

    /// A new file of these bytes.
    pub(crate) fn created(after: &[u8]) -> What {
        What::Created { after: Hash::of(after), was: None }
    }
}

impl Record {
    /// A record of now, without folders.
    pub(crate) fn new(host: &str, scope: &str, path: impl Into<PathBuf>, what: What) -> Record {
        Record {
            host: host.to_owned(),
            scope: scope.to_owned(),
            path: path.into(),
            what,
            folders: Vec::new(),
            time: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
            version: String::new(),
            command: String::new(),
            made: Vec::new(),
            created: false,
        }
    }

    /// Whether one takes the other's place.
    pub(crate) fn is_about_the_same(&self, other: &Record) -> bool {
        self.host == other.host
            && self.scope == other.scope
            && self.path == other.path
            && self.pointer() == other.pointer()
    }

    fn pointer(&self) -> Option<&str> {
        match &self.what {
            What::Switch { pointer, .. } => Some(pointer),
            What::Edited { .. } | What::Created { .. } => None,
        }
    }

    /// Whether these bytes are what we made of the file.
    pub(crate) fn wrote(&self, bytes: &[u8]) -> bool {
        match &self.what {
            What::Edited { after, was, .. } | What::Created { after, was } => {
                let hash = Hash::of(bytes);
                hash == *after || Some(hash) == *was
            }
            What::Switch { .. } => false,
        }
    }

    /// The backup that it needs.
    pub(crate) fn backup(&self) -> Option<&str> {
        match &self.what {
            What::Edited { before, .. } => before.as_deref(),
            What::Created { .. } | What::Switch { .. } => None,
        }
    }

    /// Takes over what an earlier record of the same place still knows: what was there before *us*. `found` is what was
    /// there before the later write.
    pub(super) fn inherit(&mut self, earlier: &Record, found: Option<&[u8]>) {
        self.add_folders(&earlier.folders);
        self.created |= earlier.created;
        let untouched = found.is_some_and(|bytes| earlier.wrote(bytes));
        match (&mut self.what, &earlier.what) {
            (What::Edited { before, .. }, What::Edited { before: older, .. }) if untouched => before.clone_from(older),
            (What::Edited { after, .. }, What::Created { .. }) if untouched => {
                self.what = What::Created { after: after.clone(), was: None };
            }
            (What::Switch { before, .. }, What::Switch { before: older, value: ours, .. })
                if before.as_ref() == Some(ours) =>
            {
                before.clone_from(older);
                self.made.clone_from(&earlier.made);
            }
            // Others wrote in the file that we created, or it is a new one: what is there is not ours alone.
            _ => {}
        }
        if let (true, What::Edited { was, .. } | What::Created { was, .. }) = (untouched, &mut self.what) {
            *was = found.map(Hash::of);
        }
    }

    /// Adds folders that were made for the file; sorted, the outer come first.
    pub(super) fn add_folders(&mut self, folders: &[PathBuf]) {
        put_first(&mut self.folders, folders);
        self.folders.sort();
    }
}

/// Adds what is only in the earlier list, before the rest.
fn put_first<T: Clone + PartialEq>(list: &mut Vec<T>, earlier: &[T]) {
    let new: Vec<T> = earlier.iter().filter(|e| !list.contains(e)).cloned().collect();
    list.splice(..0, new);
}

/// By itself serde takes a `null` for nothing.
fn even_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}
