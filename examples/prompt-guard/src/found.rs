//! Where a text holds secrets. What one looks like is Hookwright's to know: `mask` replaces each, and the pieces between
//! the marks say where they stood.

use std::fmt;

use hookwright::mask;

/// What `mask` puts in a secret's place.
const MASKED: &str = "[masked]";
/// How much of what stands before a secret is shown, in bytes.
const SHOWN: usize = 32;
/// A value behind a name such as `password` that is shorter is no secret worth a blocked prompt.
const SHORTEST: usize = 6;

/// A secret's place.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// Counted from 1.
    line: usize,
    /// The word before it, such as `API_KEY=` or `ghp_`; it can be empty.
    after: String,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.after.as_str() {
            "" => write!(f, "line {}", self.line),
            after => write!(f, "line {}, after `{after}`", self.line),
        }
    }
}

/// The secrets of a text, in order.
pub fn secrets(text: &str) -> Vec<Found> {
    let masked = mask(text);
    let mut pieces = masked.split(MASKED);
    let mut at = pieces.next().map_or(0, str::len);
    let mut found = Vec::new();
    for piece in pieces {
        // A secret ends before the first character that cannot be in one, which is what the next piece begins with.
        let length = if piece.is_empty() { text.len() - at } else { text[at..].find(piece).unwrap_or(0) };
        let (before, value) = (&text[..at], &text[at..at + length]);
        if value != MASKED && is_secret(before, value) {
            found.push(Found { line: before.matches('\n').count() + 1, after: last_word(before) });
        }
        at += length + piece.len();
    }
    found
}

/// The word that a text ends with, not too long: the name of the secret, the mark of its kind, or a URL's beginning.
fn last_word(before: &str) -> String {
    let line = before.rsplit('\n').next().unwrap_or_default().trim_end_matches([' ', '\t']);
    let word = line.rsplit([' ', '\t', ',', ';', '(', '{', '`']).next().unwrap_or_default();
    let start = word.ceil_char_boundary(word.len().saturating_sub(SHOWN));
    word[start..].to_owned()
}

/// Whether what is masked is more than a word: a log may lose one, a prompt may not be blocked for it.
fn is_secret(before: &str, value: &str) -> bool {
    let named = before.ends_with(['"', '\'', '\\', ' ', '\t', ':', '=']) && !last_word(before).contains("://");
    !named || !(value.len() < SHORTEST || is_placeholder(value) || is_code(value) || is_word(value))
}

/// `<token>`, `{{token}}`, `%TOKEN%`, `xxxxxx`, `your-token`.
fn is_placeholder(value: &str) -> bool {
    let lower = value.to_lowercase();
    let same = value.chars().all(|c| value.starts_with(c));
    same || value.starts_with(['<', '{', '%', '[', '*'])
        || ["your", "example", "change"].iter().any(|w| lower.contains(w))
}

/// `process.env.TOKEN`, `secrets::token()`.
fn is_code(value: &str) -> bool {
    let path = value.split('(').next().unwrap_or_default();
    let name = |part: &str| part.starts_with(|c: char| c.is_alphabetic() || c == '_') && part.chars().all(in_name);
    let parts: Vec<&str> = path.split(['.', ':']).filter(|part| !part.is_empty()).collect();
    (parts.len() > 1 || value.contains('(')) && parts.iter().all(|part| name(part))
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A word of a language: `string`, `Option<String>`, `required`.
fn is_word(value: &str) -> bool {
    !value.contains(|c: char| c.is_ascii_digit()) && value.chars().all(|c| in_name(c) || "-<>?!|[]".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_secret_is_found_where_it_stands() {
        for (text, wanted) in [
            ("nothing", &[][..]),
            ("a=1 password=hunter22 b", &["line 1, after `password=`"]),
            ("{\"password\": \"hunter22\"}", &["line 1, after `\"`"]),
            ("x\nsk-ant-api03-ABCDEFGH12345678", &["line 2, after `sk-`"]),
            ("AKIAIOSFODNN7EXAMPLE AKIAIOSFODNN7EXAMPLE", &["line 1, after `AKIA`", "line 1, after `AKIA`"]),
            ("Authorization: Bearer abcdef123456\n", &["line 1, after `Bearer`"]),
            ("[masked] stands here, token=[masked]", &[]),
            ("token=hunter22 [masked] token=hunter23", &["line 1, after `token=`", "line 1, after `token=`"]),
            ("é password=ünïcödé1 ü", &["line 1, after `password=`"]),
        ] {
            let found: Vec<String> = secrets(text).iter().map(ToString::to_string).collect();
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn a_name_in_code_or_a_placeholder_is_no_secret() {
        for value in [
            "string",
            "String,",
            "null",
            "None",
            "process.env.TOKEN",
            "get_token()",
            "os::env(x)",
            "required!",
            "Option<String>",
            "xxxxxxxx",
            "<token>",
            "{{token}}",
            "%TOKEN%",
            "your-token-1",
            "changeme1",
            "abc12",
        ] {
            assert!(secrets(&format!("password: {value}")).is_empty(), "{value}");
        }
        for value in ["hunter22", "p4ss.w0rd!", "correct-horse-9", "a.b.c.1d2e", "Tr0ub4dor&3"] {
            assert_eq!(secrets(&format!("password: {value}")).len(), 1, "{value}");
        }
    }
}
