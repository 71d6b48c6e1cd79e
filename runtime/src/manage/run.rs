//! Does what a command line asks.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::cli::{self, Asked};
use super::detect::{Detected, detect};
use super::inspect::{self, inspect};
use super::install::{Rehearsed, install};
use super::place::Ledger;
use super::plan;
use super::report::{Outcome, State};
use super::show::{self, Paint};
use super::uninstall::uninstall;
use super::world::World;
use super::{emit, list};
use crate::table::{Program, Setup};

/// Something is wrong.
const PROBLEM: u8 = 1;
/// The command line was not understood.
const USAGE: u8 = 2;

/// Runs `<program> hooks …` and gives the exit code.
pub fn run(program: &'static Program, arguments: impl Iterator<Item = OsString>) -> u8 {
    let mut command = cli::command(program);
    let matches = match command.try_get_matches_from_mut(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { USAGE } else { 0 };
        }
    };
    let Some((_, hooks)) = matches.subcommand() else { return USAGE };
    let Some((name, asked)) = hooks.subcommand() else { return USAGE };
    let asked = Asked::of(asked);
    if name == "completions" {
        return completions(&mut command, asked.shell.as_deref().unwrap_or_default());
    }
    let world = World::here(program, asked.project.as_deref(), asked.program.as_deref());
    let done = world.and_then(|world| match name {
        "install" => change(&world, &asked, true),
        "uninstall" => change(&world, &asked, false),
        "status" => status(&world, &asked),
        "doctor" => super::doctor::doctor(&world, &asked),
        "detect" => Ok(detected(&world, &asked)),
        "list" => Ok(print(&list::list(&world), &asked, list::text)),
        _ => emit::emit(&world, &asked),
    });
    done.unwrap_or_else(|why| {
        eprintln!("{}: {why}", program.name);
        PROBLEM
    })
}

fn print(value: &Value, asked: &Asked, text: fn(&Value) -> String) -> u8 {
    say(&if asked.json { format!("{value:#}\n") } else { text(value) });
    0
}

/// Prints; a reader that went away is no failure.
pub fn say(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

fn completions(command: &mut clap::Command, shell: &str) -> u8 {
    let Ok(shell) = shell.parse::<clap_complete::Shell>() else { return USAGE };
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, command, name, &mut io::stdout());
    0
}

/// The ledger, and what is to be said of it.
pub fn ledger(world: &World) -> Result<Ledger, String> {
    let ledger = Ledger::load(&world.state).map_err(|e| e.to_string())?;
    for aside in ledger.set_aside() {
        eprintln!(
            "{}: the record of installations could not be read ({}); it is kept as {}",
            world.program.name,
            aside.why,
            aside.path.display()
        );
    }
    Ok(ledger)
}

/// The hosts that are meant: those named, or those that `by_default` picks.
pub fn hosts(world: &World, asked: &Asked, by_default: impl Fn(&Setup) -> bool) -> Vec<&'static Setup> {
    let named = |setup: &&&Setup| match asked.hosts.is_empty() {
        true => by_default(setup),
        false => asked.hosts.iter().any(|host| host == setup.host),
    };
    world.program.setups.iter().filter(|setup| named(&setup)).collect()
}

fn change(world: &World, asked: &Asked, into: bool) -> Result<u8, String> {
    let scope = asked.scope;
    if into && let Err(nowhere) = &world.me {
        return Err(format!("{nowhere}, or say with --program what the files shall call it"));
    }
    let chosen = hosts(world, asked, |setup| !into || detect(setup, world).is_there());
    if chosen.is_empty() && !asked.json {
        say("No host was detected here. Name one with --host; `hooks list` has them all.\n");
        return Ok(0);
    }
    let (here, elsewhere): (Vec<_>, Vec<_>) = chosen.into_iter().partition(|setup| !setup.places(scope).is_empty());
    let mut ledger = ledger(world)?;
    let mut each = |dry: bool| -> Vec<Outcome> {
        let mut dry = dry.then(Rehearsed::default);
        let one = |setup: &&'static Setup| match into {
            true => install(setup, scope, world, &mut ledger, dry.as_mut()),
            false => uninstall(setup, scope, world, &mut ledger, dry.is_some()),
        };
        here.iter().map(one).collect()
    };
    if !asked.dry && !asked.yes && !asked.json && io::stdin().is_terminal() && io::stdout().is_terminal() {
        let plan = each(true);
        say(&show::outcomes(&without_diffs(plan), world, Paint::of_stdout(), true));
        if !confirmed() {
            return Ok(0);
        }
    }
    let mut outcomes = each(asked.dry);
    let named = !asked.hosts.is_empty();
    for setup in elsewhere.iter().filter(|_| named) {
        outcomes.push(Outcome::skipped(setup.host, scope, plan::no_scope(setup.host, scope)));
    }
    if !into && !named {
        outcomes.retain(|outcome| outcome.state != State::Absent);
    }
    if !into && !asked.dry {
        // Records of files that are gone, and backups that nobody needs.
        ledger.prune().map_err(|e| e.to_string())?;
    }
    report(world, asked, &outcomes, into);
    let wrong = |outcome: &Outcome| outcome.state == State::Refused || outcome.state == State::Skipped;
    Ok(if outcomes.iter().any(wrong) { PROBLEM } else { 0 })
}

fn without_diffs(mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    outcomes.iter_mut().flat_map(|outcome| &mut outcome.files).for_each(|file| file.diff = None);
    outcomes
}

fn confirmed() -> bool {
    say("Go on? [Y/n] ");
    let _ = io::stdout().flush();
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).is_ok_and(|read| read > 0)
        && matches!(answer.trim().to_ascii_lowercase().as_str(), "" | "y" | "yes")
}

fn report(world: &World, asked: &Asked, outcomes: &[Outcome], into: bool) {
    if asked.json {
        let value = json!({
            "program": world.program.name,
            "version": world.program.version,
            "dry_run": asked.dry,
            "outcomes": outcomes,
        });
        return say(&format!("{value:#}\n"));
    }
    if outcomes.is_empty() {
        return say("Nothing of this program is installed there.\n");
    }
    say(&show::outcomes(outcomes, world, Paint::of_stdout(), asked.dry));
    if into && !asked.dry && outcomes.iter().any(|outcome| outcome.state == State::Installed) {
        say(&format!("`{} hooks doctor` proves that it works.\n", world.program.name));
    }
}

fn status(world: &World, asked: &Asked) -> Result<u8, String> {
    let ledger = ledger(world)?;
    let mut found = Vec::new();
    for setup in hosts(world, asked, |_| true) {
        for scope in plan::scopes(setup, world) {
            let standing = inspect(setup, scope, world, &ledger);
            if standing.state != inspect::State::Absent || !asked.hosts.is_empty() {
                found.push(standing);
            }
        }
    }
    if asked.json {
        say(&format!(
            "{:#}\n",
            json!({ "program": world.program.name, "version": world.program.version, "hosts": found })
        ));
        return Ok(0);
    }
    if found.is_empty() {
        say("Nothing of this program is installed.\n");
    }
    let (paint, width) = (Paint::of_stdout(), show::width(found.iter().map(|standing| standing.host)));
    for standing in &found {
        let state = match standing.state {
            inspect::State::Installed => paint.good(standing.state.name()),
            inspect::State::Absent => paint.faint(standing.state.name()),
            _ => paint.warn(standing.state.name()),
        };
        let files: Vec<String> = standing.files.iter().map(|path| world.short(path)).collect();
        let line = format!("{:width$}  {:7}  {state}  {}", standing.host, standing.scope, files.join(", "));
        say(&format!("{}\n", line.trim_end()));
        for problem in &standing.problems {
            say(&format!("{:width$}    {}\n", "", show::said(problem, world)));
        }
    }
    Ok(0)
}

fn detected(world: &World, asked: &Asked) -> u8 {
    let found: Vec<Detected> = world.program.setups.iter().map(|setup| detect(setup, world)).collect();
    if asked.json {
        let found: Vec<&Detected> = found.iter().filter(|one| one.is_there()).collect();
        say(&format!("{:#}\n", json!(found)));
        return 0;
    }
    let there = found.iter().filter(|one| one.is_there());
    let width = show::width(found.iter().map(|one| one.host));
    let mut any = false;
    for one in there {
        any = true;
        let why: Vec<String> = one
            .commands
            .iter()
            .map(|path| world.short(path))
            .chain(one.dirs.iter().map(|dir| folder(world, dir)))
            .collect();
        say(&format!("{:width$}  {}\n", one.host, why.join(", ")));
    }
    if !any {
        say("No host was detected: none of their commands is on PATH, none of their folders is there.\n");
    }
    0
}

fn folder(world: &World, dir: &Path) -> String {
    world.short(dir) + "/"
}
