//! One process of ours at a time changes a file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::error::{Kind, PlaceError, folder_of};
use super::folders::{self, Made};
use super::hash::Hash;
use super::step;

/// How long to wait before it is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// Held until it is dropped; the system lets go of it if the process dies.
#[derive(Debug)]
pub(super) struct Lock {
    /// The lock is on this open file, not on its name.
    _file: File,
    path: PathBuf,
}

impl Lock {
    /// Waits for the lock of a real path, up to some time.
    ///
    /// It lies beside the state folders of all programs made with Hookwright: two of them must not write a host's file at
    /// once. Not beside the file, where a host could take it for one of its own.
    pub(super) fn take(state: &Path, real: &Path, patience: Duration) -> Result<Lock, PlaceError> {
        let name = format!("{}.lock", Hash::of(real.as_os_str().as_encoded_bytes()));
        let path = state.parent().unwrap_or(state).join("locks").join(name);
        let begin = Instant::now();
        loop {
            match Lock::attempt(&path) {
                Ok(Some(lock)) => return Ok(lock),
                Ok(None) if begin.elapsed() < patience => thread::sleep(PAUSE),
                Ok(None) => {
                    return Err(PlaceError::new(real, Kind::Busy { holder: holder(&path), waited: patience }));
                }
                // The folder goes when someone cleans up.
                Err(error) if error.kind() == io::ErrorKind::NotFound && begin.elapsed() < patience => {
                    Made::on_the_way_to(&path, true)?.keep();
                }
                Err(error) => return Err(PlaceError::writing(&path, error)),
            }
        }
    }

    fn attempt(path: &Path) -> io::Result<Option<Lock>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        step::reached("opened");
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => {}
            // Its last holder removed it between our opening and our locking it.
            Ok(()) | Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        folders::adopt(path);
        // For whoever waits in vain; what cannot be written here is not worth an error.
        let _ = file.set_len(0).and_then(|()| write!(file, "{}", us()));
        Ok(Some(Lock { _file: file, path: path.to_owned() }))
    }
}

impl Drop for Lock {
    /// While it is still held, so that nobody else's is removed; the last takes the folder with it. On Windows the name
    /// would stay until all who wait have closed it, and keep the next from opening one: there the file stays.
    fn drop(&mut self) {
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path).and_then(|()| fs::remove_dir(folder_of(&self.path)));
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |meta: io::Result<fs::Metadata>| meta.map(|m| (m.dev(), m.ino())).ok();
    id(file.metadata()).is_some_and(|ours| id(fs::symlink_metadata(path)) == Some(ours))
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

fn us() -> String {
    let program = std::env::current_exe().ok();
    let name = program.as_deref().and_then(Path::file_name).unwrap_or_default();
    format!("process {}, {}", std::process::id(), name.to_string_lossy())
}

/// What the holder wrote; on Windows a locked file cannot be read.
fn holder(path: &Path) -> Option<String> {
    let mut text = String::new();
    File::open(path).ok()?.take(300).read_to_string(&mut text).ok()?;
    Some(text).filter(|t| !t.is_empty())
}

#[cfg(all(test, unix))]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// One who opened the file that the last holder then removed, and locks that, holds nothing: the next locks a new one.
    #[test]
    fn a_lock_on_a_removed_file_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("f.lock");
        let first = Cell::new(Lock::attempt(&path).unwrap());
        let (again, kept) = (path.clone(), std::rc::Rc::new(Cell::new(None)));
        let third = kept.clone();
        let visit = move |_| {
            drop(first.take().expect("it is held"));
            // The folder went with the last lock in it.
            fs::create_dir_all(folder_of(&again)).unwrap();
            third.set(Lock::attempt(&again).unwrap());
        };
        assert!(step::at_each(visit, || Lock::attempt(&path)).unwrap().is_none());
        assert!(kept.take().is_some());
    }
}
