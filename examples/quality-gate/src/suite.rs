//! The project's tests.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

/// Where a project says what its tests are.
const FILE: &str = ".quality-gate.toml";
/// So much of the output is told, from its end.
const LINES: usize = 60;
const BYTES: u64 = 6000;
/// How often a running test is looked at.
const TICK: Duration = Duration::from_millis(50);

/// How a project is tested.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// A line for the shell.
    pub command: String,
    /// In seconds; the host waits for ten minutes.
    #[serde(default = "nine_minutes")]
    timeout: u64,
}

/// What came of the tests.
pub enum Ran {
    Passed,
    /// With the end of what they printed.
    Failed(String),
    TooSlow,
}

fn nine_minutes() -> u64 {
    540
}

impl Suite {
    /// The tests of a project; `None` where it has none that could be found.
    ///
    /// # Errors
    /// The project's own file is broken: the text says how.
    pub fn of(project: &Path) -> Result<Option<Suite>, String> {
        match fs::read_to_string(project.join(FILE)) {
            Ok(text) => {
                toml::from_str(&text).map(Some).map_err(|e| format!("`{FILE}` is broken, so no tests ran: {e}"))
            }
            Err(_) => Ok(found(project).map(|command| Suite { command: command.to_owned(), timeout: nine_minutes() })),
        }
    }

    /// Runs them.
    ///
    /// # Errors
    /// There is no room for their output.
    pub fn run(&self, project: &Path) -> io::Result<Ran> {
        // Into a file: a process that they leave behind could hold a pipe open for ever.
        let output = tempfile::tempfile()?;
        let mut command = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
        command.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(&self.command).current_dir(project).env("CI", "true");
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let end = Instant::now() + Duration::from_secs(self.timeout);
        loop {
            match child.try_wait()? {
                Some(status) if status.success() => return Ok(Ran::Passed),
                Some(_) => return Ok(Ran::Failed(tail(output)?)),
                None if Instant::now() < end => thread::sleep(TICK),
                None => {
                    kill(&mut child);
                    return Ok(Ran::TooSlow);
                }
            }
        }
    }
}

/// The tests that a project of a known kind has.
fn found(project: &Path) -> Option<&'static str> {
    let has = |file: &str| project.join(file).is_file();
    if has("Cargo.toml") {
        return Some("cargo test --quiet");
    }
    if has("go.mod") {
        return Some("go test ./...");
    }
    let package = fs::read_to_string(project.join("package.json")).ok()?;
    let package: serde_json::Value = serde_json::from_str(&package).ok()?;
    // What `npm init` writes is no test.
    package["scripts"]["test"].as_str().filter(|test| !test.contains("no test specified"))?;
    Some(match () {
        () if has("pnpm-lock.yaml") => "pnpm test",
        () if has("yarn.lock") => "yarn test",
        () if has("bun.lock") || has("bun.lockb") => "bun run test",
        () => "npm test --silent",
    })
}

/// The last lines.
fn tail(mut output: File) -> io::Result<String> {
    let length = output.seek(SeekFrom::End(0))?;
    output.seek(SeekFrom::Start(length.saturating_sub(BYTES)))?;
    let mut bytes = Vec::new();
    output.take(BYTES).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    Ok(lines[lines.len().saturating_sub(LINES)..].join("\n"))
}

/// Ends the tests and all that they have started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    // SAFETY: plain numbers; the child leads a group of its own and has not been waited for.
    unsafe {
        libc::killpg(child.id().cast_signed(), libc::SIGKILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
