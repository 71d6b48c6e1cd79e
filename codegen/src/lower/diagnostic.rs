//! What a person is told at build time: one line a fact, none when all is well.

use super::{Effect, Plan, Standing, lacks};
use crate::scan::Known;
use crate::vocab::Decision;

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

/// What the plans of one program leave out: a line for every hook and kind of loss, with the hosts that it is lost on.
pub fn diagnose(plans: &[Plan]) -> Vec<Diagnostic> {
    let mut lines: Vec<(Level, String, Vec<&str>, &str)> = Vec::new();
    let mut add = |level, what: String, host, why| match lines.iter_mut().find(|(_, w, ..)| *w == what) {
        Some((_, _, hosts, _)) => hosts.push(host),
        None => lines.push((level, what, vec![host], why)),
    };
    let hooks = plans.first().map_or(0, |p| p.standings.len());
    for index in 0..hooks {
        for plan in plans {
            let (hook, standing) = &plan.standings[index];
            let (place, host) = (hook.place(), plan.host.id.as_str());
            let lacking = lacks(plan.host, hook);
            if !hook.skip && !lacking.is_empty() {
                let what = format!("{place} requires {}, which cannot be done on", names(&lacking));
                add(Level::Error, what, host, ": leave the host out of `hosts`, or say `else = \"skip\"`");
                continue;
            }
            match standing {
                Standing::NoEvent => {
                    add(
                        Level::Warning,
                        format!("{place} never runs, for there is no {}, on", hook.event.name()),
                        host,
                        "",
                    );
                }
                Standing::NoTool => {
                    add(
                        Level::Warning,
                        format!("{place} never runs, for there is no tool of its matcher, on"),
                        host,
                        "",
                    );
                }
                Standing::Skipped(_) => {}
                // What is only known by its type may never be decided; the report has it.
                Standing::Runs(_) if hook.known == Known::Type => {}
                Standing::Runs(effects) => {
                    for (decision, effect) in effects {
                        if let Some(loss) = loss(*decision, effect) {
                            add(Level::Warning, format!("{place}: {loss} on"), host, "");
                        }
                    }
                }
            }
        }
    }
    let told = lines
        .into_iter()
        .map(|(level, what, hosts, why)| Diagnostic { level, text: format!("{what} {}{why}", hosts.join(", ")) });
    let bare = plans.iter().filter(|p| p.entries.is_empty());
    let natives = plans.iter().flat_map(|p| p.native_faults.iter().cloned());
    told.chain(natives).chain(bare.map(|p| Diagnostic::warning(format!("{} gets no hook at all", p.host.id)))).collect()
}

/// What is lost of a decision, if anything is.
fn loss(decision: Decision, effect: &Effect) -> Option<String> {
    match effect {
        Effect::Full(_) | Effect::Partial(..) => None,
        Effect::Degraded(other) => Some(format!("`{}` becomes {}", decision.name(), other.name())),
        // Without an answer the host asks.
        Effect::Absent if decision == Decision::Ask => None,
        Effect::Absent => Some(format!("`{}` has no effect", decision.name())),
    }
}

fn names(decisions: &[Decision]) -> String {
    decisions.iter().map(|d| format!("`{}`", d.name())).collect::<Vec<_>>().join(" and ")
}
