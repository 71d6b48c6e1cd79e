//! The file that a path means, as it is now.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

#[cfg(test)]
use super::content::{self, Bom};
use super::error::{Kind, PlaceError};
use super::links::{self, Link};
use super::rights::Rights;

/// How often a file is read again that changes while it is read.
const READS: u32 = 5;

/// What a path means.
#[derive(Debug)]
pub(crate) struct Target {
    /// Without any link: what is locked, replaced, and written into the ledger.
    pub(crate) real: PathBuf,
    /// Those on the way, in order.
    pub(crate) links: Vec<Link>,
    /// `None`: nothing is there yet.
    pub(crate) file: Option<Found>,
}

/// What is there.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) bytes: Vec<u8>,
    pub(crate) rights: Rights,
    pub(crate) mark: Fingerprint,
    /// How many hard links it has.
    pub(crate) names: u64,
}

/// By which a change shows that left no trace in the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    len: u64,
    modified: Option<SystemTime>,
    /// Device, inode, mode, and the time of the last change to any of it, which nobody can set back.
    #[cfg(unix)]
    inode: (u64, u64, u32, i64, i64),
}

impl Fingerprint {
    fn of(meta: &Metadata) -> Fingerprint {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Fingerprint {
            len: meta.len(),
            modified: meta.modified().ok(),
            #[cfg(unix)]
            inode: (meta.dev(), meta.ino(), meta.mode(), meta.ctime(), meta.ctime_nsec()),
        }
    }
}

impl Target {
    /// Follows links and reads what is there.
    ///
    /// # Errors
    /// Links lead nowhere or in a circle, something else than a file is there, or it cannot be read.
    pub(crate) fn find(path: &Path) -> Result<Target, PlaceError> {
        let mut tries = 0;
        loop {
            let (real, links) = links::resolve(path)?;
            tries += 1;
            match Found::read(&real) {
                Ok(file) => return Ok(Target { real, links, file }),
                Err(Unread::Changing) if tries < READS => thread::sleep(Duration::from_millis(1 << tries)),
                Err(Unread::Changing) => return Err(PlaceError::new(path, Kind::KeepsChanging { tries })),
                Err(Unread::NotAFile) => return Err(PlaceError::new(path, Kind::NotAFile)),
                Err(Unread::Io(error)) => return Err(PlaceError::reading(path, error)),
            }
        }
    }

    /// The content, if there is a file.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.file.as_ref().map(|f| &f.bytes[..])
    }

    #[cfg(test)]
    pub(crate) fn bom(&self) -> Option<Bom> {
        content::bom(self.bytes()?)
    }

    /// Whether the path still means the same file with the same content, mode and owner.
    pub(super) fn is_same(&self, now: &Target) -> bool {
        let same = |a: &Found, b: &Found| a.mark == b.mark && a.rights == b.rights && a.bytes == b.bytes;
        self.real == now.real
            && match (&self.file, &now.file) {
                (None, None) => true,
                (Some(a), Some(b)) => same(a, b),
                _ => false,
            }
    }
}

/// Why there is nothing to be had of a file.
enum Unread {
    /// It became another while it was read.
    Changing,
    NotAFile,
    Io(io::Error),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Unread {
        // It was there a moment ago.
        if error.kind() == io::ErrorKind::NotFound { Unread::Changing } else { Unread::Io(error) }
    }
}

impl Found {
    /// Reads a file; `None` if nothing is there.
    fn read(real: &Path) -> Result<Option<Found>, Unread> {
        let kind = match fs::symlink_metadata(real) {
            Ok(meta) => meta.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Unread::Io(error)),
        };
        if kind.is_dir() {
            return Err(Unread::Io(io::ErrorKind::IsADirectory.into()));
        }
        if kind.is_symlink() {
            return Err(Unread::Changing);
        }
        // Before it is opened: opening a pipe waits for its other end.
        if !kind.is_file() {
            return Err(Unread::NotAFile);
        }
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
        let mut file = options.open(real)?;
        let before = file.metadata()?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let after = file.metadata()?;
        let mark = Fingerprint::of(&after);
        if mark != Fingerprint::of(&before) || after.len() != bytes.len() as u64 {
            return Err(Unread::Changing);
        }
        Ok(Some(Found { bytes, rights: Rights::of(&after), mark, names: names(&after) }))
    }
}

#[cfg(unix)]
fn names(meta: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(meta)
}

/// Not known without asking the system in a way that the standard library does not.
#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}
