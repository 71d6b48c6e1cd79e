//! Whether files have changed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::UNIX_EPOCH;

use ignore::WalkBuilder;

/// A number that is another one when a file of the project has changed, has come or has gone. What git ignores does not count,
/// and neither does git's own folder. No file is read: its size and its time are enough.
pub fn fingerprint(project: &Path) -> u64 {
    let walk =
        WalkBuilder::new(project).hidden(false).require_git(false).filter_entry(|e| e.file_name() != ".git").build();
    let one = |entry: ignore::DirEntry| {
        let data = entry.metadata().ok().filter(|data| !data.is_dir())?;
        let changed = data.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        (entry.path(), data.len(), changed).hash(&mut hasher);
        Some(hasher.finish())
    };
    // A sum, for the order of a walk is nobody's promise.
    walk.flatten().filter_map(one).fold(0, u64::wrapping_add)
}
