//! Full disks, read-only disks, and files that are mounts of their own: in a mount namespace of one thread, for root.

use std::ffi::CString;
use std::fs;
use std::io;
use std::path::Path;

use super::sandbox::{drafts, write};
use super::{Sandbox, skipped};
use crate::manage::place::{Change, Kind, Place, PlaceError};

/// Runs something where it can mount, and nobody else sees it.
fn apart(what: &str, f: impl FnOnce(&Sandbox) + Send) {
    // Removed after the thread, and with it what is mounted there.
    let home = Sandbox::new();
    let run = || {
        // SAFETY: it takes a number; a thread can leave the others' mounts.
        let left = unsafe { libc::unshare(libc::CLONE_NEWNS) } == 0;
        if !left || !mount("none", Path::new("/"), None, libc::MS_REC | libc::MS_PRIVATE, "") {
            return skipped(what, &format!("nothing can be mounted ({})", io::Error::last_os_error()));
        }
        f(&home);
    };
    std::thread::scope(|scope| scope.spawn(run).join().unwrap());
}

fn mount(from: &str, to: &Path, kind: Option<&str>, flags: libc::c_ulong, options: &str) -> bool {
    let text = |s: &str| CString::new(s).unwrap();
    let (from, to, kind, options) = (text(from), text(to.to_str().unwrap()), kind.map(text), text(options));
    let kind = kind.as_ref().map_or(std::ptr::null(), |k| k.as_ptr());
    // SAFETY: all strings end with zeroes and live through the call.
    unsafe { libc::mount(from.as_ptr(), to.as_ptr(), kind, flags, options.as_ptr().cast()) == 0 }
}

fn error(home: &Sandbox, path: &str, change: Change) -> PlaceError {
    home.change(path, change).unwrap_err()
}

#[test]
fn a_full_disk_changes_nothing() {
    apart("a full disk", |home| {
        assert!(mount("tmpfs", &home.home(), Some("tmpfs"), 0, "size=64k"));
        home.write("f", "old");
        let much = write(&"x".repeat(100_000));
        assert!(matches!(error(home, "f", much.clone()).kind, Kind::NoSpace));
        assert!(matches!(error(home, "a/b/new", much).kind, Kind::NoSpace));
        assert_eq!(home.tree(), ["f"], "the new folders are gone too");
        // Not even an inode, and not a byte, is left.
        home.write("filler", &"x".repeat(40_000));
        while fs::write(home.at(&format!("n{}", home.tree().len())), "x".repeat(4096)).is_ok() {}
        assert!(matches!(error(home, "f", write("new!")).kind, Kind::NoSpace));
        assert_eq!(home.read("f").as_deref(), Some("old"));
        assert!(home.is_clean());
        home.change("filler", Change::Remove).unwrap();
        home.change("f", write("new")).unwrap();
    });
}

/// The ledger comes first: if it does not fit, the file is not touched.
#[test]
fn a_full_disk_under_the_ledger_stops_the_edit() {
    apart("a full disk under the state", |home| {
        use crate::manage::place::{Failed, Ledger, Record, What};
        home.write("f", &"original ".repeat(20_000));
        fs::create_dir_all(home.state()).unwrap();
        assert!(mount("tmpfs", &home.state(), Some("tmpfs"), 0, "size=64k"));
        let mut ledger = Ledger::load(&home.state()).unwrap();
        let path = home.at("f");
        let done = Place::new(&home.state(), &path).replace::<PlaceError>(&mut |old| {
            ledger.record(&Record::new("h", "user", &path, What::edited(b"new")), old, old)?;
            Ok(write("new"))
        });
        let Err(Failed::Edit(error)) = done else { panic!("{done:?}") };
        assert!(matches!(error.kind, Kind::NoSpace), "{error}");
        assert!(home.read("f").unwrap().starts_with("original"));
        assert!(home.is_clean() && drafts(&home.state()).is_empty());
        assert_eq!(Ledger::load(&home.state()).unwrap().records(), []);
    });
}

#[test]
fn a_read_only_disk_changes_nothing() {
    apart("a read-only disk", |home| {
        assert!(mount("tmpfs", &home.home(), Some("tmpfs"), 0, "size=64k"));
        home.write("f", "old");
        assert!(mount("none", &home.home(), None, libc::MS_REMOUNT | libc::MS_RDONLY, ""));
        for (path, change) in [("f", write("new")), ("f", Change::Remove), ("g", write("new")), ("a/g", write("new"))] {
            let error = error(home, path, change);
            assert!(matches!(error.kind, Kind::ReadOnlyFolder { .. }), "{error:?}");
            assert!(error.to_string().contains("Read-only file system"), "{error}");
        }
        assert_eq!(home.read("f").as_deref(), Some("old"));
        assert!(home.is_clean());
    });
}

#[test]
fn a_file_that_is_a_mount_is_left() {
    apart("a mounted file", |home| {
        home.write("f", "inside");
        home.write("outside", "old");
        assert!(mount(home.at("outside").to_str().unwrap(), &home.at("f"), None, libc::MS_BIND, ""));
        for change in [write("new"), Change::Remove] {
            assert!(matches!(error(home, "f", change).kind, Kind::Mounted));
        }
        assert_eq!(home.read("f").as_deref(), Some("old"));
        assert!(home.is_clean());
    });
}
