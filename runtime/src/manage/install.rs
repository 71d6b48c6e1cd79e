//! Puts the program into one host's files, all of them or none.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::place::{Ledger, Place, PlaceError, Record, Replaced, Target, missing};
use super::plan::{self, Step, Wanted};
use super::report::{Change, File, Outcome, Problem, State, diff};
use super::rules;
use super::scope::Scope;
use super::world::World;
use super::write::{Owner, Refused, put};
use crate::table::Setup;

/// A step that was done, and how to undo it.
struct Done {
    record: Record,
    earlier: Option<Record>,
    replaced: Replaced,
    wrote: Vec<u8>,
}

/// What files would hold after a rehearsal: some hosts share one.
pub type Rehearsed = BTreeMap<PathBuf, Vec<u8>>;

/// Installs on one host. With `dry`, only says what it would do, after what it has said it would do before.
pub fn install(
    setup: &'static Setup,
    scope: Scope,
    world: &World,
    ledger: &mut Ledger,
    dry: Option<&mut Rehearsed>,
) -> Outcome {
    let refused = |problem| Outcome::refused(setup.host, scope, problem);
    let steps = match plan::steps(setup, scope, world) {
        Ok(steps) => steps,
        Err(why) => return refused(Problem::said(why)),
    };
    let owner = Owner { program: world.program.name, host: setup.host };
    // What cannot be done is found before anything is done.
    let (is_dry, mut none) = (dry.is_some(), Rehearsed::new());
    let rehearsed = dry.unwrap_or(&mut none);
    let mut files = Vec::new();
    for step in &steps {
        match rehearse(step, setup, owner, scope, ledger, rehearsed) {
            Ok(file) => files.push(file),
            Err(Refused::Covered(host)) => {
                let why = format!("{host} reads the same file, and ours for it is there");
                return Outcome { notes: vec![why], ..Outcome::new(setup.host, scope, State::Covered) };
            }
            Err(why) => return refused(Problem::at(step.path.clone(), why.or_by_hand(step, owner))),
        }
    }
    let mut outcome = Outcome::new(setup.host, scope, State::Unchanged);
    outcome.notes = notes(setup, scope, world);
    if is_dry {
        outcome.files = files;
    } else {
        let mut done = Vec::new();
        for step in &steps {
            match perform(step, owner, scope, world, ledger) {
                Ok(one) => done.push(one),
                Err(why) => {
                    let mut problem = Problem::at(step.path.clone(), why.or_by_hand(step, owner));
                    problem.message += &undo(done, world, ledger);
                    return refused(problem);
                }
            }
        }
        outcome.notes.extend(done.iter().flat_map(|done| said(&done.replaced, world)));
        let file = |done: Done| File { path: done.replaced.real, change: Change::of(done.replaced.effect), diff: None };
        outcome.files = done.into_iter().map(file).collect();
    }
    if outcome.files.iter().any(|file| file.change != Change::Kept) {
        outcome.state = State::Installed;
    }
    outcome
}

/// What was noticed while a file was written.
fn said(replaced: &Replaced, world: &World) -> Vec<String> {
    let file = world.short(&replaced.real);
    let link = replaced.links.last().map(|link| format!("{file} is where the link {} leads", world.short(&link.at)));
    let owner = (!replaced.owner_kept).then(|| format!("{file} was another user's, and is yours now"));
    link.into_iter().chain(owner).collect()
}

/// What the user has to do, or should know.
fn notes(setup: &Setup, scope: Scope, world: &World) -> Vec<String> {
    let mut notes: Vec<String> = setup.trust(scope).map(str::to_owned).into_iter().collect();
    if let (Scope::Project, Ok(me)) = (scope, &world.me)
        && !me.on_path
    {
        notes.push(format!(
            "the file names the program `{}`, which is not on PATH here: no hook runs until it is",
            me.name
        ));
    }
    notes
}

fn rehearse(
    step: &Step,
    setup: &Setup,
    owner: Owner,
    scope: Scope,
    ledger: &Ledger,
    rehearsed: &mut Rehearsed,
) -> Result<File, Refused> {
    let target = Target::find(&step.path)?;
    let known = ledger.like(&step.place(owner, scope, &target.real));
    let earlier = rehearsed.get(&target.real).cloned();
    let found = earlier.as_deref().or(target.bytes());
    let written = put(step, owner, found, known)?;
    let entries = matches!(step.wanted, Wanted::Entries { .. });
    let broken = if entries { rules::broken(setup, scope, &target.real, &written.bytes) } else { Vec::new() };
    if !broken.is_empty() {
        return Err(Refused::Broken(broken));
    }
    let change = match found {
        None => Change::Created,
        Some(bytes) if bytes == written.bytes => Change::Kept,
        Some(_) => Change::Edited,
    };
    let name = target.real.display().to_string();
    let diff = (change != Change::Kept).then(|| diff(&name, found, Some(&written.bytes)));
    rehearsed.insert(target.real.clone(), written.bytes);
    Ok(File { path: target.real, change, diff })
}

fn perform(step: &Step, owner: Owner, scope: Scope, world: &World, ledger: &mut Ledger) -> Result<Done, Refused> {
    let real = Target::find(&step.path)?.real;
    let probe = step.place(owner, scope, &real);
    let mut earlier = None;
    let folders = missing(&real);
    let mut last = (probe.clone(), Vec::new());
    let mut place = Place::new(&world.state, &step.path);
    if matches!(step.wanted, Wanted::Own { executable: true, .. }) {
        place = place.executable();
    }
    let replaced = place.replace::<Refused>(&mut |found| {
        // Another process of this program may have been here while we waited for the file.
        ledger.refresh()?;
        earlier = ledger.like(&probe).cloned();
        let written = put(step, owner, found, earlier.as_ref())?;
        let mut record = Record::new(owner.host, scope.name(), &real, written.what);
        record.folders.clone_from(&folders);
        record.made = written.made;
        record.created = found.is_none() && matches!(record.what, super::place::What::Switch { .. });
        record.version = world.program.version.to_owned();
        record.command = world.called(scope).unwrap_or_default().to_owned();
        let clean = written.clean.as_deref().or(found);
        // A switch that was on before us is the user's; a file that was right before us is not ours to delete.
        if !needs_no_record(&record, found, &written.bytes, earlier.as_ref()) {
            ledger.record(&record, found, clean)?;
        }
        last = (record, written.bytes.clone());
        Ok(super::place::Change::Write(written.bytes))
    });
    let (record, wrote) = last;
    match replaced {
        Ok(replaced) => {
            ledger.add_folders(&record, &replaced.folders)?;
            Ok(Done { record, earlier, replaced, wrote })
        }
        Err(failed) => {
            if earlier.is_none() {
                let _ = ledger.forget(&record);
            }
            Err(failed.into())
        }
    }
}

/// Whether there is nothing to be remembered: the file says it all already, and not by us.
fn needs_no_record(record: &Record, found: Option<&[u8]>, bytes: &[u8], earlier: Option<&Record>) -> bool {
    let unchanged = found == Some(bytes);
    unchanged && (earlier.is_some() || matches!(record.what, super::place::What::Switch { .. }))
}

/// Takes back what was done for a host that refuses the rest; what could not be taken back, to be said.
fn undo(done: Vec<Done>, world: &World, ledger: &mut Ledger) -> String {
    let mut said = String::new();
    for one in done.into_iter().rev() {
        let before = one.replaced.before.clone();
        let folders = &one.replaced.folders;
        let place = Place::new(&world.state, &one.replaced.real).with_folders(folders);
        let back = place.replace::<PlaceError>(&mut |now| {
            use super::place::Change;
            Ok(match (now == Some(&one.wrote[..]), &before) {
                (true, Some(bytes)) => Change::Write(bytes.clone()),
                (true, None) => Change::Remove,
                (false, _) => Change::Keep,
            })
        });
        let forgotten = match &one.earlier {
            Some(earlier) => ledger.record(earlier, before.as_deref(), None),
            None => ledger.forget(&one.record).map(drop),
        };
        if back.is_err() || forgotten.is_err() {
            let path = one.replaced.real.display();
            said += &format!("; {path} was changed before that, and could not be put back: run `hooks uninstall`");
        }
    }
    said
}
