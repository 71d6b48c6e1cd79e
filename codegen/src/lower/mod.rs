//! From what was declared to what one host gets, and what it does not get.

mod action;
mod diagnostic;
mod effect;
mod matcher;
mod native;
mod report;

use std::time::Duration;

pub use action::{Action, action};
pub use diagnostic::{Diagnostic, Level, diagnose};
pub use effect::{Effect, Standing, effect, lacks, standing};
pub use report::{report_json, report_text};

use crate::attr::OnError;
use crate::host::{Event as HostEvent, Format, Host, Native, TimeoutRule, Unit};
use crate::manifest::Program;
use crate::scan::Hook;
use crate::vocab::Event;

/// What one host gets of a program.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    pub host: &'a Host,
    /// One entry per native event that some hook means.
    pub entries: Vec<Entry>,
    /// How every hook stands there.
    pub standings: Vec<(&'a Hook, Standing)>,
    /// What is wrong with native hooks of this host.
    pub native_faults: Vec<Diagnostic>,
}

/// One native event for which the host starts the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub native: String,
    /// The normalized events that it can mean, in the host file's order.
    pub events: Vec<Event>,
    /// The host's own matcher; `None` starts the program for every call, and it checks itself.
    pub matcher: Option<String>,
    /// The native tool names that the matcher stands for.
    pub tools: Option<Vec<String>>,
    /// In the host's unit.
    pub timeout: Option<u64>,
    /// Whether a hook of it denies when it fails.
    pub closed: bool,
}

/// Lowers a program's hooks to one host.
pub fn lower<'a>(host: &'a Host, program: &'a Program) -> Plan<'a> {
    let standings: Vec<(&Hook, Standing)> = program.hooks.iter().map(|h| (h, standing(host, h))).collect();
    let there: Vec<&Hook> = standings.iter().filter(|(_, s)| matches!(s, Standing::Runs(_))).map(|(h, _)| *h).collect();
    let mut entries: Vec<Entry> = natives(host).into_iter().filter_map(|native| entry(host, native, &there)).collect();
    let (own, native_faults) = native::entries(host, program);
    entries.extend(own);
    Plan { host, entries, standings, native_faults }
}

/// The native events of a host, each once, in the file's order.
fn natives(host: &Host) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for native in host.events.values().flat_map(|e| e.native.iter()) {
        if !names.contains(&native.name.as_str()) {
            names.push(&native.name);
        }
    }
    names
}

/// The entry of one native event, if any hook means it.
fn entry(host: &Host, native: &str, hooks: &[&Hook]) -> Option<Entry> {
    let mut events = Vec::new();
    let mut meant: Vec<&Hook> = Vec::new();
    let mut default_timeout = None;
    for (name, event) in &host.events {
        let Some(kind) = Event::parse(name) else { continue };
        for form in event.native.iter().filter(|n| n.name == native) {
            let before = meant.len();
            meant.extend(hooks.iter().copied().filter(|h| h.event == kind && concerns(host, event, form, h)));
            if meant.len() > before {
                events.push(kind);
                default_timeout = default_timeout.max(event.timeout.map(Duration::from_secs));
            }
        }
    }
    if meant.is_empty() {
        return None;
    }
    let takes_matcher = events.iter().all(|e| matcher::taken(host, *e));
    let lowered = if takes_matcher { matcher::lower(host, events[0], &meant) } else { matcher::Lowered::default() };
    Some(Entry {
        native: native.to_owned(),
        events,
        matcher: lowered.text,
        tools: lowered.names,
        timeout: timeout(host, &meant, default_timeout),
        closed: meant.iter().any(|h| h.on_error == OnError::Deny),
    })
}

/// Whether a hook means a native event that may be about one tool alone.
fn concerns(host: &Host, event: &HostEvent, native: &Native, hook: &Hook) -> bool {
    match &native.tool {
        Some(tool) => matcher::means_tool(host, tool, &hook.matcher),
        None => matcher::reaches(host, event, hook),
    }
}

/// The time that the hooks of one entry need together, in the host's unit; `None` leaves it to the host.
fn timeout(host: &Host, hooks: &[&Hook], default: Option<Duration>) -> Option<u64> {
    // A module keeps the time itself.
    const OWN: TimeoutRule = TimeoutRule { unit: Unit::Milliseconds, min: None, max: None };
    let config = host.config.as_ref()?;
    let rule = match &config.timeout {
        Some(rule) => rule,
        None if config.format == Format::Module => &OWN,
        None => return None,
    };
    // They run one after the other; one that declares nothing may need what the host gives by itself.
    let declared: Option<Duration> = hooks.iter().map(|h| h.timeout).sum();
    let time = declared.or(default)?;
    let number = match rule.unit {
        Unit::Seconds => time.as_millis().div_ceil(1000) as u64,
        Unit::Milliseconds => time.as_millis() as u64,
    };
    Some(number.clamp(rule.min.unwrap_or(1), rule.max.unwrap_or(u64::MAX)))
}
