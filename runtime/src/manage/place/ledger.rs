//! What was written where: by it an installation is taken back without a trace.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::backup::Backups;
use super::book::{Book, Unfit};
use super::error::PlaceError;
use super::folders;
use super::record::{Record, What};
use super::replace::{Failed, Place};

/// How long a record is kept whose file is gone with its whole folder: it may be on a disk that is not there today.
const AWAY: Duration = Duration::from_secs(90 * 24 * 3600);

/// The ledger of one program and user, as it was when it was last read or written here.
#[derive(Debug)]
pub(crate) struct Ledger {
    state: PathBuf,
    records: Vec<Record>,
    /// Ledgers that could not be read, to be told to the user.
    set_aside: Vec<SetAside>,
}

/// A ledger that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetAside {
    /// Where it is now.
    pub(crate) path: PathBuf,
    pub(crate) why: String,
}

/// What a file was before us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Original {
    Bytes(Vec<u8>),
    /// It did not exist.
    Absent,
}

/// What was forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pruned {
    pub(crate) records: usize,
    pub(crate) backups: usize,
}

impl Ledger {
    /// Reads the ledger in a state folder. One that cannot be understood is set aside and reported, and this one is empty.
    ///
    /// # Errors
    /// It cannot be read at all, or is a later version's.
    pub(crate) fn load(state: &Path) -> Result<Ledger, PlaceError> {
        let mut ledger = Ledger { state: state.to_owned(), records: Vec::new(), set_aside: Vec::new() };
        let path = ledger.path();
        // Without the lock, which would have to be written: a ledger is replaced whole.
        match fs::read(&path).map(|bytes| Book::parse(&path, &bytes)) {
            Ok(Ok(book)) => ledger.records = book.known(),
            Ok(Err(Unfit::Newer(error))) => return Err(error),
            Ok(Err(Unfit::Broken(why))) => {
                if let Err(error) = ledger.change(|_| Ok(())) {
                    ledger.set_aside.push(SetAside { path, why: format!("{why}; it is still in its place: {error}") });
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(PlaceError::reading(&path, error)),
        }
        Ok(ledger)
    }

    /// Reads it again: another process may have written in it.
    ///
    /// # Errors
    /// As [`Ledger::load`].
    pub(crate) fn refresh(&mut self) -> Result<(), PlaceError> {
        let Ledger { records, set_aside, .. } = Ledger::load(&self.state)?;
        self.records = records;
        self.set_aside.extend(set_aside);
        Ok(())
    }

    fn path(&self) -> PathBuf {
        Ledger::file_in(&self.state)
    }

    pub(super) fn file_in(state: &Path) -> PathBuf {
        state.join("ledger.json")
    }

    pub(super) fn state(&self) -> &Path {
        &self.state
    }

    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    pub(crate) fn set_aside(&self) -> &[SetAside] {
        &self.set_aside
    }

    /// Those of a host and a scope, in the order in which they were first made.
    pub(crate) fn find(&self, host: &str, scope: &str) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(move |r| r.host == host && r.scope == scope)
    }

    /// The record of the same place.
    pub(crate) fn like(&self, record: &Record) -> Option<&Record> {
        self.records.iter().find(|r| r.is_about_the_same(record))
    }

    /// Writes down what is about to be done, in the edit of [`Place::replace`], before it is done: killed between the two,
    /// a record speaks of a file that is not there or is another, and does no harm; the other way round an original would
    /// be lost. Who learns that the write failed forgets the record, unless there was one before: that is still true.
    ///
    /// `found` is what is in the file, `clean` what it is without anything of ours; the same where nothing is. The record
    /// takes the place of an earlier one, and takes over what that one knows of the time before us, if the file is still
    /// what we made it.
    pub(crate) fn record(
        &mut self,
        record: &Record,
        found: Option<&[u8]>,
        clean: Option<&[u8]>,
    ) -> Result<(), PlaceError> {
        let state = self.state.clone();
        let mut replaced = None;
        self.change(|book| {
            let mut record = record.clone();
            replaced = book.known().into_iter().find(|r| r.is_about_the_same(&record));
            if let Some(earlier) = &replaced {
                record.inherit(earlier, found);
            }
            if let (What::Edited { before: before @ None, .. }, Some(clean)) = (&mut record.what, clean) {
                *before = Some(Backups::of(&state).keep(clean)?);
            }
            book.put(&record)
        })?;
        if replaced.is_some_and(|r| r.backup().is_some()) {
            self.sweep()?;
        }
        Ok(())
    }

    /// Adds the folders that were made, which are known when it is done.
    pub(crate) fn add_folders(&mut self, record: &Record, folders: &[PathBuf]) -> Result<(), PlaceError> {
        if folders.is_empty() {
            return Ok(());
        }
        self.change(|book| {
            let there = book.known().into_iter().find(|r| r.is_about_the_same(record));
            there.map_or(Ok(()), |mut record| {
                record.add_folders(folders);
                book.put(&record)
            })
        })
    }

    /// Forgets a record, and the backup that only it needed; `false` if it is not there.
    pub(crate) fn forget(&mut self, record: &Record) -> Result<bool, PlaceError> {
        let mut there = false;
        self.change(|book| {
            there = book.remove(|r| r.is_about_the_same(record)) > 0;
            Ok(())
        })?;
        self.sweep()?;
        Ok(there)
    }

    /// What the file was before us, if it is byte for byte what we made it, and the backup what it was.
    pub(crate) fn restorable(&self, record: &Record, current: &[u8]) -> Option<Original> {
        if !record.wrote(current) {
            return None;
        }
        match &record.what {
            What::Created { .. } => Some(Original::Absent),
            What::Edited { .. } => Backups::of(&self.state).read(record.backup()?).map(Original::Bytes),
            What::Switch { .. } => None,
        }
    }

    /// Forgets files that were deleted, and backups that no record needs.
    pub(crate) fn prune(&mut self) -> Result<Pruned, PlaceError> {
        let mut records = 0;
        if self.records.iter().any(is_gone) {
            self.change(|book| {
                records = book.remove(is_gone);
                Ok(())
            })?;
        }
        Ok(Pruned { records, backups: self.sweep()? })
    }

    /// Reads, changes and writes the ledger under its lock.
    pub(super) fn change(&mut self, mut f: impl FnMut(&mut Book) -> Result<(), PlaceError>) -> Result<(), PlaceError> {
        let path = self.path();
        let mut aside = None;
        let mut records = Vec::new();
        let last = [self.state.clone()];
        let changed = Place::new(&self.state, &path).own().with_folders(&last).replace::<PlaceError>(&mut |bytes| {
            let mut book = match bytes.map(|b| Book::parse(&path, b)) {
                None => Book::empty(),
                Some(Ok(book)) => book,
                Some(Err(Unfit::Newer(error))) => return Err(error),
                Some(Err(Unfit::Broken(why))) => {
                    let bytes = bytes.unwrap_or_default();
                    aside = Some(SetAside { path: set_aside(&path, bytes)?, why });
                    Book::empty()
                }
            };
            f(&mut book)?;
            records = book.known();
            Ok(book.change())
        });
        match changed {
            Ok(_) => {
                self.records = records;
                self.set_aside.extend(aside);
                Ok(())
            }
            Err(Failed::Place(error) | Failed::Edit(error)) => Err(error),
        }
    }

    /// Removes backups that no record needs, under the ledger's lock: another process may have just kept one that it is
    /// about to record. Not while a broken ledger lies there: whoever mends it needs them.
    fn sweep(&mut self) -> Result<usize, PlaceError> {
        let state = self.state.clone();
        let mut removed = 0;
        if aside(&self.path(), 1).exists() {
            return Ok(0);
        }
        self.change(|book| {
            removed = Backups::of(&state).remove_all_but(&book.backups());
            Ok(())
        })?;
        Ok(removed)
    }
}

/// Whether the file of a record was deleted for good.
fn is_gone(record: &Record) -> bool {
    let absent = |p: &Path| fs::symlink_metadata(p).is_err_and(|e| e.kind() == io::ErrorKind::NotFound);
    let age = || SystemTime::now().duration_since(UNIX_EPOCH + Duration::from_secs(record.time));
    // A folder of ours that stayed is still to be removed.
    let trace = record.folders.iter().any(|f| !absent(f));
    let here = record.path.parent().is_some_and(|folder| !absent(folder));
    absent(&record.path) && !trace && (here || age().is_ok_and(|age| age > AWAY))
}

/// Where the nth broken ledger goes.
fn aside(path: &Path, number: u32) -> PathBuf {
    path.with_file_name(format!("ledger.json.broken-{number}"))
}

/// Copies a broken ledger to the first free `ledger.json.broken-N`.
fn set_aside(path: &Path, bytes: &[u8]) -> Result<PathBuf, PlaceError> {
    let mut number = 1;
    loop {
        let aside = aside(path, number);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&aside).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all())) {
            Ok(()) => {
                folders::adopt(&aside);
                return Ok(aside);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(PlaceError::writing(&aside, error)),
        }
    }
}
