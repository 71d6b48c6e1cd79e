//! Reads redirections.

use std::{cell::Cell, rc::Rc};

use super::{
    reader::{Pending, Reader},
    script::{Direction, Document, Redirect},
    word::Word,
};

/// The bytes a redirection may begin with.
pub const REDIRECT: &[u8] = b"<>&0123456789";

impl<'a> Reader<'a> {
    /// Whether a redirection begins at the cursor.
    pub fn at_redirect(&self) -> bool {
        let digits = self.rest().iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
        match (self.byte(digits), self.byte(digits + 1)) {
            (Some(b'&'), Some(b'>')) => digits == 0,
            (Some(b'<' | b'>'), Some(b'(')) => digits > 0,
            (Some(b'<' | b'>'), _) => true,
            _ => false,
        }
    }

    /// Reads the redirection at the cursor.
    pub fn redirect(&mut self) -> Redirect<'a> {
        let descriptor = self.run(|byte| byte.is_ascii_digit()).parse().ok();
        if let [b'<', b'<', after, ..] = *self.rest()
            && after != b'<'
        {
            return self.here_document(descriptor);
        }
        let (width, flow) = match self.rest() {
            [b'<', b'<', b'<', ..] => (3, Direction::HereString),
            [b'<', b'>', ..] => (2, Direction::Output),
            [b'<', b'&', ..] => (2, Direction::Input),
            [b'<', ..] => (1, Direction::Input),
            [b'&', b'>', b'>', ..] => (3, Direction::Output),
            [b'>' | b'&', b'>' | b'|' | b'&', ..] => (2, Direction::Output),
            _ => (1, Direction::Output),
        };
        self.pos = (self.pos + width).min(self.source.len());
        self.gap();
        let target = self.word().unwrap_or(Word::plain(""));
        Redirect { flow, descriptor, target }
    }

    /// Reads `<<` and the delimiter; the text follows once the line has ended.
    fn here_document(&mut self, descriptor: Option<u8>) -> Redirect<'a> {
        self.pos += 2;
        let tabs = self.peek() == Some(b'-');
        self.pos += usize::from(tabs);
        self.gap();
        let target = self.word().unwrap_or(Word::plain(""));
        let quoted = target.raw.contains(['\'', '"', '\\']);
        let document = Rc::new(Document { source: self.source, range: Cell::default(), quoted });
        let delimiter = target.unquoted().into_owned();
        self.pending.push(Pending { delimiter, tabs, document: Rc::clone(&document) });
        Redirect { flow: Direction::HereDocument(document), descriptor, target }
    }
}
