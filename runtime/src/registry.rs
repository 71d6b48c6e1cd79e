//! The hooks that the linker collected.

use linkme::distributed_slice;

use crate::event::{Event, Incoming, Kind};
use crate::matching::{Glance, Matcher};
use crate::response::{Judged, Outcome};
use crate::table::Program;

/// All hooks of the program, in no order.
#[distributed_slice]
pub static HOOKS: [Hook];

/// The program's tables; one element, which `hookwright::main!` and `hookwright::run!` put there.
#[distributed_slice]
pub static PROGRAMS: [&'static Program];

/// A registered handler.
pub struct Hook {
    /// Module path and function name.
    pub id: &'static str,
    pub event: Kind,
    /// What the matcher can mean.
    pub glance: Glance,
    pub matcher: Matcher,
    pub options: Options,
    pub file: &'static str,
    pub line: u32,
    /// Runs the handler.
    pub call: fn(&Incoming) -> Result<Judged, String>,
}

/// What the attribute says besides.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub on_error: OnError,
    pub ask_fallback: Fallback,
    pub modify_fallback: Fallback,
    /// The hook's own deadline, in milliseconds; 0 for none.
    pub timeout_ms: u32,
    /// How often in a row it may keep an agent from stopping.
    pub max_blocks: u32,
}

impl Options {
    /// What holds when the attribute says nothing.
    pub const DEFAULT: Options = Options {
        on_error: OnError::Allow,
        ask_fallback: Fallback::Deny,
        modify_fallback: Fallback::Deny,
        timeout_ms: 0,
        max_blocks: 3,
    };
}

/// What becomes of a decision that the host has no reply for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fallback {
    /// A denial: nothing happens that was not wanted.
    #[default]
    Deny,
    /// An active grant.
    Allow,
    /// No opinion.
    Pass,
}

/// What a handler that panics or returns `Err` amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    /// No opinion.
    Allow,
    /// A denial that names the error.
    Deny,
}

/// Runs one handler on an event; the macro's only generic step.
pub fn call<E: Event, R: Outcome<E>>(incoming: &Incoming, handler: fn(&E) -> R) -> Result<Judged, String> {
    handler(&E::from_incoming(incoming.clone())).verdict()
}
