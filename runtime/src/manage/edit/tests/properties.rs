//! What is true for every file that we edit.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

use super::cases::insertion;
use super::documents::{self, Choices};
use crate::manage::edit::editor::parse;
use crate::manage::edit::tree::Node;
use crate::manage::edit::{Edited, Insertion, Syntax, find, get, install, ours, set, uninstall, unset};

/// A program that installs itself, in one of its versions.
#[derive(Clone, Debug)]
pub struct Program {
    name: &'static str,
    insertions: Vec<Insertion>,
    root: Map<String, Value>,
}

impl Program {
    fn is_ours(&self, text: &str) -> bool {
        text.split(' ').next().is_some_and(|path| path.ends_with(self.name)) && text.contains(" hook ")
    }

    pub fn install(&self, text: &str, syntax: Syntax, made: Option<&Edited>) -> Result<Edited, String> {
        let made = made.map(|made| made.made.as_slice());
        install(text, syntax, &self.root, &self.insertions, &|text| self.is_ours(text), made).map_err(|e| e.to_string())
    }

    fn uninstall(&self, text: &str, syntax: Syntax, made: &Edited) -> Result<Edited, String> {
        uninstall(text, syntax, &|text| self.is_ours(text), Some(&made.made)).map_err(|error| error.to_string())
    }
}

/// The shapes of entries that hosts have.
pub fn program(name: &'static str, shape: usize, events: &[&str], version: usize) -> Program {
    let command = |event: &str| match version {
        0 => format!("/usr/bin/{name} hook host {event}"),
        _ => format!("/opt/new path/{name} --quiet hook host {event} '${{HOME}}' \u{2028}"),
    };
    let command =
        |event: &str| if version == 0 { command(event) } else { command(event).replace("/opt/new path", "/opt/new") };
    let entry = |event: &&str| match shape {
        0 => {
            let mut entry = json!({"hooks": [{"type": "command", "command": command(event)}]});
            if version == 0 {
                entry["matcher"] = json!("^Bash$");
                entry["hooks"][0]["timeout"] = json!(5);
            }
            insertion(&format!("/hooks/{event}"), entry)
        }
        1 => insertion(
            &format!("/hooks/{event}"),
            json!({"command": command(event), "matcher": format!("v{version}"), "timeout": version}),
        ),
        _ => insertion("/hooks", json!({"event": event, "command": command(event)})),
    };
    let root = if shape == 1 { [("version".to_owned(), json!(1))].into_iter().collect() } else { Map::new() };
    Program { name, insertions: events.iter().map(entry).collect(), root }
}

/// The texts of all plain values in a file that are not ours, in its order.
fn leaves(text: &str, node: &Node, is_ours: &dyn Fn(&str) -> bool, found: &mut Vec<(usize, String)>) {
    if ours::command(node, is_ours).is_some() {
        return;
    }
    if !node.is_container() && !node.span.is_empty() {
        found.push((node.span.start, text[node.span.clone()].to_owned()));
    }
    node.children().iter().for_each(|child| leaves(text, &child.node, is_ours, found));
}

fn in_order(text: &str, syntax: Syntax, is_ours: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    leaves(text, &parse(text, syntax).unwrap(), is_ours, &mut found);
    found.sort_unstable();
    found.into_iter().map(|(_, text)| text).collect()
}

fn is_subsequence(few: &[String], many: &[String]) -> bool {
    let mut rest = many.iter();
    few.iter().all(|one| rest.any(|other| other == one))
}

/// All properties for one file. `Ok(false)`: install refuses it.
fn holds(text: &str, syntax: Syntax, shape: usize) -> Result<bool, String> {
    let events: &[&str] = if syntax == Syntax::Yaml { &["pre_tool_call", "on_end"] } else { &["PreToolUse", "Stop"] };
    let (acme, other) = (program("acme", shape, events, 0), program("zed", shape, events, 0));
    let Ok(installed) = acme.install(text, syntax, None) else { return Ok(false) };
    let same = |what: &str, is: &str, wanted: &str| match is == wanted {
        true => Ok(()),
        false => Err(format!("{what}:\n  is     {is:?}\n  wanted {wanted:?}\n  after install {:?}", installed.text)),
    };
    let removed = acme.uninstall(&installed.text, syntax, &installed)?;
    same("round trip", &removed.text, text)?;
    if !removed.made.is_empty() {
        return Err(format!("left in the ledger: {:?}", removed.made));
    }
    let again = acme.install(&installed.text, syntax, Some(&installed))?;
    same("twice", &again.text, &installed.text)?;
    if again.made != installed.made {
        return Err(format!("ledger of the second time: {:?} and not {:?}", again.made, installed.made));
    }
    same("twice, without a ledger", &acme.install(&installed.text, syntax, None)?.text, &installed.text)?;
    let found = find(&installed.text, syntax, &|text| acme.is_ours(text)).map_err(|error| error.to_string())?;
    if found.len() != events.len() {
        return Err(format!("found {found:?}"));
    }
    let before = in_order(text, syntax, &|_| false);
    let after = in_order(&installed.text, syntax, &|text| acme.is_ours(text));
    if !is_subsequence(&before, &after) {
        return Err(format!("values of others changed: {before:?} to {after:?} in {:?}", installed.text));
    }
    switches(text, syntax, &same)?;
    two_programs(text, syntax, &installed, &acme, &other, &same)?;
    update(
        text,
        syntax,
        &installed,
        &acme,
        &program("acme", shape, events, 1),
        &program("acme", shape, &events[1..], 1),
        &same,
    )?;
    Ok(true)
}

fn switches(text: &str, syntax: Syntax, same: Same) -> Result<(), String> {
    for (pointer, value) in
        [("/features/hooks", json!(true)), ("/model", json!("it's \"7\"")), ("/theme/a.b", json!(7))]
    {
        let Ok(edited) = set(text, syntax, pointer, &value) else { continue };
        if get(&edited.text, syntax, pointer) != Ok(Some(value.clone())) {
            return Err(format!("{pointer} is not set in {:?}", edited.text));
        }
        let back = unset(&edited.text, syntax, pointer, &value, &edited.made).map_err(|error| error.to_string())?;
        same(&format!("{pointer} put back from {:?}", edited.text), &back.text, text)?;
    }
    Ok(())
}

type Same<'a> = &'a dyn Fn(&str, &str, &str) -> Result<(), String>;

fn two_programs(
    text: &str,
    syntax: Syntax,
    installed: &Edited,
    acme: &Program,
    other: &Program,
    same: Same,
) -> Result<(), String> {
    let alone = other.install(text, syntax, None)?;
    let both = other.install(&installed.text, syntax, None)?;
    // Where the file has no one style, the second is laid out as the first one was, and stays so.
    let left = acme.uninstall(&both.text, syntax, installed)?;
    let (is, was) = (parse(&left.text, syntax).unwrap(), parse(&alone.text, syntax).unwrap());
    if !is.says_the_same(&was) {
        return Err(format!("the first of two goes: {:?}", left.text));
    }
    // What the first one could not take along is the second one's to take.
    let heir = Edited { made: [left.made.clone(), both.made.clone()].concat(), ..left };
    same("the first of two goes, then the second", &other.uninstall(&heir.text, syntax, &heir)?.text, text)?;
    same("the second of two goes", &other.uninstall(&both.text, syntax, &both)?.text, &installed.text)?;
    let swapped = acme.install(&alone.text, syntax, None)?;
    same("the second of two goes, swapped", &acme.uninstall(&swapped.text, syntax, &swapped)?.text, &alone.text)
}

fn update(
    text: &str,
    syntax: Syntax,
    old: &Edited,
    acme: &Program,
    new: &Program,
    less: &Program,
    same: Same,
) -> Result<(), String> {
    let updated = new.install(&old.text, syntax, Some(old))?;
    same("update, then away", &new.uninstall(&updated.text, syntax, &updated)?.text, text)?;
    same("update twice", &new.install(&updated.text, syntax, Some(&updated))?.text, &updated.text)?;
    let back = acme.install(&updated.text, syntax, Some(&updated))?;
    let (is, was) = (parse(&back.text, syntax).unwrap(), parse(&old.text, syntax).unwrap());
    if !is.says_the_same(&was) {
        return Err(format!("update and back: {:?}\n  was {:?}", back.text, old.text));
    }
    let fewer = less.install(&old.text, syntax, Some(old))?;
    same("fewer events, then away", &less.uninstall(&fewer.text, syntax, &fewer)?.text, text)
}

/// The environment can ask for more cases.
fn cases(cases: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases)
}

type Document = fn(&mut Choices, bool) -> String;

/// How many of the files are taken.
fn run(syntax: Syntax, cases: u32, document: impl Fn(&mut Choices, bool) -> String) -> u32 {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    let taken = std::cell::Cell::new(0);
    let strategy = (prop::collection::vec(any::<u8>(), 0..160), 0..3usize);
    let result = TestRunner::new(config).run(&strategy, |(bytes, shape)| {
        let text = document(&mut Choices::new(&bytes), shape == 2);
        match holds(&text, syntax, shape) {
            Ok(is_taken) => taken.set(taken.get() + u32::from(is_taken)),
            Err(why) => return Err(TestCaseError::fail(format!("{why}\n  for    {text:?}, shape {shape}"))),
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    println!("{syntax:?}: {} of {cases} files taken", taken.get());
    taken.get()
}

/// The file with some characters removed, doubled or exchanged: most are no files any more, and the others are strange.
fn damaged(choices: &mut Choices, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..1 + choices.pick(3) {
        let at = (choices.pick(256) * 256 + choices.pick(256)) % characters.len().max(1);
        let insert =
            choices.of(&[' ', '\n', '#', '-', ':', '"', '\'', '{', '}', ',', '\t', '&', '[', ']', '\r', '/', '*', '=']);
        match choices.pick(4) {
            0 if at < characters.len() => drop(characters.remove(at)),
            1 if at < characters.len() => characters.insert(at, characters[at]),
            2 if at < characters.len() => characters[at] = insert,
            _ => characters.insert(at, insert),
        }
    }
    characters.into_iter().collect()
}

const DOCUMENTS: [(Syntax, u32, Document); 4] = [
    (Syntax::Json, 200, |choices, list| documents::json(choices, list, false)),
    (Syntax::Jsonc, 200, |choices, list| documents::json(choices, list, true)),
    (Syntax::Toml, 200, super::toml_documents::toml),
    (Syntax::Yaml, 30, super::yaml_documents::yaml),
];

fn properties(index: usize) {
    let (syntax, many, document) = DOCUMENTS[index];
    let many = cases(many);
    let taken = run(syntax, many, document);
    assert!(taken * 4 > many * 3, "only {taken} of {many} files were taken");
    run(syntax, many, |choices, list| {
        let text = document(choices, list);
        damaged(choices, &text)
    });
}

#[test]
fn json() {
    properties(0);
}

#[test]
fn jsonc() {
    properties(1);
}

#[test]
fn toml() {
    properties(2);
}

#[test]
fn yaml() {
    properties(3);
}
