//! What stands between two values: white space, commas and comments.

use std::ops::Range;

use super::Syntax;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub range: Range<usize>,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Space,
    Comma,
    /// Ends where it says so.
    Comment,
    /// Lasts until the line ends.
    LineComment,
}

/// The pieces of a stretch of text in which there is nothing else, or nothing at all if there is.
pub(super) fn pieces(text: &str, range: Range<usize>, syntax: Syntax) -> Option<Vec<Piece>> {
    let (mut found, mut at) = (Vec::new(), range.start);
    while at < range.end {
        let (kind, length) = piece(&text[at..range.end], syntax)?;
        found.push(Piece { range: at..at + length, kind });
        at += length;
    }
    Some(found)
}

fn piece(rest: &str, syntax: Syntax) -> Option<(Kind, usize)> {
    let json = matches!(syntax, Syntax::Json | Syntax::Jsonc);
    let space = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    let line = || rest.find(['\r', '\n']).unwrap_or(rest.len());
    if space > 0 {
        Some((Kind::Space, space))
    } else if rest.starts_with(',') {
        Some((Kind::Comma, 1))
    } else if json && rest.starts_with("//") || !json && rest.starts_with('#') {
        Some((Kind::LineComment, line()))
    } else if json && rest.starts_with("/*") {
        Some((Kind::Comment, rest.find("*/")? + 2))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, pieces};
    use crate::manage::edit::Syntax::{self, Jsonc, Toml, Yaml};

    #[test]
    fn reads_only_what_is_between_values() {
        use Kind::{Comma, Comment, LineComment, Space};
        #[rustfmt::skip]
        let cases: [(Syntax, &str, Option<Vec<Kind>>); 8] = [
            (Jsonc, "", Some(vec![])),
            (Jsonc, " ,\r\n", Some(vec![Space, Comma, Space])),
            (Jsonc, "// a, b\n/* c\n */,", Some(vec![LineComment, Space, Comment, Comma])),
            (Jsonc, "// a\r,", Some(vec![LineComment, Space, Comma])),
            (Jsonc, "/* open", None),
            (Jsonc, " 1", None),
            (Toml, ", # a, b\n", Some(vec![Comma, Space, LineComment, Space])),
            (Yaml, "// a", None),
        ];
        for (syntax, text, wanted) in cases {
            let kinds = pieces(text, 0..text.len(), syntax).map(|all| all.iter().map(|piece| piece.kind).collect());
            assert_eq!(kinds, wanted, "{text:?}");
        }
    }
}
