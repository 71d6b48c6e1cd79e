//! The ledger's file: broken, of another version, or not to be written.

use std::fs;

use serde_json::{Value, json};

use super::Sandbox;
use super::ledger::{backups, install, ledger_file, load, record};
use crate::manage::place::{Kind, Ledger, SetAside, What};

#[test]
fn a_broken_ledger_is_set_aside() {
    let rows: [(&str, &[u8], &str); 7] = [
        ("empty", b"", "it is no JSON object"),
        ("half", b"{\"version\":1,\"rec", "it is no JSON object"),
        ("a list", b"[]", "it is no JSON object"),
        ("no records", b"{\"version\":1}", "its `records` are no list"),
        ("other records", b"{\"version\":1,\"records\":{}}", "its `records` are no list"),
        ("no version", b"{\"records\":[]}", "its `version` is no number"),
        ("no text", b"{\"version\":1,\"records\":[\"\xff\"]}", "is not UTF-8 at byte 25"),
    ];
    let home = Sandbox::new();
    home.write("f", "old\n");
    install(&home, "1");
    for (n, (name, bytes, why)) in rows.iter().enumerate() {
        fs::write(ledger_file(&home), bytes).unwrap();
        let aside = home.state().join(format!("ledger.json.broken-{}", n + 1));
        let mut ledger = load(&home);
        let [SetAside { path, why: said }] = ledger.set_aside() else { panic!("{name}: {:?}", ledger.set_aside()) };
        assert!(*path == aside && said.contains(why), "{name}: {said}");
        assert_eq!(fs::read(&aside).unwrap(), *bytes, "{name}");
        assert!(ledger.records().is_empty() && !ledger_file(&home).exists(), "{name}");
        ledger.record(&record(&home, "h", What::created(b"x")), None, None).unwrap();
        assert_eq!((load(&home).records().len(), load(&home).set_aside().len()), (1, 0), "{name}");
        assert_eq!(ledger.prune().unwrap().backups, 0, "{name}");
        assert_eq!(backups(&home), 1, "{name}: who mends the ledger needs them");
    }
    assert!(home.is_clean());
}

#[test]
fn a_ledger_that_breaks_meanwhile_is_set_aside_too() {
    let home = Sandbox::new();
    let mut ledger = load(&home);
    ledger.record(&record(&home, "g", What::created(b"x")), None, None).unwrap();
    fs::write(ledger_file(&home), "broken").unwrap();
    ledger.record(&record(&home, "h", What::created(b"x")), None, None).unwrap();
    assert_eq!((ledger.set_aside().len(), ledger.records().len()), (1, 1));
}

#[test]
#[cfg(target_os = "linux")]
fn a_broken_ledger_that_cannot_be_moved_is_no_ledger() {
    use std::os::unix::fs::PermissionsExt;
    let home = Sandbox::new();
    fs::create_dir_all(home.state()).unwrap();
    fs::write(ledger_file(&home), "broken").unwrap();
    for folder in [home.state().parent().unwrap().parent().unwrap(), &home.state()] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
    }
    let ledger = super::others::as_nobody(|| Ledger::load(&home.state())).unwrap();
    let [SetAside { path, why }] = ledger.set_aside() else { panic!("{:?}", ledger.set_aside()) };
    assert!(ledger.records().is_empty() && *path == ledger_file(&home));
    assert!(why.contains("it is still in its place"), "{why}");
    for folder in [home.state().parent().unwrap().parent().unwrap(), &home.state()] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn what_other_versions_wrote_stays() {
    let home = Sandbox::new();
    home.write("f", "old\n");
    install(&home, "1");
    let mut root: Value = serde_json::from_slice(&fs::read(ledger_file(&home)).unwrap()).unwrap();
    root["later"] = json!({"a": 1});
    root["records"][0]["later"] = json!([1, 2]);
    root["records"][0]["what"]["later"] = json!("x");
    let strange = json!({"host": "h", "what": {"kind": "moved", "before": root["records"][0]["what"]["before"]}});
    root["records"].as_array_mut().unwrap().push(strange.clone());
    fs::write(ledger_file(&home), format!("\u{feff}{root}")).unwrap();

    let mut ledger = load(&home);
    assert_eq!(ledger.records().len(), 1);
    let added = record(&home, "g", What::created(b"x"));
    ledger.record(&added, None, None).unwrap();
    let now: Value = serde_json::from_slice(&fs::read(ledger_file(&home)).unwrap()).unwrap();
    root["records"].as_array_mut().unwrap().push(serde_json::to_value(&added).unwrap());
    assert_eq!(now, root);

    for record in ledger.records().to_vec() {
        ledger.forget(&record).unwrap();
    }
    let now: Value = serde_json::from_slice(&fs::read(ledger_file(&home)).unwrap()).unwrap();
    assert_eq!((&now["records"], backups(&home)), (&json!([strange]), 1));
}

#[test]
fn a_later_format_is_left_alone() {
    let home = Sandbox::new();
    let mut ledger = load(&home);
    fs::create_dir_all(home.state()).unwrap();
    let text = r#"{"version":2,"all":"different"}"#;
    fs::write(ledger_file(&home), text).unwrap();
    let errors = [
        Ledger::load(&home.state()).unwrap_err(),
        ledger.record(&record(&home, "h", What::created(b"x")), None, None).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error.kind, Kind::Newer { version: 2 }), "{error}");
    }
    assert_eq!(fs::read_to_string(ledger_file(&home)).unwrap(), text);
}

#[test]
#[cfg(unix)]
fn it_is_the_users_own() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::Path;

    use crate::manage::place::Original;
    let home = Sandbox::new();
    home.write("f", "a secret\n");
    install(&home, "1");
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    let backup = fs::read_dir(home.state().join("backups")).unwrap().next().unwrap().unwrap().path();
    let modes = [home.state(), home.state().join("backups"), ledger_file(&home), backup.clone()].map(|p| mode(&p));
    assert_eq!(modes, [0o700, 0o700, 0o600, 0o600]);

    // A backup program made its copies hard links.
    fs::hard_link(ledger_file(&home), home.state().join("snapshot")).unwrap();
    install(&home, "2");
    fs::set_permissions(backup, fs::Permissions::from_mode(0o400)).unwrap();
    let mut ledger = load(&home);
    let record = ledger.records()[0].clone();
    assert_eq!(
        ledger.restorable(&record, home.read("f").unwrap().as_bytes()),
        Some(Original::Bytes("a secret\n".into()))
    );
    ledger.forget(&record).unwrap();
    assert_eq!(backups(&home), 0);
}

#[test]
#[cfg(unix)]
fn what_cannot_be_written_down_is_not_done() {
    use std::os::unix::ffi::OsStrExt;

    use super::sandbox::write;
    use crate::manage::place::{Failed, Place, PlaceError, Record};
    let home = Sandbox::new();
    let path = home.at("").join(std::ffi::OsStr::from_bytes(b"\xff"));
    fs::write(&path, "old").unwrap();
    let mut ledger = load(&home);
    let state = home.state();
    let done = Place::new(&state, &path).replace::<PlaceError>(&mut |old| {
        ledger.record(&Record::new("h", "user", &path, What::edited(b"new")), old, old)?;
        Ok(write("new"))
    });
    let Err(Failed::Edit(error)) = done else { panic!("{done:?}") };
    assert!(error.to_string().contains("it cannot be written into the ledger"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
}
