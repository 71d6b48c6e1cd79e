//! Where a tool's native input has what a canonical key names.
//!
//! | written | means |
//! |---|---|
//! | `filePath` | that key |
//! | `/operations/0/path` | a JSON pointer into the input; empty: the input itself |
//! | `… \| lines` | a list of strings there, one text with lines here |
//! | `… \| rename oldText=old_string newText=new_string` | the keys of each item of a list have other names |

use serde::Deserialize;

use super::source::pointer;

/// A native place and how its form differs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Key {
    pub path: Vec<String>,
    pub form: Form,
}

/// How a value differs on the two sides. Each works both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    Same,
    Lines,
    /// Native and canonical names of the keys of a list's items.
    Rename(Vec<(String, String)>),
}

impl TryFrom<String> for Key {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (place, form) = match text.split_once('|') {
            Some((place, form)) => (place.trim(), form.trim()),
            None => (text.trim(), ""),
        };
        let path = if place.is_empty() || place.starts_with('/') { pointer(place)? } else { vec![place.to_owned()] };
        let form = match form.split_once(' ').unwrap_or((form, "")) {
            ("", "") => Form::Same,
            ("lines", "") => Form::Lines,
            ("rename", pairs) => {
                let pair = |p: &str| p.split_once('=').map(|(native, ours)| (native.to_owned(), ours.to_owned()));
                let pairs: Option<Vec<_>> = pairs.split_whitespace().map(pair).collect();
                Form::Rename(pairs.ok_or_else(|| format!("`{text}`: write `rename native=canonical …`"))?)
            }
            _ => return Err(format!("`{text}`: after `|` comes `lines` or `rename native=canonical …`")),
        };
        Ok(Key { path, form })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_parse() {
        let key = |t: &str| Key::try_from(t.to_owned());
        let path = |p: &[&str]| p.iter().map(|s| s.to_string()).collect::<Vec<_>>();
        assert_eq!(key("filePath"), Ok(Key { path: path(&["filePath"]), form: Form::Same }));
        assert_eq!(key(""), Ok(Key { path: path(&[]), form: Form::Same }));
        assert_eq!(key("/a/0"), Ok(Key { path: path(&["a", "0"]), form: Form::Same }));
        assert_eq!(key("commands | lines"), Ok(Key { path: path(&["commands"]), form: Form::Lines }));
        let pairs = vec![("oldText".to_owned(), "old_string".to_owned())];
        assert_eq!(
            key("edits | rename oldText=old_string"),
            Ok(Key { path: path(&["edits"]), form: Form::Rename(pairs) })
        );
        assert!(key("a | b").is_err() && key("a | rename b").is_err());
    }
}
