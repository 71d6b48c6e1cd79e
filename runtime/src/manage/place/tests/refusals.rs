//! What is not as it should be is said, and left as it is.

use std::fs;
use std::path::{Path, PathBuf};

use super::sandbox::write;
use super::{Sandbox, skipped};
use crate::manage::place::{Change, Kind, PlaceError};

type Row = (&'static str, fn(&Sandbox) -> bool, &'static [&'static str]);

/// What is wrong, how it becomes so (`false`: not here), and what is said.
const ROWS: &[Row] = &[
    ("a folder", |home| fs::create_dir(home.at("f")).is_ok(), &["is a folder, where a file should be", "move it"]),
    ("a hard link", hard_link, &["has 2 names (hard links) and was left as it is", "a symbolic link"]),
    ("read-only", read_only, &["is read-only", "and was left so", "make it writable"]),
    ("a pipe", pipe, &["is a pipe, a socket or a device"]),
    ("a socket", socket, &["is a pipe, a socket or a device"]),
    ("immutable", immutable, &["is read-only", "and was left so", "make it writable"]),
];

#[test]
fn what_is_wrong_is_said_and_left() {
    for (name, make, said) in ROWS {
        let home = Sandbox::new();
        if !make(&home) {
            skipped(name, "it cannot be made here");
            continue;
        }
        let before = (home.tree(), home.read_if_file("f"));
        let error = home.change("f", write("new")).unwrap_err();
        let text = error.to_string();
        assert!(said.iter().all(|part| text.contains(part)), "{name}: {text}");
        assert!(text.contains(home.at("f").to_str().unwrap()), "{name}: {text}");
        assert_eq!((home.tree(), home.read_if_file("f")), before, "{name}");
        assert!(home.is_clean(), "{name}");
        let _ = chattr("-i", &home.at("f"));
    }
}

#[test]
fn a_name_of_a_hard_link_can_be_removed() {
    let home = Sandbox::new();
    assert!(hard_link(&home));
    home.change("f", Change::Remove).unwrap();
    assert_eq!(home.tree(), ["other"]);
    assert_eq!(home.read("other").as_deref(), Some("old"));
}

/// Every kind has its message; those that no file here brings about are made by hand.
#[test]
fn every_kind_says_what_to_do() {
    let io = || std::io::Error::from(std::io::ErrorKind::PermissionDenied);
    let rows = [
        (Kind::ReadOnlyFile { mode: None }, "/f is read-only and was left so; if it may be changed, make it writable"),
        (
            Kind::ReadOnlyFolder { folder: "/".into(), error: io() },
            "/f was left as it is, because nothing can be put into / (permission denied); make that folder writable, or \
             run this as a user who may write there",
        ),
        (Kind::Unreadable(io()), "/f cannot be read (permission denied); run this as a user who may read it"),
        (Kind::NoSpace, "there is no space left for /f, which was left as it is; free some and try again"),
        (Kind::Mounted, "/f is a mount of its own, as containers make them of single files, and cannot be replaced"),
        (
            Kind::Busy { holder: Some("process 7, acme".into()), waited: std::time::Duration::from_secs(10) },
            "/f is being changed by another process (process 7, acme) for more than 10 s; wait for it to end, or end it",
        ),
        (
            Kind::KeepsChanging { tries: 3 },
            "/f was changed by another program each of the 3 times it was about to be replaced; close that program and \
             try again",
        ),
        (Kind::Newer { version: 9 }, "/f was written by a later version of this program (format 9); use that one"),
        (Kind::Other(io()), "/f: permission denied"),
    ];
    for (kind, want) in rows {
        let got = PlaceError { path: PathBuf::from("/f"), kind }.to_string();
        assert!(got.starts_with(want), "{got}");
    }
}

impl Sandbox {
    /// As [`Sandbox::read`], but does not wait for a pipe's other end.
    fn read_if_file(&self, path: &str) -> Option<String> {
        self.at(path).is_file().then(|| self.read(path))?
    }
}

fn hard_link(home: &Sandbox) -> bool {
    home.write("f", "old");
    cfg!(unix) && fs::hard_link(home.at("f"), home.at("other")).is_ok()
}

fn read_only(home: &Sandbox) -> bool {
    home.write("f", "old");
    let mut permissions = fs::metadata(home.at("f")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(home.at("f"), permissions).is_ok()
}

fn pipe(home: &Sandbox) -> bool {
    std::process::Command::new("mkfifo").arg(home.at("f")).status().is_ok_and(|s| s.success())
}

#[cfg(unix)]
fn socket(home: &Sandbox) -> bool {
    std::os::unix::net::UnixListener::bind(home.at("f")).is_ok()
}

#[cfg(not(unix))]
fn socket(_: &Sandbox) -> bool {
    false
}

fn immutable(home: &Sandbox) -> bool {
    home.write("f", "old");
    chattr("+i", &home.at("f")) && fs::write(home.at("f"), "old").is_err()
}

fn chattr(flag: &str, path: &Path) -> bool {
    std::process::Command::new("chattr").arg(flag).arg(path).output().is_ok_and(|out| out.status.success())
}
