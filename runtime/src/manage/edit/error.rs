use std::fmt;

/// Why a file was left as it is: what is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    pub message: String,
    /// Both count from 1.
    pub line: usize,
    pub column: usize,
}

impl EditError {
    /// An error at a byte of the text. An offset beyond the end stands for the end.
    pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = text[..end].strip_prefix('\u{feff}').unwrap_or(&text[..end]);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        EditError {
            message: message.into(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for EditError {}

#[cfg(test)]
mod tests {
    use super::EditError;

    #[test]
    fn counts_lines_and_characters_from_one() {
        #[rustfmt::skip]
        let cases = [
            ("start", "abc", 0, (1, 1)),
            ("second line", "a\nbc", 3, (2, 2)),
            ("CRLF", "a\r\nbc", 4, (2, 2)),
            ("characters, not bytes", "é\"x", 3, (1, 3)),
            ("inside a character", "aé", 2, (1, 2)),
            ("a byte order mark is no column", "\u{feff}ab", 4, (1, 2)),
            ("beyond the end", "a\n", 99, (2, 1)),
        ];
        for (name, text, offset, wanted) in cases {
            let error = EditError::at(text, offset, "");
            assert_eq!((error.line, error.column), wanted, "{name}");
        }
    }
}
