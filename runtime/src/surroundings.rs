//! What is around an event beside its payload: the environment of the process and the folder of its state. A test has its
//! own, so that its answer does not depend on who runs it, and nothing of it is left behind.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, process};

thread_local! {
    /// Those of the test that runs on this thread.
    static OWN: RefCell<Option<Own>> = const { RefCell::new(None) };
}

/// How many tests have begun in this process. Where there is one, threads that belong to none have an empty environment
/// too, and a folder of their own.
static TESTS: AtomicU32 = AtomicU32::new(0);

struct Own {
    env: Vec<(String, OsString)>,
    state: Folder,
}

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A variable of the environment; `None` for an empty one.
pub(crate) fn var(name: &str) -> Option<OsString> {
    let value = if is_test() {
        OWN.with_borrow(|own| own.as_ref()?.env.iter().find(|(have, _)| have == name).map(|(_, value)| value.clone()))
    } else {
        env::var_os(name)
    };
    value.filter(|value| !value.is_empty())
}

/// The folder of a test's state; `None` where no test runs.
pub(crate) fn test_state() -> Option<PathBuf> {
    if !is_test() {
        return None;
    }
    let own = OWN.with_borrow(|own| own.as_ref().map(|own| own.state.0.clone()));
    Some(own.unwrap_or_else(|| folder(0)))
}

fn is_test() -> bool {
    TESTS.load(Ordering::Relaxed) > 0
}

/// Begins a test on this thread, if none has begun, and gives the folder of its state.
pub(crate) fn begin_test() -> PathBuf {
    OWN.with_borrow_mut(|own| {
        let own = own.get_or_insert_with(|| {
            let state = folder(TESTS.fetch_add(1, Ordering::Relaxed) + 1);
            // One of an earlier process with this id.
            let _ = fs::remove_dir_all(&state);
            Own { env: Vec::new(), state: Folder(state) }
        });
        own.state.0.clone()
    })
}

/// Sets the whole environment of this thread's test.
pub(crate) fn set_test_env(env: Vec<(String, OsString)>) {
    begin_test();
    OWN.with_borrow_mut(|own| {
        if let Some(own) = own {
            own.env = env;
        }
    });
}

fn folder(number: u32) -> PathBuf {
    let name = format!("hookwright-test-{}-{number}", process::id());
    env::temp_dir().join(Path::new(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_has_surroundings_of_its_own() {
        let state = begin_test();
        assert_eq!(var("PATH"), None, "the environment of whoever runs the test is not seen");
        set_test_env(vec![("PATH".to_owned(), "/x".into()), ("EMPTY".to_owned(), OsString::new())]);
        assert_eq!((var("PATH"), var("EMPTY")), (Some("/x".into()), None));
        assert_eq!((begin_test(), test_state()), (state.clone(), Some(state.clone())));
        fs::create_dir_all(state.join("sessions")).unwrap();
        let other = std::thread::spawn(|| (var("PATH"), begin_test(), test_state())).join().unwrap();
        assert_ne!(other.1, state, "another test has another folder");
        assert_eq!((other.0, Some(other.1)), (None, other.2));
    }

    #[test]
    fn the_folder_goes_with_the_test() {
        let made = std::thread::spawn(|| {
            let state = begin_test();
            fs::create_dir_all(state.join("sessions")).unwrap();
            state
        });
        assert!(!made.join().unwrap().exists());
    }
}
