//! A file's bytes as text.

use std::path::Path;

use super::error::{Kind, PlaceError};

/// The mark with which some editors begin a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bom {
    Utf8,
    Utf16,
}

impl Bom {
    /// How many bytes it takes.
    pub(crate) fn len(self) -> usize {
        match self {
            Bom::Utf8 => 3,
            Bom::Utf16 => 2,
        }
    }
}

pub(crate) fn bom(bytes: &[u8]) -> Option<Bom> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some(Bom::Utf8),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(Bom::Utf16),
        _ => None,
    }
}

/// The text after the mark. Who writes the file again puts the mark back: `bytes[..bom.len()]`.
///
/// # Errors
/// It is not UTF-8.
pub(crate) fn text<'a>(path: &Path, bytes: &'a [u8]) -> Result<&'a str, PlaceError> {
    let skip = bom(bytes).map_or(0, Bom::len);
    let utf16 = bom(bytes) == Some(Bom::Utf16);
    let not_utf8 = |at| PlaceError::new(path, Kind::NotUtf8 { at, utf16 });
    if utf16 {
        return Err(not_utf8(0));
    }
    str::from_utf8(&bytes[skip..]).map_err(|e| not_utf8(skip + e.valid_up_to()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_utf8_is_text() {
        let rows: [(&str, &[u8], Result<&str, &str>); 6] = [
            ("empty", b"", Ok("")),
            ("plain", "{\"ä\":1}".as_bytes(), Ok("{\"ä\":1}")),
            ("marked", b"\xef\xbb\xbf{}", Ok("{}")),
            ("latin-1", b"ab\xe4", Err("/f is not UTF-8 at byte 2; save it as UTF-8")),
            ("marked, then broken", b"\xef\xbb\xbfa\xff", Err("/f is not UTF-8 at byte 4; save it as UTF-8")),
            ("utf-16", b"\xff\xfe{\0}\0", Err("/f is UTF-16; save it as UTF-8")),
        ];
        for (name, bytes, want) in rows {
            let got = text(Path::new("/f"), bytes).map_err(|e| e.to_string());
            assert_eq!(got, want.map_err(str::to_owned), "{name}");
        }
    }
}
