//! Where a path leads.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// So many symbolic links are followed.
const LINKS: usize = 40;

/// Where a call is made.
pub struct Ground {
    /// The folder that relative paths start from.
    pub cwd: PathBuf,
    pub home: Option<PathBuf>,
}

impl Ground {
    /// The path from the root on; a home folder at its beginning is put in, everything else stays.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        let text = path.to_string_lossy();
        let below = |base: &Option<PathBuf>, name: &str| {
            let rest = text.strip_prefix(name)?;
            (rest.is_empty() || rest.starts_with('/'))
                .then(|| base.as_ref().map(|base| base.join(rest.trim_start_matches('/'))))?
        };
        let home = ["~", "$HOME", "${HOME}"].iter().find_map(|name| below(&self.home, name));
        let here = || ["$PWD", "${PWD}"].iter().find_map(|name| below(&Some(self.cwd.clone()), name));
        home.or_else(here).unwrap_or_else(|| self.cwd.join(path))
    }
}

/// The path without `.` and `..`, as it is written.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// The path that the system would open: every symbolic link followed, also of one whose target is not there yet.
pub fn real(path: &Path) -> PathBuf {
    let mut links = LINKS;
    follow(path, &mut links)
}

fn follow(path: &Path, links: &mut usize) -> PathBuf {
    let mut real = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                real.pop();
            }
            other => {
                let folder = real.clone();
                real.push(other);
                if let Ok(target) = fs::read_link(&real)
                    && *links > 0
                {
                    *links -= 1;
                    real = follow(&folder.join(target), links);
                }
            }
        }
    }
    real
}
