//! What the host sent: one JSON object, indexed by its top-level keys, everything below unparsed.

use std::fmt;
use std::ops::Range;

use serde_json::value::RawValue;

use crate::lexer::{self, Checked, Long};
use crate::value::{Json, is_key};

/// The payload of one event.
pub struct Payload {
    text: String,
    document: Range<usize>,
    /// Key with its quotes, and value.
    members: Vec<(Range<usize>, Range<usize>)>,
    long: Vec<(usize, usize)>,
}

/// Why a payload cannot be used.
#[derive(Debug)]
pub enum BadPayload {
    Empty,
    /// Not JSON, or broken off.
    Syntax(serde_json::Error),
    /// JSON, but not an object.
    NotAnObject,
}

impl fmt::Display for BadPayload {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BadPayload::Empty => f.write_str("standard input is empty; one JSON object was expected"),
            BadPayload::Syntax(error) => write!(f, "the payload is not JSON: {error}"),
            BadPayload::NotAnObject => f.write_str("the payload is not a JSON object"),
        }
    }
}

impl Payload {
    /// Takes what was read. A byte order mark is dropped, UTF-16 is converted, bytes that are no UTF-8 become U+FFFD.
    ///
    /// # Errors
    /// [`BadPayload`], which says what is wrong.
    pub fn parse(bytes: Vec<u8>) -> Result<Payload, BadPayload> {
        let (text, checked) = text(bytes);
        let Checked { document, members, long, .. } = checked;
        let Some(document) = document else {
            return Err(match serde_json::from_str::<&RawValue>(&text) {
                _ if text.trim().is_empty() => BadPayload::Empty,
                Err(error) => BadPayload::Syntax(error),
                Ok(_) => BadPayload::NotAnObject,
            });
        };
        if !text[document.clone()].starts_with('{') {
            return Err(BadPayload::NotAnObject);
        }
        Ok(Payload { text, document, members, long })
    }

    /// The whole as it was sent, but for its encoding.
    pub fn raw(&self) -> &str {
        &self.text
    }

    /// The value at a path; the whole for an empty one.
    pub fn at<S: AsRef<str>>(&self, path: &[S]) -> Option<Json<'_>> {
        let Some((first, rest)) = path.split_first() else {
            return Some(self.json(&self.document));
        };
        let is_first = |(name, _): &&(Range<usize>, _)| is_key(&self.text[name.clone()], first.as_ref());
        // Of a key that is there twice, the last.
        let (_, value) = self.members.iter().rev().find(is_first)?;
        self.json(value).at(rest)
    }

    fn json(&self, place: &Range<usize>) -> Json<'_> {
        Json::within(&self.text[place.clone()], self.long())
    }

    /// What is long in it.
    pub(crate) fn long(&self) -> Long<'_> {
        Long::new(&self.long)
    }

    /// The value at a JSON pointer such as `/tool_response/exit_code`.
    pub fn pointer(&self, pointer: &str) -> Option<Json<'_>> {
        let rest = pointer.strip_prefix('/')?;
        let path: Vec<String> = rest.split('/').map(|t| t.replace("~1", "/").replace("~0", "~")).collect();
        self.at(&path)
    }
}

/// The text of some bytes, checked.
fn text(bytes: Vec<u8>) -> (String, Checked) {
    let checked = lexer::check(&bytes);
    if checked.document.is_some() && !checked.beyond_ascii {
        // SAFETY: between the tokens of a document that is one there is nothing but ASCII, and in its strings neither.
        return (unsafe { String::from_utf8_unchecked(bytes) }, checked);
    }
    let before = bytes.as_ptr();
    let text = decode(bytes);
    // What is long is known by its address.
    let checked = if text.as_ptr() == before { checked } else { lexer::check(text.as_bytes()) };
    (text, checked)
}

/// The text of some bytes, whatever their encoding.
fn decode(bytes: Vec<u8>) -> String {
    match bytes.as_slice() {
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(bytes: &[u8]) -> Result<String, String> {
        let payload = Payload::parse(bytes.to_vec()).map_err(|e| e.to_string())?;
        Ok(payload.at(&["a", "b"]).and_then(|v| v.as_str()).unwrap_or_default().into_owned())
    }

    #[test]
    fn encodings_are_understood() {
        let plain = r#"{"a": {"b": "é"}}"#;
        let bom = [b"\xEF\xBB\xBF", plain.as_bytes()].concat();
        let mut utf16 = vec![0xFF, 0xFE];
        utf16.extend(plain.encode_utf16().flat_map(u16::to_le_bytes));
        for (what, bytes) in [("plain", plain.as_bytes()), ("BOM", &bom), ("UTF-16", &utf16)] {
            assert_eq!(name(bytes), Ok("é".to_owned()), "{what}");
        }
        assert_eq!(name(b"{\"a\": {\"b\": \"x\xFFy\"}}"), Ok("x\u{fffd}y".to_owned()));
    }

    #[test]
    fn what_is_no_payload_is_named() {
        for (bytes, part) in [
            (&b""[..], "is empty"),
            (b" \n", "is empty"),
            (b"{\"a\": ", "EOF"),
            (b"[1]", "not a JSON object"),
            (b"hello", "not JSON"),
            (b"{} {}", "trailing"),
        ] {
            let error = name(bytes).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
