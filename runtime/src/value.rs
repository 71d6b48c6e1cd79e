//! JSON that is not parsed before somebody asks: slices of the payload's text.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Some JSON text, known to be well-formed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Json<'a>(&'a str);

impl fmt::Debug for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl<'a> Json<'a> {
    /// `null`.
    pub const NULL: Json<'static> = Json("null");

    /// Takes text that is one JSON document.
    ///
    /// # Errors
    /// The text is none; the message says where it breaks.
    pub fn parse(text: &'a str) -> Result<Json<'a>, serde_json::Error> {
        serde_json::from_str::<&RawValue>(text).map(|raw| Json(raw.get()))
    }

    /// Takes text that was cut from a well-formed document.
    pub(crate) fn slice(text: &'a str) -> Json<'a> {
        Json(text)
    }

    /// The text itself.
    pub fn text(self) -> &'a str {
        self.0
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.0 == "null"
    }

    fn starts_with(self, byte: u8) -> bool {
        self.0.as_bytes().first() == Some(&byte)
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
        let mut parser = serde_json::Deserializer::from_str(self.0);
        if self.is_object() {
            parser.deserialize_map(Member { key }).ok().flatten()
        } else if self.is_array() {
            parser.deserialize_seq(Item { index: key.parse().ok()? }).ok().flatten()
        } else {
            None
        }
    }

    /// The value at a path of keys and indices; the whole for an empty one.
    pub fn at(self, path: &[impl AsRef<str>]) -> Option<Json<'a>> {
        path.iter().try_fold(self, |value, key| value.get(key.as_ref()))
    }

    /// The members of an object in their order, the items of an array under `""`.
    pub fn members(self) -> Vec<(Cow<'a, str>, Json<'a>)> {
        let mut parser = serde_json::Deserializer::from_str(self.0);
        if self.is_object() {
            parser.deserialize_map(Members).unwrap_or_default()
        } else if self.is_array() {
            parser.deserialize_seq(Members).unwrap_or_default()
        } else {
            Vec::new()
        }
    }

    /// The string that it is. A surrogate without its other half becomes U+FFFD.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        if !self.starts_with(b'"') {
            return None;
        }
        match serde_json::Deserializer::from_str(self.0).deserialize_str(Unescape) {
            Ok(text) => Some(text),
            Err(_) => serde_json::Deserializer::from_str(self.0).deserialize_bytes(Unescape).ok(),
        }
    }

    /// Its text as a person would read it: a string unescaped, `null` as nothing, all else as JSON.
    pub fn to_text(self) -> Option<Cow<'a, str>> {
        if self.is_null() {
            return None;
        }
        Some(self.as_str().unwrap_or(Cow::Borrowed(self.0)))
    }

    /// The boolean that it is; the strings `true` and `false` count, as some hosts send them.
    pub fn as_bool(self) -> Option<bool> {
        match self.0 {
            "true" | "\"true\"" => Some(true),
            "false" | "\"false\"" => Some(false),
            _ => None,
        }
    }

    /// The number that it is.
    pub fn as_f64(self) -> Option<f64> {
        self.0.trim_matches('"').parse().ok()
    }

    /// The tree, for those who want one. A surrogate without its other half becomes U+FFFD.
    ///
    /// # Errors
    /// A nesting of more than 128.
    pub fn to_value(self) -> Result<serde_json::Value, serde_json::Error> {
        serde_json::from_str(self.0).or_else(|_| serde_json::from_str(&whole_surrogates(self.0)))
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

/// The code unit of the `\uXXXX` that a text begins with.
fn escaped_unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

struct Member<'k> {
    key: &'k str,
}

impl<'a> Visitor<'a> for Member<'_> {
    type Value = Option<Json<'a>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(Key(key)) = map.next_key()? {
            if key == self.key {
                found = Some(Json(map.next_value::<&RawValue>()?.get()));
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

struct Item {
    index: usize,
}

impl<'a> Visitor<'a> for Item {
    type Value = Option<Json<'a>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        let mut index = 0;
        while let Some(raw) = seq.next_element::<&RawValue>()? {
            if index == self.index {
                found = Some(Json(raw.get()));
            }
            index += 1;
        }
        Ok(found)
    }
}

struct Members;

impl<'a> Visitor<'a> for Members {
    type Value = Vec<(Cow<'a, str>, Json<'a>)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object or an array")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut all: Self::Value = Vec::with_capacity(16);
        while let Some(Key(key)) = map.next_key()? {
            let value = Json(map.next_value::<&RawValue>()?.get());
            match all.iter_mut().find(|(k, _)| *k == key) {
                Some(earlier) => earlier.1 = value,
                None => all.push((key, value)),
            }
        }
        Ok(all)
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(raw) = seq.next_element::<&RawValue>()? {
            all.push((Cow::Borrowed(""), Json(raw.get())));
        }
        Ok(all)
    }
}

/// An object's key, borrowed where it has no escapes.
struct Key<'a>(Cow<'a, str>);

impl<'a> serde::Deserialize<'a> for Key<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bytes(Unescape).map(Key)
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
