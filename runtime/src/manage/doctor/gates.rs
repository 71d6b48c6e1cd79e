//! What the user must allow, and whether they have.

use serde_json::Value;

use super::findings::{Finding, Severity};
use crate::manage::edit;
use crate::manage::inspect::{Entry, Standing};
use crate::manage::ours::event;
use crate::manage::place;
use crate::manage::scope::Scope;
use crate::manage::trust::{self, Installed, Where};
use crate::manage::world::World;
use crate::table::{Setup, State};

/// A finding for each gate that is not open, or about which nothing can be known.
pub fn look(setup: &'static Setup, standing: &Standing, world: &World, found: &mut Vec<Finding>) {
    let installed = installed(setup, standing, world);
    let at = Where {
        home: &world.home,
        project: Some(&world.project),
        homes: setup.homes,
        var: &world.var,
        installed: &installed,
    };
    for gate in trust::gates(setup.gates, &at) {
        let severity = match gate.state {
            State::Trusted => continue,
            State::Untrusted | State::Modified | State::Off => Severity::Waits,
            State::Unknown => Severity::Note,
        };
        let hook = gate.hook.map(|hook| format!(" ({})", hook.event)).unwrap_or_default();
        let mut why = gate.why;
        if let Some(file) = &gate.file {
            why = why.replace(&*file.to_string_lossy(), &world.short(file));
        }
        let message = format!("{}{hook}: {why}", gate.gate.name);
        let mut finding = Finding::new(severity, setup.host, Some(standing.scope), message);
        finding.path = gate.file.filter(|file| !finding.message.contains(&world.short(file)));
        if !gate.fix.is_empty() {
            finding = finding.fix(gate.fix);
        }
        if found.iter().all(|other| other.message != finding.message || other.host != finding.host) {
            found.push(finding);
        }
    }
}

fn installed(setup: &Setup, standing: &Standing, world: &World) -> Vec<Installed> {
    let in_project = standing.scope != Scope::User;
    let one = |entry: &Entry| {
        let event = event(&entry.command, world.program.name, setup.host)?;
        let (group, handler) = positions(&entry.pointer);
        Some(Installed {
            file: entry.path.clone(),
            in_project,
            event,
            group,
            handler,
            matcher: matcher(setup, entry),
            command: entry.command.clone(),
            entry: entry.handler.clone(),
        })
    };
    if !standing.entries.is_empty() {
        return standing.entries.iter().filter_map(one).collect();
    }
    let own = |path: &std::path::PathBuf| Installed {
        file: path.clone(),
        in_project,
        event: String::new(),
        group: 0,
        handler: 0,
        matcher: None,
        command: String::new(),
        entry: Value::Null,
    };
    standing.files.iter().map(own).collect()
}

/// Where an entry is in its list, and its handler in the entry.
fn positions(pointer: &str) -> (usize, usize) {
    let mut numbers = pointer.split('/').filter_map(|key| key.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// The matcher of a handler, or of the group around it.
fn matcher(setup: &Setup, entry: &Entry) -> Option<String> {
    let own = |value: &Value| value.get("matcher").and_then(Value::as_str).map(str::to_owned);
    own(&entry.handler).or_else(|| {
        let bytes = std::fs::read(&entry.path).ok()?;
        let text = place::text(&entry.path, &bytes).ok()?;
        let root = edit::get(text, setup.format.syntax()?, "").ok()??;
        let (group, _) = entry.pointer.rsplit_once("/hooks/")?;
        root.pointer(group).and_then(own)
    })
}
