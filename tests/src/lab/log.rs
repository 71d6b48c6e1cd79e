//! The log: one JSON line for each request that a host sent. It is how a test sees what reached the model.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What one request carried to the model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelRequest {
    /// The request's target with its query.
    pub path: String,
    /// The names of the tools that the model was offered.
    pub offered: Vec<String>,
    /// The tool results in order, as the model reads them.
    pub results: Vec<String>,
    /// All other text of the prompt: system prompt, user, context that hooks added.
    pub text: String,
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What the request carried; only `path` is filled for one that asks no model.
    #[serde(flatten)]
    pub request: ModelRequest,
    /// What the model said; null where no model was asked.
    pub served: Value,
    /// The body as it came; a string where it is not JSON.
    pub body: Value,
}

/// A log that several connections append to.
#[derive(Debug)]
pub struct Log {
    file: Mutex<File>,
}

impl Log {
    /// Starts an empty log at `path`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(path: &Path) -> io::Result<Log> {
        Ok(Log { file: Mutex::new(File::create(path)?) })
    }

    /// Appends a row.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&self, row: &Row) -> io::Result<()> {
        let mut line = serde_json::to_vec(row)?;
        line.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        file.write_all(&line)
    }
}

/// Reads the rows of the log at `path`.
///
/// # Errors
/// The file cannot be read, or a line is not a row: the text says which.
pub fn read(path: &Path) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let row = |(number, line)| {
        serde_json::from_str(line).map_err(|e| format!("{}:{}: not a row of the log: {e}", path.display(), number + 1))
    };
    text.lines().enumerate().map(row).collect()
}
