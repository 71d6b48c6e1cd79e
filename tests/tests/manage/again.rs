//! Files with entries of ours and of others in them: what an install and an uninstall make of them.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use hookwright_tests::home::{Home, same};

use crate::files::{Saved, files, fill};
use crate::home;
use crate::round::{with_scope, with_shared_file};

/// A row is its name, host, file and command, the file before, `----`, the file after.
const ENTRIES: &str = include_str!("../../fixtures/manage/entries.txt");

#[test]
fn entries_that_are_there_are_replaced_or_taken_out_in_place() {
    for (name, row) in files(ENTRIES) {
        let home = home();
        let (what, texts) = row.split_once('\n').expect("a row says what is done");
        let [host, path, command] = what.split(' ').collect::<Vec<_>>()[..] else { panic!("{name}: {what}") };
        let bin = home.bin("");
        let bin = bin.to_str().expect("UTF-8").trim_end_matches('/');
        let (before, after) = texts.split_once("----\n").expect("a row has two files");
        let (before, after) = (before.replace("{bin}", bin), after.replace("{bin}", bin));
        home.write(&home.home(path), &before);
        for _ in 0..2 {
            home.done("chorus", &[command, "--host", host]);
            let is = fs::read_to_string(home.home(path)).expect("it is there");
            assert!(is == after, "{name}\n==== is\n{is}\n==== and must be\n{after}");
        }
    }
}

/// Twice is once, on every host.
#[test]
fn a_second_install_changes_nothing() {
    let (home, hosts) = (home(), with_scope("user").join(","));
    fill(&home, Saved::AsTheyAre);
    home.done("chorus", &["install", "--host", &hosts]);
    let once = home.tree();
    let (again, _) = home.json("chorus", &["install", "--host", &hosts]);
    same("twice", &once, &home.tree());
    let states = crate::round::states(&again, "outcomes");
    assert!(states.iter().all(|(_, state)| matches!(*state, "unchanged" | "covered")), "{states:?}");
}

/// The same program moved: all is as if it had been installed from there at once, and goes without a trace.
#[test]
fn a_move_replaces_every_form() {
    let hosts = with_shared_file("user").join(",") + ",opencode,cline-files";
    let installed = |moves: &[&str]| -> (Home, _, _) {
        let home = home();
        fill(&home, Saved::AsTheyAre);
        let before = home.tree();
        for program in moves {
            home.done("chorus", &["install", "--host", &hosts, "--program", program]);
        }
        let after = home.tree();
        (home, before, after)
    };
    let (_, _, at_once) = installed(&["/new/chorus"]);
    let (home, before, moved) = installed(&["/old place/chorus", "/opt/it's/chorus", "/new/chorus"]);
    same("moved", &at_once, &moved);
    home.done("chorus", &["uninstall"]);
    same("and out again", &before, &home.tree());
}

/// Another tool added entries before and after ours; the user wrote the file anew. Only ours go, with the ledger and without.
#[test]
fn what_others_did_since_stays() {
    let reformatted = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        value.to_string()
    };
    let added = |text: &str| {
        text.replacen("\"PreToolUse\": [", "\"PreToolUse\": [\n      { \"hooks\": [{ \"command\": \"new\" }] },", 1)
    };
    for (what, edit) in [("reformatted", &reformatted as &dyn Fn(&str) -> String), ("added", &added)] {
        for ledger in [true, false] {
            let home = home();
            fill(&home, Saved::AsTheyAre);
            let path = home.home(".claude/settings.json");
            let before = fs::read_to_string(&path).expect("it is there");
            home.done("chorus", &["install", "--host", "claude-code"]);
            let text = fs::read_to_string(&path).expect("it is there");
            fs::write(&path, edit(&text)).expect("it is ours");
            if !ledger {
                fs::remove_dir_all(home.home(".local")).expect("it is there");
            }
            home.done("chorus", &["uninstall"]);
            let after = fs::read_to_string(&path).expect("it is there");
            assert_eq!(after, edit(&before), "{what}, ledger: {ledger}");
        }
    }
}

/// The record of installations is lost: entries are found all the same, and files of our own by what they say.
#[test]
fn without_the_ledger_all_entries_are_found() {
    let (home, hosts) = (home(), with_scope("user").join(","));
    home.done("witness", &["install", "--host", &hosts]);
    fs::remove_dir_all(home.home(".local/state/hookwright")).expect("it is there");
    let (removed, code) = home.json("witness", &["uninstall"]);
    assert_eq!(code, 0, "{removed:#}");
    for (path, thing) in home.tree() {
        assert!(!format!("{thing:?}").contains("witness"), "{}: {thing:?}", path.display());
    }
}

/// Two programs made with Hookwright in the same files, either taken out first, in homes with files and without.
#[test]
fn two_programs_in_one_file_leave_no_trace_in_any_order() {
    // Of files that are each program's own, two are enough.
    let hosts = with_shared_file("user").join(",") + ",opencode,openclaw";
    for filled in [true, false] {
        for order in [["chorus", "probe"], ["probe", "chorus"]] {
            let home = home();
            if filled {
                fill(&home, Saved::AsTheyAre);
            }
            let before = home.tree();
            home.done("chorus", &["install", "--host", &hosts]);
            home.done("probe", &["install", "--host", &hosts]);
            home.done(order[0], &["uninstall"]);
            let (rest, _) = home.json(order[1], &["status"]);
            let states = crate::round::states(&rest, "hosts");
            assert!(states.len() > 10 && states.iter().all(|(_, s)| *s == "installed"), "{order:?}: {states:?}");
            home.done(order[1], &["uninstall"]);
            same(&format!("{order:?}, filled: {filled}"), &before, &home.tree());
            assert!(home.state().is_empty(), "{:?}", home.state());
        }
    }
}

/// A file that is ours alone, changed by its user: it goes, for it says whose it is; its mode does not matter.
#[test]
fn a_file_of_ours_goes_even_if_it_was_changed() {
    let home = home();
    let before = home.tree();
    home.done("chorus", &["install", "--host", "opencode,mux"]);
    for path in [".config/opencode/plugins/chorus.ts", ".xum/tool_pre"] {
        let path = home.home(path);
        let text = fs::read_to_string(&path).expect("it is there");
        fs::write(&path, text + "\n# mine\n").expect("it is ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("it is ours");
    }
    home.done("chorus", &["uninstall"]);
    same("all of it", &before, &home.tree());
}
