//! What outlives the record that knew it, since others use it now.

use std::fs;
use std::path::{Path, PathBuf};

use super::book::Book;
use super::error::PlaceError;
use super::ledger::Ledger;
use super::record::Record;
use crate::manage::edit::Made;

/// What was made for a file and could not go with what was ours in it: whoever is the last in it takes it along.
#[derive(Clone, Debug)]
pub(crate) struct Legacy<'a> {
    pub(crate) path: &'a Path,
    /// The whole file came with us, and it is still there.
    pub(crate) created: bool,
    /// Folders on the way to it.
    pub(crate) folders: Vec<PathBuf>,
    /// What is still in it.
    pub(crate) made: Vec<Made>,
}

impl Legacy<'_> {
    /// Gives a record its part; `false` if it has none, or has it already.
    fn give(&self, record: &mut Record) -> bool {
        let before = record.clone();
        let folders: Vec<_> = self.folders.iter().filter(|folder| record.path.starts_with(folder)).cloned().collect();
        record.add_folders(&folders);
        if record.path == self.path {
            record.created |= self.created;
            let new = self.made.iter().filter(|made| record.made.iter().all(|known| known.pointer != made.pointer));
            let new: Vec<Made> = new.cloned().collect();
            record.made.splice(..0, new);
        }
        *record != before
    }
}

impl Ledger {
    /// Leaves it to the other records of this program, and to the other programs made with Hookwright.
    pub(crate) fn bequeath(&mut self, legacy: &Legacy) -> Result<(), PlaceError> {
        self.take_over(legacy)?;
        for state in siblings(self.state()) {
            // One that cannot be read or written is its own program's business, and nothing is lost but a folder.
            if let Ok(mut other) = Ledger::load(&state) {
                let _ = other.take_over(legacy);
            }
        }
        Ok(())
    }

    fn take_over(&mut self, legacy: &Legacy) -> Result<(), PlaceError> {
        if !self.records().iter().any(|record| legacy.give(&mut record.clone())) {
            return Ok(());
        }
        self.change(|book| {
            book.known().into_iter().filter_map(|mut r| legacy.give(&mut r).then_some(r)).try_for_each(|r| book.put(&r))
        })
    }
}

/// State folders of other programs that have a sound ledger.
fn siblings(state: &Path) -> Vec<PathBuf> {
    let around = state.parent().and_then(|parent| fs::read_dir(parent).ok()).into_iter().flatten().flatten();
    let sound = |state: &PathBuf| {
        let path = Ledger::file_in(state);
        fs::read(&path).is_ok_and(|bytes| Book::parse(&path, &bytes).is_ok())
    };
    around.map(|entry| entry.path()).filter(|other| other != state && sound(other)).collect()
}
