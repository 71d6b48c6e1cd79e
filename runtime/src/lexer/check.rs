//! Whether some bytes are one JSON document, and what is in it at the top.

use std::ops::Range;

use super::string;

/// From how many bytes on a value is long.
const LONG: usize = 512;
/// How deep long values are looked for.
const DEPTH: usize = 8;

/// What a check found.
#[derive(Default)]
pub(crate) struct Checked {
    /// The document without white space around it; `None` when it is broken or not whole.
    pub document: Option<Range<usize>>,
    /// Whether it could hold what is none of ASCII.
    pub beyond_ascii: bool,
    /// The members of an object, as far as they were whole: key with its quotes, and value.
    pub members: Vec<(Range<usize>, Range<usize>)>,
    /// The long values, by address, in the order of their beginnings.
    pub long: Vec<(usize, usize)>,
}

/// Reads bytes from end to end. A string may hold bytes that are no UTF-8.
pub(crate) fn check(bytes: &[u8]) -> Checked {
    let mut reader = Reader { bytes, at: 0, open: Open::default(), starts: [0; DEPTH], found: Checked::default() };
    reader.found.document = reader.document();
    reader.found.long.sort_unstable();
    reader.found
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    open: Open,
    /// Where the outermost open containers begin.
    starts: [usize; DEPTH],
    found: Checked,
}

/// The open containers, a bit for each: whether it is an object.
#[derive(Default)]
struct Open {
    depth: usize,
    bits: u64,
    /// The bits of those further out, 64 in each.
    outer: Vec<u64>,
}

impl Open {
    fn push(&mut self, is_object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.outer.push(self.bits);
        }
        self.bits = self.bits << 1 | u64::from(is_object);
        self.depth += 1;
    }

    fn pop(&mut self) {
        self.depth -= 1;
        self.bits >>= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.bits = self.outer.pop().unwrap_or_default();
        }
    }

    fn in_object(&self) -> bool {
        self.bits & 1 == 1
    }
}

impl Reader<'_> {
    fn document(&mut self) -> Option<Range<usize>> {
        self.space();
        let start = self.at;
        let mut key = 0..0;
        let mut value = start;
        // Each turn reads one value, or the opening of one.
        loop {
            let opened = match *self.bytes.get(self.at)? {
                b'{' => self.enter(true)?,
                b'[' => self.enter(false)?,
                _ => {
                    self.scalar()?;
                    false
                }
            };
            if opened {
                // The first value of a container that is not empty.
                self.key(&mut key, &mut value)?;
                continue;
            }
            // A value has ended; perhaps its container with it.
            loop {
                if self.open.depth == 1 && self.open.in_object() {
                    self.found.members.push((key.clone(), value..self.at));
                }
                if self.open.depth == 0 {
                    let end = self.at;
                    self.space();
                    return (self.at == self.bytes.len()).then_some(start..end);
                }
                self.space();
                let closing = if self.open.in_object() { b'}' } else { b']' };
                match *self.bytes.get(self.at)? {
                    b',' => {
                        self.at += 1;
                        self.space();
                        self.key(&mut key, &mut value)?;
                        break;
                    }
                    byte if byte == closing => self.leave(),
                    _ => return None,
                }
            }
        }
    }

    /// Opens a container; `false` when it is empty and closed again.
    fn enter(&mut self, is_object: bool) -> Option<bool> {
        if let Some(start) = self.starts.get_mut(self.open.depth) {
            *start = self.at;
        }
        self.at += 1;
        self.space();
        if *self.bytes.get(self.at)? == if is_object { b'}' } else { b']' } {
            self.at += 1;
            return Some(false);
        }
        if self.found.members.capacity() == 0 {
            self.found.members.reserve(16);
        }
        self.open.push(is_object);
        Some(true)
    }

    fn leave(&mut self) {
        self.at += 1;
        self.open.pop();
        if let Some(start) = self.starts.get(self.open.depth) {
            self.note(*start);
        }
    }

    /// Reads a key with its colon, where one must stand; then a value begins.
    fn key(&mut self, key: &mut Range<usize>, value: &mut usize) -> Option<()> {
        if self.open.in_object() {
            let start = self.at;
            if *self.bytes.get(start)? != b'"' {
                return None;
            }
            self.at = string::end(self.bytes, start + 1, &mut self.found.beyond_ascii)? + 1;
            let end = self.at;
            self.space();
            if *self.bytes.get(self.at)? != b':' {
                return None;
            }
            self.at += 1;
            self.space();
            if self.open.depth == 1 {
                *key = start..end;
                *value = self.at;
            }
        }
        Some(())
    }

    fn scalar(&mut self) -> Option<()> {
        match self.bytes[self.at] {
            b'"' => {
                let start = self.at;
                self.at = string::end(self.bytes, start + 1, &mut self.found.beyond_ascii)? + 1;
                self.note(start);
                Some(())
            }
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        self.bytes[self.at..].starts_with(word).then(|| self.at += word.len())
    }

    fn number(&mut self) -> Option<()> {
        self.at += usize::from(self.bytes[self.at] == b'-');
        match self.bytes.get(self.at)? {
            b'0' => self.at += 1,
            _ => self.digits()?,
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            self.at += 1;
            self.at += usize::from(matches!(self.bytes.get(self.at), Some(b'+' | b'-')));
            self.digits()?;
        }
        Some(())
    }

    /// One digit or more.
    fn digits(&mut self) -> Option<()> {
        let count = self.bytes[self.at..].iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += count;
        (count > 0).then_some(())
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// Keeps the ends of a value that has just been read, if it is long.
    fn note(&mut self, start: usize) {
        if self.at - start >= LONG && self.open.depth < DEPTH {
            let base = self.bytes.as_ptr() as usize;
            self.found.long.push((base + start, base + self.at));
        }
    }
}
