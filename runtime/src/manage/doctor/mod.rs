//! `hooks doctor`: whether what is installed works, proved by running it.

mod findings;
mod gates;
mod probe;
mod start;

use std::fs;
use std::path::Path;

use serde_json::json;

use super::cli::Asked;
use super::inspect::{Standing, State, inspect};
use super::install::install;
use super::me;
use super::ours::event;
use super::place::Ledger;
use super::plan;
use super::report;
use super::rules;
use super::run::{hosts, ledger, say};
use super::show::{self, Paint};
use super::world::World;
use crate::table::Setup;
use findings::{Finding, Severity};

/// Looks at every installed host, and gives the exit code.
///
/// # Errors
/// The record of installations cannot be read.
pub fn doctor(world: &World, asked: &Asked) -> Result<u8, String> {
    let mut ledger = ledger(world)?;
    let mut found = Vec::new();
    for setup in hosts(world, asked, |_| true) {
        one(setup, world, asked, &mut ledger, &mut found);
    }
    if asked.json {
        let value = json!({ "program": world.program.name, "version": world.program.version, "findings": found });
        say(&format!("{value:#}\n"));
    } else if found.is_empty() {
        say("Nothing of this program is installed.\n");
    } else {
        say(&findings::text(&found, world, Paint::of_stdout()));
    }
    Ok(u8::from(found.iter().any(|finding| finding.severity == Severity::Problem && !finding.fixed)))
}

fn one(setup: &'static Setup, world: &World, asked: &Asked, ledger: &mut Ledger, found: &mut Vec<Finding>) {
    let scopes = plan::scopes(setup, world).into_iter();
    let standings: Vec<Standing> = scopes.map(|scope| inspect(setup, scope, world, ledger)).collect();
    let there = |standing: &&Standing| standing.state != State::Absent;
    if !standings.iter().any(|standing| there(&standing)) {
        if asked.hosts.iter().any(|host| host == setup.host) {
            let finding = Finding::new(Severity::Problem, setup.host, None, "nothing of this program is installed");
            found.push(finding.fix(format!("{} hooks install --host {}", world.program.name, setup.host)));
        }
        return;
    }
    let before = found.len();
    for standing in standings.iter().filter(there) {
        look(setup, standing, world, asked, ledger, found);
    }
    doubles(setup, &standings, world, found);
    // Good news last.
    found[before..].sort_by_key(|finding| finding.severity);
}

fn look(
    setup: &'static Setup,
    standing: &Standing,
    world: &World,
    asked: &Asked,
    ledger: &mut Ledger,
    found: &mut Vec<Finding>,
) {
    let scope = standing.scope;
    let new = |severity, message: String| Finding::new(severity, setup.host, Some(scope), message);
    for problem in &standing.problems {
        found.push(
            new(Severity::Problem, show::said(problem, world))
                .fix("mend the file; until then the host may drop it as well"),
        );
    }
    for path in &standing.files {
        for message in rules::broken(setup, scope, path, &fs::read(path).unwrap_or_default()) {
            found.push(new(Severity::Problem, message).at(path).fix("take it out, or write it as the host wants it"));
        }
    }
    let mut mended = None;
    match standing.state {
        State::Outdated => {
            let finding = outdated(setup, standing, world, asked, ledger);
            mended = finding.fixed.then(|| inspect(setup, scope, world, ledger));
            found.push(finding);
        }
        State::Disabled => {
            let entry = standing.entries.first();
            let place = entry.map(|e| format!("{}:{}", world.short(&e.path), e.line)).unwrap_or_default();
            found.push(new(Severity::Note, format!("switched off in {place}")));
            return;
        }
        _ => {}
    }
    let outdated = standing.state == State::Outdated && mended.is_none();
    let standing = mended.as_ref().unwrap_or(standing);
    match probe::all(setup, standing, world, outdated) {
        Ok(proved) => found.push(new(Severity::Good, proved)),
        Err(problems) => found.extend(problems.into_iter().map(|p| {
            let finding = new(p.severity, p.message);
            if p.fix.is_empty() { finding } else { finding.fix(p.fix) }
        })),
    }
    gates::look(setup, standing, world, found);
    if let Some(trust) = setup.trust(scope).filter(|_| setup.gates.is_empty()) {
        found.push(new(Severity::Note, trust.to_owned()));
    }
}

/// Entries of another version or place; replaced if that was asked for.
fn outdated(setup: &'static Setup, standing: &Standing, world: &World, asked: &Asked, ledger: &mut Ledger) -> Finding {
    let scope = standing.scope;
    let message = match is_twice(setup, standing, world) {
        true => "an entry is there twice: its hooks run twice",
        false => "the entries are of another version of the program, of another place, or not complete",
    };
    let finding = Finding::new(Severity::Problem, setup.host, Some(scope), message);
    let command = format!("{} hooks install --host {} --scope {scope}", world.program.name, setup.host);
    let finding = finding.fix(command);
    if !asked.fix {
        return finding;
    }
    // The place that was asked for at the installation, if it is one of this program.
    let asked_for = me::is_here(Path::new(&standing.program)).then(|| world.called_as(&standing.program));
    let outcome = install(setup, scope, asked_for.as_ref().unwrap_or(world), ledger, None);
    match outcome.problem {
        None if outcome.state != report::State::Refused => Finding { fixed: true, ..finding },
        problem => {
            let why = problem.map(|problem| show::said(&problem, world)).unwrap_or_default();
            Finding { message: format!("{}; replacing them failed: {why}", finding.message), ..finding }
        }
    }
}

/// Whether more entries are there for an event than are wanted.
fn is_twice(setup: &Setup, standing: &Standing, world: &World) -> bool {
    let active = standing.entries.iter().filter(|entry| !entry.disabled);
    let events: Vec<String> = active.filter_map(|e| event(&e.command, world.program.name, setup.host)).collect();
    let wanted = |native: &str| setup.entries.iter().filter(|(wanted, _)| *wanted == native).count();
    let there = |native: &str| events.iter().filter(|event| *event == native).count();
    events.iter().any(|event| wanted(event) > 0 && there(event) > wanted(event))
}

/// The same hooks in two scopes run twice.
fn doubles(setup: &Setup, standings: &[Standing], world: &World, found: &mut Vec<Finding>) {
    let active: Vec<&Standing> =
        standings.iter().filter(|s| matches!(s.state, State::Installed | State::Outdated)).collect();
    let [first, second, ..] = active[..] else { return };
    let message = format!("installed at {} and at {} scope: each hook runs twice", first.scope, second.scope);
    let fix = format!("{} hooks uninstall --host {} --scope {}", world.program.name, setup.host, second.scope);
    found.push(Finding::new(Severity::Warning, setup.host, Some(second.scope), message).fix(fix));
}
