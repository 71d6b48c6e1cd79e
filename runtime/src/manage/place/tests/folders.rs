//! Folders that a file needed go with it.

use std::fs;

use super::Sandbox;
use super::sandbox::{run, write};
use crate::manage::place::{Change, Effect, Place, missing};

/// What is there, the file, which folders are made for it, what else comes into them, and what is left after the removal.
type Row =
    (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str], &'static [&'static str]);

const ROWS: &[Row] = &[
    ("none needed", &["a/b/"], &[], &[], &["a/", "a/b/"]),
    ("one", &["a/"], &["a/b"], &[], &["a/"]),
    ("all", &[], &["a", "a/b"], &[], &[]),
    ("something else came in", &[], &["a", "a/b"], &["a/b/theirs"], &["a/", "a/b/", "a/b/theirs"]),
    ("something came in further up", &[], &["a", "a/b"], &["a/theirs"], &["a/", "a/theirs"]),
    ("an empty folder came in", &[], &["a", "a/b"], &["a/c/"], &["a/", "a/c/"]),
];

#[test]
fn folders_are_reported_and_go_when_empty() {
    for (name, there, made, then, left) in ROWS {
        let home = Sandbox::new();
        let add = |paths: &[&str]| {
            for path in paths {
                match path.strip_suffix('/') {
                    Some(folder) => fs::create_dir_all(home.at(folder)).unwrap(),
                    None => home.write(path, "x"),
                }
            }
        };
        add(there);
        let (state, path) = (home.state(), home.at("a/b/f"));
        let want: Vec<_> = made.iter().map(|p| home.at(p)).collect();
        assert_eq!(missing(&path), want, "{name}: known beforehand");
        let done = run(&Place::new(&state, &path), write("ours")).unwrap();
        assert_eq!((done.effect, &done.folders), (Effect::Created, &want), "{name}");
        add(then);
        let done = run(&Place::new(&state, &path).with_folders(&want), Change::Remove).unwrap();
        assert_eq!(done.effect, Effect::Removed, "{name}");
        assert_eq!(home.tree(), *left, "{name}");
        assert!(want.iter().all(|f| f.exists() != done.folders.contains(f)), "{name}: {:?}", done.folders);
        assert!(home.is_clean(), "{name}");
    }
}

#[test]
fn folders_go_too_when_the_file_is_gone_already() {
    let home = Sandbox::new();
    let (state, path) = (home.state(), home.at("a/b/f"));
    let made = run(&Place::new(&state, &path), write("ours")).unwrap().folders;
    fs::remove_file(&path).unwrap();
    let done = run(&Place::new(&state, &path).with_folders(&made), Change::Remove).unwrap();
    assert_eq!((done.effect, done.folders.len(), home.tree()), (Effect::Kept, 2, vec![]));
}

#[test]
fn nothing_is_made_for_nothing() {
    let home = Sandbox::new();
    for change in [Change::Keep, Change::Remove] {
        assert_eq!(home.change("a/b/f", change).unwrap().effect, Effect::Kept);
    }
    let (state, path) = (home.state(), home.at("a/b/f"));
    Place::new(&state, &path).replace(&mut |_| Err::<Change, _>("no")).unwrap_err();
    assert_eq!(home.tree(), [""; 0]);
}

#[test]
#[cfg(unix)]
fn a_link_is_no_folder_of_ours() {
    let home = Sandbox::new();
    fs::create_dir(home.at("theirs")).unwrap();
    std::os::unix::fs::symlink("theirs", home.at("a")).unwrap();
    home.write("theirs/f", "ours");
    let (state, path, folders) = (home.state(), home.at("a/f"), [home.at("a")]);
    run(&Place::new(&state, &path).with_folders(&folders), Change::Remove).unwrap();
    assert_eq!(home.tree(), ["a -> theirs", "theirs/"]);
}
