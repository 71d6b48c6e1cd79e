//! Payloads that real hosts sent, recorded with the environment that they sent them in.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use crate::golden::crate_dir;

/// One recorded event.
#[derive(Clone, Debug, Deserialize)]
pub struct Capture {
    /// The file's name without `.json`.
    #[serde(skip)]
    pub name: String,
    pub host: String,
    /// The host's own name of the event; `event:…` for what comes over a bus.
    pub event: String,
    /// What the host wrote to standard input, or handed to a plugin; null where all is in the environment.
    pub stdin: Value,
    /// What the host added to the environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

impl Capture {
    /// What the program reads on standard input.
    pub fn input(&self) -> Vec<u8> {
        if self.stdin.is_null() { Vec::new() } else { self.stdin.to_string().into_bytes() }
    }
}

/// The hosts of which there are recordings.
pub fn hosts() -> Vec<String> {
    let entries = fs::read_dir(crate_dir().join("captures")).into_iter().flatten();
    let mut hosts: Vec<String> = entries.filter_map(|e| e.ok()?.file_name().into_string().ok()).collect();
    hosts.sort();
    hosts
}

/// The recordings of one host, by name.
///
/// # Panics
/// A recording that is no recording, which is a fault of the test data.
pub fn of(host: &str) -> Vec<Capture> {
    let entries = fs::read_dir(crate_dir().join("captures").join(host)).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut capture: Capture = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        capture.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        capture
    };
    files.iter().map(read).collect()
}
