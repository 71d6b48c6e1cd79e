//! Takes the program out of one host's files.

use std::fs;
use std::path::{Path, PathBuf};

use super::edit::{Made, Syntax, Was};
use super::place::{self, Ledger, Legacy, Original, Place, PlaceError, Record, Target, What};
use super::report::{Change, File, Outcome, Problem, State, diff};
use super::scope::Scope;
use super::world::World;
use super::write::{Cleaned, Owner, Refused, take};
use crate::table::{Setup, Switch};

/// A file in which something of ours may be.
struct Suspect {
    path: PathBuf,
    syntax: Option<Syntax>,
    /// Of a file that does not say whose it is: the one of ours that it belongs to.
    main: Option<PathBuf>,
    /// What we may have switched in it.
    switch: Option<&'static Switch>,
}

/// Uninstalls on one host. With `dry`, only says what it would do.
pub fn uninstall(setup: &'static Setup, scope: Scope, world: &World, ledger: &mut Ledger, dry: bool) -> Outcome {
    let mut outcome = Outcome::new(setup.host, scope, State::Absent);
    let suspects = match suspects(setup, scope, world, ledger) {
        Ok(suspects) => suspects,
        Err(why) => return Outcome::refused(setup.host, scope, Problem::said(why)),
    };
    let owner = Owner { program: world.program.name, host: setup.host };
    let folders: Vec<PathBuf> =
        here(setup, scope, world, ledger).iter().flat_map(|record| record.folders.clone()).collect();
    for suspect in suspects {
        match one(&suspect, owner, scope, &folders, world, ledger, dry) {
            Ok(Some(file)) => outcome.files.push(file),
            Ok(None) => {}
            // The rest goes all the same: half of it is more harm than none.
            Err(refused) => outcome.problem = Some(Problem::at(suspect.path.clone(), refused)),
        }
    }
    place::remove_empty(if dry { &[] } else { &folders });
    outcome.state = match (&outcome.problem, outcome.files.is_empty()) {
        (Some(_), _) => State::Refused,
        (None, true) => State::Absent,
        (None, false) => State::Removed,
    };
    outcome
}

/// Our records of a host and a scope; of a project, those in this one.
fn here(setup: &Setup, scope: Scope, world: &World, ledger: &Ledger) -> Vec<Record> {
    let inside = |record: &&Record| scope == Scope::User || record.path.starts_with(&world.project);
    ledger.find(setup.host, scope.name()).filter(inside).cloned().collect()
}

/// A path without links; as it is where it leads nowhere.
fn real(path: &Path) -> PathBuf {
    Target::find(path).map_or_else(|_| path.to_owned(), |target| target.real)
}

fn records_of(ledger: &Ledger, host: &str, scope: Scope, path: &Path) -> Vec<Record> {
    let real = real(path);
    let records = ledger.find(host, scope.name());
    records.filter(|record| record.path == path || record.path == real).cloned().collect()
}

/// The places of today, and those that the ledger remembers: switches first, since they turn on what is still there.
fn suspects(setup: &'static Setup, scope: Scope, world: &World, ledger: &Ledger) -> Result<Vec<Suspect>, String> {
    let mut found: Vec<Suspect> = Vec::new();
    let mut add = |path: PathBuf, syntax: Option<Syntax>, main: Option<&PathBuf>, switch: Option<&'static Switch>| {
        let real = real(&path);
        if found.iter().all(|suspect| suspect.path != real) {
            found.push(Suspect { path: real, syntax, main: main.cloned(), switch });
        }
    };
    let first = setup.places(scope).first().map(|place| world.path(setup, place)).transpose()?;
    for switch in setup.switches {
        add(world.path(setup, switch.file)?, switch.format.syntax(), first.as_ref(), Some(switch));
    }
    let syntax = setup.format.syntax();
    for place in setup.places(scope) {
        match syntax {
            Some(_) => add(world.path(setup, place)?, syntax, None, None),
            None => {
                let main = world.path(setup, place)?;
                for file in setup.files.iter().rev() {
                    match file.name {
                        "" => add(world.path(setup, &place.replace("$event", file.event))?, None, None, None),
                        name => add(main.with_file_name(name), None, Some(&main), None),
                    }
                }
            }
        }
    }
    for record in here(setup, scope, world, ledger) {
        let switch = matches!(record.what, What::Switch { .. });
        let syntax = if switch { setup.switches.first().and_then(|s| s.format.syntax()) } else { syntax };
        add(record.path, syntax, None, None);
    }
    Ok(found)
}

#[allow(clippy::too_many_arguments, reason = "each is another thing that it needs")]
fn one(
    suspect: &Suspect,
    owner: Owner,
    scope: Scope,
    folders: &[PathBuf],
    world: &World,
    ledger: &mut Ledger,
    dry: bool,
) -> Result<Option<File>, Refused> {
    let known = |ledger: &Ledger| {
        let mut records = records_of(ledger, owner.host, scope, &suspect.path);
        records.extend(forgotten(suspect, owner, scope, &records));
        records
    };
    let mut records = known(ledger);
    let target = Target::find(&suspect.path)?;
    let Some(found) = target.bytes() else {
        forget(&records, ledger, dry)?;
        return Ok(None);
    };
    let Some(cleaned) = clean(suspect, owner, found, &records, ledger)? else {
        forget(&records, ledger, dry)?;
        return Ok(None);
    };
    let change = if cleaned.bytes.is_some() { Change::Edited } else { Change::Removed };
    let name = target.real.display().to_string();
    if dry {
        let diff = diff(&name, Some(found), cleaned.bytes.as_deref());
        return Ok(Some(File { path: target.real, change, diff: Some(diff) }));
    }
    let place = Place::new(&world.state, &suspect.path).with_folders(folders);
    let replaced = place.replace::<Refused>(&mut |found| {
        // Another process of this program may have been here while we waited for the file.
        ledger.refresh()?;
        records = known(ledger);
        let cleaned = found.map(|bytes| clean(suspect, owner, bytes, &records, ledger)).transpose()?.flatten();
        Ok(match cleaned {
            None => place::Change::Keep,
            Some(Cleaned { bytes, left }) => {
                // While the file is ours alone: an heir must know before it takes its own part out.
                leave(&suspect.path, bytes.is_some(), &records, left, ledger)?;
                bytes.map_or(place::Change::Remove, place::Change::Write)
            }
        })
    });
    let replaced = replaced.map_err(Refused::from)?;
    forget(&records, ledger, false)?;
    Ok(Some(File { path: replaced.real, change: Change::of(replaced.effect), diff: None }))
}

/// Leaves to others what they still use of what came with us.
fn leave(path: &Path, stays: bool, records: &[Record], made: Vec<Made>, ledger: &mut Ledger) -> Result<(), PlaceError> {
    let folders: Vec<PathBuf> = records.iter().flat_map(|record| record.folders.clone()).collect();
    let created = stays && records.iter().any(|r| r.created || matches!(r.what, What::Created { .. }));
    if created || !made.is_empty() || !folders.is_empty() {
        ledger.bequeath(&Legacy { path, created, folders, made })?;
    }
    Ok(())
}

/// What no record says: the file that this one belongs to is ours, so this is, or we switched something in it.
fn forgotten(suspect: &Suspect, owner: Owner, scope: Scope, records: &[Record]) -> Option<Record> {
    // A file beside ours is ours also where somebody changed it.
    let main = suspect.main.as_ref().filter(|_| records.is_empty() || suspect.switch.is_none())?;
    let ours = owner.generated(&fs::read(main).ok()?);
    let record = |what| Record::new(owner.host, scope.name(), &suspect.path, what);
    match suspect.switch.filter(|_| ours) {
        Some(switch) => {
            // Of what bears the program's name nobody else knows.
            let pointer = Some(switch.at).filter(|at| at.rsplit('/').next() == Some(owner.program))?.to_owned();
            let value = serde_json::from_str(switch.value).ok()?;
            let made = vec![Made { pointer: pointer.clone(), was: Was::Absent }];
            Some(Record { made, ..record(What::Switch { pointer, before: None, value }) })
        }
        None => ours.then(|| record(What::created(&fs::read(&suspect.path).unwrap_or_default()))),
    }
}

/// The very bytes from before us, if nobody else touched the file; else all but what is ours.
fn clean(
    suspect: &Suspect,
    owner: Owner,
    bytes: &[u8],
    known: &[Record],
    ledger: &Ledger,
) -> Result<Option<Cleaned>, Refused> {
    let alone = known.len() == 1;
    if let Some(original) = known.first().filter(|_| alone).and_then(|record| ledger.restorable(record, bytes)) {
        let bytes = match original {
            Original::Bytes(bytes) => Some(bytes),
            Original::Absent => None,
        };
        return Ok(Some(Cleaned { bytes, left: Vec::new() }));
    }
    take(&suspect.path, suspect.syntax, owner, bytes, known)
}

fn forget(records: &[Record], ledger: &mut Ledger, dry: bool) -> Result<(), Refused> {
    for record in records.iter().filter(|_| !dry) {
        ledger.forget(record)?;
    }
    Ok(())
}
