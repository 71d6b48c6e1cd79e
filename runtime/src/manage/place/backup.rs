//! The bytes of files as they were, kept beside the ledger under a name that follows from them.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::PlaceError;
use super::folders;
use super::hash::Hash;
use super::replace::{Change, Failed, Place};

/// The folder of a program's backups. They are for this user alone, whatever the originals' modes were.
#[derive(Debug)]
pub(super) struct Backups<'a> {
    state: &'a Path,
}

impl<'a> Backups<'a> {
    pub(super) fn of(state: &'a Path) -> Backups<'a> {
        Backups { state }
    }

    fn folder(&self) -> PathBuf {
        self.state.join("backups")
    }

    /// Keeps bytes and says under which name.
    pub(super) fn keep(&self, bytes: &[u8]) -> Result<String, PlaceError> {
        self.keep_as(Hash::of(bytes).as_str(), bytes)
    }

    /// Two contents of one hash get two names.
    fn keep_as(&self, hash: &str, bytes: &[u8]) -> Result<String, PlaceError> {
        let mut number = 0;
        loop {
            let name = if number == 0 { hash.to_owned() } else { format!("{hash}.{number}") };
            let mut other = false;
            let path = self.folder().join(&name);
            let kept = Place::new(self.state, &path).own().replace::<PlaceError>(&mut |old| {
                other = old.is_some_and(|old| old != bytes);
                Ok(if other { Change::Keep } else { Change::Write(bytes.to_vec()) })
            });
            match kept {
                Ok(_) if other => number += 1,
                Ok(_) => return Ok(name),
                Err(Failed::Place(error) | Failed::Edit(error)) => return Err(error),
            }
        }
    }

    /// The bytes, if they are there and still the same.
    pub(super) fn read(&self, name: &str) -> Option<Vec<u8>> {
        let hash = name.split_once('.').map_or(name, |(hash, _)| hash);
        let bytes = fs::read(self.folder().join(hash_only(name)?)).ok()?;
        (Hash::of(&bytes).as_str() == hash).then_some(bytes)
    }

    /// Removes all that are not needed, and says how many.
    pub(super) fn remove_all_but(&self, needed: &[&str]) -> usize {
        let mut removed = 0;
        for entry in fs::read_dir(self.folder()).into_iter().flatten().flatten() {
            let name = entry.file_name();
            // A draft is not a backup yet.
            let backup = name.to_str().filter(|n| hash_only(n).is_some());
            if backup.is_some_and(|n| !needed.contains(&n)) && fs::remove_file(entry.path()).is_ok() {
                removed += 1;
            }
        }
        folders::remove_empty(&[self.folder()]);
        removed
    }
}

/// The ledger is a file that can be written by hand: a name in it must not lead out of the folder.
fn hash_only(name: &str) -> Option<&str> {
    let plain = |b: u8| b.is_ascii_hexdigit() || b == b'-' || b == b'.';
    (name.starts_with(|c: char| c.is_ascii_hexdigit()) && name.bytes().all(plain)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_had_again() {
        let dir = tempfile::tempdir().unwrap();
        let state = dir.path().join("acme");
        let backups = Backups::of(&state);
        for bytes in [&b""[..], b"{}", b"\xff\0\xfe", &[7; 100_000]] {
            let name = backups.keep(bytes).unwrap();
            assert_eq!(backups.keep(bytes).unwrap(), name, "one file for the same bytes");
            assert_eq!(backups.read(&name).as_deref(), Some(bytes));
        }
        let wanted = backups.keep(b"{}").unwrap();
        assert_eq!(backups.remove_all_but(&[&wanted]), 3);
        assert!(backups.read(&wanted).is_some());
        assert_eq!(backups.remove_all_but(&[]), 1);
        assert!(!backups.folder().exists());
    }

    #[test]
    fn one_hash_of_two_contents_is_no_loss() {
        let dir = tempfile::tempdir().unwrap();
        let state = dir.path().join("acme");
        let backups = Backups::of(&state);
        let names = [&b"one"[..], b"two", b"one"].map(|bytes| backups.keep_as("00-3", bytes).unwrap());
        assert_eq!(names, ["00-3", "00-3.1", "00-3"]);
        assert_eq!(fs::read(backups.folder().join("00-3.1")).unwrap(), b"two");
    }

    #[test]
    fn a_damaged_backup_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let state = dir.path().join("acme");
        let backups = Backups::of(&state);
        let name = backups.keep(b"original").unwrap();
        fs::write(backups.folder().join(&name), b"scribble").unwrap();
        assert_eq!(backups.read(&name), None);
        assert_eq!(backups.read("../ledger.json"), None);
        assert_eq!(backups.read("/etc/hostname"), None);
    }
}
