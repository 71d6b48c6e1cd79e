//! JSON that is not parsed before somebody asks: slices of the payload's text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserializer, Visitor};
use serde_json::value::RawValue;

use crate::lexer::{self, Long};

/// Some JSON text, known to be well-formed.
#[derive(Clone, Copy)]
pub struct Json<'a> {
    text: &'a str,
    long: Long<'a>,
}

impl PartialEq for Json<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Json<'_> {}

impl fmt::Debug for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl<'a> Json<'a> {
    /// `null`.
    pub const NULL: Json<'static> = Json::slice("null");

    /// Takes text that is one JSON document.
    ///
    /// # Errors
    /// The text is none; the message says where it breaks.
    pub fn parse(text: &'a str) -> Result<Json<'a>, serde_json::Error> {
        match lexer::check(text.as_bytes()).document {
            Some(document) => Ok(Json::slice(&text[document])),
            None => serde_json::from_str::<&RawValue>(text).map(|raw| Json::slice(raw.get())),
        }
    }

    /// Takes text that was cut from a well-formed document.
    pub(crate) const fn slice(text: &'a str) -> Json<'a> {
        Json { text, long: Long::NONE }
    }

    /// The same of a document whose long values are known.
    pub(crate) fn within(text: &'a str, long: Long<'a>) -> Json<'a> {
        Json { text, long }
    }

    /// The text itself.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.text == "null"
    }

    fn starts_with(self, byte: u8) -> bool {
        self.text.as_bytes().first() == Some(&byte)
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.starts_with(b'{')
    }

    /// Whether it is an array.
    pub fn is_array(self) -> bool {
        self.starts_with(b'[')
    }

    /// The value under a key of an object or at an index of an array. Of a key that is there twice, the last.
    pub fn get(self, key: &str) -> Option<Json<'a>> {
        let mut members = lexer::walk(self.text, self.long);
        let found = if self.is_array() {
            members.nth(key.parse().ok()?)
        } else {
            members.filter(|(name, _)| is_key(name, key)).last()
        };
        found.map(|(_, value)| Json { text: value, ..self })
    }

    /// The value at a path of keys and indices; the whole for an empty one.
    pub fn at(self, path: &[impl AsRef<str>]) -> Option<Json<'a>> {
        path.iter().try_fold(self, |value, key| value.get(key.as_ref()))
    }

    /// The members of an object in their order, the items of an array under `""`.
    pub fn members(self) -> Vec<(Cow<'a, str>, Json<'a>)> {
        let mut all: Vec<(Cow<'a, str>, Json<'a>)> = Vec::new();
        let mut places = self.is_object().then(HashMap::new);
        for (name, value) in lexer::walk(self.text, self.long) {
            let (key, value) = (Json::slice(name).as_str().unwrap_or_default(), Json { text: value, ..self });
            let place = places.as_mut().map_or(all.len(), |places| *places.entry(key.clone()).or_insert(all.len()));
            match all.get_mut(place) {
                Some(earlier) => earlier.1 = value,
                None => all.push((key, value)),
            }
        }
        all
    }

    /// The string that it is. A surrogate without its other half becomes U+FFFD.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        if !self.starts_with(b'"') {
            return None;
        }
        match serde_json::Deserializer::from_str(self.text).deserialize_str(Unescape) {
            Ok(text) => Some(text),
            Err(_) => serde_json::Deserializer::from_str(self.text).deserialize_bytes(Unescape).ok(),
        }
    }

    /// Its text as a person would read it: a string unescaped, `null` as nothing, all else as JSON.
    pub fn to_text(self) -> Option<Cow<'a, str>> {
        if self.is_null() {
            return None;
        }
        Some(self.as_str().unwrap_or(Cow::Borrowed(self.text)))
    }

    /// The boolean that it is; the strings `true` and `false` count, as some hosts send them.
    pub fn as_bool(self) -> Option<bool> {
        match self.text {
            "true" | "\"true\"" => Some(true),
            "false" | "\"false\"" => Some(false),
            _ => None,
        }
    }

    /// The number that it is.
    pub fn as_f64(self) -> Option<f64> {
        self.text.trim_matches('"').parse().ok()
    }

    /// The tree, for those who want one. A surrogate without its other half becomes U+FFFD.
    ///
    /// # Errors
    /// A nesting of more than 128.
    pub fn to_value(self) -> Result<serde_json::Value, serde_json::Error> {
        serde_json::from_str(self.text).or_else(|_| serde_json::from_str(&whole_surrogates(self.text)))
    }
}

/// The text with every escape of half a surrogate pair replaced by that of U+FFFD.
fn whole_surrogates(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (unit, next) = (escaped_unit(rest), rest.get(6..).and_then(escaped_unit));
        let taken = match (unit, next) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => rest.char_indices().nth(2).map_or(rest.len(), |(index, _)| index),
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out.push_str(rest);
    out
}

/// The code unit of the escape, `\u` and four digits, that a text begins with.
fn escaped_unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

/// Whether a key as it stands in the text, quotes and all, is this one.
pub(crate) fn is_key(name: &str, key: &str) -> bool {
    match name.get(1..name.len().saturating_sub(1)) {
        Some(plain) if !plain.contains('\\') => plain == key,
        _ => Json::slice(name).as_str().is_some_and(|name| name == key),
    }
}

struct Unescape;

impl<'a> Visitor<'a> for Unescape {
    type Value = Cow<'a, str>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'a str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'a [u8]) -> Result<Self::Value, E> {
        Ok(String::from_utf8_lossy(bytes))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(String::from_utf8_lossy(bytes).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_slices() {
        let json = Json::parse(r#"{"a": {"b": [1, {"c": "x\ny"}]}, "d": null, "a\u0062": 2}"#).unwrap();
        assert_eq!(json.at(&["a", "b", "1", "c"]).unwrap().as_str().unwrap(), "x\ny");
        assert_eq!(json.at(&["a", "b", "0"]).unwrap().text(), "1");
        assert_eq!(json.get("ab").unwrap().text(), "2");
        assert!(json.get("d").unwrap().is_null());
        assert!(json.at(&["a", "b", "7"]).is_none());
        assert!(json.at(&["d", "x"]).is_none());
        assert!(json.at(&[] as &[&str]).unwrap().is_object());
    }

    #[test]
    fn of_a_double_key_the_last_counts() {
        let json = Json::parse(r#"{"k": 1, "k": 2}"#).unwrap();
        assert_eq!(json.get("k").unwrap().text(), "2");
        assert_eq!(json.members().len(), 1);
    }

    #[test]
    fn a_lone_surrogate_is_replaced_not_lost() {
        let json = Json::parse(r#""a\ud800b\u00e9""#).unwrap();
        let text = json.as_str().unwrap();
        assert!(text.starts_with('a') && text.ends_with("b\u{e9}") && text.contains('\u{fffd}'), "{text:?}");
    }

    #[test]
    fn a_tree_with_lone_surrogates_loses_nothing_else() {
        let json = Json::parse(r#"{"c": "rm \ud800 \\ud800 \ud83d\ude00 \n\udfff", "\udc00k": [1]}"#).unwrap();
        let wanted = serde_json::json!({"c": "rm \u{fffd} \\ud800 \u{1f600} \n\u{fffd}", "\u{fffd}k": [1]});
        assert_eq!(json.to_value().unwrap(), wanted);
    }

    #[test]
    fn deep_nesting_is_skipped_without_recursion() {
        let deep = format!("{{\"x\": {}{}, \"y\": 1}}", "[".repeat(100_000), "]".repeat(100_000));
        let json = Json::parse(&deep).unwrap();
        assert_eq!(json.get("y").unwrap().text(), "1");
    }
}
