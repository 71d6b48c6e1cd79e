//! What a program remembers from one event of a session to the next.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::state;

/// How long another process of ours may hold a session's lock.
const PATIENCE: Duration = Duration::from_secs(2);
/// What was not touched for so long is forgotten.
const LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);

/// A small store of one session: keys and values, shared by all processes of the program, forgotten a week after its last
/// change. Every call reads or writes a file, under a lock.
///
/// ```no_run
/// # use hookwright::prelude::*;
/// #[hook(PostToolUse)]
/// fn count(call: &PostToolUse) -> Result<(), std::io::Error> {
///     call.session().update("calls", |n: Option<u64>| n.unwrap_or(0) + 1)?;
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    /// `None` where there is no folder for it.
    file: Option<PathBuf>,
}

impl Session {
    pub(crate) fn of(host: &str, session: &str) -> Session {
        let name = format!("{:016x}.json", fingerprint(session));
        Session { file: state::state_dir().map(|dir| dir.join("sessions").join(host).join(name)) }
    }

    /// What was stored under a key; `None` when nothing was, or something of another type.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let values = read(self.file.as_deref()?);
        serde_json::from_value(values.get(key)?.clone()).ok()
    }

    /// Stores a value.
    ///
    /// # Errors
    /// There is no place for it, it cannot be written, or another process held the lock for over two seconds.
    pub fn set<T: Serialize>(&self, key: &str, value: &T) -> io::Result<()> {
        let value = serde_json::to_value(value)?;
        self.change(|values| {
            values.insert(key.to_owned(), value);
        })
    }

    /// Stores what a function makes of the value that is there; between the two no other process comes. Gives the new value.
    ///
    /// # Errors
    /// As [`Session::set`].
    pub fn update<T: Serialize + DeserializeOwned>(&self, key: &str, f: impl FnOnce(Option<T>) -> T) -> io::Result<T> {
        let mut new = None;
        self.change(|values| {
            let old = values.get(key).and_then(|v| serde_json::from_value(v.clone()).ok());
            let value = f(old);
            if let Ok(json) = serde_json::to_value(&value) {
                values.insert(key.to_owned(), json);
            }
            new = Some(value);
        })?;
        new.ok_or_else(|| io::Error::other("the value was not stored"))
    }

    /// Forgets a key.
    ///
    /// # Errors
    /// As [`Session::set`].
    pub fn remove(&self, key: &str) -> io::Result<()> {
        if self.file.as_deref().is_none_or(|file| !file.exists()) {
            return Ok(());
        }
        self.change(|values| {
            values.remove(key);
        })
    }

    fn change(&self, f: impl FnOnce(&mut Map<String, Value>)) -> io::Result<()> {
        let file =
            self.file.as_deref().ok_or_else(|| io::Error::other("there is no home folder to keep a session in"))?;
        let folder = file.parent().unwrap_or(Path::new("."));
        if !file.exists() {
            fs::create_dir_all(folder)?;
            sweep(folder);
        }
        let _lock = lock(&file.with_extension("lock"))?;
        let mut values = read(file);
        f(&mut values);
        let new = file.with_extension(format!("{}.new", std::process::id()));
        let written =
            File::create(&new).and_then(|mut out| out.write_all(Value::Object(values).to_string().as_bytes()));
        written.and_then(|()| fs::rename(&new, file)).inspect_err(|_| {
            let _ = fs::remove_file(&new);
        })
    }
}

/// FNV-1a, which does not change from one release of the compiler to the next.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A file that is broken or gone holds nothing.
fn read(file: &Path) -> Map<String, Value> {
    match fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        Some(Value::Object(values)) => values,
        _ => Map::new(),
    }
}

fn lock(path: &Path) -> io::Result<File> {
    let file = File::create(path)?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(5)),
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::TimedOut, format!("{} is locked", path.display())));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Removes the sessions that nobody touched for a week.
fn sweep(folder: &Path) {
    let old = |path: &Path| {
        let changed = fs::metadata(path).and_then(|m| m.modified()).unwrap_or(SystemTime::now());
        changed.elapsed().is_ok_and(|age| age > LIFETIME)
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if old(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> (Session, PathBuf) {
        let dir = std::env::temp_dir().join(format!(
            "hookwright-session-{}-{:?}",
            std::process::id(),
            thread::current().id()
        ));
        let _ = fs::remove_dir_all(&dir);
        (Session { file: Some(dir.join("h").join("s.json")) }, dir)
    }

    #[test]
    fn values_are_kept_by_key_and_type() {
        let (session, dir) = session();
        assert_eq!(session.get::<u32>("n"), None);
        session.remove("n").unwrap();
        assert!(!dir.exists(), "nothing is made to forget something");
        session.set("n", &7_u32).unwrap();
        session.set("list", &["a", "b"]).unwrap();
        assert_eq!((session.get::<u32>("n"), session.get::<String>("n")), (Some(7), None));
        assert_eq!(session.get::<Vec<String>>("list").unwrap(), ["a", "b"]);
        assert_eq!(session.update("n", |n: Option<u32>| n.unwrap_or(0) * 6).unwrap(), 42);
        session.remove("n").unwrap();
        assert_eq!(session.get::<u32>("n"), None);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn many_writers_lose_nothing() {
        let (session, dir) = session();
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        session.update("n", |n: Option<u32>| n.unwrap_or(0) + 1).unwrap();
                    }
                });
            }
        });
        assert_eq!(session.get::<u32>("n"), Some(200));
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_broken_file_holds_nothing_and_is_written_anew() {
        let (session, dir) = session();
        session.set("n", &1).unwrap();
        fs::write(session.file.as_ref().unwrap(), "{ broken").unwrap();
        assert_eq!(session.get::<u32>("n"), None);
        session.set("n", &2).unwrap();
        assert_eq!(session.get::<u32>("n"), Some(2));
        fs::remove_dir_all(dir).unwrap();
    }
}
