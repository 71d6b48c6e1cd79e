//! What can be wrong with a file, and what to do about it.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why a file was left as it is. Nothing of it was changed.
#[derive(Debug)]
pub(crate) struct PlaceError {
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// Its mode, an attribute or an access list says so.
    ReadOnlyFile {
        mode: Option<u32>,
    },
    /// Nothing can be put into the folder.
    ReadOnlyFolder {
        folder: PathBuf,
        error: io::Error,
    },
    /// It, or a folder on the way, may not be read.
    Unreadable(io::Error),
    /// The disk, or what this user may have of it, is full.
    NoSpace,
    /// It has other names that a replacement would part it from.
    HardLinked {
        names: u64,
    },
    /// It is a mount of its own.
    Mounted,
    /// A link points to nothing.
    Dangling {
        link: PathBuf,
        to: PathBuf,
    },
    /// Links lead in a circle.
    Loop {
        link: PathBuf,
        to: PathBuf,
    },
    IsFolder,
    /// A pipe, a socket, a device.
    NotAFile,
    /// A file stands where a folder must be.
    NotAFolder {
        at: PathBuf,
    },
    /// From this byte on.
    NotUtf8 {
        at: usize,
        utf16: bool,
    },
    /// Another process of ours holds the lock.
    Busy {
        holder: Option<String>,
        waited: Duration,
    },
    /// Another program keeps writing it.
    KeepsChanging {
        tries: u32,
    },
    /// A later version of the program wrote it.
    Newer {
        version: u64,
    },
    Other(io::Error),
}

impl PlaceError {
    pub(super) fn new(path: &Path, kind: Kind) -> PlaceError {
        PlaceError { path: path.to_owned(), kind }
    }

    /// What an error means that came from looking at a path.
    pub(super) fn reading(path: &Path, error: io::Error) -> PlaceError {
        let kind = match error.kind() {
            io::ErrorKind::PermissionDenied => Kind::Unreadable(error),
            io::ErrorKind::IsADirectory => Kind::IsFolder,
            io::ErrorKind::NotADirectory => Kind::NotAFolder { at: folder_of(path).to_owned() },
            _ => Kind::Other(error),
        };
        PlaceError::new(path, kind)
    }

    /// What an error means that came from putting something beside a path, or in its place.
    pub(super) fn writing(path: &Path, error: io::Error) -> PlaceError {
        let folder = folder_of(path).to_owned();
        let kind = match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Kind::ReadOnlyFolder { folder, error }
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Kind::NoSpace,
            io::ErrorKind::ResourceBusy => Kind::Mounted,
            io::ErrorKind::IsADirectory => Kind::IsFolder,
            io::ErrorKind::NotADirectory => Kind::NotAFolder { at: folder },
            _ => Kind::Other(error),
        };
        PlaceError::new(path, kind)
    }
}

/// The folder a path lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl Display for PlaceError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            Kind::ReadOnlyFile { mode: Some(mode) } => write!(
                f,
                "{path} is read-only (mode {mode:04o}) and was left so; if it may be changed, make it writable \
                 (`chmod u+w`) and try again"
            ),
            Kind::ReadOnlyFile { mode: None } => {
                write!(f, "{path} is read-only and was left so; if it may be changed, make it writable and try again")
            }
            Kind::ReadOnlyFolder { folder, error } => write!(
                f,
                "{path} was left as it is, because nothing can be put into {} ({error}); make that folder writable, or \
                 run this as a user who may write there",
                folder.display()
            ),
            Kind::Unreadable(error) => {
                write!(f, "{path} cannot be read ({error}); run this as a user who may read it")
            }
            Kind::NoSpace => {
                write!(f, "there is no space left for {path}, which was left as it is; free some and try again")
            }
            Kind::HardLinked { names } => write!(
                f,
                "{path} has {names} names (hard links) and was left as it is: replacing it would part it from the \
                 others, and writing into it would change them too; give it a copy of its own (`cp -p`, then `mv`), or \
                 make it a symbolic link, and try again"
            ),
            Kind::Mounted => write!(
                f,
                "{path} is a mount of its own, as containers make them of single files, and cannot be replaced; run this \
                 where the file really is, or mount its folder instead"
            ),
            _ => self.wrong_thing(f),
        }
    }
}

impl PlaceError {
    /// The second half of the messages: something else is there than a file that holds still.
    fn wrong_thing(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            Kind::Dangling { link, to } => write!(
                f,
                "{path} cannot be reached: {} is a link to {}, where nothing is; create that, or remove the link",
                link.display(),
                to.display()
            ),
            Kind::Loop { link, to } => write!(
                f,
                "{path} cannot be reached: {} is a link to {} and so leads in a circle; remove the link",
                link.display(),
                to.display()
            ),
            Kind::IsFolder => write!(f, "{path} is a folder, where a file should be; move it out of the way"),
            Kind::NotAFile => {
                write!(f, "{path} is a pipe, a socket or a device, where a file should be; move it out of the way")
            }
            Kind::NotAFolder { at } => {
                write!(f, "{} is a file, where {path} needs a folder; move it out of the way", at.display())
            }
            Kind::NotUtf8 { utf16: true, .. } => write!(f, "{path} is UTF-16; save it as UTF-8"),
            Kind::NotUtf8 { at, .. } => write!(f, "{path} is not UTF-8 at byte {at}; save it as UTF-8"),
            Kind::Busy { holder, waited } => write!(
                f,
                "{path} is being changed by another process ({}) for more than {} s; wait for it to end, or end it",
                holder.as_deref().unwrap_or("unknown"),
                waited.as_secs()
            ),
            Kind::KeepsChanging { tries } => write!(
                f,
                "{path} was changed by another program each of the {tries} times it was about to be replaced; close that \
                 program and try again"
            ),
            Kind::Newer { version } => write!(
                f,
                "{path} was written by a later version of this program (format {version}); use that one, or move the file \
                 away"
            ),
            Kind::Other(error) => write!(f, "{path}: {error}"),
            _ => Ok(()),
        }
    }
}

impl Error for PlaceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            Kind::ReadOnlyFolder { error, .. } | Kind::Unreadable(error) | Kind::Other(error) => Some(error),
            _ => None,
        }
    }
}
