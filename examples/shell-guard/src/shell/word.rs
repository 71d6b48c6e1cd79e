//! A word of a command line as it stands in the text, before anything is expanded.

use std::borrow::Cow;

use super::script::List;

/// One shell word.
#[derive(Debug)]
pub struct Word<'a> {
    /// The source text of the word, quotes and all.
    pub raw: &'a str,
    /// What the word is made of.
    pub body: Body<'a>,
}

/// What a word is made of.
#[derive(Debug)]
pub enum Body<'a> {
    /// Nothing quoted and nothing to expand: the raw text is the word.
    Plain,
    /// Pieces to be put together.
    Parts(Vec<Part<'a>>),
}

/// A piece of a word.
#[derive(Debug)]
pub struct Part<'a> {
    /// What the piece is.
    pub kind: Kind<'a>,
    /// Whether it stands in quotes, so that it is neither split nor taken as a pattern.
    pub quoted: bool,
}

/// The kinds of pieces.
#[derive(Debug)]
pub enum Kind<'a> {
    /// Characters, with escapes and quotes already taken off.
    Text(Cow<'a, str>),
    /// `$NAME` or `${NAME…}`.
    Parameter(Parameter<'a>),
    /// `$(…)`.
    Output(List<'a>),
    /// A command between backticks, with one layer of backslashes taken off.
    Backticks(Cow<'a, str>),
    /// `<(…)` or `>(…)`.
    Process(List<'a>),
    /// `$((…))`; the text between the parentheses.
    Number(&'a str),
    /// `{a,b}`, or the items of an array: each stands for the whole in turn.
    Choice(Vec<Word<'a>>),
}

/// A use of a variable.
#[derive(Debug)]
pub struct Parameter<'a> {
    /// The name, a digit or a special character.
    pub name: &'a str,
    /// What is done with the value.
    pub form: Form,
    /// The text after the operator in `${NAME:-text}`.
    pub operand: Option<Box<Word<'a>>>,
}

/// What a use of a variable does with the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The value itself.
    Plain,
    /// `${NAME:?}`: the shell stops when the value is empty.
    Required,
    /// `${NAME:-text}` and `${NAME:=text}`.
    Default,
    /// `${NAME:+text}`.
    Alternate,
    /// `${#NAME}`, a number.
    Length,
    /// Any other change, such as `${NAME%/*}`: nothing is known of the result.
    Changed,
}

impl<'a> Word<'a> {
    /// A word that needs no expansion.
    pub fn plain(raw: &'a str) -> Self {
        Self { raw, body: Body::Plain }
    }

    /// The pieces of the word; none for a plain one.
    pub fn parts(&self) -> &[Part<'a>] {
        match &self.body {
            Body::Plain => &[],
            Body::Parts(parts) => parts,
        }
    }

    /// The word with quotes taken off and expansions left out.
    pub fn unquoted(&self) -> Cow<'a, str> {
        let Body::Parts(parts) = &self.body else { return Cow::Borrowed(self.raw) };
        let mut text = String::new();
        for part in parts {
            if let Kind::Text(piece) = &part.kind {
                text.push_str(piece);
            }
        }
        Cow::Owned(text)
    }
}

/// The pieces of a word while it is being read.
#[derive(Debug, Default)]
pub struct Parts<'a>(Vec<Part<'a>>);

impl<'a> Parts<'a> {
    /// Adds characters, joining them to the last piece where that is of the same kind.
    pub fn text(&mut self, text: &'a str, quoted: bool) {
        match self.0.last_mut() {
            Some(Part { kind: Kind::Text(last), quoted: same }) if *same == quoted => {
                if last.is_empty() {
                    *last = Cow::Borrowed(text);
                } else {
                    last.to_mut().push_str(text);
                }
            }
            _ => self.push(Kind::Text(Cow::Borrowed(text)), quoted),
        }
    }

    /// Adds a piece.
    pub fn push(&mut self, kind: Kind<'a>, quoted: bool) {
        self.0.push(Part { kind, quoted });
    }

    /// The finished word.
    pub fn word(self, raw: &'a str) -> Word<'a> {
        Word { raw, body: Body::Parts(self.0) }
    }
}
