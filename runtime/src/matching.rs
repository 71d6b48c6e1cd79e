//! Whether a hook's matcher means this event.

use regex_lite::Regex;

use crate::event::Incoming;

/// A matcher, split at compile time into what is cheap and what is not.
pub enum Matcher {
    /// Everything.
    Any,
    /// One of these names, exactly: canonical, or the host's own.
    Names(&'static [&'static str]),
    /// A regular expression that the macro has parsed, searched anywhere in the canonical or the native name.
    Regex(&'static str),
}

impl Matcher {
    /// Whether the event's tool, or its subagent's type, is meant. An event without either is always meant.
    pub(crate) fn means(&self, incoming: &Incoming) -> bool {
        let kind = incoming.kind();
        match self {
            Matcher::Any => true,
            _ if kind.has_tool() => self.means_tool(incoming),
            _ if kind.has_agent() => self.means_agent(incoming.agent_type().unwrap_or_default()),
            _ => true,
        }
    }

    fn means_tool(&self, incoming: &Incoming) -> bool {
        let named = incoming.named();
        match self {
            Matcher::Any => true,
            Matcher::Names(names) => names.iter().any(|name| named.is(name)),
            Matcher::Regex(pattern) => match Regex::new(pattern) {
                Ok(regex) => named.all().any(|name| regex.is_match(name)),
                // The macro has parsed it: this cannot be. A guard that watches too much is the lesser evil.
                Err(_) => true,
            },
        }
    }

    fn means_agent(&self, agent: &str) -> bool {
        match self {
            Matcher::Any => true,
            Matcher::Names(names) => names.contains(&agent),
            Matcher::Regex(pattern) => Regex::new(pattern).map_or(true, |regex| regex.is_match(agent)),
        }
    }
}
