//! The folder that a test plays in.

use std::convert::Infallible;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::manage::place::{Change, Failed, Place, PlaceError, Replaced};

pub(super) struct Sandbox {
    _dir: TempDir,
    /// Without links.
    root: PathBuf,
}

impl Sandbox {
    pub(super) fn new() -> Sandbox {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        fs::create_dir(root.join("home")).unwrap();
        Sandbox { _dir: dir, root }
    }

    /// The state folder of a program.
    pub(super) fn state(&self) -> PathBuf {
        self.root.join("state/acme")
    }

    pub(super) fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.home().join(path)
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// `None`: nothing is there, or no file.
    pub(super) fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.at(path)).ok()
    }

    /// Whether nothing is left behind: no draft anywhere, no lock.
    pub(super) fn is_clean(&self) -> bool {
        drafts(&self.root).is_empty() && !self.root.join("state/locks").exists()
    }

    /// Everything under home, links with their targets, drafts by their kind.
    pub(super) fn tree(&self) -> Vec<String> {
        let mut lines = Vec::new();
        walk(&self.home(), &mut |path| {
            let name = path.strip_prefix(self.home()).unwrap().display().to_string();
            lines.push(match fs::read_link(path) {
                Ok(to) => format!("{name} -> {}", to.display()),
                Err(_) if path.is_dir() => format!("{name}/"),
                Err(_) => name,
            });
        });
        lines.sort();
        lines
    }

    pub(super) fn change(&self, path: &str, change: Change) -> Result<Replaced, PlaceError> {
        run(&Place::new(&self.state(), &self.at(path)), change)
    }
}

/// Makes one change, whatever is there.
pub(super) fn run(place: &Place<'_>, change: Change) -> Result<Replaced, PlaceError> {
    place.replace::<Infallible>(&mut |_| Ok(change.clone())).map_err(|e| match e {
        Failed::Place(error) => error,
        Failed::Edit(never) => match never {},
    })
}

pub(super) fn write(text: &str) -> Change {
    Change::Write(text.into())
}

/// Drafts anywhere under a folder.
pub(super) fn drafts(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(root, &mut |path| {
        if path.file_name().unwrap().to_string_lossy().starts_with(".hookwright-") {
            found.push(path.to_owned());
        }
    });
    found
}

fn walk(folder: &Path, visit: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        visit(&entry.path());
        if entry.file_type().unwrap().is_dir() {
            walk(&entry.path(), visit);
        }
    }
}

/// Says what was not tested, past the test harness, which hides what passing tests print.
pub(super) fn skipped(what: &str, why: &str) {
    let _ = writeln!(io::stderr(), "{what} SKIPPED: {why}");
}
