//! The simple commands of a shell line, as far as a hook wants to know them: which words each has, where they stand in the
//! line, and what it redirects.
//!
//! It looks through chains, pipes, subshells, command substitutions, here-documents and the scripts of `sh -c`. It expands
//! nothing and runs nothing: a word that a shell would expand says so. What it cannot read it reads as the nearest thing
//! that makes sense, and [`Line::whole`] is false.

mod command;
mod lexer;

use std::ops::Range;

/// What stands in a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Every simple command, also those inside of others, in the order in which they end.
    pub commands: Vec<Command>,
    /// Whether every quote and bracket was closed.
    pub whole: bool,
}

/// A simple command: `A=1 sudo rm -f x > log`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Its words, assignments and wrappers such as `sudo` included.
    pub words: Vec<Word>,
    /// Its redirections.
    pub redirects: Vec<Redirect>,
}

/// A word, without its quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The text; what a shell would expand stands in it as it was written.
    pub text: String,
    /// Where it stands in the line, quotes included; where it stands in a quoted script, that is not known.
    pub range: Option<Range<usize>>,
    /// Whether a shell would make something else of it: a variable, a command, a pattern, a home folder.
    pub expands: bool,
}

/// A redirection: `2> log`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redirect {
    /// `>`, `>>`, `>|`, `&>`, `&>>`, `>&`, `<`, `<>`, `<<`, `<<-`, `<<<` or `<&`.
    pub operator: &'static str,
    /// The file, the descriptor or the mark.
    pub target: Word,
}

/// Reads a line.
pub fn parse(line: &str) -> Line {
    let mut found = lexer::parse(line);
    command::add_scripts(&mut found, line, 0);
    found
}
