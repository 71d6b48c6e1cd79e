//! What must stand in a host's HOME before it runs offline.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

/// One thing to put in place. Paths and JSON are expanded as [`Host`](super::Host) says.
#[derive(Debug)]
pub enum Prepare {
    /// Adds members to a JSON file; what the file has already stays.
    MergeJson {
        /// The file, made where it is missing.
        file: &'static str,
        /// An object.
        json: &'static str,
    },
    /// Writes a text file, or adds to the end of one that is there.
    Text {
        /// The file.
        file: &'static str,
        /// What it holds.
        text: &'static str,
    },
    /// Makes an npm package look installed, so that the host does not fetch it.
    InstalledPackage {
        /// The package's name.
        package: &'static str,
        /// The version that the host would ask for.
        version: &'static str,
        /// A folder that the host makes in any case, so it is made here.
        make: &'static str,
        /// Folders that are prepared where they exist.
        where_there: &'static [&'static str],
    },
}

impl Prepare {
    /// Puts it in place; `expand` gives the real path of one that is written in the description.
    ///
    /// # Errors
    /// A file cannot be read or written, or is not the JSON it should be: the text names it.
    pub(super) fn apply(&self, expand: impl Fn(&str) -> String) -> Result<(), String> {
        match self {
            Prepare::MergeJson { file, json } => merge_file(Path::new(&expand(file)), &expand(json)),
            Prepare::Text { file, text } => append(Path::new(&expand(file)), text),
            Prepare::InstalledPackage { package, version, make, where_there } => {
                let make = expand(make);
                fs::create_dir_all(&make).map_err(|e| format!("{make}: {e}"))?;
                let there = where_there.iter().map(|dir| expand(dir)).filter(|dir| Path::new(dir).is_dir());
                there.chain([make]).try_for_each(|dir| seed(Path::new(&dir), package, version))
            }
        }
    }
}

fn merge_file(file: &Path, json: &str) -> Result<(), String> {
    let error = |e: &dyn std::fmt::Display| format!("{}: {e}", file.display());
    let have = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => "{}".into(),
        Err(e) => return Err(error(&e)),
    };
    let mut have: Value = serde_json::from_str(&have).map_err(|e| error(&e))?;
    merge(&mut have, serde_json::from_str(json).map_err(|e| error(&e))?);
    fs::create_dir_all(file.parent().unwrap_or(file)).map_err(|e| error(&e))?;
    fs::write(file, format!("{have:#}\n")).map_err(|e| error(&e))
}

fn append(file: &Path, text: &str) -> Result<(), String> {
    let error = |e: std::io::Error| format!("{}: {e}", file.display());
    let have = match fs::read_to_string(file) {
        Ok(have) => have,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(error(e)),
    };
    fs::create_dir_all(file.parent().unwrap_or(file)).map_err(error)?;
    fs::write(file, have + text).map_err(error)
}

/// Adds the members of `more` that `have` lacks, at every depth.
fn merge(have: &mut Value, more: Value) {
    let (Value::Object(have), Value::Object(more)) = (have, more) else { return };
    for (key, value) in more {
        match have.get_mut(&key) {
            Some(old) => merge(old, value),
            None => {
                have.insert(key, value);
            }
        }
    }
}

/// An empty `node_modules` and a lock file whose root entry names the package are what the host looks at.
fn seed(dir: &Path, package: &str, version: &str) -> Result<(), String> {
    let error = |e: std::io::Error| format!("{}: {e}", dir.display());
    fs::create_dir_all(dir.join("node_modules")).map_err(error)?;
    let lock = dir.join("package-lock.json");
    if lock.exists() {
        return Ok(());
    }
    let root = json!({"packages": {"": {"dependencies": {package: version}}}});
    fs::write(lock, root.to_string()).map_err(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_keeps_what_is_there() {
        for (have, more, want) in [
            (json!({}), json!({"a": {"b": 1}}), json!({"a": {"b": 1}})),
            (
                json!({"a": {"b": 2}, "hooks": []}),
                json!({"a": {"b": 1, "c": 3}}),
                json!({"a": {"b": 2, "c": 3}, "hooks": []}),
            ),
            (json!({"a": false}), json!({"a": {"b": 1}}), json!({"a": false})),
        ] {
            let mut merged = have.clone();
            merge(&mut merged, more);
            assert_eq!(merged, want, "{have}");
        }
    }
}
