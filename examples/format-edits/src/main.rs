//! `format-edits`: formats what an agent has written, as soon as it has written it.
//!
//! After a write, an edit or a patch each file of the call goes through the formatter of its kind, if that is installed:
//! `rustfmt`, `gofmt`, `ruff`, or the project's own `prettier`. The model is told of a file that changed under its hands (its
//! next edit would not fit otherwise) and of one that cannot be formatted, with what the formatter says, for that is mostly a
//! syntax error. Of all else nothing is said to anybody.
//!
//! A formatter that takes longer than five seconds is given up. Only files of the project are formatted; `node_modules`, build
//! folders, generated and very large files are left alone. There is nothing to configure here: a formatter's own configuration
//! counts.

mod formatter;

use std::path::{Path, PathBuf};

use hookwright::prelude::*;

use formatter::Outcome;

/// Folders with nobody's own code in them.
const FOREIGN: &[&str] = &["node_modules", "target", "dist", "build", "vendor", ".git", ".venv", "__pycache__"];
/// So much is said of what formatters complain of.
const MOST: usize = 2000;

/// Formats the files of the call.
#[hook(PostToolUse, matcher = "Write|Edit|MultiEdit|Patch", timeout = "30s", can = "context")]
fn format(call: &PostToolUse) -> Option<Response<PostToolUse>> {
    let cwd = call.cwd().or(call.project_dir())?;
    let project = call.project_dir().unwrap_or(cwd).canonicalize().ok()?;
    let (mut changed, mut broken) = (Vec::new(), Vec::new());
    for named in call.paths() {
        let Some(file) = own_file(&cwd.join(&named), &project) else { continue };
        match formatter::format(&file, &project) {
            Some(Outcome::Changed(by)) => changed.push(format!("`{named}` ({by})")),
            Some(Outcome::Broken(by, why)) => {
                broken.push(format!("{by} cannot format `{named}`:\n{}", shortened(&why)))
            }
            Some(Outcome::Same) | None => {}
        }
    }
    let told = match changed.is_empty() {
        true => None,
        false => Some(format!("Formatted after your edit: {}. Read it again before you edit it.", changed.join(", "))),
    };
    let told: Vec<String> = told.into_iter().chain(broken).collect();
    (!told.is_empty()).then(|| Response::context(told.join("\n\n")))
}

/// The real path of a file that is the project's own.
fn own_file(path: &Path, project: &Path) -> Option<PathBuf> {
    let file = path.canonicalize().ok()?;
    let inside = file.strip_prefix(project).ok()?;
    let foreign = inside.iter().any(|part| FOREIGN.iter().any(|folder| part == *folder));
    (!foreign && file.is_file()).then_some(file)
}

/// The beginning of a complaint, without secrets: it quotes the file.
fn shortened(text: &str) -> String {
    let text = hookwright::mask(text.trim()).into_owned();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

hookwright::main!();

#[cfg(test)]
mod tests;
