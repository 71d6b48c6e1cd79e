//! A cursor over the text of a command line.

use std::rc::Rc;

use super::script::Document;

/// How deep structures may nest. Below that the parentheses are read as separators and `$(` as plain characters, so
/// that the commands in them are still looked at, only without their structure.
const NESTING: u8 = 20;

/// A cursor over the text of a command line.
#[derive(Debug)]
pub struct Reader<'a> {
    /// The text.
    pub source: &'a str,
    /// The byte the cursor stands at.
    pub pos: usize,
    /// How many structures are open.
    depth: u8,
    /// The here-documents whose text begins after the current line.
    pub pending: Vec<Pending<'a>>,
}

/// A here-document whose text was not read yet.
#[derive(Debug)]
pub struct Pending<'a> {
    /// The line that ends the text.
    pub delimiter: String,
    /// Whether tabs at the start of a line do not count (`<<-`).
    pub tabs: bool,
    /// Where the text is to be put.
    pub document: Rc<Document<'a>>,
}

impl<'a> Reader<'a> {
    /// A cursor at the start of a text.
    pub fn new(source: &'a str) -> Self {
        Self { source, pos: 0, depth: 0, pending: Vec::new() }
    }

    /// A cursor over a part of the text, as deep as this one.
    pub fn part(&self, source: &'a str) -> Self {
        Self { depth: self.depth, ..Self::new(source) }
    }

    /// The byte at the cursor.
    pub fn peek(&self) -> Option<u8> {
        self.byte(0)
    }

    /// A byte after the cursor.
    pub fn byte(&self, ahead: usize) -> Option<u8> {
        self.source.as_bytes().get(self.pos + ahead).copied()
    }

    /// The bytes from the cursor on.
    pub fn rest(&self) -> &'a [u8] {
        &self.source.as_bytes()[self.pos.min(self.source.len())..]
    }

    /// The text from a place to the cursor.
    pub fn since(&self, start: usize) -> &'a str {
        self.source.get(start..self.pos).unwrap_or_default()
    }

    /// Moves past one character, whatever it is.
    pub fn advance(&mut self) {
        let width = self.source.get(self.pos..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        self.pos = (self.pos + width).min(self.source.len());
    }

    /// Moves over the bytes that fulfil a condition, and returns them.
    pub fn run(&mut self, condition: impl Fn(u8) -> bool) -> &'a str {
        let start = self.pos;
        let rest = self.rest();
        self.pos += rest.iter().position(|&byte| !condition(byte)).unwrap_or(rest.len());
        self.since(start)
    }

    /// Opens a structure, unless too many are open.
    pub fn descend(&mut self) -> bool {
        let fits = self.depth < NESTING;
        self.depth += u8::from(fits);
        fits
    }

    /// Closes a structure.
    pub fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// How many bytes a line continuation at the cursor has.
    pub fn continuation(&self) -> Option<usize> {
        match self.rest() {
            [b'\\', b'\n', ..] => Some(2),
            [b'\\', b'\r', b'\n', ..] => Some(3),
            _ => None,
        }
    }

    /// Moves over blanks, line continuations and a comment.
    pub fn gap(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' => self.pos += 1,
                b'\\' => match self.continuation() {
                    Some(width) => self.pos += width,
                    None => return,
                },
                b'#' if self.pos == 0 || ends_word(self.source.as_bytes()[self.pos - 1]) => {
                    self.run(|byte| byte != b'\n');
                }
                _ => return,
            }
        }
    }

    /// Moves over blanks and new lines.
    pub fn newlines(&mut self) {
        self.gap();
        while self.peek() == Some(b'\n') {
            self.newline();
            self.gap();
        }
    }

    /// Moves over everything that separates commands. The ends of a `case` branch are left alone.
    pub fn separators(&mut self) {
        loop {
            self.gap();
            match (self.peek(), self.byte(1)) {
                (Some(b'\n'), _) => self.newline(),
                (Some(b';'), Some(b';' | b'&')) | (Some(b'&'), Some(b'>')) => return,
                (Some(b';' | b'&' | b'|'), _) => self.pos += 1,
                _ => return,
            }
        }
    }

    /// Moves over a new line and the here-documents that begin after it.
    pub fn newline(&mut self) {
        self.pos += 1;
        for pending in std::mem::take(&mut self.pending) {
            self.document(&pending);
        }
    }

    /// Reads a here-document up to its delimiter, or to the end of the text where there is none.
    fn document(&mut self, pending: &Pending<'a>) {
        let start = self.pos;
        loop {
            let line_start = self.pos;
            let line = self.run(|byte| byte != b'\n');
            let bare = if pending.tabs { line.trim_start_matches('\t') } else { line };
            let last = self.peek().is_none();
            self.pos += usize::from(!last);
            let Some(tail) = bare.strip_prefix(pending.delimiter.as_str()) else {
                if last {
                    pending.document.range.set((start, self.pos));
                    return;
                }
                continue;
            };
            // `EOF)` ends the text of a here-document in a command substitution.
            let closes = self.depth > 0 && tail.starts_with(')');
            if closes || tail.trim_end_matches('\r').is_empty() {
                pending.document.range.set((start, line_start));
                self.pos = if closes { line_start + line.len() - tail.len() } else { self.pos };
                return;
            }
            if last {
                pending.document.range.set((start, self.pos));
                return;
            }
        }
    }

    /// The bare word at the cursor, where it could be a reserved one.
    pub fn reserved(&self) -> Option<&'a str> {
        let rest = self.rest();
        let window = &rest[..rest.len().min(9)];
        match window.iter().position(|&byte| ends_word(byte)) {
            Some(0) => None,
            Some(end) => self.source.get(self.pos..self.pos + end),
            None if rest.len() < 9 => self.source.get(self.pos..),
            None => None,
        }
    }

    /// Moves over a reserved word, if it is the one at the cursor.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.reserved() == Some(word);
        self.pos += if found { word.len() } else { 0 };
        found
    }
}

/// Whether a byte ends an unquoted word.
pub fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

/// Whether a byte may stand in a name.
pub fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
