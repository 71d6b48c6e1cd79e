//! Reads words: quotes, escapes, braces and arrays.

use std::borrow::Cow;

use super::{
    reader::{Reader, ends_word},
    word::{Kind, Parts, Word},
};

/// How far a brace list or a pattern in parentheses is looked for.
const LOOKAHEAD: usize = 512;

/// How deep braces and parentheses may nest within a word.
const BRACES: usize = 8;

impl<'a> Reader<'a> {
    /// Reads the text of a here-document, in which only expansions have a meaning.
    pub fn document_text(source: &'a str) -> Word<'a> {
        let mut reader = Self::new(source);
        let mut parts = Parts::default();
        reader.quoted(&mut parts, None);
        parts.word(source)
    }

    /// Reads a word; `None` where none begins.
    pub fn word(&mut self) -> Option<Word<'a>> {
        let start = self.pos;
        self.run(is_plain);
        if self.peek().is_none_or(|byte| ends_word(byte) && !self.at_parenthesis()) {
            return (self.pos > start).then(|| Word::plain(self.since(start)));
        }
        let mut parts = Parts::default();
        if self.pos > start {
            parts.text(self.since(start), false);
        }
        while let Some(byte) = self.peek() {
            match byte {
                b'(' if self.parenthesis(start, &mut parts) => {}
                b'<' | b'>' if self.byte(1) == Some(b'(') && self.process(&mut parts) => {}
                _ if ends_word(byte) => break,
                _ => self.piece(byte, &mut parts),
            }
        }
        (self.pos > start).then(|| parts.word(self.since(start)))
    }

    /// Whether the byte at the cursor could go on a word although it usually ends one.
    fn at_parenthesis(&self) -> bool {
        match self.peek() {
            Some(b'(') => true,
            Some(b'<' | b'>') => self.byte(1) == Some(b'('),
            _ => false,
        }
    }

    /// Reads a piece of an unquoted word.
    fn piece(&mut self, byte: u8, parts: &mut Parts<'a>) {
        match byte {
            b'\'' => {
                self.pos += 1;
                let text = self.run(|byte| byte != b'\'');
                self.pos += usize::from(self.peek().is_some());
                parts.text(text, true);
            }
            b'"' => {
                self.pos += 1;
                self.quoted(parts, Some(b'"'));
            }
            b'\\' => self.escape(parts),
            b'$' => self.dollar(parts, false),
            b'`' => self.backticks(parts, false),
            b'{' => self.braces(parts),
            _ => {
                let text = self.run(is_plain);
                parts.text(text, false);
            }
        }
    }

    /// Reads text in double quotes up to the closing one, or to the end of the text.
    pub fn quoted(&mut self, parts: &mut Parts<'a>, close: Option<u8>) {
        parts.text("", true);
        while let Some(byte) = self.peek() {
            match byte {
                b'$' => self.dollar(parts, true),
                b'`' => self.backticks(parts, true),
                b'\\' => match (self.continuation(), self.byte(1)) {
                    (Some(width), _) => self.pos += width,
                    (None, Some(b'$' | b'`' | b'\\' | b'"')) => {
                        self.pos += 2;
                        parts.text(&self.source[self.pos - 1..self.pos], true);
                    }
                    _ => {
                        self.pos += 1;
                        parts.text("\\", true);
                    }
                },
                _ if Some(byte) == close => {
                    self.pos += 1;
                    return;
                }
                _ => {
                    let text = self.run(|byte| !matches!(byte, b'$' | b'`' | b'\\') && Some(byte) != close);
                    parts.text(text, true);
                }
            }
        }
    }

    /// Reads a backslash and what it quotes.
    pub fn escape(&mut self, parts: &mut Parts<'a>) {
        if let Some(width) = self.continuation() {
            self.pos += width;
            return;
        }
        self.pos += 1;
        let start = self.pos;
        self.advance();
        parts.text(if self.pos > start { self.since(start) } else { "\\" }, true);
    }

    /// Reads a command between backticks.
    pub fn backticks(&mut self, parts: &mut Parts<'a>, quoted: bool) {
        self.pos += 1;
        let mut text = Cow::Borrowed("");
        loop {
            let run = self.run(|byte| byte != b'`' && byte != b'\\');
            if text.is_empty() {
                text = Cow::Borrowed(run);
            } else {
                text.to_mut().push_str(run);
            }
            if self.peek() != Some(b'\\') {
                break;
            }
            if !matches!(self.byte(1), Some(b'`' | b'\\' | b'$')) {
                text.to_mut().push('\\');
            } else if let Some(byte) = self.byte(1) {
                text.to_mut().push(char::from(byte));
                self.pos += 1;
            }
            self.pos += 1;
        }
        self.pos += usize::from(self.peek().is_some());
        parts.push(Kind::Backticks(text), quoted);
    }

    /// Reads `{a,b}` and `{1..9}`, or the brace alone where it opens no list.
    fn braces(&mut self, parts: &mut Parts<'a>) {
        match self.brace_items() {
            Some((items, end)) if self.descend() => {
                let words = items.iter().map(|item| self.part(item).word().unwrap_or(Word::plain(""))).collect();
                self.ascend();
                parts.push(Kind::Choice(words), false);
                self.pos = end;
            }
            _ => {
                parts.text("{", false);
                self.pos += 1;
            }
        }
    }

    /// The items of the brace list at the cursor, and where it ends.
    fn brace_items(&self) -> Option<(Vec<&'a str>, usize)> {
        let bytes = self.source.as_bytes();
        let (mut depth, mut quote, mut from, mut items) = (0, None, self.pos + 1, Vec::new());
        for (at, &byte) in bytes.iter().enumerate().skip(self.pos + 1).take(LOOKAHEAD) {
            match (quote, byte) {
                (Some(open), byte) => quote = (open != byte).then_some(open),
                (None, byte @ (b'\'' | b'"')) => quote = Some(byte),
                (None, b'{') if depth == BRACES => return None,
                (None, b'{') => depth += 1,
                (None, b',') if depth == 0 => {
                    items.push(self.source.get(from..at)?);
                    from = at + 1;
                }
                (None, b'}') if depth > 0 => depth -= 1,
                (None, b'}') => {
                    let last = self.source.get(from..at)?;
                    match last.split_once("..") {
                        Some((low, high)) if items.is_empty() => items.extend([low, high]),
                        _ if items.is_empty() => return None,
                        _ => items.push(last),
                    }
                    return Some((items, at + 1));
                }
                (None, byte) if ends_word(byte) => return None,
                _ => {}
            }
        }
        None
    }

    /// Reads an array or a pattern in parentheses; false where the parenthesis ends the word.
    fn parenthesis(&mut self, start: usize, parts: &mut Parts<'a>) -> bool {
        match self.since(start).as_bytes().last() {
            Some(b'=') => self.array(parts),
            Some(b'!' | b'@' | b'*' | b'?' | b'+') => self.pattern(parts),
            _ => false,
        }
    }

    /// Reads the items of an array.
    pub fn array(&mut self, parts: &mut Parts<'a>) -> bool {
        if !self.descend() {
            return false;
        }
        self.pos += 1;
        let mut items = Vec::new();
        loop {
            self.newlines();
            match self.peek() {
                None => break,
                Some(b')') => {
                    self.pos += 1;
                    break;
                }
                Some(_) => match self.word() {
                    Some(word) => items.push(word),
                    None => self.advance(),
                },
            }
        }
        self.ascend();
        parts.push(Kind::Choice(items), true);
        true
    }

    /// Reads a pattern such as `!(a|b)` after its first character.
    fn pattern(&mut self, parts: &mut Parts<'a>) -> bool {
        let mut depth = 0;
        for (at, byte) in self.rest().iter().take(LOOKAHEAD).enumerate() {
            match byte {
                b'(' if depth == BRACES => return false,
                b'(' => depth += 1,
                b')' if depth > 1 => depth -= 1,
                b')' => {
                    let start = self.pos;
                    self.pos += at + 1;
                    parts.text(self.since(start), false);
                    return true;
                }
                b'\n' => return false,
                _ => {}
            }
        }
        false
    }
}

/// Whether a byte stands for itself in an unquoted word.
fn is_plain(byte: u8) -> bool {
    !ends_word(byte) && !matches!(byte, b'\'' | b'"' | b'\\' | b'$' | b'`' | b'{')
}
