//! Changes a file whole or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::draft::{self, Draft};
use super::error::{Kind, PlaceError, folder_of};
use super::folders::{self, Made};
use super::links::Link;
use super::lock::Lock;
use super::step;
use super::target::{Found, Target};

/// What is to become of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Keep,
    Write(Vec<u8>),
    Remove,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is as it was, because that was wanted.
    Kept,
    Created,
    Written,
    Removed,
}

/// How a change went.
#[derive(Debug)]
pub(crate) struct Replaced {
    /// The file, without links.
    pub(crate) real: PathBuf,
    /// Those that led there. After a removal, the last of them point to nothing: they are the user's, and stay.
    pub(crate) links: Vec<Link>,
    pub(crate) effect: Effect,
    /// Folders that were made for it, the outermost first; after a removal those that were removed.
    pub(crate) folders: Vec<PathBuf>,
    /// What was there before.
    pub(crate) before: Option<Vec<u8>>,
    /// `false`: it was another user's, and is ours now.
    pub(crate) owner_kept: bool,
}

/// Why a change did not happen.
#[derive(Debug)]
pub(crate) enum Failed<E> {
    Place(PlaceError),
    /// What the edit said.
    Edit(E),
}

impl<E> From<PlaceError> for Failed<E> {
    fn from(error: PlaceError) -> Failed<E> {
        Failed::Place(error)
    }
}

/// What the caller decides about a file, given what is in it; `None` where there is none.
pub(crate) type Edit<'e, E> = dyn FnMut(Option<&[u8]>) -> Result<Change, E> + 'e;

/// A file that is to be changed.
#[derive(Clone, Debug)]
pub(crate) struct Place<'a> {
    state: &'a Path,
    path: &'a Path,
    mode: u32,
    own: bool,
    folders: &'a [PathBuf],
    patience: Duration,
    tries: u32,
}

impl<'a> Place<'a> {
    /// The state folder is the program's, [`crate::state::dir`]; locks lie beside it.
    pub(crate) fn new(state: &'a Path, path: &'a Path) -> Place<'a> {
        Place { state, path, mode: 0o644, own: false, folders: &[], patience: Duration::from_secs(30), tries: 10 }
    }

    /// If it is new, it can be run. A file that is there keeps its mode.
    pub(crate) fn executable(mut self) -> Place<'a> {
        self.mode = 0o755;
        self
    }

    /// It is one of the state folder: for this user alone, with the folders on the way; other names of it are backups.
    pub(crate) fn own(mut self) -> Place<'a> {
        self.mode = 0o600;
        self.own = true;
        self
    }

    /// Folders that go when it is removed, if nothing else is in them.
    pub(crate) fn with_folders(mut self, folders: &'a [PathBuf]) -> Place<'a> {
        self.folders = folders;
        self
    }

    /// How long to wait for another process of ours; 30 s otherwise.
    #[cfg(test)]
    pub(crate) fn patience(mut self, patience: Duration) -> Place<'a> {
        self.patience = patience;
        self
    }

    /// How often to begin anew when another program changes it meanwhile; 10 times otherwise.
    #[cfg(test)]
    pub(crate) fn tries(mut self, tries: u32) -> Place<'a> {
        self.tries = tries;
        self
    }

    /// Reads the file, asks what to make of it, and does that. The edit is asked again if the file changed meanwhile: only
    /// its last answer counts, and what it writes down elsewhere must bear to be written again.
    ///
    /// # Errors
    /// [`PlaceError`] or the edit's own; in both cases the file and its folder are as they were.
    pub(crate) fn replace<E>(&self, edit: &mut Edit<'_, E>) -> Result<Replaced, Failed<E>> {
        let mut real = Target::find(self.path)?.real;
        for attempt in 0..self.tries {
            if attempt > 0 {
                thread::sleep(Duration::from_millis(5 << attempt.min(6)));
            }
            step::reached("found");
            let _lock = Lock::take(self.state, &real, self.patience)?;
            let target = Target::find(self.path)?;
            if target.real != real {
                // A link was turned while we waited: what we hold is another file's lock.
                real = target.real;
                continue;
            }
            if let Some(done) = self.attempt(target, edit)? {
                return Ok(done);
            }
        }
        Err(PlaceError::new(self.path, Kind::KeepsChanging { tries: self.tries }).into())
    }

    /// `None`: the file changed meanwhile, and nothing was done.
    fn attempt<E>(&self, target: Target, edit: &mut Edit<'_, E>) -> Result<Option<Replaced>, Failed<E>> {
        step::reached("read");
        let change = match edit(target.bytes()) {
            Ok(change) => change,
            // It may have choked on a file that was just being written.
            Err(_) if !self.is_still(&target)? => return Ok(None),
            Err(error) => return Err(Failed::Edit(error)),
        };
        step::reached("edited");
        let done = match (change, &target.file) {
            (Change::Keep, _) => Some((Effect::Kept, Vec::new(), true)),
            (Change::Write(new), Some(old)) if new == old.bytes => Some((Effect::Kept, Vec::new(), true)),
            (Change::Write(new), Some(old)) => {
                self.overwrite(&target, old, &new)?.map(|owner| (Effect::Written, Vec::new(), owner))
            }
            (Change::Write(new), None) => self.create(&target, &new)?.map(|made| (Effect::Created, made, true)),
            (Change::Remove, None) => Some((Effect::Kept, folders::remove_empty(self.folders), true)),
            (Change::Remove, Some(old)) => self.remove(&target, old)?.map(|gone| (Effect::Removed, gone, true)),
        };
        Ok(done.map(|(effect, folders, owner_kept)| {
            let before = target.file.map(|f| f.bytes);
            Replaced { real: target.real, links: target.links, effect, folders, before, owner_kept }
        }))
    }

    /// Whether nothing was changed since it was read.
    fn is_still(&self, target: &Target) -> Result<bool, PlaceError> {
        Ok(target.is_same(&Target::find(self.path)?))
    }

    fn overwrite(&self, target: &Target, old: &Found, new: &[u8]) -> Result<Option<bool>, PlaceError> {
        let real = &target.real;
        self.may_change(real, old)?;
        if old.names > 1 && !self.own {
            return Err(PlaceError::new(real, Kind::HardLinked { names: old.names }));
        }
        draft::sweep(folder_of(real));
        let failed = |error| PlaceError::writing(real, error);
        // Nobody else may read it until it has the old file's rights.
        let Some(mut draft) = unless_overtaken(Draft::beside(real, 0o600)).map_err(failed)? else { return Ok(None) };
        draft.write(new).map_err(failed)?;
        let owner_kept = old.rights.give(draft.file(), real).map_err(failed)?;
        draft.sync().map_err(failed)?;
        if !self.is_still(target)? {
            return Ok(None);
        }
        step::reached("checked");
        if unless_overtaken(draft.replace(real)).map_err(failed)?.is_none() {
            return Ok(None);
        }
        step::reached("renamed");
        folders::sync(folder_of(real));
        Ok(Some(owner_kept))
    }

    fn create(&self, target: &Target, new: &[u8]) -> Result<Option<Vec<PathBuf>>, PlaceError> {
        let real = &target.real;
        let failed = |error| PlaceError::writing(real, error);
        let made = Made::on_the_way_to(real, self.own)?;
        step::reached("folders");
        draft::sweep(folder_of(real));
        let Some(mut draft) = unless_overtaken(Draft::beside(real, self.mode)).map_err(failed)? else {
            return Ok(None);
        };
        draft.write(new).map_err(failed)?;
        folders::adopt(draft.path());
        draft.sync().map_err(failed)?;
        if !self.is_still(target)? {
            return Ok(None);
        }
        step::reached("checked");
        if unless_overtaken(draft.place(real)).map_err(failed)?.is_none() {
            return Ok(None);
        }
        step::reached("renamed");
        folders::sync(folder_of(real));
        Ok(Some(made.keep()))
    }

    fn remove(&self, target: &Target, old: &Found) -> Result<Option<Vec<PathBuf>>, PlaceError> {
        let real = &target.real;
        self.may_change(real, old)?;
        draft::sweep(folder_of(real));
        if !self.is_still(target)? {
            return Ok(None);
        }
        step::reached("checked");
        if unless_overtaken(fs::remove_file(real)).map_err(|e| PlaceError::writing(real, e))?.is_none() {
            return Ok(None);
        }
        step::reached("renamed");
        folders::sync(folder_of(real));
        Ok(Some(folders::remove_empty(self.folders)))
    }

    fn may_change(&self, real: &Path, old: &Found) -> Result<(), PlaceError> {
        if old.rights.writable(real).map_err(|e| PlaceError::writing(real, e))? {
            return Ok(());
        }
        Err(PlaceError::new(real, Kind::ReadOnlyFile { mode: old.rights.mode() }))
    }
}

/// `None` if another was faster: the file is there that was to be made, the folder is gone as empty, or the draft as old.
fn unless_overtaken<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::AlreadyExists) => Ok(None),
        done => done.map(Some),
    }
}
