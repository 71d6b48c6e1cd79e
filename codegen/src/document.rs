//! TOML, as the structures that derive `Deserialize`, with errors that name line and key.
//!
//! The toml crate reads it. Its own deserializer comes in several shapes, for values with and without a place and for dates,
//! and every structure here would be compiled for each of them, which was a fifth of what this crate takes of a user's
//! build.

use std::fmt;
use std::ops::Range;

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Unexpected, Visitor};
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeString, DeTable, DeValue};

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub file: String,
    /// 1-based; 0 when the file as a whole is meant.
    pub line: usize,
    /// The dotted key, empty for a syntax error.
    pub key: String,
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Error {}

/// Reads a document. `file` is its path or name, for messages.
///
/// # Errors
/// It is no TOML, or no `T`.
pub fn from_str<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Error> {
    let fault = |span: Option<Range<usize>>, key: String, message: String| {
        let line = span.map_or(0, |span| line_of(text, span.start));
        Error { file: file.to_owned(), line, key, message }
    };
    let document =
        DeTable::parse(text).map_err(|e| fault(e.span(), String::new(), e.message().to_owned()))?.into_inner();
    let (root, whole) = (DeValue::Table(document), 0..0);
    T::deserialize(Item { value: &root, span: whole.clone() }).map_err(|error| {
        let span = error.span.filter(|span| *span != whole);
        let key = span.as_ref().and_then(|span| key_at(root.as_table()?, span.start));
        fault(span, key.unwrap_or_default(), error.message)
    })
}

/// The 1-based line of a byte.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1
}

/// The dotted key whose key or value covers an offset.
fn key_at(table: &DeTable, offset: usize) -> Option<String> {
    let found = table.iter().find_map(|(key, value)| Some((key.get_ref(), inside(value, offset)?)));
    let covering = || table.iter().find(|(key, value)| key.span().contains(&offset) || value.span().contains(&offset));
    match found {
        Some((key, deeper)) => Some(format!("{key}.{deeper}")),
        None => covering().map(|(key, _)| key.get_ref().to_string()),
    }
}

/// The key below a value: of a table, or of one of a list's.
fn inside(value: &Spanned<DeValue>, offset: usize) -> Option<String> {
    match value.get_ref() {
        DeValue::Table(inner) => key_at(inner, offset),
        DeValue::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| Some(format!("{index}.{}", inside(item, offset)?)))
        }
        _ => None,
    }
}

#[derive(Debug)]
struct Misread {
    span: Option<Range<usize>>,
    message: String,
}

impl Misread {
    /// The innermost place is the one to be named.
    fn at(mut self, span: Range<usize>) -> Misread {
        self.span.get_or_insert(span);
        self
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misread {}

impl de::Error for Misread {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Misread { span: None, message: message.to_string() }
    }
}

/// A value and where it stands.
struct Item<'a> {
    value: &'a DeValue<'a>,
    span: Range<usize>,
}

impl<'a> From<&'a Spanned<DeValue<'a>>> for Item<'a> {
    fn from(spanned: &'a Spanned<DeValue<'a>>) -> Self {
        Item { value: spanned.get_ref(), span: spanned.span() }
    }
}

impl<'a> Item<'a> {
    fn visit<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Misread> {
        match self.value {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(number) => visitor.visit_i64(integer(number)?),
            DeValue::Float(number) => visitor.visit_f64(float(number)?),
            DeValue::Boolean(truth) => visitor.visit_bool(*truth),
            // No structure here has a date; what it says is a text to them.
            DeValue::Datetime(date) => visitor.visit_str(&date.to_string()),
            DeValue::Array(items) => visitor.visit_seq(Items(items.iter())),
            DeValue::Table(table) => visitor.visit_map(Members { rest: table.iter(), value: None }),
        }
    }

    /// The only member of a table, which names a variant of an enum.
    fn variant(&self) -> Option<(&'a str, Item<'a>)> {
        let DeValue::Table(table) = self.value else { return None };
        let mut members = table.iter();
        let (key, value) = members.next().filter(|_| table.len() == 1)?;
        Some((key.get_ref(), value.into()))
    }
}

impl<'de> Deserializer<'de> for Item<'_> {
    type Error = Misread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misread> {
        self.visit(visitor).map_err(|error| error.at(self.span))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_unit()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misread> {
        let visited = match (self.value, self.variant()) {
            (DeValue::String(name), _) => visitor.visit_enum(StrDeserializer::new(name)),
            (_, Some((name, value))) => visitor.visit_enum(Variant { name, value }),
            _ => Err(de::Error::invalid_type(Unexpected::Other(self.value.type_str()), &"a variant's name")),
        };
        visited.map_err(|error| error.at(self.span))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

/// The parser leaves it to us whether digits are a number.
fn integer(number: &DeInteger) -> Result<i64, Misread> {
    let read = i64::from_str_radix(number.as_str(), number.radix());
    read.map_err(|_| de::Error::custom(format!("`{number}` is no number of 64 bits")))
}

fn float(number: &DeFloat) -> Result<f64, Misread> {
    let read =
        number.as_str().parse().ok().filter(|n: &f64| n.is_finite() || !number.as_str().contains(char::is_numeric));
    read.ok_or_else(|| de::Error::custom(format!("`{number}` is no number")))
}

struct Items<'a>(std::slice::Iter<'a, Spanned<DeValue<'a>>>);

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Misread;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misread> {
        self.0.next().map(|item| seed.deserialize(Item::from(item))).transpose()
    }
}

struct Members<'a> {
    rest: toml::map::Iter<'a, Spanned<DeString<'a>>, Spanned<DeValue<'a>>>,
    value: Option<&'a Spanned<DeValue<'a>>>,
}

impl<'de> de::MapAccess<'de> for Members<'_> {
    type Error = Misread;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misread> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        let name: StrDeserializer<Misread> = key.get_ref().as_ref().into_deserializer();
        seed.deserialize(name).map(Some).map_err(|error| error.at(key.span()))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misread> {
        let value = self.value.take().expect("a key was read before its value");
        // Also what a value says of itself after it was read has its place.
        seed.deserialize(Item::from(value)).map_err(|error| error.at(value.span()))
    }
}

struct Variant<'a> {
    name: &'a str,
    value: Item<'a>,
}

impl<'de, 'a> de::EnumAccess<'de> for Variant<'a> {
    type Error = Misread;
    type Variant = Item<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Item<'a>), Misread> {
        let name: StrDeserializer<Misread> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.value))
    }
}

impl<'de> de::VariantAccess<'de> for Item<'_> {
    type Error = Misread;

    fn unit_variant(self) -> Result<(), Misread> {
        Err(Misread { span: Some(self.span), message: "this variant has no value: write its name alone".to_owned() })
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misread> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misread> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Misread> {
        self.deserialize_any(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    struct All {
        text: String,
        #[serde(default)]
        small: u8,
        #[serde(default)]
        truth: Option<bool>,
        #[serde(default)]
        list: Vec<Kind>,
        #[serde(default)]
        map: BTreeMap<String, toml::Value>,
        #[serde(default)]
        wrapped: Option<Wrapped>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Wrapped(f64);

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        Plain,
        Of(String),
        Full { deep: i64 },
        Pair(bool, bool),
    }

    #[test]
    fn every_shape_is_read() {
        let text = "text = '''a\nb'''\nsmall = 0xff\ntruth = true\nwrapped = 1_0.5\n\
            list = [\"plain\", { of = \"x\" }, { full = { deep = -1 } }, { pair = [true, false] }]\n\
            [map]\nb = [1, 2.5]\na.c = 2026-11-30\n";
        let all: All = from_str("t.toml", text).unwrap();
        let map = "b = [1, 2.5]\na.c = \"2026-11-30\"\n".parse::<toml::Table>().unwrap();
        assert_eq!(
            all,
            All {
                text: "a\nb".to_owned(),
                small: 255,
                truth: Some(true),
                list: vec![Kind::Plain, Kind::Of("x".to_owned()), Kind::Full { deep: -1 }, Kind::Pair(true, false)],
                map: map.into_iter().collect(),
                wrapped: Some(Wrapped(10.5)),
            }
        );
    }

    #[test]
    fn faults_name_line_and_key() {
        for (text, line, key, message) in [
            ("text = 1", 1, "text", "invalid type: integer `1`, expected a string"),
            ("\ntext = ''\nsmall = 256", 3, "small", "invalid value: integer `256`, expected u8"),
            ("text = ''\nsmall = 99999999999999999999", 2, "small", "is no number of 64 bits"),
            ("text = ''\nwrapped = 1.2.3", 2, "", "invalid float"),
            ("text = ''\nwrapped = 1e999", 2, "wrapped", "`1e999` is no number"),
            ("text = ''\ntrut = true", 2, "trut", "unknown field `trut`, expected one of"),
            ("small = 1", 0, "", "missing field `text`"),
            ("text = ''\nlist = [\n  'plain',\n  'plane',\n]", 4, "list", "unknown variant `plane`"),
            ("text = ''\nlist = [{ of = 1 }]", 2, "list.0.of", "invalid type: integer `1`, expected a string"),
            ("text = ''\nlist = [{ full = { dep = 1 } }]", 2, "list.0.full", "missing field `deep`"),
            ("text = ''\nlist = [{ plain = 1 }]", 2, "list.0.plain", "write its name alone"),
            ("text = ''\nlist = [{ of = 'a', full = 1 }]", 2, "list", "a variant's name"),
            ("text = ''\nlist = [[]]", 2, "list", "invalid type: array, expected a variant's name"),
            ("text = ''\ntext = ''", 2, "", "duplicate key"),
            ("text = ", 1, "", "string values must be quoted"),
        ] {
            let fault = from_str::<All>("t.toml", text).unwrap_err();
            assert_eq!((fault.line, fault.key.as_str()), (line, key), "{text}: {fault:?}");
            assert!(fault.message.contains(message), "{text}: {fault:?}");
        }
    }
}
