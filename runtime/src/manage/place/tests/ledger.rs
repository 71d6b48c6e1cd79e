//! The ledger knows what was there before, through updates and others' edits.

use std::fs;
use std::path::PathBuf;
use std::thread;

use serde_json::{Value, json};

use super::Sandbox;
use crate::manage::place::{Change, Effect, Ledger, Original, Place, PlaceError, Pruned, Record, Replaced, What};

pub(super) fn load(home: &Sandbox) -> Ledger {
    Ledger::load(&home.state()).unwrap()
}

pub(super) fn record(home: &Sandbox, host: &str, what: What) -> Record {
    let mut record = Record::new(host, "user", home.at("f"), what);
    record.version = "1.2.3".into();
    record.command = "acme hook h PreToolUse".into();
    record
}

pub(super) fn ledger_file(home: &Sandbox) -> PathBuf {
    home.state().join("ledger.json")
}

pub(super) fn backups(home: &Sandbox) -> usize {
    fs::read_dir(home.state().join("backups")).map_or(0, Iterator::count)
}

/// Installs as the commands do: what is found loses our old lines, gets the new one, and is recorded before it is written.
pub(super) fn install(home: &Sandbox, line: &str) {
    let done = try_install(home, line, true).unwrap();
    load(home).add_folders(&record(home, "h", What::created(b"")), &done.folders).unwrap();
}

/// Or does all but the last: the file stays as it is.
fn try_install(home: &Sandbox, line: &str, write: bool) -> Option<Replaced> {
    let mut ledger = load(home);
    let (state, path) = (home.state(), home.at("f"));
    let mut edit = |found: Option<&[u8]>| {
        let clean = found.map(without_us);
        let new = [clean.clone().unwrap_or_default(), format!("acme {line}\n").into_bytes()].concat();
        let what = if found.is_some() { What::edited(&new) } else { What::created(&new) };
        ledger.record(&record(home, "h", what), found, clean.as_deref()).unwrap();
        if write { Ok(Change::Write(new)) } else { Err("killed") }
    };
    Place::new(&state, &path).replace(&mut edit).ok()
}

fn without_us(bytes: &[u8]) -> Vec<u8> {
    let text = str::from_utf8(bytes).unwrap();
    text.split_inclusive('\n').filter(|l| !l.starts_with("acme ")).collect::<String>().into_bytes()
}

#[derive(Clone, Copy)]
enum Act {
    Install(&'static str),
    /// It is written down, and not done.
    Fail(&'static str),
    /// The user adds a line.
    Add(&'static str),
    Delete,
    LoseLedger,
    LoseBackups,
}
use Act::{Add, Delete, Fail, Install, LoseBackups, LoseLedger};

/// What was there, what happens, and what is known to have been there before us.
type Row = (&'static str, Option<&'static str>, &'static [Act], Option<Option<&'static str>>);

const ROWS: &[Row] = &[
    ("edited", Some("b\r\n"), &[Install("1")], Some(Some("b\r\n"))),
    ("edited twice", Some("b\n"), &[Install("1"), Install("2"), Install("3")], Some(Some("b\n"))),
    ("installed again the same", Some("b\n"), &[Install("1"), Install("1")], Some(Some("b\n"))),
    ("edited an empty file", Some(""), &[Install("1")], Some(Some(""))),
    ("created", None, &[Install("1")], Some(None)),
    ("created, then updated", None, &[Install("1"), Install("2")], Some(None)),
    ("edited, then by the user", Some("b\n"), &[Install("1"), Add("u\n")], None),
    ("created, then by the user", None, &[Install("1"), Add("u\n")], None),
    ("by the user in between", Some("b\n"), &[Install("1"), Add("u\n"), Install("2")], Some(Some("b\nu\n"))),
    ("created, the user in between", None, &[Install("1"), Add("u\n"), Install("2")], Some(Some("u\n"))),
    (
        "created, the user in between, then again",
        None,
        &[Install("1"), Add("u\n"), Install("2"), Install("3")],
        Some(Some("u\n")),
    ),
    ("failed", Some("b\n"), &[Fail("1")], None),
    ("failed, then done", Some("b\n"), &[Fail("1"), Install("1")], Some(Some("b\n"))),
    ("failed to create, then done", None, &[Fail("1"), Install("2")], Some(None)),
    ("an update failed", Some("b\n"), &[Install("1"), Fail("2")], Some(Some("b\n"))),
    ("an update of a created file failed", None, &[Install("1"), Fail("2")], Some(None)),
    ("updates failed, then not", Some("b\n"), &[Install("1"), Fail("2"), Fail("3"), Install("4")], Some(Some("b\n"))),
    ("an update failed, the user since", Some("b\n"), &[Install("1"), Fail("2"), Add("u\n")], None),
    ("deleted in between", Some("b\n"), &[Install("1"), Delete, Install("2")], Some(None)),
    ("deleted", Some("b\n"), &[Install("1"), Delete], None),
    ("the ledger was lost", Some("b\n"), &[Install("1"), LoseLedger, Install("2")], Some(Some("b\n"))),
    ("the backups were lost", Some("b\n"), &[Install("1"), LoseBackups], None),
];

#[test]
fn what_was_before_us_is_known() {
    for (name, before, acts, want) in ROWS {
        let home = Sandbox::new();
        if let Some(text) = before {
            home.write("f", text);
        }
        for act in *acts {
            match act {
                Install(line) => install(&home, line),
                Fail(line) => assert!(try_install(&home, line, false).is_none()),
                Add(line) => home.write("f", &(home.read("f").unwrap() + line)),
                Delete => fs::remove_file(home.at("f")).unwrap(),
                LoseLedger => fs::remove_file(ledger_file(&home)).unwrap(),
                LoseBackups => fs::remove_dir_all(home.state().join("backups")).unwrap(),
            }
        }
        let mut ledger = load(&home);
        let record = ledger.find("h", "user").next().unwrap().clone();
        let got = home.read("f").and_then(|now| ledger.restorable(&record, now.as_bytes()));
        let want = want.map(|w| w.map_or(Original::Absent, |text| Original::Bytes(text.into())));
        assert_eq!(got, want, "{name}");
        assert!(backups(&home) <= 1, "{name}: old backups go");
        assert!(ledger.forget(&record).unwrap() && !ledger.forget(&record).unwrap(), "{name}");
        assert!(!home.state().exists(), "{name}: nothing is left where there is nothing to know");
        assert!(home.is_clean(), "{name}");
    }
}

#[test]
fn a_record_is_found_as_it_was_made() {
    let home = Sandbox::new();
    let mut ledger = load(&home);
    let switch = |before| What::Switch { pointer: "/hooks/on".into(), before, value: json!(true) };
    let mut created = record(&home, "h", What::created(b"x"));
    created.folders = vec![home.at("a"), home.at("a/b")];
    let mut project = record(&home, "h", switch(Some(Value::Null)));
    project.scope = "project".into();
    let all = [created, record(&home, "h", switch(None)), record(&home, "g", switch(Some(json!("off")))), project];
    for record in &all {
        ledger.record(record, None, None).unwrap();
    }
    for ledger in [&ledger, &load(&home)] {
        assert_eq!(ledger.records(), all);
        assert_eq!(ledger.find("h", "user").cloned().collect::<Vec<_>>(), all[..2]);
        assert_eq!(ledger.like(&all[3]), Some(&all[3]));
        assert!(ledger.restorable(&all[1], b"x").is_none(), "a switch is no file");
    }
    assert!(home.is_clean());
}

#[test]
fn a_later_record_knows_what_the_earlier_knew() {
    let home = Sandbox::new();
    let mut ledger = load(&home);
    let switch = |before: Option<Value>, value| What::Switch { pointer: "/on".into(), before, value };
    let rows = [
        ("ours stands", switch(None, json!(1)), switch(Some(json!(1)), json!(2)), switch(None, json!(2))),
        ("the user's now", switch(None, json!(1)), switch(Some(json!(0)), json!(2)), switch(Some(json!(0)), json!(2))),
        ("the user removed it", switch(Some(json!(0)), json!(1)), switch(None, json!(1)), switch(None, json!(1))),
    ];
    for (name, first, second, want) in rows {
        for what in [first, second] {
            ledger.record(&record(&home, name, what), None, None).unwrap();
        }
        assert_eq!(ledger.find(name, "user").next().unwrap().what, want, "{name}");
    }
    for folder in ["x", "x/y", "x"] {
        let mut record = record(&home, "made", What::edited(b"x"));
        record.folders = vec![home.at(folder)];
        ledger.record(&record, Some(b"x"), Some(b"x")).unwrap();
    }
    let last = ledger.find("made", "user").next().unwrap();
    assert_eq!(last.folders, [home.at("x"), home.at("x/y")]);
    let last = last.clone();
    ledger.add_folders(&last, &[home.at("x/y/z"), home.at("x")]).unwrap();
    assert_eq!(load(&home).like(&last).unwrap().folders, ["x", "x/y", "x/y/z"].map(|f| home.at(f)));
}

#[test]
fn what_is_gone_is_forgotten() {
    const YEAR: u64 = 365 * 24 * 3600;
    // The file, whether it is there, its folder, one of ours, the record's age in seconds; whether it is forgotten.
    let rows = [
        ("there", "a/there", true, true, false, YEAR, false),
        ("deleted", "a/gone", false, true, false, 0, true),
        ("deleted, but a folder of ours stayed", "b/gone", false, true, true, YEAR, false),
        ("gone with its folder", "c/gone", false, false, true, YEAR, true),
        ("on a disk that is not there today", "d/away", false, false, false, 60, false),
    ];
    let home = Sandbox::new();
    let mut ledger = load(&home);
    for (name, path, file, folder, ours, age, _) in rows {
        let parent = home.at(path).parent().unwrap().to_owned();
        if folder {
            fs::create_dir_all(&parent).unwrap();
        }
        if file {
            home.write(path, "x");
        }
        let mut record = Record::new(name, "user", home.at(path), What::edited(b"x"));
        record.time -= age;
        record.folders = if ours { vec![parent] } else { vec![] };
        ledger.record(&record, Some(name.as_bytes()), Some(name.as_bytes())).unwrap();
    }
    assert_eq!(ledger.prune().unwrap(), Pruned { records: 2, backups: 2 });
    for (name, .., forgotten) in rows {
        assert_eq!(ledger.find(name, "user").count(), usize::from(!forgotten), "{name}");
    }
    assert_eq!(ledger.prune().unwrap(), Pruned { records: 0, backups: 0 });
}

#[test]
fn originals_are_shared_and_stay_while_one_record_needs_them() {
    let home = Sandbox::new();
    let mut ledger = load(&home);
    let both = ["g", "h"].map(|host| record(&home, host, What::edited(b"new")));
    for record in &both {
        ledger.record(record, Some(b"old"), Some(b"old")).unwrap();
    }
    for (n, record) in both.iter().enumerate() {
        let record = ledger.like(record).unwrap().clone();
        assert_eq!(backups(&home), 1, "{n}");
        assert_eq!(ledger.restorable(&record, b"new"), Some(Original::Bytes(b"old".into())));
        ledger.forget(&record).unwrap();
    }
    assert_eq!(backups(&home), 0);
}

#[test]
fn many_at_once_lose_nothing() {
    let home = Sandbox::new();
    thread::scope(|scope| {
        for n in 0..8 {
            let home = &home;
            scope.spawn(move || {
                let mut ledger = load(home);
                for m in 0..4 {
                    let original = format!("{n} {m}").into_bytes();
                    let new = record(home, &format!("{n} {m}"), What::edited(b"new"));
                    ledger.record(&new, Some(&original), Some(&original)).unwrap();
                    if m % 2 == 1 {
                        ledger.forget(&new).unwrap();
                    }
                }
            });
        }
    });
    let ledger = load(&home);
    assert_eq!((ledger.records().len(), backups(&home)), (16, 16));
    for record in ledger.records() {
        let original = Original::Bytes(record.host.clone().into_bytes());
        assert_eq!(ledger.restorable(record, b"new"), Some(original));
    }
    assert!(home.is_clean());
}

/// Who leaves out of turn must be cut out; what is left then can still be the whole of what another wrote.
#[test]
fn a_file_of_several_hosts_is_restored_where_it_can_be() {
    let home = Sandbox::new();
    home.write("f", "old\n");
    let (state, path) = (home.state(), home.at("f"));
    let mut ledger = load(&home);
    for host in ["a", "b"] {
        let mut edit = |found: Option<&[u8]>| {
            let new = [found.unwrap(), host.as_bytes(), b"\n"].concat();
            ledger.record(&record(&home, host, What::edited(&new)), found, found)?;
            Ok::<_, PlaceError>(Change::Write(new))
        };
        Place::new(&state, &path).replace(&mut edit).unwrap();
    }
    for (host, restored) in [("a", None), ("b", Some("old\na\n")), ("a", Some("old\n"))] {
        let record = ledger.find(host, "user").next().unwrap().clone();
        let got = ledger.restorable(&record, home.read("f").unwrap().as_bytes());
        assert_eq!(got, restored.map(|r| Original::Bytes(r.into())), "{host}");
        if let Some(Original::Bytes(bytes)) = got {
            assert_eq!(home.change("f", Change::Write(bytes)).unwrap().effect, Effect::Written);
        }
    }
}
