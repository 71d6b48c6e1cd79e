//! Other programs, who know nothing of our lock, change a file while we do.

use std::cell::Cell;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

use super::Sandbox;
use super::sandbox::{run, write};
use crate::manage::place::{Change, Effect, Failed, Kind, Place, Target, step};

/// What another does to `home/f` between our reading it and our replacing it.
pub(super) type Other = fn(&Sandbox);

/// Before, what the other does, and what comes of our adding a `+`.
const ROWS: &[(&str, Option<&str>, Other, Option<&str>)] = &[
    ("nothing", Some("old"), |_| {}, Some("old+")),
    ("writes", Some("old"), |home| home.write("f", "theirs"), Some("theirs+")),
    ("writes as much, as if at the same time", Some("old"), same_time, Some("odl+")),
    ("writes the same anew", Some("old"), |home| home.write("f", "old"), Some("old+")),
    ("renames over it", Some("old"), rename_over, Some("theirs+")),
    ("empties it", Some("old"), |home| home.write("f", ""), Some("+")),
    ("removes it", Some("old"), |home| fs::remove_file(home.at("f")).unwrap(), Some("+")),
    ("makes it", None, |home| home.write("f", "theirs"), Some("theirs+")),
    ("makes its folder", None, |home| home.write("x/y", ""), Some("+")),
];

fn same_time(home: &Sandbox) {
    let path = home.at("f");
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    home.write("f", "odl");
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

fn rename_over(home: &Sandbox) {
    home.write("g", "theirs");
    fs::rename(home.at("g"), home.at("f")).unwrap();
}

pub(super) fn plus(old: Option<&[u8]>) -> Result<Change, String> {
    Ok(Change::Write([old.unwrap_or_default(), b"+"].concat()))
}

/// Lets another act at a step, the first few times.
pub(super) fn meddled<R>(home: &Rc<Sandbox>, at: &'static str, times: u32, other: Other, run: impl FnOnce() -> R) -> R {
    let (home, left) = (home.clone(), Cell::new(times));
    let visit = move |step| {
        if step == at && left.get() > 0 {
            left.set(left.get() - 1);
            other(&home);
        }
    };
    step::at_each(visit, run)
}

#[test]
fn what_others_wrote_meanwhile_is_not_lost() {
    for (name, before, other, after) in ROWS {
        for at in ["read", "edited", "drafted", "written", "synced"] {
            let home = Rc::new(Sandbox::new());
            if let Some(before) = before {
                home.write("f", before);
            }
            let (state, path) = (home.state(), home.at("f"));
            meddled(&home, at, 1, *other, || Place::new(&state, &path).replace(&mut plus)).unwrap();
            assert_eq!(home.read("f").as_deref(), *after, "{name}, {at}");
            assert!(home.is_clean(), "{name}, {at}");
        }
    }
}

#[test]
fn a_new_file_never_replaces_one_that_came_last_of_all() {
    let home = Rc::new(Sandbox::new());
    let (state, path) = (home.state(), home.at("f"));
    let other: Other = |home| home.write("f", "theirs");
    let done = meddled(&home, "checked", 1, other, || Place::new(&state, &path).replace(&mut plus)).unwrap();
    assert_eq!((done.effect, home.read("f").as_deref()), (Effect::Written, Some("theirs+")));
    assert!(home.is_clean());
}

#[test]
fn a_folder_that_goes_meanwhile_is_made_again() {
    for (at, gone) in [("folders", "a/b"), ("written", "a")] {
        let home = Rc::new(Sandbox::new());
        let (state, path) = (home.state(), home.at("a/b/f"));
        let other: Other = if gone == "a" {
            |home| fs::remove_dir_all(home.at("a")).unwrap()
        } else {
            |home| fs::remove_dir(home.at("a/b")).unwrap()
        };
        let done = meddled(&home, at, 1, other, || Place::new(&state, &path).replace(&mut plus)).unwrap();
        assert_eq!(home.read("a/b/f").as_deref(), Some("+"), "{at}");
        assert_eq!(done.folders, [home.at("a"), home.at("a/b")], "{at}");
    }
}

#[test]
fn what_others_wrote_meanwhile_is_not_removed() {
    let home = Rc::new(Sandbox::new());
    home.write("f", "ours");
    let (state, path) = (home.state(), home.at("f"));
    let mut edit =
        |old: Option<&[u8]>| Ok::<_, String>(if old == Some(b"ours") { Change::Remove } else { Change::Keep });
    let other: Other = |home| home.write("f", "ours and theirs");
    let done = meddled(&home, "edited", 1, other, || Place::new(&state, &path).replace(&mut edit)).unwrap();
    assert_eq!((done.effect, home.read("f").as_deref()), (Effect::Kept, Some("ours and theirs")));
}

#[test]
fn who_writes_all_the_time_is_named() {
    for (times, tries) in [(2, Some(3)), (3, None)] {
        let home = Rc::new(Sandbox::new());
        home.write("f", "old");
        let (state, path) = (home.state(), home.at("f"));
        let place = Place::new(&state, &path).tries(3);
        let other: Other = |home| home.write("f", &format!("{}!", home.read("f").unwrap()));
        let done = meddled(&home, "edited", times, other, || place.replace(&mut plus));
        match tries {
            Some(_) => assert_eq!(home.read("f").as_deref(), Some("old!!+")),
            None => {
                let Err(Failed::Place(error)) = done else { panic!("{done:?}") };
                assert!(matches!(error.kind, Kind::KeepsChanging { tries: 3 }), "{error}");
                assert_eq!(home.read("f").as_deref(), Some("old!!!"));
            }
        }
        assert!(home.is_clean());
    }
}

/// A program that writes in place is seen in the middle; what the edit says of that is not the last word.
#[test]
fn an_error_about_half_a_file_is_no_error() {
    let home = Rc::new(Sandbox::new());
    home.write("f", "{ \"ha");
    let (state, path) = (home.state(), home.at("f"));
    let mut edit = |old: Option<&[u8]>| match old {
        Some(whole) if whole.ends_with(b"}") => Ok(write("{ \"half\": 2 }")),
        _ => Err("it does not end"),
    };
    let other: Other = |home| home.write("f", "{ \"half\": 1 }");
    meddled(&home, "read", 1, other, || Place::new(&state, &path).replace(&mut edit)).unwrap();
    assert_eq!(home.read("f").as_deref(), Some("{ \"half\": 2 }"));

    home.write("f", "{ \"ha");
    let error = Place::new(&state, &path).replace(&mut edit).unwrap_err();
    assert!(matches!(error, Failed::Edit("it does not end")), "{error:?}");
    assert!(home.is_clean());
}

/// The lock that counts is that of the file which is written in the end.
/// Nobody may read a draft who may not read the file.
#[test]
fn a_panic_leaves_nothing_behind() {
    for at in ["read", "edited", "folders", "drafted", "written", "synced", "checked"] {
        for before in [None, Some("old")] {
            let home = Rc::new(Sandbox::new());
            if let Some(before) = before {
                home.write("a/f", before);
            }
            let tree = home.tree();
            let (state, path) = (home.state(), home.at("a/f"));
            let place = Place::new(&state, &path).patience(Duration::from_millis(100));
            let bang: Other = |_| panic!("bang");
            let done = catch_unwind(AssertUnwindSafe(|| {
                meddled(&home, at, 1, bang, || place.replace(&mut plus)).unwrap();
            }));
            assert_eq!(done.is_err(), at != "folders" || before.is_none(), "{at}");
            if done.is_err() {
                assert_eq!((home.tree(), home.read("a/f").as_deref()), (tree, before), "{at}");
            }
            assert!(home.is_clean(), "{at}");
            run(&place, write("new")).unwrap();
        }
    }
}

/// A file may grow without end, or change under the reader; then there is nothing to be had of it.
#[test]
fn a_target_is_whole() {
    let home = Sandbox::new();
    home.write("f", "old");
    let target = Target::find(&home.at("f")).unwrap();
    home.write("f", "new");
    assert!(!target.is_same(&Target::find(&home.at("f")).unwrap()));
}
