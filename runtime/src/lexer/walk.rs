//! The members of a container in a text that was checked.

use super::{Long, string};

/// The members of an object, the items of an array: key with its quotes, empty in an array, and value.
pub(super) struct Members<'a> {
    text: &'a str,
    at: usize,
    is_object: bool,
    long: Long<'a>,
}

/// Walks over a container; over nothing where the text is another value.
pub(crate) fn walk<'a>(text: &'a str, long: Long<'a>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let is_object = text.starts_with('{');
    let at = if is_object || text.starts_with('[') { 1 } else { text.len() };
    Members { text, at, is_object, long }
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip(|b| b == b',');
        // The closing bracket, or the end of what is no container.
        if self.at + 1 >= self.text.len() {
            return None;
        }
        let key = if self.is_object { self.value() } else { "" };
        self.skip(|b| b == b':');
        let value = self.value();
        // Nothing moves on in a text that is not well-formed after all.
        (!value.is_empty()).then_some((key, value))
    }
}

impl<'a> Members<'a> {
    fn skip(&mut self, also: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|b| matches!(b, b' ' | b'\n' | b'\t' | b'\r') || also(**b)).count();
    }

    fn value(&mut self) -> &'a str {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        self.at += self.long.length(rest).unwrap_or_else(|| length(rest));
        self.text.get(start..self.at).unwrap_or_default()
    }
}

/// The length of the value that some bytes begin with.
fn length(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(b'"') => string::end(bytes, 1, &mut false).map_or(bytes.len(), |end| end + 1),
        Some(b'{' | b'[') => length_of_container(bytes),
        _ => bytes.iter().take_while(|b| !matches!(b, b',' | b'}' | b']' | b' ' | b'\n' | b'\t' | b'\r')).count(),
    }
}

fn length_of_container(bytes: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => at = string::end(bytes, at, &mut false).map_or(bytes.len(), |end| end + 1),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    bytes.len()
}
