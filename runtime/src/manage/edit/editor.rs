//! A file under edit: one change after the other, each proved by reading the result again.

use super::error::EditError;
use super::op::{Op, Splice};
use super::style::Style;
use super::tree::{Data, Form, Node};
use super::{Syntax, json, toml, yaml};

pub(super) struct Editor {
    pub syntax: Syntax,
    pub text: String,
    pub root: Node,
}

/// What the writers of the syntaxes look at.
pub(super) struct View<'a> {
    pub syntax: Syntax,
    pub text: &'a str,
    pub root: &'a Node,
    pub style: Style,
}

impl Editor {
    pub fn open(text: &str, syntax: Syntax) -> Result<Self, EditError> {
        Ok(Editor { syntax, text: text.to_owned(), root: parse(text, syntax)? })
    }

    /// Makes one change, or says why not and leaves everything as it was.
    ///
    /// The result is read again, and must say what the file said before and this change, nothing else. That is the net
    /// under the writers: a fault of theirs is an error here and never a damaged file.
    pub fn apply(&mut self, op: &Op) -> Result<(), EditError> {
        let view = View {
            syntax: self.syntax,
            text: &self.text,
            root: &self.root,
            style: Style::of(&self.text, &self.root, self.syntax),
        };
        if self.syntax == Syntax::Yaml {
            yaml::refuse(&view, op)?;
        }
        let splices = match self.syntax {
            Syntax::Json | Syntax::Jsonc => json::write(&view, op),
            Syntax::Toml => toml::write(&view, op),
            Syntax::Yaml => yaml::write(&view, op),
        };
        let edited = splices.and_then(|splices| {
            let text = Splice::apply(&self.text, splices)?;
            let root = parse(&text, self.syntax).ok()?;
            let wanted = self.wanted(op)?;
            root.says_the_same(&wanted).then_some((text, root))
        });
        let (text, root) = edited.ok_or_else(|| self.refusal(op))?;
        self.text = text;
        self.root = root;
        Ok(())
    }

    fn wanted(&self, op: &Op) -> Option<Node> {
        let mut wanted = op.wanted(&self.root)?;
        if self.syntax == Syntax::Toml && matches!(wanted.data, Data::Nothing) {
            // A blank TOML file is an empty table.
            wanted.data = Data::Map(Vec::new());
        }
        Some(wanted)
    }

    fn refusal(&self, op: &Op) -> EditError {
        let place = self.root.pointer(op.place());
        let by_hand = match op {
            Op::Insert { key, value, .. } => format!("add `{key}` with the value `{value}` there by hand"),
            Op::Append { value, .. } => format!("add `{value}` there by hand"),
            Op::Replace { value, .. } => format!("write `{value}` there by hand"),
            Op::Remove { .. } | Op::Unhead { .. } | Op::Empty { .. } | Op::Clear { .. } => {
                "remove our entry there by hand".to_owned()
            }
        };
        self.error(
            op.place(),
            format!("{} is written in a way that cannot be edited without changing more: {by_hand}", named(&place)),
        )
    }

    /// An error at the start of a node.
    pub fn error(&self, path: &[usize], message: impl Into<String>) -> EditError {
        let start = if path.is_empty() { self.root.span.start } else { self.root.child(path).outer.start };
        EditError::at(&self.text, start, message)
    }

    /// The text that stands for an empty container, so that it can stand there again.
    pub fn blank(&self, path: &[usize]) -> Option<String> {
        let node = self.root.at(path);
        let blank = |text: &str| text.trim_start_matches('\u{feff}').trim().is_empty();
        match (&node.data, self.syntax) {
            (Data::Nothing, _) if path.is_empty() => {
                blank(&self.text).then(|| self.text.trim_start_matches('\u{feff}').to_owned())
            }
            (Data::Nothing, _) => Some(String::new()),
            (Data::Map(_), Syntax::Toml) if path.is_empty() => {
                blank(&self.text).then(|| self.text.trim_start_matches('\u{feff}').to_owned())
            }
            (Data::Map(members), _) | (Data::List(members), _) if members.is_empty() && node.form == Form::Inline => {
                let inside = self.text.get(node.span.start + 1..node.span.end - 1)?;
                let lead = match self.syntax {
                    Syntax::Yaml => yaml::lead(&self.text, &self.root, path),
                    _ => node.span.start,
                };
                blank(inside).then(|| self.text[lead..node.span.end].to_owned())
            }
            _ => None,
        }
    }
}

/// Reads a text, or says where it is not what the syntax wants.
pub(super) fn parse(text: &str, syntax: Syntax) -> Result<Node, EditError> {
    match syntax {
        Syntax::Json => json::parse(text, true),
        Syntax::Jsonc => json::parse(text, false),
        Syntax::Toml => toml::parse(text),
        Syntax::Yaml => yaml::parse(text),
    }
}

/// A pointer for messages.
pub(super) fn named(pointer: &str) -> String {
    if pointer.is_empty() { "the root".to_owned() } else { format!("`{pointer}`") }
}
