//! The matrix for a terminal.

use std::fmt::Write;

use super::{Day, has_hooks, natives};
use crate::host::Host;
use crate::lower::effect;
use crate::vocab::{Decision, Event};

/// All hosts and their events, by the hosts' own names.
pub fn events(hosts: &[Host]) -> String {
    let mut out = String::new();
    let hooked = hosts.iter().filter(|h| has_hooks(h)).count();
    let _ = writeln!(out, "{} hosts, {hooked} with hooks\n", hosts.len());
    for host in hosts {
        let (paradigm, by) = (host.paradigm.name(), host.verified.by.name());
        let _ = writeln!(out, "{:<18} {paradigm:<11} {by:<7} {}", host.id, host.verified.version);
        if !has_hooks(host) {
            let _ = writeln!(out, "    no hooks: {}", host.reason.as_deref().unwrap_or_default());
            continue;
        }
        for event in Event::ALL {
            if let Some(names) = natives(host, *event) {
                let _ = writeln!(out, "    {:<20} {names}", event.name());
            }
        }
    }
    out
}

/// One host: every event and decision with what the host does.
pub fn host(host: &Host) -> String {
    let mut out = format!("{} ({}), {}\n", host.name, host.id, host.paradigm.name());
    let verified = &host.verified;
    let _ = writeln!(out, "known by: {}, {}, {}\n", verified.by.name(), verified.version, verified.on);
    if let (Some(reason), Some(evidence)) = (&host.reason, &host.evidence) {
        let _ = writeln!(out, "no hooks: {reason}\n{evidence}");
        return out;
    }
    for event in Event::ALL {
        let Some(names) = natives(host, *event) else {
            let _ = writeln!(out, "{:<20} –", event.name());
            continue;
        };
        let _ = writeln!(out, "{:<20} {names}", event.name());
        for decision in Decision::ALL {
            if let Some(effect) = effect(host, *event, *decision) {
                let _ = writeln!(out, "    {:<8} {}", decision.name(), effect.told());
            }
        }
        if let Some(note) = host.events.get(event.name()).and_then(|e| e.note.as_deref()) {
            let _ = writeln!(out, "    note: {note}");
        }
    }
    for note in &host.notes {
        let _ = writeln!(out, "\n{note}");
    }
    out
}

/// The hosts whose facts are older than `days` on the day `today`: a line each, the oldest first.
pub fn stale(hosts: &[Host], days: i64, today: Day) -> String {
    let age = |host: &Host| Day::parse(&host.verified.on).map_or(i64::MAX, |day| today.0 - day.0);
    let mut old: Vec<(i64, &Host)> = hosts.iter().map(|h| (age(h), h)).filter(|(age, _)| *age > days).collect();
    old.sort_by_key(|(age, host)| (-age, host.id.as_str()));
    old.iter()
        .map(|(age, host)| format!("{:<18} {age} days: {} of {}\n", host.id, host.verified.version, host.verified.on))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Library;

    #[test]
    fn old_facts_are_listed() {
        let hosts = vec![Library::builtin().get("codex").unwrap().unwrap()];
        let seen = Day::parse(&hosts[0].verified.on).unwrap();
        assert_eq!(stale(&hosts, 30, Day(seen.0 + 30)), "");
        assert!(stale(&hosts, 30, Day(seen.0 + 31)).starts_with("codex              31 days: "));
    }

    #[test]
    fn a_host_is_told_event_by_event() {
        let text = host(&Library::builtin().get("codex").unwrap().unwrap());
        assert!(
            text.contains("PreToolUse           PreToolUse\n    deny     full (live)\n    ask      becomes deny\n"),
            "{text}"
        );
        assert!(text.contains("Notification         –\n"), "{text}");
    }
}
