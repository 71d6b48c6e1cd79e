//! What an edit remembers for the next one.

use serde_json::{Map, Value, json};

use super::cases::{flat, insertion, ours, put};
use crate::manage::edit::Syntax::{Json, Jsonc, Toml, Yaml};
use crate::manage::edit::{Edited, Found, Insertion, Made, Was, find, install, uninstall};

fn made(pointer: &str, was: Was) -> Made {
    Made { pointer: pointer.to_owned(), was }
}

fn text(text: &str) -> Was {
    Was::Text(text.to_owned())
}

#[test]
fn names_what_was_missing_or_empty() {
    let absent = |pointer: &str| made(pointer, Was::Absent);
    #[rustfmt::skip]
    let cases = [
        ("a blank file", Json, "\n", vec![made("", text("\n")), absent("/hooks"), absent("/hooks/stop")]),
        ("an empty root", Json, "{ }", vec![made("", text("{ }")), absent("/hooks"), absent("/hooks/stop")]),
        ("an empty object", Json, "{\"hooks\": {}}", vec![made("/hooks", text("{}")), absent("/hooks/stop")]),
        ("an empty list", Json, "{\"hooks\": {\"stop\": [\n]}}", vec![made("/hooks/stop", text("[\n]"))]),
        ("nothing missing", Json, "{\"hooks\": {\"stop\": [1]}}", vec![]),
        ("a blank TOML file", Toml, "", vec![made("", text("")), absent("/hooks"), absent("/hooks/stop")]),
        ("no value", Yaml, "hooks:\n", vec![made("/hooks", text("")), absent("/hooks/stop")]),
        ("empty braces", Yaml, "hooks:  {}\n", vec![made("/hooks", text("  {}")), absent("/hooks/stop")]),
        ("comments", Yaml, "# c\n", vec![absent(""), absent("/hooks"), absent("/hooks/stop")]),
    ];
    for (name, syntax, before, wanted) in cases {
        assert_eq!(put(before, syntax, &flat("/hooks/stop"), None).unwrap().made, wanted, "{name}");
    }
}

#[test]
fn without_it_or_with_it() {
    let file = "{\"hooks\": {\"stop\": [{\"command\": \"acme stop\"}]}}";
    let absent = |pointers: &[&str]| pointers.iter().map(|pointer| made(pointer, Was::Absent)).collect::<Vec<_>>();
    #[rustfmt::skip]
    let cases = [
        ("none", None, "{}"),
        ("empty", Some(vec![]), "{\"hooks\": {\"stop\": []}}"),
        ("the list came with us", Some(absent(&["/hooks/stop"])), "{\"hooks\": {}}"),
        ("and what is around", Some(absent(&["/hooks", "/hooks/stop"])), "{}"),
        ("and the file", Some(absent(&["", "/hooks", "/hooks/stop"])), ""),
        ("another list came with us", Some(absent(&["/hooks/end"])), "{\"hooks\": {\"stop\": []}}"),
        ("it was empty", Some(vec![made("/hooks/stop", text("[ ]"))]), "{\"hooks\": {\"stop\": [ ]}}"),
        ("a ledger of another file", Some(vec![made("/hooks/stop", text("{1}"))]), "{\"hooks\": {\"stop\": []}}"),
    ];
    for (name, ledger, wanted) in cases {
        let removed = uninstall(file, Json, &ours, ledger.as_deref());
        match removed {
            Ok(removed) => assert_eq!(removed.text, wanted, "{name}"),
            Err(error) => assert_eq!(name, "a ledger of another file", "{error}"),
        }
    }
}

#[test]
fn a_list_of_an_old_event_goes_only_if_it_came_with_us() {
    let before = "{\"hooks\": {\"end\": []}}";
    let old = put(before, Json, &flat("/hooks/end"), None).unwrap();
    let new = put(&old.text, Json, &flat("/hooks/stop"), Some(&old.made)).unwrap();
    assert_eq!(new.text, "{\"hooks\": {\"end\": [], \"stop\": [{\"command\": \"/x/acme stop\"}]}}");
    assert_eq!(uninstall(&new.text, Json, &ours, Some(&new.made)).unwrap().text, before);
}

fn with_version(text: &str, program: &str, ledger: Option<&[Made]>) -> Edited {
    let root: Map<String, Value> = [("version".to_owned(), json!(1))].into_iter().collect();
    let entry = insertion("/hooks/stop", json!({"command": format!("{program} stop")}));
    install(text, Json, &root, &[entry], &|text| text.starts_with(program), ledger).unwrap()
}

#[test]
fn a_value_of_the_root_stays_when_others_came_to_need_it() {
    let out = |file: &str, made: &[Made]| uninstall(file, Json, &|text| text.starts_with("acme"), Some(made)).unwrap();
    let theirs = "{\"hooks\": {\"stop\": [{\"command\": \"theirs\"}]}}";
    let acme = with_version(theirs, "acme", None);
    assert!(acme.text.contains("\"version\": 1"), "{}", acme.text);
    assert_eq!(out(&acme.text, &acme.made).text, theirs, "nobody came");

    let both = with_version(&acme.text, "other", None);
    let left = out(&both.text, &acme.made);
    assert_eq!(left.text, with_version(theirs, "other", None).text, "another program came");
    assert_eq!(left.made.len(), 1, "the version is still ours: {:?}", left.made);

    let changed = acme.text.replace("theirs", "his");
    assert!(out(&changed, &acme.made).text.contains("\"version\": 1"), "somebody changed the rest");

    let new = with_version("", "acme", None);
    assert_eq!(new.text.lines().nth(1), Some("  \"version\": 1,"));
    assert_eq!(out(&new.text, &new.made).text, "", "a file of our own");

    let there = with_version("{\"version\": 2}", "acme", None);
    assert_eq!(out(&there.text, &there.made).text, "{\"version\": 2}", "it was there");
}

#[test]
fn a_container_that_others_use_stays_and_the_ledger_says_so() {
    let acme = put("", Json, &flat("/hooks/stop"), None).unwrap();
    let theirs = acme.text.replace("      {\n", "      {\"command\": \"theirs\"},\n      {\n");
    let removed = uninstall(&theirs, Json, &ours, Some(&acme.made)).unwrap();
    assert_eq!(removed.text, "{\n  \"hooks\": {\n    \"stop\": [\n      {\"command\": \"theirs\"}\n    ]\n  }\n}\n");
    assert_eq!(removed.made, acme.made);
}

#[test]
fn can_be_stored() {
    let ledger = vec![made("/a", Was::Absent), made("/b", text("[ ]")), made("/c", Was::Beside("0f".to_owned()))];
    let stored = json!([
        {"pointer": "/a", "was": "absent"},
        {"pointer": "/b", "was": {"text": "[ ]"}},
        {"pointer": "/c", "was": {"beside": "0f"}},
    ]);
    assert_eq!(serde_json::to_value(&ledger).unwrap(), stored);
    assert_eq!(serde_json::from_value::<Vec<Made>>(stored).unwrap(), ledger);
}

#[test]
fn finds_handlers_and_who_switched_them_off() {
    let file = r#"{
  "acme": {"command": "acme 0"},
  "hooks": {
    "a": [{"command": "acme 1"}, {"enabled": false, "hooks": [{"command": "acme 2"}, {"command": "theirs"}]}],
    "b": [{"name": "acme 3", "disabled": true}, {"command": "acme 4", "disabled": false}]
  },
  "c": [[{"command": "acme 5"}]]
}"#;
    let found = find(file, Json, &ours).unwrap();
    let short = |found: &Found| (found.pointer.clone(), found.command.clone(), found.disabled, found.line);
    let wanted = [
        ("/hooks/a/0", "acme 1", false, 4),
        ("/hooks/a/1/hooks/0", "acme 2", true, 4),
        ("/hooks/b/0", "acme 3", true, 5),
        ("/hooks/b/1", "acme 4", false, 5),
        ("/c/0/0", "acme 5", false, 7),
    ];
    let wanted = wanted.map(|(pointer, command, off, line)| (pointer.to_owned(), command.to_owned(), off, line));
    assert_eq!(found.iter().map(short).collect::<Vec<_>>(), wanted);
    assert_eq!(found[2].handler, json!({"name": "acme 3", "disabled": true}));
    let yaml = "a:\n  - command: acme 1\n    disabled: yes\n";
    assert!(find(yaml, Yaml, &ours).unwrap()[0].disabled);
    assert_eq!(find("[[a]]\ncommand = 'acme 1'\n", Toml, &ours).unwrap()[0].line, 1);
}

#[test]
fn finds_commands_in_the_shapes_that_hosts_have() {
    let ours = |line: &str| line == "/bin/acme hook h Stop";
    for (name, text, found) in [
        ("a line", r#"{"hooks": {"Stop": [{"command": "/bin/acme hook h Stop"}]}}"#, 1),
        ("arguments apart", r#"{"hooks": {"Stop": [{"command": "/bin/acme", "args": ["hook", "h", "Stop"]}]}}"#, 1),
        ("another's arguments", r#"{"hooks": {"Stop": [{"command": "/bin/acme", "args": ["lint"]}]}}"#, 0),
        ("an action", r#"{"hooks": [{"action": {"command": "/bin/acme hook h Stop"}}]}"#, 1),
        ("no hook", r#"{"line": {"command": "/bin/acme hook h Stop"}}"#, 0),
    ] {
        let is = find(text, Json, &ours).unwrap();
        assert_eq!(is.len(), found, "{name}");
        assert!(is.iter().all(|found| found.command == "/bin/acme hook h Stop"), "{name}");
        assert_eq!(uninstall(text, Json, &ours, None).unwrap().text == text, found == 0, "{name}");
    }
}

#[test]
fn a_key_that_no_entry_of_ours_can_have_is_the_users() {
    let text = r#"{"hooks": [{"command": "acme 1", "matcher": "^X$", "timeout": 9, "disabled": true}]}"#;
    let settled = |keys| {
        let wanted = Insertion { keys, ..insertion("/hooks", json!({"command": "acme 2"})) };
        find(&put(text, Json, &wanted, None).unwrap().text, Json, &ours).unwrap().remove(0).handler
    };
    let both = json!({"command": "acme 2", "disabled": true});
    assert_eq!(settled(&["command", "matcher", "timeout"]), both, "an older version wrote them");
    let timeout = json!({"command": "acme 2", "timeout": 9, "disabled": true});
    assert_eq!(settled(&["command", "matcher"]), timeout, "this host has no time limit of ours");
}

#[test]
fn white_space_behind_a_comment_stays() {
    for text in
        ["{\n  \"hooks\": { // mine  \n}\n}\n", "{\n  \"hooks\": {\n    \"Stop\": [ // mine \t\n    ]\n  }\n}\n"]
    {
        let installed = put(text, Jsonc, &flat("/hooks/Stop"), None).unwrap();
        assert!(installed.text.contains("acme"), "{text:?}");
        assert_eq!(uninstall(&installed.text, Jsonc, &ours, Some(&installed.made)).unwrap().text, text);
    }
}
