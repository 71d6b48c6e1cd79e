//! TOML files such as other people might have.

use std::fmt::Write as _;

use super::documents::{Choices, Thing, command, settings};

pub fn toml(choices: &mut Choices, list: bool) -> String {
    let list = list != choices.rarely(20);
    let members = unique(settings(choices, &["PreToolUse", "Stop"], list));
    let mut writer =
        Writer { newline: choices.pick(3), indented: choices.rarely(5), choices, text: String::new(), list };
    if writer.choices.rarely(8) {
        writer.text.push('\u{feff}');
    }
    writer.comments();
    writer.table(&mut Vec::new(), members);
    writer.comments();
    if writer.choices.rarely(4) {
        let end = writer.text.trim_end_matches(['\r', '\n']).len();
        writer.text.truncate(end);
    }
    writer.text
}

/// TOML takes no key twice.
fn unique(members: Vec<(String, Thing)>) -> Vec<(String, Thing)> {
    let mut kept: Vec<(String, Thing)> = Vec::new();
    for (key, thing) in members {
        if kept.iter().all(|(other, _)| *other != key) {
            kept.push((key, thing));
        }
    }
    kept
}

struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    text: String,
    newline: usize,
    indented: bool,
    list: bool,
}

impl Writer<'_, '_> {
    fn end(&mut self) {
        match self.choices.pick(10) {
            8 => self.text.push_str("  # it's [a] = \"comment\""),
            9 => self.text.push(' '),
            _ => {}
        }
        self.text.push_str(self.choices.newline(self.newline));
    }

    fn comments(&mut self) {
        match self.choices.pick(8) {
            5 => self.text.push_str(self.choices.newline(self.newline)),
            6 => {
                self.text.push_str("# [[hooks]] é");
                self.text.push_str(self.choices.newline(self.newline));
            }
            7 => {
                self.text.push_str("  #");
                self.text.push_str(self.choices.newline(self.newline));
                self.text.push_str(self.choices.newline(self.newline));
            }
            _ => {}
        }
    }

    /// Lines first, and then what has a header of its own.
    fn table(&mut self, name: &mut Vec<String>, members: Vec<(String, Thing)>) {
        let mut later = Vec::new();
        for (key, thing) in unique(members) {
            let header = match &thing {
                Thing::Map(_) => !self.choices.rarely(3),
                Thing::List(items) => {
                    !items.is_empty()
                        && items.iter().all(|item| matches!(item, Thing::Map(_)))
                        && !self.choices.rarely(3)
                }
                _ => false,
            };
            if header {
                later.push((key, thing));
            } else {
                self.line(name.len(), &key, &thing);
            }
        }
        for (key, thing) in later {
            name.push(key);
            match thing {
                Thing::Map(members) => {
                    let plain = members.iter().any(|(_, thing)| !matches!(thing, Thing::Map(_) | Thing::List(_)));
                    if plain || members.is_empty() || self.choices.rarely(2) {
                        self.header(name, "[", "]");
                    }
                    self.table(name, members);
                }
                Thing::List(items) => {
                    for item in items {
                        if let Thing::Map(members) = item {
                            self.header(name, "[[", "]]");
                            self.table(name, members);
                        }
                    }
                }
                _ => {}
            }
            name.pop();
        }
    }

    fn header(&mut self, name: &[String], open: &str, close: &str) {
        self.comments();
        if self.indented {
            self.text.push_str(&"  ".repeat(name.len() - 1));
        }
        let name: Vec<_> = name.iter().map(|key| quoted(key)).collect();
        let dot = self.choices.of(&[".", ".", " . "]);
        let _ = write!(self.text, "{open}{}{close}", name.join(dot));
        self.end();
    }

    fn line(&mut self, depth: usize, key: &str, thing: &Thing) {
        self.comments();
        if self.indented {
            self.text.push_str(&"  ".repeat(depth));
        }
        let equals = self.choices.of(&[" = ", "=", "  =  "]);
        match thing {
            Thing::Map(members) if !members.is_empty() && self.choices.rarely(2) => {
                let members: Vec<_> = unique(members.iter().map(|(key, thing)| (key.clone(), copy(thing))).collect());
                for (inner, thing) in members {
                    let _ = write!(self.text, "{}.{}{equals}", quoted(key), quoted(&inner));
                    self.inline(&thing, true);
                    self.end();
                }
            }
            thing => {
                let _ = write!(self.text, "{}{equals}", quoted(key));
                self.inline(thing, true);
                self.end();
            }
        }
    }

    fn inline(&mut self, thing: &Thing, lines: bool) {
        match thing {
            Thing::Scalar => {
                let scalar = self.choices.of(&[
                    "1",
                    "\"x\"",
                    "true",
                    "1_000.0",
                    "-0",
                    "1e+2",
                    "'a\\b'",
                    "1979-05-27T07:32:00Z",
                    "\"\"\"\n a # b\n\"\"\"",
                    "0xFF",
                    "nan",
                ]);
                let scalar = if lines {
                    scalar
                } else {
                    scalar.split('\n').next().filter(|first| *first == scalar).unwrap_or("2")
                };
                self.text.push_str(scalar);
            }
            Thing::Command => {
                let command = command(self.choices).replace('\t', " ");
                self.text.push_str(&serde_json::Value::from(command).to_string());
            }
            Thing::Map(members) => {
                let pad = self.choices.of(&[" ", "", " "]);
                let members = unique(members.iter().map(|(key, thing)| (key.clone(), copy(thing))).collect());
                let _ = write!(self.text, "{{{pad}");
                for (index, (key, thing)) in members.iter().enumerate() {
                    let comma = if index == 0 { "" } else { self.choices.of(&[", ", ",", " , "]) };
                    let _ = write!(self.text, "{comma}{} = ", quoted(key));
                    self.inline(thing, false);
                }
                let _ = write!(self.text, "{pad}}}");
            }
            Thing::List(items) => self.array(items, lines),
        }
    }

    fn array(&mut self, items: &[Thing], lines: bool) {
        let lines = lines && self.choices.rarely(2);
        self.text.push('[');
        for (index, item) in items.iter().enumerate() {
            if lines {
                self.end();
                self.text.push_str("    ");
            } else if index > 0 {
                self.text.push(' ');
            }
            self.inline(item, lines);
            if index + 1 < items.len() || self.choices.rarely(3) {
                self.text.push_str(self.choices.of(&[",", " ,"]));
            }
        }
        if lines || items.is_empty() && self.choices.rarely(3) {
            self.end();
        }
        self.text.push(']');
        let _ = self.list;
    }
}

fn copy(thing: &Thing) -> Thing {
    match thing {
        Thing::Scalar => Thing::Scalar,
        Thing::Command => Thing::Command,
        Thing::Map(members) => Thing::Map(members.iter().map(|(key, thing)| (key.clone(), copy(thing))).collect()),
        Thing::List(items) => Thing::List(items.iter().map(copy).collect()),
    }
}

fn quoted(key: &str) -> String {
    let bare = key.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'));
    if bare { key.to_owned() } else { format!("\"{key}\"") }
}
