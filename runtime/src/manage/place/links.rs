//! From a path as it was asked for to the file that it means.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{self, Component, Path, PathBuf};

use super::error::{Kind, PlaceError};

/// As many as Linux follows.
const MOST_LINKS: usize = 40;

/// A symbolic link on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) at: PathBuf,
    /// As it is written in the link.
    pub(crate) to: PathBuf,
    /// Whether it stands for the file itself, and not for a folder on the way.
    pub(crate) last: bool,
}

/// Follows every link. What lies behind the last of them need not exist: it is where a new file would go.
///
/// Not [`fs::canonicalize`], which knows nothing of files yet to be made, and not which link is to blame.
pub(super) fn resolve(asked: &Path) -> Result<(PathBuf, Vec<Link>), PlaceError> {
    let absolute = path::absolute(asked).map_err(|e| PlaceError::reading(asked, e))?;
    let mut walk = Walk { asked, real: PathBuf::new(), links: Vec::new(), ahead: Vec::new() };
    walk.push(&absolute, None);
    while let Some(part) = walk.ahead.pop() {
        walk.step(part)?;
    }
    Ok((walk.real, walk.links))
}

enum Move {
    Root(OsString),
    Up,
    Down(OsString),
}

struct Part {
    go: Move,
    /// The link, by its number, that spoke of it.
    origin: Option<usize>,
}

struct Walk<'a> {
    asked: &'a Path,
    real: PathBuf,
    links: Vec<Link>,
    /// The next is the last.
    ahead: Vec<Part>,
}

impl Walk<'_> {
    fn push(&mut self, path: &Path, origin: Option<usize>) {
        for component in path.components().rev() {
            let go = match component {
                Component::Prefix(_) | Component::RootDir => Move::Root(component.as_os_str().to_owned()),
                Component::CurDir => continue,
                Component::ParentDir => Move::Up,
                Component::Normal(name) => Move::Down(name.to_owned()),
            };
            self.ahead.push(Part { go, origin });
        }
    }

    fn step(&mut self, part: Part) -> Result<(), PlaceError> {
        let name = match part.go {
            Move::Down(name) => name,
            Move::Root(root) => {
                self.real.push(root);
                return Ok(());
            }
            Move::Up => {
                self.real.pop();
                return Ok(());
            }
        };
        let here = self.real.join(name);
        match fs::symlink_metadata(&here) {
            Ok(meta) if meta.is_symlink() => return self.follow(here),
            Ok(meta) if !meta.is_dir() && !self.ahead.is_empty() => return self.fail(Kind::NotAFolder { at: here }),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if let Some(link) = part.origin {
                    let Link { at, to, .. } = self.links[link].clone();
                    return self.fail(Kind::Dangling { link: at, to });
                }
            }
            Err(error) => return Err(PlaceError::reading(self.asked, error)),
        }
        self.real = here;
        Ok(())
    }

    fn follow(&mut self, at: PathBuf) -> Result<(), PlaceError> {
        let to = fs::read_link(&at).map_err(|e| PlaceError::reading(self.asked, e))?;
        if self.links.len() == MOST_LINKS {
            return self.fail(Kind::Loop { link: at, to });
        }
        let last = self.ahead.is_empty();
        self.push(&to, Some(self.links.len()));
        self.links.push(Link { at, to, last });
        Ok(())
    }

    fn fail<T>(&self, kind: Kind) -> Result<T, PlaceError> {
        Err(PlaceError::new(self.asked, kind))
    }
}
