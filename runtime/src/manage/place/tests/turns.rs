//! Links are turned and modes changed while we are about it.

use std::cell::Cell;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::rc::Rc;
use std::time::Duration;

use super::Sandbox;
use super::races::{Other, meddled, plus};
use super::sandbox::{drafts, run};
use crate::manage::place::{Change, Failed, Kind, Place, step};

#[test]
fn rights_and_links_that_change_meanwhile_count() {
    let home = Rc::new(Sandbox::new());
    home.write("one", "1");
    home.write("two", "2");
    symlink("one", home.at("f")).unwrap();
    let (state, path) = (home.state(), home.at("f"));
    let turn: Other = |home| {
        fs::remove_file(home.at("f")).unwrap();
        symlink("two", home.at("f")).unwrap();
    };
    let done = meddled(&home, "written", 1, turn, || Place::new(&state, &path).replace(&mut plus)).unwrap();
    assert_eq!(done.real, home.at("two"));
    assert_eq!((home.read("one").as_deref(), home.read("two").as_deref()), (Some("1"), Some("2+")));

    let close: Other = |home| fs::set_permissions(home.at("two"), Permissions::from_mode(0o600)).unwrap();
    meddled(&home, "synced", 1, close, || Place::new(&state, &path).replace(&mut plus)).unwrap();
    assert_eq!(fs::metadata(home.at("two")).unwrap().permissions().mode() & 0o777, 0o600);

    let forbid: Other = |home| fs::set_permissions(home.at("two"), Permissions::from_mode(0o400)).unwrap();
    let done = meddled(&home, "synced", 1, forbid, || Place::new(&state, &path).replace(&mut plus));
    assert!(matches!(done, Err(Failed::Place(ref e)) if matches!(e.kind, Kind::ReadOnlyFile { .. })), "{done:?}");
    assert_eq!(home.read("two").as_deref(), Some("2++"));
    assert!(home.is_clean());
}

#[test]
fn a_link_that_is_turned_while_we_wait_turns_the_lock() {
    let home = Rc::new(Sandbox::new());
    home.write("one", "1");
    home.write("two", "2");
    symlink("one", home.at("f")).unwrap();
    let turn: Other = |home| {
        fs::remove_file(home.at("f")).unwrap();
        symlink("two", home.at("f")).unwrap();
    };
    let (state, path, two) = (home.state(), home.at("f"), home.at("two"));
    let mut edit = |old: Option<&[u8]>| {
        let at_once = Place::new(&state, &two).patience(Duration::ZERO);
        assert!(matches!(run(&at_once, Change::Keep).unwrap_err().kind, Kind::Busy { .. }), "it is locked");
        plus(old)
    };
    let done = meddled(&home, "found", 1, turn, || Place::new(&state, &path).replace(&mut edit)).unwrap();
    assert_eq!((done.real, home.read("two").as_deref()), (home.at("two"), Some("2+")));
    assert!(home.is_clean());
}

#[test]
fn a_draft_is_private_until_it_has_the_files_mode() {
    let home = Rc::new(Sandbox::new());
    home.write("f", "a secret");
    fs::set_permissions(home.at("f"), Permissions::from_mode(0o640)).unwrap();
    let (state, path) = (home.state(), home.at("f"));
    for (at, mode) in [("drafted", 0o600), ("written", 0o600), ("synced", 0o640)] {
        let seen = Rc::new(Cell::new(0));
        let (home, look) = (home.clone(), seen.clone());
        let visit = move |step| {
            if step == at {
                let [draft] = &drafts(&home.home())[..] else { panic!("one draft") };
                look.set(fs::metadata(draft).unwrap().permissions().mode() & 0o777);
            }
        };
        step::at_each(visit, || Place::new(&state, &path).replace(&mut plus)).unwrap();
        assert_eq!(seen.get(), mode, "{at}");
    }
}
