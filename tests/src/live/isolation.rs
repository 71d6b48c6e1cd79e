//! Whether and how this machine gives a process a network namespace of its own.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The ways to start a command in a fresh network namespace: as root, else by a user namespace.
const WAYS: [&[&str]; 2] = [&["unshare", "-n"], &["unshare", "-rn"]];

/// Whether live turns can be isolated here.
///
/// # Errors
/// Neither way works: the text has what each said.
pub fn can_isolate() -> Result<(), String> {
    isolation().map(|_| ())
}

/// The words to put before a command so that it runs in a fresh network namespace. Tried once in a process.
///
/// # Errors
/// As [`can_isolate`].
pub fn isolation() -> Result<&'static [&'static str], String> {
    static WAY: OnceLock<Result<&[&str], String>> = OnceLock::new();
    WAY.get_or_init(|| {
        let mut reasons = Vec::new();
        for way in WAYS {
            match attempt(way) {
                Ok(()) => return Ok(way),
                Err(reason) => reasons.push(format!("`{}`: {reason}", way.join(" "))),
            }
        }
        Err(format!("no network namespace can be had here: {}", reasons.join("; ")))
    })
    .clone()
}

fn attempt(way: &[&str]) -> Result<(), String> {
    let out = Command::new(way[0]).args(&way[1..]).arg("true").stdin(Stdio::null()).output();
    match out {
        Ok(out) if out.status.success() => Ok(()),
        Ok(out) => Err(String::from_utf8_lossy(&out.stderr).trim().to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
