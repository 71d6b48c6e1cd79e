//! What takes a file's place has its mode, owner, access list and attributes.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::Command;

use super::sandbox::{run, write};
use super::{Sandbox, skipped};
use crate::manage::place::{Change, Place};

pub(super) fn is_root() -> bool {
    // SAFETY: it takes nothing and cannot fail.
    unsafe { libc::geteuid() == 0 }
}

pub(super) fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn a_replaced_file_has_the_old_ones_mode() {
    let rows = [
        (0o600, true),
        (0o640, true),
        (0o644, true),
        (0o664, true),
        (0o666, true),
        (0o755, true),
        (0o1644, true),
        (0o4755, true),
        (0o444, false),
        (0o400, false),
        (0o555, false),
        (0o464, false),
    ];
    for (before, replaced) in rows {
        let home = Sandbox::new();
        home.write("f", "old");
        fs::set_permissions(home.at("f"), Permissions::from_mode(before)).unwrap();
        for change in [write("new"), Change::Remove] {
            let done = home.change("f", change.clone());
            match (done, &change) {
                (Ok(_), Change::Write(_)) if replaced => assert_eq!(home.read("f").as_deref(), Some("new")),
                (Ok(_), _) if replaced => assert!(!home.at("f").exists()),
                (Err(error), _) if !replaced => {
                    assert!(error.to_string().contains(&format!("is read-only (mode {before:04o})")), "{error}");
                    assert_eq!(home.read("f").as_deref(), Some("old"), "{before:o}");
                }
                (done, _) => panic!("{before:o}: {done:?}"),
            }
            assert!(!home.at("f").exists() || mode(&home.at("f")) == before, "{before:o}");
            assert!(home.is_clean(), "{before:o}");
        }
    }
}

#[test]
fn a_file_that_stays_needs_no_rights() {
    let home = Sandbox::new();
    home.write("f", "old");
    fs::set_permissions(home.at("f"), Permissions::from_mode(0o444)).unwrap();
    home.change("f", Change::Keep).unwrap();
    home.change("f", write("old")).unwrap();
}

#[test]
fn the_owner_stays_when_root_replaces() {
    if !is_root() {
        return skipped("owners", "this is not root");
    }
    for (uid, gid, before) in [(1234, 5678, 0o640), (1234, 0, 0o600), (0, 5678, 0o664), (1234, 5678, 0o6755)] {
        let home = Sandbox::new();
        home.write("f", "old");
        chown(home.at("f"), Some(uid), Some(gid)).unwrap();
        fs::set_permissions(home.at("f"), Permissions::from_mode(before)).unwrap();
        assert!(home.change("f", write("new")).unwrap().owner_kept);
        let now = fs::metadata(home.at("f")).unwrap();
        assert_eq!((now.uid(), now.gid(), now.mode() & 0o7777), (uid, gid, before));
    }
}

#[test]
fn what_root_makes_in_a_users_folder_is_the_users() {
    if !is_root() {
        return skipped("files made after sudo", "this is not root");
    }
    let home = Sandbox::new();
    chown(home.home(), Some(1234), Some(5678)).unwrap();
    home.change("a/b/f", write("new")).unwrap();
    for path in ["a", "a/b", "a/b/f"] {
        let meta = fs::metadata(home.at(path)).unwrap();
        assert_eq!((meta.uid(), meta.gid()), (1234, 5678), "{path}");
    }
}

/// The umask is the process's: this runs again, alone, in one of its own.
#[test]
fn a_new_file_has_the_mode_that_the_umask_leaves() {
    const MASK: &str = "HOOKWRIGHT_TEST_UMASK";
    if let Ok(mask) = std::env::var(MASK) {
        let mask = u32::from_str_radix(&mask, 8).unwrap();
        // SAFETY: it takes a number and cannot fail.
        unsafe { libc::umask(mask as libc::mode_t) };
        let home = Sandbox::new();
        let (state, [plain, run_me, own]) = (home.state(), ["a/plain", "a/run", "own/f"].map(|p| home.at(p)));
        run(&Place::new(&state, &plain), write("x")).unwrap();
        run(&Place::new(&state, &run_me).executable(), write("x")).unwrap();
        run(&Place::new(&state, &own).own(), write("x")).unwrap();
        let modes = ["a", "a/plain", "a/run", "own", "own/f"].map(|p| mode(&home.at(p)));
        assert_eq!(modes, [0o777 & !mask, 0o644 & !mask, 0o755 & !mask, 0o700 & !mask, 0o600 & !mask]);
        return;
    }
    for mask in ["022", "002", "077", "027"] {
        let test = "manage::place::tests::rights::a_new_file_has_the_mode_that_the_umask_leaves";
        let exe = std::env::current_exe().unwrap();
        let done = Command::new(exe).args(["--exact", test]).env(MASK, mask).output().unwrap();
        assert!(done.status.success(), "umask {mask}: {}", String::from_utf8_lossy(&done.stdout));
    }
}
