//! The tree of a command line: lists of pipelines of commands.

use std::{cell::Cell, rc::Rc};

use super::word::Word;

/// Commands that run one after the other.
#[derive(Debug, Default)]
pub struct List<'a> {
    /// The pipelines, in order.
    pub items: Vec<Item<'a>>,
}

/// One pipeline of a list.
#[derive(Debug)]
pub struct Item<'a> {
    /// The source text of the pipeline.
    pub text: &'a str,
    /// The commands joined by `|`.
    pub stages: Vec<Command<'a>>,
    /// What stands between this pipeline and the next.
    pub joint: Joint,
}

/// What stands between two pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// `;`, `&`, `&&` or a new line: the next one runs after this one.
    Then,
    /// `||`: the next one runs where this one failed.
    Otherwise,
}

/// A command of a pipeline.
#[derive(Debug)]
pub enum Command<'a> {
    /// A program with arguments.
    Simple(Simple<'a>),
    /// Commands in a structure.
    Compound(Compound<'a>),
}

/// A program with arguments.
#[derive(Debug, Default)]
pub struct Simple<'a> {
    /// The assignments before the program.
    pub assignments: Vec<Assignment<'a>>,
    /// The program and its arguments.
    pub words: Vec<Word<'a>>,
    /// The redirections.
    pub redirects: Vec<Redirect<'a>>,
    /// Parentheses where POSIX allows none; PowerShell has them.
    pub nested: Vec<List<'a>>,
}

/// `NAME=value`.
#[derive(Debug)]
pub struct Assignment<'a> {
    /// The variable.
    pub name: &'a str,
    /// The text after the equals sign.
    pub value: Word<'a>,
}

/// Commands in a structure.
#[derive(Debug)]
pub struct Compound<'a> {
    /// Which structure.
    pub shape: Shape<'a>,
    /// The lists inside, conditions joined to what they guard.
    pub bodies: Vec<List<'a>>,
    /// The words of the head: what a `for` runs over, what a `case` looks at.
    pub words: Vec<Word<'a>>,
    /// The redirections after the end.
    pub redirects: Vec<Redirect<'a>>,
}

/// The kinds of structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape<'a> {
    /// `( … )`.
    Subshell,
    /// `{ …; }`.
    Group,
    /// `if` and `case`: of the bodies at most one runs.
    Branches,
    /// `while` and `until`, or `for` with its variable.
    Loop(Option<&'a str>),
    /// A function definition.
    Function,
}

/// A redirection.
#[derive(Debug)]
pub struct Redirect<'a> {
    /// Where the bytes go.
    pub flow: Direction<'a>,
    /// The file descriptor written before the operator.
    pub descriptor: Option<u8>,
    /// The word after the operator.
    pub target: Word<'a>,
}

/// Where the bytes of a redirection go.
#[derive(Debug)]
pub enum Direction<'a> {
    /// `<`.
    Input,
    /// `>`, `>>`, `&>` and the like.
    Output,
    /// `<<<`.
    HereString,
    /// `<<`.
    HereDocument(Rc<Document<'a>>),
}

/// A here-document.
#[derive(Debug, Default)]
pub struct Document<'a> {
    /// The source text of the command line.
    pub source: &'a str,
    /// Where its lines stand in the source, known once the line with the operator has ended.
    pub range: Cell<(usize, usize)>,
    /// Whether the delimiter is quoted, so that nothing in the text is expanded.
    pub quoted: bool,
}

impl<'a> Document<'a> {
    /// The lines.
    pub fn text(&self) -> &'a str {
        let (start, end) = self.range.get();
        self.source.get(start..end).unwrap_or_default()
    }
}
