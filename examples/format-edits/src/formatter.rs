//! The formatters. Each takes a file's text on standard input and gives it back formatted: so only this one file changes
//! (rustfmt would go on to the modules that a file declares), and a formatter that fails changes nothing.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use wait_timeout::ChildExt;

const LIMIT: Duration = Duration::from_secs(5);
/// A larger file was written by no hand.
const LARGEST: u64 = 512 * 1024;

/// What came of formatting.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    Same,
    /// The file is another one now; by which formatter.
    Changed(&'static str),
    /// The formatter refuses the file, and says why.
    Broken(&'static str, String),
}

/// Formats a file; `None` where there is no formatter for it, or none that answers.
pub fn format(file: &Path, project: &Path) -> Option<Outcome> {
    if fs::metadata(file).ok()?.len() > LARGEST {
        return None;
    }
    let (name, command) = formatter(file, project)?;
    let text = fs::read_to_string(file).ok()?;
    let (good, output) = run(command, file, &text)?;
    if !good {
        // A file that the formatter's own configuration does not want is none that it refuses.
        return (!output.trim().is_empty()).then_some(Outcome::Broken(name, output));
    }
    if output == text || output.trim().is_empty() {
        return Some(Outcome::Same);
    }
    // If somebody wrote to the file in the meantime, theirs stays.
    (fs::read_to_string(file).ok()? == text && fs::write(file, output).is_ok()).then_some(Outcome::Changed(name))
}

fn formatter(file: &Path, project: &Path) -> Option<(&'static str, Command)> {
    let with = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments);
        command
    };
    let shown = file.to_str()?;
    Some(match file.extension()?.to_str()? {
        "rs" => ("rustfmt", with(Path::new("rustfmt"), &["--edition", &edition(file, project)])),
        "go" => ("gofmt", with(Path::new("gofmt"), &[])),
        "py" | "pyi" => ("ruff", with(Path::new("ruff"), &["format", "--quiet", "--stdin-filename", shown, "-"])),
        "js" | "jsx" | "ts" | "tsx" | "mjs" | "cjs" | "mts" | "cts" | "vue" | "svelte" | "css" | "scss" | "less"
        | "json" | "html" | "yaml" | "yml" | "md" => {
            ("prettier", with(&prettier(file, project)?, &["--stdin-filepath", shown]))
        }
        _ => return None,
    })
}

/// The prettier that the project has installed: one of the machine would have other rules.
fn prettier(file: &Path, project: &Path) -> Option<PathBuf> {
    let name = if cfg!(windows) { "prettier.cmd" } else { "prettier" };
    let folders = file.ancestors().skip(1).take_while(|folder| folder.starts_with(project));
    folders.map(|folder| folder.join("node_modules/.bin").join(name)).find(|program| program.is_file())
}

/// The edition that the package declares, or its workspace; rustfmt by itself would take 2015.
fn edition(file: &Path, project: &Path) -> String {
    let manifests = file.ancestors().skip(1).take_while(|folder| folder.starts_with(project));
    let manifests = manifests.filter_map(|folder| fs::read_to_string(folder.join("Cargo.toml")).ok());
    let said = |text: String| {
        let manifest: toml::Table = text.parse().ok()?;
        let workspace = manifest.get("workspace").and_then(|workspace| workspace.get("package"));
        let tables = [manifest.get("package"), workspace];
        tables.into_iter().flatten().find_map(|table| Some(table.get("edition")?.as_str()?.to_owned()))
    };
    manifests.filter_map(said).next().unwrap_or_else(|| "2024".to_owned())
}

/// Runs a formatter in the file's folder: whether it is content, and what it gave or complained of.
fn run(mut command: Command, file: &Path, text: &str) -> Option<(bool, String)> {
    command.current_dir(file.parent()?).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Not installed: nothing to say.
    let mut child = command.spawn().ok()?;
    let (mut input, text) = (child.stdin.take()?, text.to_owned());
    thread::spawn(move || input.write_all(text.as_bytes()));
    let output = read(child.stdout.take()?);
    let complaint = read(child.stderr.take()?);
    let Some(status) = child.wait_timeout(LIMIT).ok()? else {
        let _ = child.kill();
        let _ = child.wait();
        return None;
    };
    // A process that the formatter left behind can hold the pipe.
    let text = if status.success() { output } else { complaint }.recv_timeout(LIMIT).ok()?;
    Some((status.success(), String::from_utf8(text).ok()?))
}

fn read(mut pipe: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = send.send(bytes);
    });
    receive
}
