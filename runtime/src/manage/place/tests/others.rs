//! Files and folders of other users, and what may not be written or read.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;

use super::rights::is_root;
use super::sandbox::write;
use super::{Sandbox, skipped};
use crate::manage::place::{Change, Kind};

/// Runs something as a user who may do nothing; the credentials are this one thread's.
pub(super) fn as_nobody<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    const NOBODY: libc::c_long = 65534;
    if !is_root() {
        return f();
    }
    let run = || {
        // SAFETY: numbers only. The system call, unlike the function of libc, changes the calling thread alone.
        let done = unsafe {
            libc::syscall(libc::SYS_setgroups, 0, std::ptr::null::<libc::gid_t>()) == 0
                && libc::syscall(libc::SYS_setresgid, NOBODY, NOBODY, NOBODY) == 0
                && libc::syscall(libc::SYS_setresuid, NOBODY, NOBODY, NOBODY) == 0
        };
        assert!(done, "{}", std::io::Error::last_os_error());
        f()
    };
    std::thread::scope(|scope| scope.spawn(run).join().unwrap())
}

/// Another's file in a folder that is everybody's: who replaces it becomes its owner, and must not open it to his group.
#[test]
fn where_the_owner_cannot_be_kept_nobody_gets_more() {
    if !is_root() {
        return skipped("files of other users", "this is not root");
    }
    for (before, after) in [(0o666, 0o666), (0o646, 0o646), (0o676, 0o666), (0o6666, 0o666), (0o606, 0o606)] {
        let home = Sandbox::new();
        home.write("f", "old");
        let open = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        for folder in [home.home().parent().unwrap(), &home.home()] {
            open(folder, 0o777);
        }
        chown(home.at("f"), Some(1234), Some(5678)).unwrap();
        open(&home.at("f"), before);
        let done = as_nobody(|| home.change("f", write("new"))).unwrap();
        assert!(!done.owner_kept);
        let now = fs::metadata(home.at("f")).unwrap();
        assert_eq!((now.uid(), now.gid(), now.mode() & 0o7777), (65534, 65534, after), "{before:o}");
    }
}

#[test]
fn others_rights_are_not_ours() {
    // Who is not root plays the nobody himself, as the owner.
    let less = if is_root() { 0 } else { 0o200 };
    for (name, file, folder) in [("file", 0o644 - less, 0o777), ("folder", 0o666, 0o755 - less)] {
        let home = Sandbox::new();
        home.write("conf/f", "old");
        let open = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        open(home.home().parent().unwrap(), 0o777);
        open(&home.at("conf/f"), file);
        open(&home.at("conf"), folder);
        for change in [write("new"), Change::Remove] {
            let error = as_nobody(|| home.change("conf/f", change)).unwrap_err();
            let right = match &error.kind {
                Kind::ReadOnlyFile { .. } => name == "file",
                Kind::ReadOnlyFolder { folder, .. } => name == "folder" && *folder == home.at("conf"),
                _ => false,
            };
            assert!(right, "{name}: {error}");
            assert_eq!(home.read("conf/f").as_deref(), Some("old"), "{name}");
        }
        if name == "folder" {
            let error = as_nobody(|| home.change("conf/new/f", write("new"))).unwrap_err();
            assert!(matches!(error.kind, Kind::ReadOnlyFolder { .. }), "{error}");
        }
        open(&home.at("conf"), 0o755);
        assert!(home.is_clean(), "{name}");
    }
}

#[test]
fn what_may_not_be_read_is_not_replaced() {
    let home = Sandbox::new();
    home.write("conf/f", "old");
    fs::set_permissions(home.home().parent().unwrap(), Permissions::from_mode(0o777)).unwrap();
    for (path, mode) in [("conf/f", 0o200), ("conf", 0o600)] {
        fs::set_permissions(home.at(path), Permissions::from_mode(mode)).unwrap();
        let error = as_nobody(|| home.change("conf/f", write("new"))).unwrap_err();
        assert!(matches!(error.kind, Kind::Unreadable(_)), "{path}: {error}");
        fs::set_permissions(home.at(path), Permissions::from_mode(0o700)).unwrap();
    }
    assert_eq!(home.read("conf/f").as_deref(), Some("old"));
}
