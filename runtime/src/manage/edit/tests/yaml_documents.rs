//! YAML files such as other people might have.

use std::fmt::Write as _;

use super::documents::{Choices, Thing, command, settings};

pub fn yaml(choices: &mut Choices, list: bool) -> String {
    let list = list != choices.rarely(20);
    let members = settings(choices, &["pre_tool_call", "on_end"], list);
    let mut writer = Writer {
        newline: choices.pick(3),
        step: choices.of(&[2, 4, 1, 3]),
        dash: choices.of(&[2, 0, 4]),
        choices,
        text: String::new(),
    };
    writer.file(&members);
    writer.text
}

struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    text: String,
    newline: usize,
    step: usize,
    dash: usize,
}

impl Writer<'_, '_> {
    fn file(&mut self, members: &[(String, Thing)]) {
        if self.choices.rarely(8) {
            self.text.push('\u{feff}');
        }
        self.between(0);
        if self.choices.rarely(5) {
            if self.choices.rarely(3) {
                self.text.push_str("%YAML 1.2");
                self.end();
            }
            self.text.push_str("---");
            self.end();
        }
        match self.choices.pick(6) {
            5 => {
                self.flow(&Thing::Map(members.iter().map(|(key, thing)| (key.clone(), copy(thing))).collect()));
                self.end();
            }
            _ => self.map(members, 0),
        }
        self.between(0);
        match self.choices.pick(6) {
            4 => {
                self.text.push_str("...");
                self.end();
            }
            5 => {
                let end = self.text.trim_end_matches(['\r', '\n']).len();
                self.text.truncate(end);
            }
            _ => {}
        }
    }

    fn line(&mut self) {
        self.text.push_str(self.choices.newline(self.newline));
    }

    fn end(&mut self) {
        match self.choices.pick(10) {
            7 => self.text.push_str("\t# é: 🦀"),
            8 => self.text.push_str("  # it's {a: \"comment\""),
            9 => self.text.push(' '),
            _ => {}
        }
        self.line();
    }

    /// Blank and comment lines.
    fn between(&mut self, column: usize) {
        match self.choices.pick(10) {
            7 => self.line(),
            8 => {
                let _ = write!(self.text, "{}# - command: x", " ".repeat(column));
                self.line();
            }
            9 => {
                self.line();
                let deeper = self.choices.pick(5);
                let _ = write!(self.text, "{}#", " ".repeat(deeper));
                self.line();
            }
            _ => {}
        }
    }

    fn map(&mut self, members: &[(String, Thing)], column: usize) {
        for (index, (key, thing)) in members.iter().enumerate() {
            if index > 0 {
                self.between(column);
            }
            self.indent(column);
            self.member(key, thing, column);
        }
    }

    /// Unless we are behind a dash.
    fn indent(&mut self, column: usize) {
        if self.text.is_empty() || self.text.ends_with(['\n', '\u{feff}']) {
            self.text.push_str(&" ".repeat(column));
        }
    }

    fn member(&mut self, key: &str, thing: &Thing, column: usize) {
        let key = self.key(key);
        let _ = write!(self.text, "{key}:");
        match thing {
            Thing::Map(members) if !members.is_empty() && !self.choices.rarely(4) => {
                self.end();
                self.map(members, column + self.step);
            }
            Thing::List(items) if !items.is_empty() && !self.choices.rarely(4) => {
                self.end();
                self.list(items, column + self.dash);
            }
            Thing::Map(members) if members.is_empty() && self.choices.rarely(2) => self.end(),
            Thing::List(items) if items.is_empty() && self.choices.rarely(2) => self.end(),
            Thing::Scalar if self.choices.rarely(4) => self.block_scalar(column),
            flow => {
                self.text.push_str(self.choices.of(&[" ", " ", "  ", "\t"]));
                self.flow(flow);
                self.end();
            }
        }
    }

    fn list(&mut self, items: &[Thing], column: usize) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.between(column);
            }
            self.indent(column);
            self.text.push_str("- ");
            match item {
                Thing::Map(members) if !members.is_empty() && !self.choices.rarely(5) => self.map(members, column + 2),
                Thing::List(items) if !items.is_empty() && !self.choices.rarely(4) => self.list(items, column + 2),
                Thing::Scalar if self.choices.rarely(4) => self.block_scalar(column),
                flow => {
                    self.flow(flow);
                    self.end();
                }
            }
        }
    }

    /// After a key or a dash; with more or less blank lines at its end.
    fn block_scalar(&mut self, column: usize) {
        if !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        let header = self.choices.of(&["|", ">", "|-", "|+", ">+", ">-"]);
        self.text.push_str(header);
        self.end();
        for word in ["a: # b", "- c"] {
            let _ = write!(self.text, "{}{word}", " ".repeat(column + 2));
            self.line();
        }
        match self.choices.pick(5) {
            3 => self.line(),
            4 => {
                let _ = write!(self.text, "{}", " ".repeat(self.choices.pick(6)));
                self.line();
                self.line();
            }
            _ => {}
        }
    }

    fn flow(&mut self, thing: &Thing) {
        match thing {
            Thing::Scalar => {
                let scalar = self.choices.of(&[
                    "1",
                    "x y",
                    "true",
                    "\"a # b\\t\"",
                    "'it''s'",
                    "~",
                    "1.0e3",
                    "0o17",
                    "yes",
                    "\"a\n      b\"",
                    "!!str 5",
                    "a#b",
                    "é € 🦀",
                    "&a 'é' ",
                    "!t &b x",
                    "!",
                ]);
                self.text.push_str(scalar);
            }
            Thing::Command => {
                let command = command(self.choices);
                self.text.push_str(&serde_json::Value::from(command).to_string());
            }
            Thing::Map(members) => self.brackets("{", "}", members.len(), |writer, index| {
                let (key, thing) = &members[index];
                let key = writer.key(key);
                let _ = write!(writer.text, "{key}: ");
                writer.flow(thing);
            }),
            Thing::List(items) => self.brackets("[", "]", items.len(), |writer, index| writer.flow(&items[index])),
        }
    }

    fn brackets(&mut self, open: &str, close: &str, many: usize, child: impl Fn(&mut Self, usize)) {
        self.text.push_str(open);
        let lines = many > 0 && self.choices.rarely(6);
        let pad = self.choices.of(&["", " "]);
        self.text.push_str(pad);
        for index in 0..many {
            if lines {
                self.end();
                self.text.push_str("            ");
            }
            child(self, index);
            if index + 1 < many || many > 0 && self.choices.rarely(4) {
                self.text.push_str(self.choices.of(&[", ", ","]));
            }
        }
        let _ = write!(self.text, "{pad}{close}");
    }

    fn key(&mut self, key: &str) -> String {
        match self.choices.pick(10) {
            8 => format!("\"{key}\""),
            9 => format!("'{key}'"),
            _ => key.to_owned(),
        }
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
