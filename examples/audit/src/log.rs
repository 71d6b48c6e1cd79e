//! The file: many processes append to it, and one of them sets it aside when it is full.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, thread};

/// How many full files are kept.
const KEPT: usize = 5;
const FULL: u64 = 16 << 20;
/// How long another process may hold the lock before a line is written without it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where the lines go.
pub struct Log {
    path: PathBuf,
    full: u64,
}

impl Log {
    /// The log that the environment names, or the user's own.
    ///
    /// # Errors
    /// There is no home folder, or the log's folder cannot be made.
    pub fn open() -> io::Result<Log> {
        let full = env::var("AUDIT_LOG_BYTES").ok().and_then(|bytes| bytes.parse().ok()).unwrap_or(FULL);
        Log::at(path().ok_or_else(|| io::Error::other("there is no home folder: set AUDIT_LOG"))?, full)
    }

    /// A log at this path, set aside when it holds more than `full` bytes.
    ///
    /// # Errors
    /// Its folder cannot be made.
    pub fn at(path: PathBuf, full: u64) -> io::Result<Log> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(Log { path, full })
    }

    /// Appends one line, whole: the file is opened for appending and written to once, so that lines of other processes
    /// never come between, lock or no lock. The lock is for setting the file aside.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&self, line: &str) -> io::Result<()> {
        let lock = self.lock();
        if lock.is_some() && fs::metadata(&self.path).is_ok_and(|file| file.len() >= self.full) {
            self.set_aside()?;
        }
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        private(OpenOptions::new().create(true).append(true)).open(&self.path)?.write_all(&bytes)
    }

    /// `None` where it cannot be had in time: a line in a file that is too long is better than no line.
    fn lock(&self) -> Option<File> {
        let file = private(OpenOptions::new().create(true).append(true)).open(self.beside("lock")).ok()?;
        let start = Instant::now();
        while file.try_lock().is_err() {
            if start.elapsed() > PATIENCE {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
        Some(file)
    }

    /// `audit.jsonl` becomes `audit.jsonl.1`, that one `.2`; the oldest goes.
    fn set_aside(&self) -> io::Result<()> {
        for number in (1..KEPT).rev() {
            rename(&self.beside(&number.to_string()), &self.beside(&(number + 1).to_string()))?;
        }
        rename(&self.path, &self.beside("1"))
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".");
        name.push(ending);
        name.into()
    }
}

fn rename(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Prompts and commands are nobody else's business.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn path() -> Option<PathBuf> {
    let set = env::var_os("AUDIT_LOG").filter(|value| !value.is_empty()).map(PathBuf::from);
    set.or_else(|| Some(hookwright::state_dir()?.join("audit.jsonl")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line of all files of a log, the oldest file first.
    fn lines(log: &Log) -> Vec<String> {
        let files = (1..=KEPT).rev().map(|n| log.beside(&n.to_string())).chain([log.path.clone()]);
        let texts = files.filter_map(|path| fs::read_to_string(path).ok());
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn many_writers_lose_no_line_even_when_files_are_set_aside() {
        let dir = tempfile::tempdir().unwrap();
        let log = Log::at(dir.path().join("a/audit.jsonl"), 40_000).unwrap();
        thread::scope(|scope| {
            for writer in 0..8 {
                let log = &log;
                scope.spawn(move || {
                    for number in 0..50 {
                        log.append(&format!("{writer}-{number}-{}", "x".repeat(200 + number))).unwrap();
                    }
                });
            }
        });
        let lines = lines(&log);
        assert_eq!(lines.len(), 400, "none is lost");
        for line in &lines {
            let length: usize = line.split('-').nth(1).unwrap().parse().unwrap();
            assert!(line.ends_with(&"x".repeat(200 + length)) && line.matches('-').count() == 2, "torn: {line}");
        }
        assert!(log.beside("2").exists(), "it was set aside");
    }

    #[test]
    fn the_oldest_goes() {
        let dir = tempfile::tempdir().unwrap();
        let log = Log::at(dir.path().join("audit.jsonl"), 1).unwrap();
        for number in 0..20 {
            log.append(&number.to_string()).unwrap();
        }
        assert_eq!(lines(&log), ["14", "15", "16", "17", "18", "19"]);
    }

    #[test]
    fn a_lock_that_is_held_costs_no_line() {
        let dir = tempfile::tempdir().unwrap();
        let log = Log::at(dir.path().join("audit.jsonl"), 1).unwrap();
        let held = log.lock();
        log.append("a").unwrap();
        log.append("b").unwrap();
        drop(held);
        assert_eq!(lines(&log), ["a", "b"]);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_it() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let log = Log::at(dir.path().join("audit.jsonl"), 1000).unwrap();
        log.append("x").unwrap();
        assert_eq!(fs::metadata(&log.path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
