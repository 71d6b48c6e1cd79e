//! What every host can do, told from the host files alone: the same data that the compiler and the runtime go by.

mod day;
mod markdown;
mod text;

pub use day::Day;
pub use markdown::markdown;
pub use text::{events, host, stale};

use crate::host::{Grade, Host, Paradigm};
use crate::vocab::Event;

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
