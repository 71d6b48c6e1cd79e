//! The report of a build: for every hook, host and decision, what comes of it.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::{Effect, Plan, Standing};
use crate::scan::{Hook, Known};

/// The report for a person.
pub fn report_text(program: &str, plans: &[Plan]) -> String {
    let mut out = format!("{program}: what comes of each hook's decisions on each host\n");
    for (index, hook) in hooks(plans).enumerate() {
        let decisions: Vec<&str> = hook.decisions.iter().map(|d| d.name()).collect();
        let decisions = if decisions.is_empty() { "decides nothing".to_owned() } else { decisions.join(", ") };
        let _ =
            writeln!(out, "\n{} on {}: {decisions} (by its {})", hook.place(), hook.event.name(), known(hook.known));
        for plan in plans {
            let (_, standing) = &plan.standings[index];
            let _ = writeln!(out, "  {:<18} {}", plan.host.id, told(standing));
        }
    }
    out
}

fn hooks<'a>(plans: &'a [Plan<'a>]) -> impl Iterator<Item = &'a Hook> {
    plans.first().into_iter().flat_map(|p| p.standings.iter().map(|(hook, _)| *hook))
}

fn known(known: Known) -> &'static str {
    match known {
        Known::Declared => "attribute",
        Known::Body => "body",
        Known::Type => "type",
    }
}

fn told(standing: &Standing) -> String {
    match standing {
        Standing::NoEvent => "never runs: no such event".to_owned(),
        Standing::NoTool => "never runs: no tool of its matcher".to_owned(),
        Standing::Skipped(lacking) => {
            let lacking: Vec<&str> = lacking.iter().map(|d| d.name()).collect();
            format!("left out: cannot {}", lacking.join(", "))
        }
        Standing::Runs(effects) if effects.is_empty() => "runs".to_owned(),
        Standing::Runs(effects) => {
            let told = effects.iter().map(|(d, effect)| format!("{} {}", d.name(), effect.told()));
            told.collect::<Vec<_>>().join("; ")
        }
    }
}

/// The report for a program: a list of hooks.
pub fn report_json(plans: &[Plan]) -> Value {
    let rows = hooks(plans).enumerate().map(|(index, hook)| {
        let hosts: Map<String, Value> =
            plans.iter().map(|plan| (plan.host.id.clone(), standing(&plan.standings[index].1))).collect();
        json!({
            "hook": hook.id,
            "file": hook.file,
            "line": hook.line,
            "event": hook.event.name(),
            "decisions": hook.decisions.iter().map(|d| d.name()).collect::<Vec<_>>(),
            "known_by": known(hook.known),
            "hosts": hosts,
        })
    });
    Value::Array(rows.collect())
}

fn standing(standing: &Standing) -> Value {
    match standing {
        Standing::NoEvent => json!({ "runs": false, "why": "no such event" }),
        Standing::NoTool => json!({ "runs": false, "why": "no tool of its matcher" }),
        Standing::Skipped(lacking) => {
            json!({ "runs": false, "why": "left out", "lacks": lacking.iter().map(|d| d.name()).collect::<Vec<_>>() })
        }
        Standing::Runs(effects) => {
            let decisions: Map<String, Value> = effects
                .iter()
                .map(|(decision, effect)| {
                    let value = match effect {
                        Effect::Full(grade) => json!({ "effect": "full", "grade": grade.name() }),
                        Effect::Partial(grade, how) => {
                            json!({ "effect": "partial", "grade": grade.name(), "how": how })
                        }
                        Effect::Degraded(other) => json!({ "effect": "degraded", "becomes": other.name() }),
                        Effect::Absent => json!({ "effect": "absent" }),
                    };
                    (decision.name().to_owned(), value)
                })
                .collect();
            json!({ "runs": true, "decisions": decisions })
        }
    }
}
