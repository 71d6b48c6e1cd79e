//! What every host can do, told from the host files alone: the same data that the compiler and the runtime go by.

mod day;
mod markdown;
mod text;

pub use day::Day;
pub use markdown::markdown;
pub use text::{events, host, stale};

use crate::host::{Grade, Host, Paradigm};
use crate::lower::{Action, action};
use crate::vocab::{Decision, Event};

/// What one decision comes to at one event of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The host does what the decision means.
    Full(Grade),
    /// It does, but for what is said.
    Partial(Grade, String),
    /// Another decision is made of it, which allows no more.
    Degraded(Decision),
    /// Nothing comes of it.
    Absent,
}

/// What a decision comes to; `None` where the event cannot take it, or the host has no such event.
pub fn effect(host: &Host, event: Event, decision: Decision) -> Option<Effect> {
    if !event.decisions().contains(&decision) || !host.events.contains_key(event.name()) {
        return None;
    }
    Some(match action(host, event, decision) {
        Action::Reply(reply) => {
            let grade = reply.by.unwrap_or(host.verified.by);
            match &reply.partial {
                Some(how) => Effect::Partial(grade, how.clone()),
                None => Effect::Full(grade),
            }
        }
        Action::Become(other) => Effect::Degraded(other),
        Action::Drop => Effect::Absent,
    })
}

/// Whether a host has hooks at all.
pub fn has_hooks(host: &Host) -> bool {
    matches!(host.paradigm, Paradigm::JsonStdio | Paradigm::TsPlugin)
}

/// The host's own names of an event, joined; `None` where it has none.
pub fn natives(host: &Host, event: Event) -> Option<String> {
    let event = host.events.get(event.name())?;
    let names: Vec<&str> = event.native.iter().map(|n| n.name.as_str()).collect();
    Some(names.join(", "))
}

impl Paradigm {
    /// The name that host files use.
    pub fn name(self) -> &'static str {
        match self {
            Paradigm::JsonStdio => "json-stdio",
            Paradigm::TsPlugin => "ts-plugin",
            Paradigm::McpOnly => "mcp-only",
            Paradigm::None => "none",
        }
    }
}

impl Grade {
    /// The name that host files use.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Docs => "docs",
            Grade::Source => "source",
            Grade::Live => "live",
        }
    }
}
