//! From text to commands.

use std::ops::Range;

use crate::{Command, Line, Redirect, Word};

/// The operators that redirect, longest first.
const REDIRECTS: &[&str] = &["&>>", "<<<", "<<-", ">>", ">|", ">&", "&>", "<<", "<>", "<&", ">", "<"];
/// Substitutions deeper than that are not looked into.
const DEEPEST: usize = 32;

pub(crate) fn parse(line: &str) -> Line {
    let mut lexer = Lexer { line, at: 0, commands: Vec::new(), whole: true, depth: 0 };
    lexer.list(None);
    Line { commands: lexer.commands, whole: lexer.whole }
}

struct Lexer<'a> {
    line: &'a str,
    at: usize,
    commands: Vec<Command>,
    whole: bool,
    depth: usize,
}

/// What is being read of one list of commands.
#[derive(Default)]
struct Reading {
    command: Command,
    word: Option<Word>,
    /// The operator whose target comes next.
    redirect: Option<&'static str>,
    /// The here-documents that begin at the next line: the mark, and whether tabs before it are dropped.
    documents: Vec<(String, bool)>,
}

impl Reading {
    /// The word that is being read; it begins at `at`.
    fn word(&mut self, at: usize) -> &mut Word {
        self.word.get_or_insert_with(|| Word { range: Some(at..at), ..Word::default() })
    }

    fn end_word(&mut self, at: usize) {
        let Some(mut word) = self.word.take() else { return };
        word.range = word.range.map(|range| range.start..at);
        match self.redirect.take() {
            Some(operator) => {
                if operator.starts_with("<<") && operator != "<<<" {
                    self.documents.push((word.text.clone(), operator == "<<-"));
                }
                self.command.redirects.push(Redirect { operator, target: word });
            }
            None => self.command.words.push(word),
        }
    }

    fn end_command(&mut self, at: usize, commands: &mut Vec<Command>) {
        self.end_word(at);
        self.redirect = None;
        let command = std::mem::take(&mut self.command);
        if !command.words.is_empty() || !command.redirects.is_empty() {
            commands.push(command);
        }
    }
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads commands up to the end, or past the bracket or quote that closes the list.
    fn list(&mut self, close: Option<char>) {
        let mut now = Reading::default();
        let mut open = 0_usize;
        while let Some(c) = self.next() {
            let at = self.at;
            if close == Some(c) && (c != ')' || open == 0) {
                now.end_command(at, &mut self.commands);
                self.at += 1;
                return;
            }
            match c {
                '\\' if self.rest().starts_with("\\\n") => self.at += 2,
                '\'' | '"' | '\\' | '$' | '`' => self.quoted(c, now.word(at)),
                ' ' | '\t' => {
                    now.end_word(at);
                    self.at += 1;
                }
                '#' if now.word.is_none() => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                '\n' => {
                    now.end_command(at, &mut self.commands);
                    self.at += 1;
                    now.documents.drain(..).for_each(|(mark, tabs)| self.skip_document(&mark, tabs));
                }
                '<' | '>' | '&' if self.redirect().is_some() => self.begin_redirect(&mut now),
                '(' if self.rest().starts_with("()") => {
                    // The name of a function that is defined is no command.
                    now = Reading { documents: now.documents, ..Reading::default() };
                    self.at += 2;
                }
                ';' | '&' | '|' | '(' | ')' => {
                    now.end_command(at, &mut self.commands);
                    self.whole &= c != ')' || open > 0;
                    open = if c == '(' { open + 1 } else { open - usize::from(c == ')' && open > 0) };
                    self.at += 1;
                }
                c => {
                    let tilde = c == '~' && now.word.is_none();
                    let word = now.word(at);
                    word.expands |= tilde || "*?[{".contains(c);
                    word.text.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        now.end_command(self.at, &mut self.commands);
        self.whole &= close.is_none() && open == 0 && now.documents.is_empty();
    }

    fn redirect(&self) -> Option<&'static str> {
        REDIRECTS.iter().copied().find(|operator| self.rest().starts_with(operator))
    }

    fn begin_redirect(&mut self, now: &mut Reading) {
        // The descriptor of `2>` is no word of the command.
        if now.word.as_ref().is_some_and(|w| !w.expands && w.text.bytes().all(|b| b.is_ascii_digit())) {
            now.word = None;
        }
        now.end_word(self.at);
        now.redirect = self.redirect();
        self.at += now.redirect.map_or(1, str::len);
    }

    /// Skips the lines of a here-document: they are no commands.
    fn skip_document(&mut self, mark: &str, tabs: bool) {
        while self.at < self.line.len() {
            let line = self.rest().lines().next().unwrap_or_default();
            self.at = (self.at + line.len() + 1).min(self.line.len());
            if (if tabs { line.trim_start_matches('\t') } else { line }) == mark {
                return;
            }
        }
        self.whole = false;
    }

    /// Reads one quoted or expanded part of a word.
    fn quoted(&mut self, c: char, word: &mut Word) {
        match c {
            '\'' => {
                self.at += 1;
                let end = self.find('\'');
                word.text.push_str(&self.line[end.clone()]);
            }
            '"' => self.double_quoted(word),
            '\\' => {
                let escaped = self.rest().chars().nth(1);
                word.text.extend(escaped.filter(|c| *c != '\n'));
                self.at += 1 + escaped.map_or(0, char::len_utf8);
            }
            _ => self.expansion(word),
        }
    }

    fn double_quoted(&mut self, word: &mut Word) {
        self.at += 1;
        while let Some(c) = self.next() {
            match c {
                '"' => {
                    self.at += 1;
                    return;
                }
                '\\' => {
                    let escaped = self.rest().chars().nth(1);
                    match escaped {
                        Some('\n') => {}
                        Some(c) if "$`\"\\".contains(c) => word.text.push(c),
                        other => word.text.extend(['\\'].into_iter().chain(other)),
                    }
                    self.at += 1 + escaped.map_or(0, char::len_utf8);
                }
                '$' | '`' => self.expansion(word),
                c => {
                    word.text.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        self.whole = false;
    }

    /// `$name`, `${name}`, `$(commands)`, `$'text'` or `` `commands` ``: kept as it is written, its commands noted.
    fn expansion(&mut self, word: &mut Word) {
        let start = self.at;
        word.expands = true;
        let rest = self.rest();
        if rest.starts_with("${") {
            self.at += 2;
            self.find('}');
        } else if rest.starts_with("$'") {
            self.at += 2;
            self.find('\'');
        } else if rest.starts_with("$(") {
            self.at += 2;
            self.nested(')');
        } else if rest.starts_with('`') {
            self.at += 1;
            self.nested('`');
        } else {
            self.at += 1;
        }
        word.text.push_str(&self.line[start..self.at]);
    }

    fn nested(&mut self, close: char) {
        if self.depth == DEEPEST {
            self.whole = false;
            self.at = self.line.len();
            return;
        }
        self.depth += 1;
        self.list(Some(close));
        self.depth -= 1;
    }

    /// Goes past the next `close`, and gives what stands before it.
    fn find(&mut self, close: char) -> Range<usize> {
        let start = self.at;
        match self.rest().find(close) {
            Some(length) => self.at += length + 1,
            None => {
                self.whole = false;
                self.at = self.line.len();
                return start..self.at;
            }
        }
        start..self.at - 1
    }
}
