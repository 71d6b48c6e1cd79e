//! Many processes of ours at one file.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::Sandbox;
use super::sandbox::{run, write};
use crate::manage::place::{Change, Failed, Kind, Place};

const CHILD: &str = "HOOKWRIGHT_TEST_MANY";
const PROCESSES: usize = 10;
const THREADS: usize = 2;
const LINES: usize = 5;

/// Adds lines to a file; each is a read and a replacement of the whole.
fn add_lines(home: &Path, who: &str) {
    // Programs of different names, in the state of one user.
    let state = home.join("state").join(&who[..1]);
    let file = home.join("home/conf/f");
    for n in 0..LINES {
        let place = Place::new(&state, &file).patience(Duration::from_secs(120));
        let line = format!("{who} {n}\n");
        let mut add =
            |old: Option<&[u8]>| Ok::<_, String>(Change::Write([old.unwrap_or_default(), line.as_bytes()].concat()));
        place.replace(&mut add).unwrap();
    }
}

#[test]
fn twenty_at_once_lose_nothing() {
    if let Ok(who) = env::var(CHILD) {
        let (who, home) = who.split_once(' ').unwrap();
        let home = PathBuf::from(home);
        return thread::scope(|scope| {
            for n in 0..THREADS {
                let (home, who) = (&home, format!("{who}.{n}"));
                scope.spawn(move || add_lines(home, &who));
            }
        });
    }
    let home = Sandbox::new();
    let root = home.home().parent().unwrap().display().to_string();
    let test = "manage::place::tests::many::twenty_at_once_lose_nothing";
    let children: Vec<_> = (0..PROCESSES)
        .map(|n| {
            let mut child = Command::new(env::current_exe().unwrap());
            child.args(["--exact", test]).env(CHILD, format!("{n} {root}"));
            child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in children {
        let done = child.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    }
    let text = home.read("conf/f").unwrap();
    let lines: BTreeSet<_> = text.lines().collect();
    assert_eq!((text.lines().count(), lines.len()), (PROCESSES * THREADS * LINES, PROCESSES * THREADS * LINES));
    assert!(home.is_clean());
}

#[test]
fn who_waits_in_vain_learns_for_whom() {
    let home = Sandbox::new();
    home.write("f", "old");
    home.write("g", "old");
    let (state, path) = (home.state(), home.at("f"));
    let place = Place::new(&state, &path);
    let slow = place.replace::<String>(&mut |_| {
        // Programs of other names lock the same, and other files are free.
        for state in [&state, &state.with_file_name("other")] {
            let error = run(&Place::new(state, &path).patience(Duration::from_millis(20)), write("!")).unwrap_err();
            let Kind::Busy { holder: Some(holder), .. } = &error.kind else { panic!("{error}") };
            assert!(holder.starts_with(&format!("process {}, ", std::process::id())), "{holder}");
        }
        home.change("g", write("new")).unwrap();
        Ok(write("new"))
    });
    slow.unwrap();
    assert_eq!(home.read("f").as_deref(), Some("new"));
    assert!(home.is_clean());
}

#[test]
fn a_lock_is_waited_for() {
    let home = Sandbox::new();
    let (state, path) = (home.state(), home.at("f"));
    let place = Place::new(&state, &path);
    thread::scope(|scope| {
        let first = scope.spawn(|| {
            place.replace::<String>(&mut |_| {
                fs::write(home.at("begun"), "").unwrap();
                thread::sleep(Duration::from_millis(200));
                Ok(write("first"))
            })
        });
        while !home.at("begun").exists() {
            thread::sleep(Duration::from_millis(1));
        }
        let second = place.replace::<Failed<()>>(&mut |old| Ok(Change::Write([old.unwrap(), b", second"].concat())));
        second.unwrap();
        first.join().unwrap().unwrap();
    });
    assert_eq!(home.read("f").as_deref(), Some("first, second"));
}
