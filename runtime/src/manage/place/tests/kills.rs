//! Killed at any moment, a process leaves the old file or the new one, and at most a draft that is swept.
#![cfg(unix)]

use std::collections::hash_map::RandomState;
use std::env;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::Sandbox;
use super::sandbox::{drafts, run, write};
use crate::manage::place::{Change, Place, step};

const CHILD: &str = "HOOKWRIGHT_TEST_KILL";
const SIZE: usize = 300_000;

/// This test again, alone in a process of its own, which is told what to do.
fn child(test: &str, order: &str) -> Child {
    let test = format!("manage::place::tests::kills::{test}");
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", &test]).env(CHILD, order).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn root(home: &Sandbox) -> String {
    home.home().parent().unwrap().display().to_string()
}

/// Makes drafts as old as if the one who left them were long dead.
fn age(root: &Path) {
    for draft in drafts(root) {
        let old = SystemTime::now() - Duration::from_secs(3700);
        File::options().write(true).open(draft).unwrap().set_modified(old).unwrap();
    }
}

const STEPS: [(&str, bool); 7] = [
    ("read", false),
    ("edited", false),
    ("drafted", true),
    ("written", true),
    ("synced", true),
    ("checked", true),
    ("renamed", false),
];

#[test]
fn killed_at_each_step() {
    if let Ok(order) = env::var(CHILD) {
        let [at, change, root] = order.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{order}") };
        let (at, root) = (at.to_owned(), Path::new(root));
        let (state, path) = (root.join("state/acme"), root.join("home/conf/f"));
        let change = if change == "remove" { Change::Remove } else { write("new") };
        let kill = move |step| {
            if step == at {
                // SAFETY: two numbers.
                unsafe { libc::kill(libc::getpid(), libc::SIGKILL) };
            }
        };
        step::at_each(kill, || run(&Place::new(&state, &path), change)).unwrap();
        return;
    }
    for (at, leaves_draft) in STEPS {
        for (change, before, after) in
            [("write", Some("old"), Some("new")), ("create", None, Some("new")), ("remove", Some("old"), None)]
        {
            let home = Sandbox::new();
            if let Some(before) = before {
                home.write("conf/f", before);
            }
            let status = child("killed_at_each_step", &format!("{at} {change} {}", root(&home))).wait().unwrap();
            let name = format!("{change}, {at}");
            let in_draft = leaves_draft && change != "remove";
            assert_eq!(status.success(), leaves_draft && change == "remove" && at != "checked", "{name}: {status}");
            let want = if at == "renamed" || status.success() { after } else { before };
            assert_eq!(home.read("conf/f").as_deref(), want, "{name}");
            assert_eq!(drafts(&home.home()).len(), usize::from(in_draft), "{name}");

            // The locks died with their holder.
            home.change("conf/f", write("last")).unwrap();
            assert_eq!(drafts(&home.home()).len(), 0, "{name}");
            assert_eq!(home.read("conf/f").as_deref(), Some("last"), "{name}");
            assert!(home.is_clean(), "{name}");
        }
    }
}

fn version(letter: char) -> String {
    letter.to_string().repeat(SIZE)
}

/// Replaces a large file again and again until it is killed, while another reads it all the time.
#[test]
fn killed_at_random() {
    if let Ok(root) = env::var(CHILD) {
        let (state, path) = (Path::new(&root).join("state/acme"), Path::new(&root).join("home/f"));
        // Not for ever, should nobody be left to kill it.
        let begin = Instant::now();
        for letter in ['a', 'b'].into_iter().cycle().take_while(|_| begin.elapsed() < Duration::from_secs(20)) {
            run(&Place::new(&state, &path), write(&version(letter))).unwrap();
        }
        return;
    }
    const ROUNDS: u32 = 40;
    let home = Sandbox::new();
    home.write("f", &version('a'));
    let (a, b) = (version('a').into_bytes(), version('b').into_bytes());
    let done = AtomicBool::new(false);
    let seen = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut seen = [0_u32; 2];
            while !done.load(Ordering::Relaxed) {
                let now = fs::read(home.at("f")).expect("the file is always there");
                assert!(now == a || now == b, "{} bytes, and not one version", now.len());
                seen[usize::from(now == b)] += 1;
            }
            seen
        });
        for _ in 0..ROUNDS {
            let mut child = child("killed_at_random", &root(&home));
            // To start takes a while; after that, any moment.
            let micros = 5_000 + RandomState::new().build_hasher().finish() % 60_000;
            thread::sleep(Duration::from_micros(micros));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    assert!(seen.iter().all(|n| *n > 0), "nothing was replaced: {seen:?}");
    age(&home.home());
    home.change("f", write("last")).unwrap();
    assert_eq!(home.tree(), ["f"]);
    assert!(home.is_clean());
}

#[test]
fn only_drafts_of_ours_that_nobody_writes_are_swept() {
    const OURS: &str = ".hookwright-0123456789abcdef.tmp";
    let rows = [
        ("ours", OURS, 3700, true),
        ("ours, a minute old", OURS, 60, cfg!(unix)),
        ("ours, and somebody writes it", OURS, 60, false),
        ("another name", ".hookwright-notes.tmp", 3700, false),
        ("longer", ".hookwright-0123456789abcdef0.tmp", 3700, false),
        ("capitals", ".hookwright-0123456789ABCDEF.tmp", 3700, false),
        ("not hidden", "hookwright-0123456789abcdef.tmp", 3700, false),
        ("a backup of ours", ".hookwright-0123456789abcdef.tmp~", 3700, false),
    ];
    for (name, file, seconds, swept) in rows {
        for change in [write("new"), Change::Remove] {
            let home = Sandbox::new();
            home.write("f", "old");
            home.write(file, "");
            let then = SystemTime::now() - Duration::from_secs(seconds);
            let draft = File::options().write(true).open(home.at(file)).unwrap();
            draft.set_modified(then).unwrap();
            if !swept {
                draft.lock().unwrap();
            }
            home.change("f", change).unwrap();
            assert_eq!(home.at(file).exists(), !swept, "{name}");
        }
    }
    let home = Sandbox::new();
    home.write("f", "old");
    home.write(&format!("{OURS}/x"), "a folder of that name");
    home.change("f", write("new")).unwrap();
    assert!(home.at(OURS).exists());
}
