//! Entries that start the program where it no longer is, mended by the program itself.

use std::path::Path;

use super::inspect::{State, inspect};
use super::install::install;
use super::place::Ledger;
use super::report;
use super::scope::Scope;
use super::world::World;
use crate::registry::PROGRAMS;
use crate::table::Program;

/// Mends the user's installations of this program that name a place where it no longer is, and says what was done, a line a
/// host. Call it in a handler of `SessionStart`:
///
/// ```ignore
/// #[hook(SessionStart)]
/// fn mend(_: &SessionStart) {
///     hookwright::self_heal();
/// }
/// ```
///
/// When all is well it costs the reading of one small file and a `stat` for each host. It only ever replaces entries that are
/// there: what the user took out stays out, and what they switched off stays off. A host whose hooks all name the lost place
/// starts nothing, so it is another host, or another scope, that mends it.
pub fn self_heal() -> Vec<String> {
    PROGRAMS.first().map_or_else(Vec::new, |program| heal(program))
}

fn heal(program: &'static Program) -> Vec<String> {
    let Some(state) = crate::state_dir() else { return Vec::new() };
    let Ok(mut ledger) = Ledger::load(&state) else { return Vec::new() };
    let user = Scope::User.name();
    let mut lost: Vec<String> = Vec::new();
    for record in ledger.records().iter().filter(|record| record.scope == user) {
        let command = Path::new(&record.command);
        let gone = command.is_absolute() && !command.exists();
        if gone && !lost.contains(&record.host) {
            lost.push(record.host.clone());
        }
    }
    if lost.is_empty() {
        return Vec::new();
    }
    let Ok(world) = World::here(program, None, None) else { return Vec::new() };
    if world.me.is_err() {
        return Vec::new();
    }
    let setups = program.setups.iter().filter(|setup| lost.iter().any(|host| host == setup.host));
    let mut said = Vec::new();
    for setup in setups {
        let standing = inspect(setup, Scope::User, &world, &ledger);
        let kept_off = standing.entries.iter().any(|entry| entry.disabled);
        if standing.state != State::Outdated || kept_off {
            continue;
        }
        let outcome = install(setup, Scope::User, &world, &mut ledger, None);
        if outcome.state == report::State::Installed {
            said.push(format!(
                "{}: the hooks name {} again",
                setup.host,
                world.called(Scope::User).unwrap_or_default()
            ));
        }
    }
    said
}
