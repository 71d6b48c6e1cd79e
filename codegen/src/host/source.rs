//! Where a value comes from: a pointer into the payload, the environment, a constant.
//!
//! | written | means |
//! |---|---|
//! | `/tool_input/path` | JSON pointer (RFC 6901) into the payload |
//! | `$NAME` | an environment variable of the hook process |
//! | `=text` | that text |
//! | `… \| json` | the value is a string that holds JSON |
//! | `… \| text` | the text of a list of parts (`[{"text": …}, …]`) or of any other value |
//! | `… \| lines` | the items of a list, a line each |
//! | `… \| file` | the contents of the file that the value names |
//! | `… \| /key` | a pointer into the value |
//! | `… \| exists`, `… \| not`, `… \| positive` | a boolean of the value |

use serde::Deserialize;

/// The first place a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Reference tokens of a JSON pointer, unescaped. Empty: the whole document.
    Pointer(Vec<String>),
    /// An environment variable's name.
    Env(String),
    Constant(String),
}

/// A step from one value to another. The runtime implements each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transform {
    /// A pointer into the value so far.
    At(Vec<String>),
    Json,
    Text,
    Lines,
    File,
    Exists,
    Not,
    Positive,
}

impl Transform {
    const ALL: &[(&str, Transform)] = &[
        ("json", Transform::Json),
        ("text", Transform::Text),
        ("lines", Transform::Lines),
        ("file", Transform::File),
        ("exists", Transform::Exists),
        ("not", Transform::Not),
        ("positive", Transform::Positive),
    ];
}

/// One place to look, with the steps after it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Source {
    pub origin: Origin,
    pub steps: Vec<Transform>,
}

impl TryFrom<String> for Source {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Source::parse(&text)
    }
}

impl Source {
    /// Parses the form above.
    ///
    /// # Errors
    /// A form that is not in the table; the message names the allowed ones.
    pub fn parse(text: &str) -> Result<Source, String> {
        let mut parts = text.split('|').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let origin = if let Some(name) = first.strip_prefix('$') {
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return Err(format!("`{first}` is not an environment variable's name"));
            }
            Origin::Env(name.to_owned())
        } else if let Some(constant) = first.strip_prefix('=') {
            Origin::Constant(constant.to_owned())
        } else {
            Origin::Pointer(pointer(first)?)
        };
        let steps = parts.map(transform).collect::<Result<_, _>>()?;
        Ok(Source { origin, steps })
    }
}

/// The reference tokens of a JSON pointer.
///
/// # Errors
/// It neither is empty nor starts with `/`.
pub fn pointer(text: &str) -> Result<Vec<String>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    match text.strip_prefix('/') {
        Some(rest) => Ok(rest.split('/').map(|t| t.replace("~1", "/").replace("~0", "~")).collect()),
        None => {
            Err(format!("`{text}` is not a source: write a pointer `/a/b`, a variable `$NAME` or a constant `=text`"))
        }
    }
}

fn transform(name: &str) -> Result<Transform, String> {
    if name.starts_with('/') {
        return Ok(Transform::At(pointer(name)?));
    }
    let known = Transform::ALL.iter().find(|(n, _)| *n == name);
    known.map(|(_, t)| t.clone()).ok_or_else(|| {
        let names: Vec<&str> = Transform::ALL.iter().map(|(n, _)| *n).collect();
        format!("there is no step `{name}`; the steps are {} and a pointer", names.join(", "))
    })
}

/// A condition on the payload: `/x` (is there), `!/x` (is not, or null), `/x = text` (equals; `/x =`: is the empty text),
/// `!/x = text` (is not there, or another).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Condition {
    pub source: Source,
    pub negated: bool,
    pub equals: Option<String>,
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (negated, rest) = match text.trim().strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, text.trim()),
        };
        let (source, equals) = match (rest.split_once(" = "), rest.strip_suffix(" =")) {
            (Some((source, equals)), _) => (source, Some(equals.trim().to_owned())),
            (None, Some(source)) => (source, Some(String::new())),
            (None, None) => (rest, None),
        };
        Ok(Condition { source: Source::parse(source.trim())?, negated, equals })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_forms_parse() {
        let tokens = |t: &[&str]| Origin::Pointer(t.iter().map(|s| s.to_string()).collect());
        for (text, origin, steps) in [
            ("", tokens(&[]), vec![]),
            ("/a/b~1c/0", tokens(&["a", "b/c", "0"]), vec![]),
            (
                "$XUM_TOOL_INPUT_PATH | file | json",
                Origin::Env("XUM_TOOL_INPUT_PATH".into()),
                vec![Transform::File, Transform::Json],
            ),
            ("/out | json | /text", tokens(&["out"]), vec![Transform::Json, Transform::At(vec!["text".into()])]),
            ("=Bash", Origin::Constant("Bash".into()), vec![]),
        ] {
            assert_eq!(Source::parse(text), Ok(Source { origin, steps }), "{text}");
        }
    }

    #[test]
    fn other_forms_are_refused() {
        for (text, part) in [("tool", "is not a source"), ("$", "environment"), ("/a | yaml", "the steps are json")] {
            assert!(Source::parse(text).unwrap_err().contains(part), "{text}");
        }
    }

    #[test]
    fn conditions_parse() {
        let parse = |t: &str| Condition::try_from(t.to_owned()).unwrap();
        assert!(parse("!/error").negated);
        assert_eq!(parse("/input/command = view").equals.as_deref(), Some("view"));
        let written = parse("!/prompt =");
        assert!(written.negated && written.equals.as_deref() == Some(""));
    }
}
