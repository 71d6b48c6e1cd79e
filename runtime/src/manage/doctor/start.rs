//! Starts what a host would start, as the host would start it.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::manage::ours::words;
use crate::probe::ASKED;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What came back.
#[derive(Debug)]
pub struct Came {
    pub stdout: String,
    pub stderr: String,
    /// `None`: a signal ended it.
    pub exit: Option<i32>,
}

/// A handler's command as the host's shell reads it.
pub fn command(shell: &str, line: &str, handler: &Value) -> Command {
    let own = |key: &str| handler.get(key).and_then(Value::as_str);
    if let Some(args) = handler.get("args").and_then(Value::as_array) {
        let mut command = Command::new(own("command").unwrap_or_default());
        command.args(args.iter().filter_map(Value::as_str));
        return command;
    }
    match shell {
        "split" => {
            let mut words = words(line, true).into_iter();
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            command
        }
        "cmd" => {
            let mut command = Command::new("cmd");
            raw(&mut command, &format!("/d /s /c \"{line}\""));
            command
        }
        "powershell" => {
            let mut command = Command::new("powershell");
            command.args(["-NoProfile", "-NonInteractive", "-Command", line]);
            command
        }
        shell => {
            let mut command = Command::new(shell);
            command.args(["-c", line]);
            command
        }
    }
}

/// cmd.exe reads its line by rules of its own.
#[cfg(windows)]
fn raw(command: &mut Command, line: &str) {
    std::os::windows::process::CommandExt::raw_arg(command, line);
}

#[cfg(not(windows))]
fn raw(command: &mut Command, line: &str) {
    command.arg(line);
}

/// Runs it with a payload; `probe` is the word by which the program knows that it is asked to deny.
///
/// # Errors
/// It cannot be started, or does not end.
pub fn run(mut command: Command, folder: &Path, probe: Option<&str>, payload: &str) -> Result<Came, String> {
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    match probe {
        Some(word) => command.env(ASKED, word),
        None => command.env_remove(ASKED),
    };
    let mut child = command.spawn().map_err(|e| format!("it cannot be started: {e}"))?;
    let mut stdin = child.stdin.take();
    let payload = payload.as_bytes().to_vec();
    // A program that does not read must not hold us up.
    thread::spawn(move || {
        let _ = stdin.take().map(|mut stdin| stdin.write_all(&payload));
    });
    let stdout = child.stdout.take().map(reader);
    let stderr = child.stderr.take().map(reader);
    let exit = wait(&mut child)?;
    let text = |reader: Option<thread::JoinHandle<String>>| reader.and_then(|r| r.join().ok()).unwrap_or_default();
    Ok(Came { stdout: text(stdout), stderr: text(stderr), exit })
}

fn reader(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child) -> Result<Option<i32>, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.code()),
            Ok(None) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it did not end within {} s", PATIENCE.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}
