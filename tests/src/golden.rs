//! Expected results in files: compared as they are, rewritten when `UPDATE_GOLDEN=1` is set.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of this crate.
pub fn crate_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compares `text` with `tests/golden/<name>`.
///
/// # Errors
/// They differ: the first line that does, and how to accept it.
pub fn compare(name: &str, text: &str) -> Result<(), String> {
    compare_file(&crate_dir().join("golden").join(name), text)
}

/// Compares `text` with a file anywhere in the project.
///
/// # Errors
/// As [`compare`].
pub fn compare_file(path: &Path, text: &str) -> Result<(), String> {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let parent = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(path, text))
            .map_err(|e| format!("{}: {e}", path.display()))?;
        return Ok(());
    }
    let wanted = fs::read_to_string(path).unwrap_or_default();
    if wanted == text {
        return Ok(());
    }
    let line = wanted.lines().zip(text.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or(wanted.lines().count().min(text.lines().count()));
    Err(format!(
        "{}:{}: differs\n  there: {}\n  now:   {}\nIf that is right, run the test with UPDATE_GOLDEN=1.",
        path.display(),
        line + 1,
        wanted.lines().nth(line).unwrap_or("(end)"),
        text.lines().nth(line).unwrap_or("(end)"),
    ))
}
