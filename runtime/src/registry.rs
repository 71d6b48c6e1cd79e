//! The hooks that the linker collected.

use linkme::distributed_slice;

use crate::event::{Event, Incoming, Kind};
use crate::matching::Matcher;
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
    pub matcher: Matcher,
    pub on_error: OnError,
    pub file: &'static str,
    pub line: u32,
    /// Runs the handler.
    pub call: fn(&Incoming) -> Result<Judged, String>,
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
