//! The files that a call touches.

use std::borrow::Cow;

use super::Input;
use crate::table::Tool;
use crate::value::Json;

/// Every path in the input, in order, each once: as the host's file says, or by the canonical keys that name one; and
/// those of a patch.
pub(crate) fn paths(definition: Option<&'static Tool>, input: &Input) -> Vec<String> {
    let mut found = Vec::new();
    for pointer in definition.map_or(&[][..], |d| d.paths) {
        collect(input.native(), pointer, &mut found);
    }
    for key in ["file_path", "notebook_path", "path"] {
        found.extend(input.text(key));
    }
    if let Some(patch) = input.text("patch") {
        found.extend(patch_paths(&patch).map(str::to_owned));
    }
    found.retain(|path| !path.is_empty());
    let mut seen = std::collections::HashSet::new();
    found.retain(|path| seen.insert(path.clone()));
    found
}

fn collect(json: Json, pointer: &[&str], found: &mut Vec<String>) {
    match pointer.split_first() {
        None => found.extend(json.to_text().map(Cow::into_owned)),
        Some((&"*", rest)) => json.members().iter().for_each(|(_, item)| collect(*item, rest, found)),
        Some((key, rest)) => {
            if let Some(value) = json.get(key) {
                collect(value, rest, found);
            }
        }
    }
}

/// The files of a patch in Codex's format, or in the unified one.
fn patch_paths(patch: &str) -> impl Iterator<Item = &str> {
    const HEADS: &[&str] = &["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];
    patch.lines().filter_map(|line| {
        if let Some(path) = HEADS.iter().find_map(|head| line.strip_prefix(head)) {
            return Some(path.trim());
        }
        let path = line.strip_prefix("+++ ").or_else(|| line.strip_prefix("--- "))?;
        // A time stamp may follow after a tab; `a/` and `b/` are git's.
        let path = path.split('\t').next().unwrap_or(path).trim();
        let path = path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path);
        (path != "/dev/null").then_some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_file_is_found() {
        static LIST: Tool = Tool {
            canonical: "Read",
            native: &["read_files"],
            when: &[],
            input: &[],
            paths: &[&["files", "*", "path"], &["also"]],
            also: &[],
            modifiable: None,
            output: None,
        };
        let patch = "*** Begin Patch\n*** Add File: a.txt\n+x\n*** Update File: dir/b c.txt\n*** Move to: d.txt\n\
                     *** Delete File: e.txt\n*** End Patch\n";
        let unified = "--- a/src/x.rs\t2026-01-01\n+++ b/src/x.rs\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ new.txt\n";
        for (name, definition, input, wanted) in [
            ("a file", None, json!({"file_path": "/a"}), &["/a"][..]),
            (
                "a folder and a list",
                Some(&LIST),
                json!({"files": [{"path": "x"}, {"path": "y"}], "also": "z"}),
                &["x", "y", "z"],
            ),
            ("one file twice", None, json!({"file_path": "/a", "path": "/a"}), &["/a"]),
            ("a patch", None, json!({"patch": patch}), &["a.txt", "dir/b c.txt", "d.txt", "e.txt"]),
            ("a unified patch", None, json!({"patch": unified}), &["src/x.rs", "new.txt"]),
            ("nothing", None, json!({"command": "ls"}), &[]),
            ("no object", None, json!(["x"]), &[]),
        ] {
            let input = Input::new(definition, input.to_string().into());
            assert_eq!(paths(definition, &input), wanted, "{name}");
        }
    }
}
