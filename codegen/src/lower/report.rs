//! What a person is told at build time: one line a fact, none when all is well.

use std::collections::BTreeMap;

use super::Plan;
use crate::scan::Hook;

/// A line for the person who builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub level: Level,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Warning,
    /// The build fails.
    Error,
}

impl Diagnostic {
    pub fn warning(text: impl Into<String>) -> Diagnostic {
        Diagnostic { level: Level::Warning, text: text.into() }
    }

    pub fn error(text: impl Into<String>) -> Diagnostic {
        Diagnostic { level: Level::Error, text: text.into() }
    }
}

/// What the plans of one program leave out, by hook.
pub fn diagnose(plans: &[Plan]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut by_hook: BTreeMap<(usize, bool), (&Hook, Vec<&str>)> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for plan in plans {
        let lacking = plan.without_event.iter().map(|h| (h, true)).chain(plan.without_tool.iter().map(|h| (h, false)));
        for (hook, event) in lacking {
            let index = order.iter().position(|id| *id == hook.id).unwrap_or_else(|| {
                order.push(&hook.id);
                order.len() - 1
            });
            by_hook.entry((index, event)).or_insert((hook, Vec::new())).1.push(&plan.host.id);
        }
    }
    for ((_, event), (hook, hosts)) in by_hook {
        let what = if event { hook.event.name() } else { "tool of its matcher" };
        let hosts = hosts.join(", ");
        diagnostics.push(Diagnostic::warning(format!("{} never runs on {hosts}: no {what} there", hook.place())));
    }
    for plan in plans.iter().filter(|p| p.entries.is_empty()) {
        diagnostics.push(Diagnostic::warning(format!("{} gets no hook at all", plan.host.id)));
    }
    diagnostics
}
