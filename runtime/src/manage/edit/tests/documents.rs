//! Files such as other people might have, made of a row of choices: the less bytes and the smaller, the plainer the file.

use std::fmt::Write as _;

pub struct Choices<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes, at: 0 }
    }

    /// A number below `many`; 0 when all bytes are used.
    pub fn pick(&mut self, many: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % many
    }

    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.pick(choices.len())]
    }

    /// True once in `many` times.
    pub fn rarely(&mut self, many: usize) -> bool {
        self.pick(many) == many - 1
    }

    pub fn newline(&mut self, kind: usize) -> &'static str {
        match kind {
            0 => "\n",
            1 => "\r\n",
            _ => self.of(&["\n", "\r\n"]),
        }
    }
}

/// Something that is in a file: a member or item is a key and this.
pub enum Thing {
    Scalar,
    Map(Vec<(String, Thing)>),
    List(Vec<Thing>),
    /// A string that is no command line of ours.
    Command,
}

/// What a host's file may hold: settings, and hooks of others under some of our events.
pub fn settings(choices: &mut Choices, events: &[&str], list_at_hooks: bool) -> Vec<(String, Thing)> {
    let mut members = Vec::new();
    for _ in 0..choices.pick(4) {
        members.push(setting(choices, 0));
    }
    if choices.rarely(5) {
        members.push(("version".to_owned(), Thing::Scalar));
    }
    let hooks = match choices.pick(6) {
        0 => None,
        1 if list_at_hooks => Some(Thing::List(Vec::new())),
        1 => Some(Thing::Map(Vec::new())),
        _ if list_at_hooks => Some(entries(choices, false)),
        _ => {
            let mut found = Vec::new();
            for event in events {
                match choices.pick(4) {
                    0 => {}
                    1 => found.push(((*event).to_owned(), Thing::List(Vec::new()))),
                    _ => found.push(((*event).to_owned(), entries(choices, true))),
                }
            }
            if choices.rarely(4) {
                found.push(setting(choices, 1));
            }
            Some(Thing::Map(found))
        }
    };
    if let Some(hooks) = hooks {
        let at = choices.pick(members.len() + 1);
        members.insert(at, ("hooks".to_owned(), hooks));
    }
    members
}

fn entries(choices: &mut Choices, groups: bool) -> Thing {
    let command = || ("command".to_owned(), Thing::Command);
    let matcher = || ("matcher".to_owned(), Thing::Scalar);
    let entry = |choices: &mut Choices| match choices.pick(4) {
        1 if groups => {
            Thing::Map(vec![matcher(), ("hooks".to_owned(), Thing::List(vec![Thing::Map(vec![command()])]))])
        }
        2 if groups => Thing::Map(vec![("hooks".to_owned(), Thing::List(Vec::new())), matcher()]),
        3 => Thing::Map(vec![("event".to_owned(), Thing::Scalar), command(), setting(choices, 2)]),
        _ => Thing::Map(vec![command(), matcher()]),
    };
    Thing::List((0..1 + choices.pick(3)).map(|_| entry(choices)).collect())
}

fn setting(choices: &mut Choices, depth: usize) -> (String, Thing) {
    const KEYS: [&str; 8] = ["model", "theme", "a-b", "permissions", "größe", "a.b", "x y", "hooks2"];
    let key = choices.of(&KEYS).to_owned();
    let thing = match choices.pick(if depth < 3 { 6 } else { 3 }) {
        3 => Thing::Map((0..choices.pick(3)).map(|_| setting(choices, depth + 1)).collect()),
        4 => Thing::List((0..choices.pick(3)).map(|_| setting(choices, depth + 1).1).collect()),
        5 => Thing::Map(vec![setting(choices, depth + 1)]),
        _ => Thing::Scalar,
    };
    (key, thing)
}

pub fn command(choices: &mut Choices) -> &'static str {
    choices.of(&[
        "./check.sh",
        "npx prettier --write",
        "/opt/other hook codex PreToolUse",
        "echo '# no {comment}' // x, y",
        "é\t€",
    ])
}

/// A JSON file; one with comments and trailing commas, if `jsonc`. `list`: hooks are a list, not lists by event.
pub fn json(choices: &mut Choices, list: bool, jsonc: bool) -> String {
    let list = list != choices.rarely(20);
    let mut members = settings(choices, &["PreToolUse", "Stop"], list);
    if choices.rarely(8) {
        members.insert(0, ("hooks".to_owned(), Thing::Scalar));
    }
    let mut writer = JsonWriter {
        newline: choices.pick(3),
        unit: choices.of(&["  ", "\t", "    ", ""]),
        colon: choices.of(&[": ", ":", " : "]),
        jsonc,
        one_line: choices.rarely(5),
        choices,
        text: String::new(),
    };
    writer.file(&members);
    writer.text
}

struct JsonWriter<'c, 'b> {
    choices: &'c mut Choices<'b>,
    text: String,
    newline: usize,
    unit: &'static str,
    colon: &'static str,
    jsonc: bool,
    one_line: bool,
}

impl JsonWriter<'_, '_> {
    fn file(&mut self, members: &[(String, Thing)]) {
        if self.choices.rarely(8) {
            self.text.push('\u{feff}');
        }
        let blank = members.is_empty() && self.choices.rarely(2);
        if self.choices.rarely(5) {
            self.comment();
            if !self.one_line {
                self.line(0);
            }
        }
        if !blank {
            self.map(members, 0);
        }
        match self.choices.pick(4) {
            0 if !self.one_line => self.line(0),
            1 => {}
            2 => self.text.push(' '),
            _ if !self.one_line => {
                self.line(0);
                self.comment();
                self.line(0);
            }
            _ => {}
        }
    }

    fn line(&mut self, depth: usize) {
        self.text.push_str(self.choices.newline(self.newline));
        if self.choices.rarely(9) {
            self.text.push_str(self.choices.newline(self.newline));
        }
        self.text.push_str(&self.unit.repeat(depth));
    }

    fn comment(&mut self) {
        if !self.jsonc {
            return;
        }
        match self.choices.pick(3) {
            0 => self.text.push_str("/* a, \"b\" // { */"),
            1 if !self.one_line => {
                self.text.push_str("// it's, \"b\" [");
                self.text.push_str(self.choices.newline(self.newline));
            }
            _ => self.text.push_str("/**/"),
        }
    }

    /// Something between two tokens.
    fn gap(&mut self) {
        match self.choices.pick(12) {
            9 => self.text.push(' '),
            10 => self.comment(),
            11 => {
                self.text.push(' ');
                self.comment();
            }
            _ => {}
        }
    }

    fn map(&mut self, members: &[(String, Thing)], depth: usize) {
        self.container('{', '}', members.len(), depth, |writer, index| {
            let (key, thing) = &members[index];
            let _ = write!(writer.text, "\"{key}\"{}", writer.colon);
            writer.thing(thing, depth + 1);
        });
    }

    fn container(&mut self, open: char, close: char, many: usize, depth: usize, child: impl Fn(&mut Self, usize)) {
        self.text.push(open);
        let lines = !self.one_line && !(self.choices.rarely(3));
        let lines = lines && (many > 0 || self.choices.rarely(3));
        self.gap();
        for index in 0..many {
            if lines {
                self.line(depth + 1);
            } else if index > 0 {
                self.text.push_str(self.choices.of(&[" ", "", "  "]));
            }
            child(self, index);
            self.gap();
            if index + 1 < many || self.jsonc && self.choices.rarely(3) {
                self.text.push(',');
                self.gap();
            }
        }
        if lines {
            self.line(depth);
        }
        self.text.push(close);
    }

    fn thing(&mut self, thing: &Thing, depth: usize) {
        match thing {
            Thing::Scalar => {
                let scalar = self.choices.of(&[
                    "1",
                    "\"x\"",
                    "true",
                    "1.0",
                    "-0",
                    "1E+2",
                    "\"\\u0041\\/\"",
                    "null",
                    "\"// é\"",
                    "12345678901234567890",
                ]);
                self.text.push_str(scalar);
            }
            Thing::Command => {
                let command = command(self.choices);
                self.text.push_str(&serde_json::Value::from(command).to_string());
            }
            Thing::Map(members) => self.map(members, depth),
            Thing::List(items) => self.container('[', ']', items.len(), depth, |writer, index| {
                writer.thing(&items[index], depth + 1);
            }),
        }
    }
}
