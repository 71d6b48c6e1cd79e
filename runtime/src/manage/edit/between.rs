//! YAML: what stands between values, which the parser does not report: space, comments, indicators, anchors and tags.

use super::style::before_newline;

const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// The first byte that is neither white space nor a comment. A byte order mark is white space: the parser takes none but
/// in front of the document.
pub(super) fn skip(text: &str, mut at: usize) -> usize {
    loop {
        at = text.len() - text[at..].trim_start_matches(SPACE).trim_start_matches('\u{feff}').len();
        match text[at..].chars().next() {
            Some('#') => at += text[at..].find(['\r', '\n']).unwrap_or(text.len() - at),
            Some(' ' | '\t' | '\r' | '\n' | '\u{feff}') => {}
            _ => return at,
        }
    }
}

/// Whether `-`, `?`, `:` or `...` stands at a byte for a structure, and is not the start of a word.
pub(super) fn indicates(text: &str, at: usize, indicator: &str) -> bool {
    text[at..].strip_prefix(indicator).is_some_and(|rest| rest.is_empty() || rest.starts_with(SPACE))
}

/// The end of the anchor or tag that starts at a byte.
pub(super) fn mark_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let end = match rest.starts_with("!<") {
        true => rest.find('>').map(|close| close + 1),
        false => rest.find(|c| SPACE.contains(&c) || matches!(c, ',' | '[' | ']' | '{' | '}')),
    };
    at + end.unwrap_or(rest.len())
}

/// The end of the string that opens at a byte with a quote, if it has one.
pub(super) fn quoted_end(text: &str, at: usize) -> Option<usize> {
    let quote = text[at..].chars().next()?;
    let mut rest = text[at + 1..].char_indices().peekable();
    while let Some((offset, found)) = rest.next() {
        let doubled = found == '\'' && rest.peek().is_some_and(|(_, next)| *next == found);
        if quote == '"' && found == '\\' || quote == '\'' && doubled {
            rest.next();
        } else if found == quote {
            return Some(at + 1 + offset + 1);
        }
    }
    None
}

/// The end of the block scalar whose header is at a byte, without its last line break. `next` is what the parser found
/// behind it, and what is blank before that.
///
/// Blank lines at its end are part of it if it keeps them, or if one is deeper than its text.
pub(super) fn block_end(text: &str, at: usize, next: usize) -> usize {
    let line = text[at..next].rfind(['\r', '\n']).filter(|_| next < text.len());
    let end = line.map_or(next, |line| at + line + 1);
    let whole = &text[at..end];
    let header = whole.find(['\r', '\n']).unwrap_or(whole.len());
    let indicators = whole[..header].split([' ', '\t', '#']).next().unwrap_or("");
    let last = if whole[header..].trim_matches(SPACE).is_empty() {
        indicators.len()
    } else {
        whole.trim_end_matches(SPACE).len()
    };
    if !indicators.contains('+') && !whole[last.max(header)..].contains([' ', '\t']) {
        return at + last;
    }
    at + before_newline(whole, whole.len()).unwrap_or(whole.len())
}

/// Whether a block scalar, which has no line break at its end, ends within a line of its text. The parser then reads a
/// line break behind it, and so would the host if a line of ours came there.
pub(super) fn is_open(whole: &str, text: &str) -> bool {
    let lines: Vec<&str> = whole.split('\n').skip(1).collect();
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let first = lines.iter().find(|line| !line.trim().is_empty());
    match (first, lines.last()) {
        (Some(first), Some(last)) => last.len() >= indent(first),
        _ => text.matches('\n').count() > lines.len().saturating_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_and_comments_are_skipped() {
        #[rustfmt::skip]
        let cases = [
            ("", ""),
            ("a", "a"),
            (" \t\r\n a", "a"),
            ("\u{feff}a", "a"),
            ("\u{feff}# c\n\u{feff} a", "a"),
            ("# ä: b\r\n  # c\r\n- a", "- a"),
            ("# c\ra", "a"),
            ("# c", ""),
            (", a", ", a"),
        ];
        for (text, wanted) in cases {
            assert_eq!(&text[skip(text, 0)..], wanted, "{text:?}");
        }
    }

    #[test]
    fn an_indicator_is_no_start_of_a_word() {
        for (text, wanted) in [("- a", true), ("-", true), ("-\ta", true), ("-\r\n", true), ("-a", false), ("?", false)]
        {
            assert_eq!(indicates(text, 0, "-"), wanted, "{text:?}");
        }
    }

    #[test]
    fn marks_end_where_they_end() {
        for (text, wanted) in [
            ("&a b", "&a"),
            ("&a:b: c", "&a:b:"),
            ("&ä\nb", "&ä"),
            ("!", "!"),
            ("!!str 5", "!!str"),
            ("!e!x,", "!e!x"),
            ("&a]", "&a"),
            ("!<tag:a,2000:b> c", "!<tag:a,2000:b>"),
        ] {
            assert_eq!(&text[..mark_end(text, 0)], wanted, "{text:?}");
        }
    }

    #[test]
    fn quotes_close() {
        for (text, wanted) in [
            ("'' a", Some("''")),
            ("'it''s' 'a'", Some("'it''s'")),
            ("'\\' a'", Some("'\\'")),
            ("\"a\\\"b\" \"", Some("\"a\\\"b\"")),
            ("\"\\\\\" \"", Some("\"\\\\\"")),
            ("\"'\" '", Some("\"'\"")),
            ("\"ä\n  b\"", Some("\"ä\n  b\"")),
            ("'ä'", Some("'ä'")),
            ("\"a", None),
            ("\"a\\", None),
        ] {
            assert_eq!(quoted_end(text, 0).map(|end| &text[..end]), wanted, "{text:?}");
        }
    }

    #[test]
    fn block_scalars_end_with_their_text_or_with_the_lines_they_keep() {
        #[rustfmt::skip]
        let cases = [
            ("clip", "|\n  a\n\n", "b", "|\n  a"),
            ("CRLF", "|\r\n  a\r\n\r\n", "b", "|\r\n  a"),
            ("keep", "|+\n  a\n\n", "b", "|+\n  a\n"),
            ("keep, with an indentation", ">2+ # c\r\n  a\r\n\r\n", "b", ">2+ # c\r\n  a\r\n"),
            ("a deeper line", "|\n  a\n   \n\n", "b", "|\n  a\n   \n"),
            ("space at the end", "|-\n  a \n", "b", "|-\n  a "),
            ("what follows is indented", ">\n   a\n\n  ", "b", ">\n   a"),
            ("no line break", "|\n  ä", "", "|\n  ä"),
            ("no line break, but space", "|\n  a\n ", "", "|\n  a\n "),
            ("a plus in the comment", "| # +\n  a\n\n", "b", "| # +\n  a"),
            ("a carriage return alone", "|\n  a\r", "b", "|\n  a"),
            ("nothing", "|\n", "b", "|"),
            ("nothing, and a carriage return alone", "|- \r", "b", "|-"),
            ("nothing, with a comment", "|-  # c\n\n", "b", "|-"),
            ("nothing, kept", "|+\n\n\n", "b", "|+\n\n"),
            ("nothing at all", "|", "", "|"),
        ];
        for (name, scalar, behind, wanted) in cases {
            let text = format!("ä: {scalar}{behind}");
            let end = block_end(&text, 4, 4 + scalar.len());
            assert_eq!(&text[4..end], wanted, "{name}");
        }
    }

    #[test]
    fn a_block_scalar_is_open_in_a_line_of_its_text() {
        for (whole, text, wanted) in [
            ("|\n  a", "a\n", true),
            (">\n  a\n  b", "a b\n", true),
            ("|\r\n  a\r\n ", "a\n", false),
            ("|\n  a\n  ", "a\n\n", true),
            ("|\n  a\n   ", "a\n \n", true),
            ("|+\n\n  a\n\n ", "\na\n\n", false),
            ("|+\n  ", "\n", true),
            ("|+\n\n  ", "\n", false),
            ("|", "", false),
        ] {
            assert_eq!(is_open(whole, text), wanted, "{whole:?}");
        }
    }
}
