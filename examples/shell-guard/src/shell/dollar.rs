//! Reads what a dollar sign begins: variables, command substitutions, arithmetic and `$'…'`. Process substitutions
//! are here as well, being of the same kind.

use std::borrow::Cow;

use super::{
    reader::{Reader, in_name},
    word::{Form, Kind, Parameter, Parts, Word},
};

/// How long an arithmetic expression may be to be recognized as one.
const ARITHMETIC: usize = 256;

/// How deep its parentheses may nest.
const PARENTHESES: u32 = 8;

impl<'a> Reader<'a> {
    /// Reads what the dollar sign at the cursor begins; the sign alone where it begins nothing.
    pub fn dollar(&mut self, parts: &mut Parts<'a>, quoted: bool) {
        match self.byte(1) {
            Some(b'(') if self.substitution(parts, quoted) => {}
            Some(b'{') if self.braced(parts, quoted) => {}
            Some(b'\'') if !quoted => {
                self.pos += 2;
                let text = self.ansi();
                parts.push(Kind::Text(Cow::Owned(text)), true);
            }
            Some(b'"') if !quoted => {
                self.pos += 2;
                self.quoted(parts, Some(b'"'));
            }
            Some(byte) if in_name(byte) || matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') => {
                self.pos += 1;
                let name = self.name();
                parts.push(Kind::Parameter(Parameter { name, form: Form::Plain, operand: None }), quoted);
            }
            _ => {
                self.pos += 1;
                parts.text("$", quoted);
            }
        }
    }

    /// Reads the name of a variable, a single digit or a special character.
    fn name(&mut self) -> &'a str {
        match self.peek() {
            Some(byte) if in_name(byte) && !byte.is_ascii_digit() => self.run(in_name),
            Some(byte) if byte.is_ascii() => {
                self.pos += 1;
                self.since(self.pos - 1)
            }
            _ => "",
        }
    }

    /// Reads `$(…)` or `$((…))`; false where too many structures are open.
    fn substitution(&mut self, parts: &mut Parts<'a>, quoted: bool) -> bool {
        self.pos += 1;
        if let Some(text) = self.arithmetic() {
            parts.push(Kind::Number(text), quoted);
            return true;
        }
        let list = self.enclosed();
        let found = list.is_some();
        match list {
            Some(list) => parts.push(Kind::Output(list), quoted),
            None => self.pos -= 1,
        }
        found
    }

    /// Reads `<(…)` or `>(…)`; false where too many structures are open.
    pub fn process(&mut self, parts: &mut Parts<'a>) -> bool {
        self.pos += 1;
        let list = self.enclosed();
        let found = list.is_some();
        match list {
            Some(list) => parts.push(Kind::Process(list), true),
            None => self.pos -= 1,
        }
        found
    }

    /// Reads `((…))` at the cursor and returns the text inside; `None` where these are nested subshells.
    pub fn arithmetic(&mut self) -> Option<&'a str> {
        let window = self.rest();
        let window = &window[..window.len().min(ARITHMETIC)];
        let mut depth = 0_u32;
        for (at, byte) in window.strip_prefix(b"((")?.iter().enumerate() {
            match byte {
                b'(' if depth == PARENTHESES => return None,
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                b')' => {
                    let text = self.source.get(self.pos + 2..self.pos + 2 + at)?;
                    let closed = window.get(at + 3) == Some(&b')');
                    self.pos += if closed { at + 4 } else { 0 };
                    return closed.then_some(text);
                }
                _ => {}
            }
        }
        None
    }

    /// Reads `${…}`; false where too many structures are open.
    fn braced(&mut self, parts: &mut Parts<'a>, quoted: bool) -> bool {
        if !self.descend() {
            return false;
        }
        self.pos += 2;
        let length = self.peek() == Some(b'#') && self.byte(1) != Some(b'}');
        let indirect = self.peek() == Some(b'!') && self.byte(1) != Some(b'}');
        self.pos += usize::from(length || indirect);
        let name = self.name();
        if self.peek() == Some(b'[') {
            self.run(|byte| byte != b']' && byte != b'}');
            self.pos += usize::from(self.peek() == Some(b']'));
        }
        let (width, mut form) = match (self.peek(), self.byte(1)) {
            (Some(b'}') | None, _) => (0, Form::Plain),
            (Some(b':'), Some(b'?')) => (2, Form::Required),
            (Some(b':'), Some(b'-' | b'=')) => (2, Form::Default),
            (Some(b':'), Some(b'+')) => (2, Form::Alternate),
            (Some(b'-' | b'='), _) => (1, Form::Default),
            (Some(b'+'), _) => (1, Form::Alternate),
            _ => (0, Form::Changed),
        };
        self.pos += width;
        form = if length { Form::Length } else { form };
        form = if indirect { Form::Changed } else { form };
        let operand = self.operand(quoted);
        self.ascend();
        parts.push(Kind::Parameter(Parameter { name, form, operand }), quoted);
        true
    }

    /// Reads the rest of `${…}` and the closing brace.
    fn operand(&mut self, quoted: bool) -> Option<Box<Word<'a>>> {
        let start = self.pos;
        let mut parts = Parts::default();
        while let Some(byte) = self.peek() {
            match byte {
                b'}' => break,
                b'"' => {
                    self.pos += 1;
                    self.quoted(&mut parts, Some(b'"'));
                }
                b'\'' if !quoted => {
                    self.pos += 1;
                    let text = self.run(|byte| byte != b'\'');
                    self.pos += usize::from(self.peek().is_some());
                    parts.text(text, true);
                }
                b'\\' => self.escape(&mut parts),
                b'$' => self.dollar(&mut parts, quoted),
                b'`' => self.backticks(&mut parts, quoted),
                _ => {
                    let run_start = self.pos;
                    self.advance();
                    self.run(|byte| !matches!(byte, b'}' | b'"' | b'\'' | b'\\' | b'$' | b'`'));
                    parts.text(self.since(run_start), quoted);
                }
            }
        }
        let raw = self.since(start);
        self.pos += usize::from(self.peek().is_some());
        (!raw.is_empty()).then(|| Box::new(parts.word(raw)))
    }

    /// Reads the text of `$'…'` after the opening quote.
    fn ansi(&mut self) -> String {
        let mut text = String::new();
        loop {
            text.push_str(self.run(|byte| byte != b'\'' && byte != b'\\'));
            let Some(byte) = self.peek() else { return text };
            self.pos += 1;
            if byte == b'\'' {
                return text;
            }
            let Some(code) = self.peek() else { return text };
            let start = self.pos;
            self.advance();
            match code {
                b'n' => text.push('\n'),
                b't' => text.push('\t'),
                b'r' => text.push('\r'),
                b'x' => text.push(self.code(16, 2)),
                b'u' => text.push(self.code(16, 4)),
                b'U' => text.push(self.code(16, 8)),
                b'0'..=b'7' => {
                    self.pos = start;
                    text.push(self.code(8, 3));
                }
                b'a' | b'b' | b'e' | b'E' | b'f' | b'v' => text.push('\u{1b}'),
                _ => text.push_str(self.since(start)),
            }
        }
    }

    /// Reads the digits of a character code.
    fn code(&mut self, radix: u32, most: usize) -> char {
        let start = self.pos;
        while self.pos - start < most && self.peek().is_some_and(|byte| char::from(byte).is_digit(radix)) {
            self.pos += 1;
        }
        u32::from_str_radix(self.since(start), radix).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
    }
}
