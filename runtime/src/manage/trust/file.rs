//! Reads what a host's file says.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::Value;

use crate::manage::edit::{self, Syntax};
use crate::table::Format;

/// A file's content; `None` for one that is not there, or has nothing in it.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read(path: &Path, format: Format) -> Result<Option<Value>, String> {
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(None);
    }
    let syntax = match format {
        Format::Json => Syntax::Json,
        Format::Toml => Syntax::Toml,
        Format::Yaml => Syntax::Yaml,
        Format::Jsonc | Format::Module | Format::Executable => Syntax::Jsonc,
    };
    edit::get(&text, syntax, "").map_err(|error| error.to_string())
}

/// The keys of a pointer.
pub(super) fn keys(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|key| key.replace("~1", "/").replace("~0", "~")).collect()
}

/// The value under the keys.
pub(super) fn at<'v>(root: &'v Value, keys: &[String]) -> Option<&'v Value> {
    keys.iter().try_fold(root, |value, key| value.get(key))
}

/// Keys as a person reads them.
pub(super) fn dotted(keys: &[String]) -> String {
    format!("`{}`", keys.join("."))
}
