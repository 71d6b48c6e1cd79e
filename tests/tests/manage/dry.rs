//! `--dry-run`: a unified diff that says exactly what an install writes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hookwright_tests::home::{Home, Thing, Tree, same};

use crate::files::{Saved, fill};
use crate::home;
use crate::round::{with_scope, with_shared_file};

/// What files hold after the diffs in a text are applied, as `patch` would; `None`: the file is gone.
fn patched(text: &str, mut files: BTreeMap<PathBuf, String>) -> BTreeMap<PathBuf, String> {
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let Some(old) = line.strip_prefix("--- ") else { continue };
        let new = lines.next().and_then(|line| line.strip_prefix("+++ ")).expect("a new name").trim_end();
        let before = files.remove(Path::new(old.trim_end())).unwrap_or_default();
        assert_eq!(before.is_empty(), old.trim_end() == "/dev/null", "{old}");
        let mut before = before.split_inclusive('\n');
        let (mut after, mut at) = (String::new(), 1);
        while let Some(hunk) = lines.next_if(|line| line.starts_with("@@ -")) {
            let start = hunk[4..].split([',', ' ']).next().and_then(|n| n.parse::<usize>().ok()).expect("a number");
            while at < start {
                after += before.next().expect("a line before the hunk");
                at += 1;
            }
            let mut last = "";
            while let Some(line) =
                lines.next_if(|line| line.starts_with([' ', '+', '-', '\\']) && !line.starts_with("--- /"))
            {
                let (mark, rest) = line.split_at(1);
                match mark {
                    "\\" if last == "-" => {}
                    "\\" => assert!(after.ends_with('\n') && after.pop().is_some(), "{line}"),
                    "+" => after += rest,
                    _ => {
                        let is = before.next().expect("a line of the hunk");
                        assert_eq!(is.trim_end_matches('\n'), rest.trim_end_matches('\n'), "{old}");
                        after += if mark == " " { rest } else { "" };
                        at += 1;
                    }
                }
                last = mark;
            }
        }
        after.extend(before);
        if new != "/dev/null" {
            files.insert(new.into(), after);
        }
    }
    files
}

fn texts(home: &Home, tree: &Tree) -> BTreeMap<PathBuf, String> {
    let text = |(path, thing): (&PathBuf, &Thing)| match thing {
        Thing::File { bytes, .. } => Some((home.root().join(path), String::from_utf8(bytes.clone()).expect("text"))),
        _ => None,
    };
    tree.iter().filter_map(text).collect()
}

#[test]
fn a_rehearsal_prints_the_diff_and_writes_nothing() {
    for saved in Saved::ALL {
        for (scope, filled) in [("user", true), ("project", true), ("user", false)] {
            let hosts = match saved {
                Saved::AsTheyAre => with_scope(scope),
                _ if scope == "project" || !filled => continue,
                _ => with_shared_file(scope),
            };
            let (home, list) = (home(), hosts.join(","));
            if filled {
                fill(&home, saved);
            }
            let what = format!("{saved:?} {scope} {filled}");
            let before = home.tree();
            for (command, more) in [("install", &["--host", &list][..]), ("uninstall", &[])] {
                let now = home.tree();
                let arguments = [&[command, "--scope", scope], more].concat();
                let said = home.done("chorus", &[&arguments[..], &["--dry-run"]].concat());
                same(&format!("{what} {command}: nothing is written"), &now, &home.tree());
                let wanted = patched(&said, texts(&home, &now));
                home.done("chorus", &arguments);
                for (path, text) in texts(&home, &home.tree()) {
                    assert_eq!(wanted.get(&path), Some(&text), "{what} {command}: {}", path.display());
                }
                assert_eq!(wanted.len(), texts(&home, &home.tree()).len(), "{what} {command}: {said}");
            }
            same(&what, &before, &home.tree());
        }
    }
}

#[test]
fn a_rehearsal_in_json_has_the_same_diffs() {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    let (said, code) = home.json("chorus", &["install", "--host", "codex,claude-code", "--dry-run"]);
    assert_eq!((code, &said["dry_run"]), (0, &true.into()));
    for outcome in said["outcomes"].as_array().expect("a list") {
        let diff = outcome["files"][0]["diff"].as_str().expect("a diff");
        assert!(diff.starts_with("--- /") && diff.contains("\n+++ /") && diff.contains("chorus hook"), "{diff}");
    }
    assert!(home.state().is_empty(), "not even a note of it: {:?}", home.state());
}
