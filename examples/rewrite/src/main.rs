//! `rewrite`: puts an agent's shell commands right instead of denying them.
//!
//! Two hooks, in this order, each seeing what the one before it made:
//!
//! 1. `npm` becomes `pnpm` in a project that has a `pnpm-lock.yaml`: a second lock file is a nuisance that comes back.
//! 2. `npm publish`, `pnpm publish` and `cargo publish` get `--dry-run`: what was published cannot be taken back, so a person
//!    does it.
//!
//! There is nothing to configure. Only the words in question change; the rest of the command, and every other key of the
//! call, stays as the model wrote it. A command is changed wherever it stands in a line: in a chain, in `$(…)`, behind `sudo`,
//! in `sh -c '…'`. What is in a script file or in an npm script is not seen, and neither is `npx`.

mod edit;

use std::path::Path;

use hookwright::prelude::*;

use edit::Edits;

/// The agent uses the package manager that the project uses.
#[hook(PreToolUse, matcher = "Bash", timeout = "5s", can = "modify, context")]
fn to_pnpm(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    let command = call.command()?;
    if !command.contains("npm") || !uses_pnpm(call.cwd()?, call.project_dir()) {
        return None;
    }
    let mut edits = Edits::default();
    for line in &shell_line::parse(&command).commands {
        let words = line.program();
        // `npm install -g` is about the machine, not about the project.
        let of_machine = words.iter().any(|word| ["-g", "--global"].contains(&&*word.text));
        if words.first().is_none_or(|word| word.text != "npm") || of_machine {
            continue;
        }
        edits.replace(&words[0], "pnpm");
        if let Some(ci) = words.get(1).filter(|word| word.text == "ci") {
            edits.replace(ci, "install --frozen-lockfile");
        }
    }
    let command = edits.apply(&command)?;
    let why = format!("This project uses pnpm (it has a `pnpm-lock.yaml`): the command is now `{command}`.");
    Some(Response::modify([("command", command)]).and_context(why))
}

/// Nothing is published but by a person.
#[hook(PreToolUse, matcher = "Bash", timeout = "5s", can = "modify, context, deny", on_error = "deny")]
fn dry_run(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    let command = call.command().filter(|command| command.contains("publish"))?;
    let mut edits = Edits::default();
    for line in &shell_line::parse(&command).commands {
        let words = line.program();
        let publishes = words.first().is_some_and(|word| ["npm", "pnpm", "cargo"].contains(&word.name()));
        let dry = words.iter().any(|word| ["--dry-run", "--dry-run=true", "-n"].contains(&&*word.text));
        let Some(publish) = words.iter().position(|word| word.text == "publish").filter(|_| publishes && !dry) else {
            continue;
        };
        // `npm install publish` names a package: what publishes comes first, but for options and their values.
        if words[1..publish].iter().all(|word| !word.text.starts_with(['-', '+'])) && publish != 1 {
            continue;
        }
        if !edits.append(&words[publish], " --dry-run") {
            return Some(Response::deny(format!("Run `{} publish --dry-run` by itself, unquoted.", words[0].text)));
        }
    }
    let command = edits.apply(&command)?;
    let why = format!("Publishing is left to the user: the command is now `{command}`. Tell them when it is ready.");
    Some(Response::modify([("command", command)]).and_context(why))
}

/// Whether the folder, or one above it up to the project's root, has the lock file of pnpm.
fn uses_pnpm(folder: &Path, project: Option<&Path>) -> bool {
    let root = project.filter(|project| folder.starts_with(project)).unwrap_or(folder);
    folder.ancestors().take_while(|dir| dir.starts_with(root)).any(|dir| dir.join("pnpm-lock.yaml").is_file())
}

hookwright::main!();

#[cfg(test)]
mod tests;
