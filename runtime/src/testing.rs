//! Tests a handler without a host: an event as a chosen host would send it, and the reply as that host would get it.
//!
//! ```
//! use hookwright::prelude::*;
//! use hookwright::testing::{self, Fired};
//!
//! fn guard(call: &PreToolUse) -> Response<PreToolUse> {
//!     match call.tool() {
//!         Tool::Bash { command, .. } if command.contains("rm -rf") => Response::deny("Use `git clean`."),
//!         _ => Response::pass(),
//!     }
//! }
//!
//! let fired: Fired = testing::call("Bash", [("command", "rm -rf /")]).fire(guard);
//! assert_eq!(fired.denied(), Some("Use `git clean`."));
//! ```
//!
//! In the tests of a program, `.on("gemini-cli")` fires the event as that host does: by its own names, through the very
//! tables and steps of a real call. Without it a plain host is taken that can do everything.
//!
//! A test is a thread, and has surroundings of its own: an empty environment, and an empty [`state_dir`] that goes with it.
//! So sessions last from one event of a test to the next, and no longer.

use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::answer::{self, Answerer};
use crate::native::NativeEvent;
use crate::payload::Payload;
use crate::registry::{self, PROGRAMS};
use crate::table::{Field, Host, Program};
use crate::{defer, state, surroundings};

mod fire;
mod fired;
mod payload;
mod plain;

pub use fire::Fire;
pub use fired::{Answered, Fired};

/// A tool's call, for the events that have one: the canonical name and canonical input.
pub fn call<K: Into<String>, V: Into<Value>>(tool: &str, input: impl IntoIterator<Item = (K, V)>) -> Fire {
    Fire::new(tool, input.into_iter().map(|(k, v)| (k.into(), v.into())).collect())
}

/// A prompt, for `UserPromptSubmit`.
pub fn prompt(text: &str) -> Fire {
    event().with(Field::Prompt, text)
}

/// An event without a tool.
pub fn event() -> Fire {
    Fire::new("", Map::new())
}

/// A payload as a host sent it, one that was recorded say, fired at the whole program, native hooks included: any bytes, by
/// the native event's name.
///
/// # Panics
/// The program was not built for the host.
pub fn recorded(host: &str, event: &str, payload: impl Into<Vec<u8>>) -> Answered {
    surroundings::set_test_env(Vec::new());
    let program = linked();
    let answerer = Answerer { program, hooks: &registry::HOOKS, host: host_of(program, host), way: None };
    let (encoded, trouble) = answerer.answer(event, payload.into(), &|_| Vec::new());
    Answered { encoded, trouble }
}

/// An event that only one host has, to call a native hook with.
///
/// ```ignore
/// let event = testing::native("claude-code", "TaskCompleted", json!({ "task_subject": "fix it" }));
/// assert_eq!(task_completed(&event), None);
/// ```
///
/// # Panics
/// The program was not built for the host, or the payload is not a JSON object.
pub fn native(host: &str, event: &str, payload: Value) -> NativeEvent {
    surroundings::set_test_env(Vec::new());
    let parsed = Payload::parse(payload.to_string().into_bytes()).unwrap_or_else(|e| panic!("{e}: {payload}"));
    NativeEvent::new(host_of(linked(), host), event, parsed)
}

/// Does what the handlers of this test [deferred](crate::defer()), and gives how much that was.
///
/// # Panics
/// As the work does.
pub fn run_deferred() -> usize {
    defer::run_own()
}

/// The folder of this test's state: what [`crate::state_dir`] gives in it, from now on.
///
/// # Panics
/// It cannot be made.
pub fn state_dir() -> PathBuf {
    surroundings::begin_test();
    let dir = state::state_dir().unwrap_or_default();
    std::fs::create_dir_all(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    dir
}

fn host_of(program: &'static Program, id: &str) -> &'static Host {
    match answer::host(program, id) {
        Some(host) => host,
        None => panic!("this program was not built for `{id}`: add it to `hosts` in [package.metadata.hookwright]"),
    }
}

/// The program that is linked into this test.
fn linked() -> &'static Program {
    match PROGRAMS.first() {
        Some(program) => program,
        None => panic!(
            "no tables are linked into this test: `.on(host)` is for tests of the binary that has `hookwright::main!`"
        ),
    }
}

#[cfg(test)]
mod tests;
