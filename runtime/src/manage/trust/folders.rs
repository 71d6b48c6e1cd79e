//! Which folders an answer may be about.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::table::Folders;

/// The folders whose answers count for a project, by the name under which it is known and by its real one.
pub(super) fn candidates(project: &Path, folders: Folders) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for project in [Some(project.to_path_buf()), project.canonicalize().ok()].into_iter().flatten() {
        let root = project.ancestors().find(|dir| dir.join(".git").exists());
        let counts = |dir: &&Path| match folders {
            Folders::Project => *dir == project,
            Folders::Repository | Folders::Main => *dir == root.unwrap_or(&project),
            Folders::Within => root.is_none_or(|root| dir.starts_with(root)),
            Folders::Above => true,
        };
        found.extend(project.ancestors().filter(counts).map(Path::to_path_buf));
        if folders == Folders::Main {
            found.extend(root.and_then(main_worktree));
        }
    }
    found
}

/// The root of the main worktree, for the root of a linked one: its `.git` is a file that leads there.
fn main_worktree(root: &Path) -> Option<PathBuf> {
    let link = fs::read_to_string(root.join(".git")).ok()?;
    let folder = root.join(link.strip_prefix("gitdir:")?.trim());
    let worktrees = folder.parent().filter(|dir| dir.ends_with(".git/worktrees"))?;
    let main = worktrees.parent()?.parent()?;
    Some(main.canonicalize().unwrap_or_else(|_| main.to_path_buf()))
}

/// What a file says about folders: the keys of an object and what is under `rest` of them, or the items of a list. `None` if
/// it is neither.
pub(super) fn entries<'v>(container: &'v Value, rest: &[String]) -> Option<Vec<(&'v str, Value)>> {
    match container {
        Value::Object(map) => {
            let under = |value| super::file::at(value, rest).cloned();
            Some(map.iter().filter_map(|(key, value)| Some((key.as_str(), under(value)?))).collect())
        }
        Value::Array(items) => Some(items.iter().filter_map(|i| Some((i.as_str()?, Value::Bool(true)))).collect()),
        Value::Null => Some(Vec::new()),
        _ => None,
    }
}
