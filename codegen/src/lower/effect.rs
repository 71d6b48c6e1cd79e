//! What comes of decisions on a host, and how a hook stands there.

use super::action::{Action, action};
use super::matcher;
use crate::host::{Grade, Host};
use crate::scan::Hook;
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
            let only = (!reply.tools.is_empty()).then(|| format!("only for {}", reply.tools.join(", ")));
            let short: Vec<String> = only.into_iter().chain(reply.partial.clone()).collect();
            if short.is_empty() { Effect::Full(grade) } else { Effect::Partial(grade, short.join("; ")) }
        }
        Action::Become(other) => Effect::Degraded(other),
        Action::Drop => Effect::Absent,
    })
}

impl Effect {
    /// In a few words.
    pub fn told(&self) -> String {
        match self {
            Effect::Full(grade) => format!("full ({})", grade.name()),
            Effect::Partial(grade, how) => format!("partial ({}): {how}", grade.name()),
            Effect::Degraded(other) => format!("becomes {}", other.name()),
            Effect::Absent => "absent".to_owned(),
        }
    }
}

/// How a hook stands on a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It runs; what comes of each decision that it can return.
    Runs(Vec<(Decision, Effect)>),
    /// The host has no such event.
    NoEvent,
    /// Its matcher names only tools that the host does not have.
    NoTool,
    /// The host cannot do what the hook requires, and the hook says to leave it out then.
    Skipped(Vec<Decision>),
}

/// How a hook stands on a host.
pub fn standing(host: &Host, hook: &Hook) -> Standing {
    let lacking = lacks(host, hook);
    if hook.skip && !lacking.is_empty() {
        return Standing::Skipped(lacking);
    }
    let Some(event) = host.events.get(hook.event.name()) else { return Standing::NoEvent };
    if !matcher::reaches(host, event, hook) {
        return Standing::NoTool;
    }
    let effects = hook.decisions.iter().filter_map(|d| Some((*d, effect(host, hook.event, *d)?)));
    Standing::Runs(effects.collect())
}

/// What a hook requires and the host cannot do.
pub fn lacks(host: &Host, hook: &Hook) -> Vec<Decision> {
    let done = |d: &Decision| matches!(effect(host, hook.event, *d), Some(Effect::Full(_) | Effect::Partial(..)));
    let reached = host.events.get(hook.event.name()).is_some_and(|event| matcher::reaches(host, event, hook));
    hook.require.iter().copied().filter(|d| !reached || !done(d)).collect()
}
