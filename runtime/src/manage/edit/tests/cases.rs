//! Rows of files before and after.
//!
//! In `cases/*.txt` a row is `==== name`, the file before, `----`, the file after. `␍` stands for a carriage return, `␄`
//! for the end of a file without a final line break, `<BOM>` for a byte order mark.

use serde_json::{Map, Value, json};

use crate::manage::edit::{EditError, Edited, Insertion, Made, Syntax, install, uninstall};

struct Row {
    name: &'static str,
    before: String,
    after: String,
}

fn rows(table: &'static str) -> Vec<Row> {
    let file = |text: &str| text.replace("␄\n", "").replace('␍', "\r").replace("<BOM>", "\u{feff}");
    let row = |text: &'static str| {
        let (name, files) = text.split_once('\n').expect("a row has a name");
        let (before, after) = files.split_once("----\n").expect("a row has two files");
        Row { name, before: file(before), after: file(after) }
    };
    table.split("==== ").skip(1).map(row).collect()
}

/// What is ours in all rows: `acme`, wherever it is.
pub fn ours(command: &str) -> bool {
    command.split(' ').next().is_some_and(|program| program == "acme" || program.ends_with("/acme"))
}

pub fn insertion(pointer: &str, entry: Value) -> Insertion {
    Insertion { pointer: pointer.to_owned(), entry, keys: &["command", "hooks", "matcher", "name", "timeout", "type"] }
}

/// An entry that is the handler.
pub fn flat(pointer: &str) -> Insertion {
    insertion(pointer, json!({"command": "/x/acme stop"}))
}

/// The same in a list of all events.
pub fn event(pointer: &str) -> Insertion {
    insertion(pointer, json!({"event": "Stop", "command": "/x/acme stop"}))
}

/// A group with a handler.
pub fn group(pointer: &str) -> Insertion {
    insertion(pointer, json!({"matcher": "^Bash$", "hooks": [{"command": "/x/acme stop", "timeout": 5}]}))
}

pub fn put(text: &str, syntax: Syntax, insertion: &Insertion, made: Option<&[Made]>) -> Result<Edited, EditError> {
    install(text, syntax, &Map::new(), std::slice::from_ref(insertion), &ours, made)
}

fn compare(name: &str, is: &str, wanted: &str) {
    assert!(is == wanted, "{name}\n==== is\n{is}\n==== and must be\n{wanted}\n==== that is\n{is:?}\n{wanted:?}");
}

/// Installs into each file, installs again, and takes it out again.
fn installs(syntax: Syntax, insertion: &Insertion, table: &'static str) {
    for Row { name, before, after } in rows(table) {
        let installed = put(&before, syntax, insertion, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        compare(name, &installed.text, &after);
        let again = put(&installed.text, syntax, insertion, Some(&installed.made));
        assert_eq!(again.as_ref(), Ok(&installed), "{name}, twice");
        let removed = uninstall(&installed.text, syntax, &ours, Some(&installed.made))
            .unwrap_or_else(|error| panic!("{name}, taken out again: {error}"));
        compare(name, &removed.text, &before);
        assert_eq!(removed.made, [], "{name}, taken out again");
    }
}

/// Installs into each file, without a ledger; twice.
fn updates(syntax: Syntax, insertion: &Insertion, table: &'static str) {
    for Row { name, before, after } in rows(table) {
        let updated = put(&before, syntax, insertion, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        compare(name, &updated.text, &after);
        let again = put(&updated.text, syntax, insertion, None).map(|again| again.text);
        assert_eq!(again.as_ref(), Ok(&updated.text), "{name}, twice");
    }
}

/// Takes ours out of each file, without a ledger.
fn uninstalls(syntax: Syntax, table: &'static str) {
    for Row { name, before, after } in rows(table) {
        let removed = uninstall(&before, syntax, &ours, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        compare(name, &removed.text, &after);
    }
}

#[test]
fn json() {
    installs(Syntax::Json, &flat("/hooks/Stop"), include_str!("cases/install-json.txt"));
    installs(Syntax::Jsonc, &flat("/hooks/Stop"), include_str!("cases/install-json.txt"));
    installs(Syntax::Jsonc, &flat("/hooks/Stop"), include_str!("cases/install-jsonc.txt"));
    updates(Syntax::Jsonc, &group("/hooks/Stop"), include_str!("cases/update-json.txt"));
    uninstalls(Syntax::Jsonc, include_str!("cases/uninstall-json.txt"));
}

#[test]
fn toml() {
    installs(Syntax::Toml, &event("/hooks"), include_str!("cases/install-toml.txt"));
    installs(Syntax::Toml, &group("/hooks/Stop"), include_str!("cases/install-toml-groups.txt"));
    updates(Syntax::Toml, &event("/hooks"), include_str!("cases/update-toml.txt"));
    updates(Syntax::Toml, &group("/hooks/Stop"), include_str!("cases/update-toml-groups.txt"));
    uninstalls(Syntax::Toml, include_str!("cases/uninstall-toml.txt"));
}

#[test]
fn yaml() {
    let matcher = insertion("/hooks/stop", json!({"matcher": "^x$", "command": "/x/acme stop"}));
    installs(Syntax::Yaml, &flat("/hooks/stop"), include_str!("cases/install-yaml.txt"));
    updates(Syntax::Yaml, &matcher, include_str!("cases/update-yaml.txt"));
    uninstalls(Syntax::Yaml, include_str!("cases/uninstall-yaml.txt"));
}
