//! Hooks on events that only one host has: an entry each, by the host's own name.

use super::{Diagnostic, Entry};
use crate::host::{Host, Paradigm};
use crate::manifest::Program;
use crate::scan::NativeHook;

/// The entries of a program's native hooks on a host, and what is wrong with the others.
pub(super) fn entries(host: &Host, program: &Program) -> (Vec<Entry>, Vec<Diagnostic>) {
    let (mut entries, mut faults): (Vec<Entry>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    for hook in program.natives.iter().filter(|h| h.attr.host == host.id) {
        match fault(host, hook) {
            Some(fault) => faults.push(fault),
            None if entries.iter().any(|e| e.native == hook.attr.event) => {}
            None => entries.push(Entry {
                native: hook.attr.event.clone(),
                events: Vec::new(),
                matcher: None,
                tools: None,
                timeout: None,
                closed: false,
            }),
        }
    }
    (entries, faults)
}

fn fault(host: &Host, hook: &NativeHook) -> Option<Diagnostic> {
    let (event, place) = (&hook.attr.event, hook.place());
    let normalized = host.events.iter().find(|(_, e)| e.native.iter().any(|n| n.name == *event));
    if let Some((name, _)) = normalized {
        return Some(Diagnostic::error(format!("{place}: `{event}` of {} is {name}: write #[hook({name})]", host.id)));
    }
    let module = host.module.as_ref().is_some_and(|m| m.natives);
    if host.paradigm == Paradigm::TsPlugin && !module {
        return Some(Diagnostic::warning(format!(
            "{place} never runs: the module of {} hands on no native events",
            host.id
        )));
    }
    let strict = host.config.as_ref().is_some_and(|c| c.strict);
    if strict && !host.native_events.contains(event) {
        let why = "and one event that it does not know makes it drop the whole file";
        return Some(Diagnostic::warning(format!("{place} is left out: {} has no event `{event}`, {why}", host.id)));
    }
    None
}
