//! What becomes of a file's bytes when a step is done, and when it is undone.

use std::path::Path;

use super::edit::{self, EditError, Made, Syntax};
use super::ours::{is_generated, is_ours};
use super::place::{self, Failed, PlaceError, Record, What};
use super::plan::{Step, Wanted};
use super::scope::Scope;

/// A file after a step.
pub struct Written {
    pub bytes: Vec<u8>,
    /// What was found, without anything of ours.
    pub clean: Option<Vec<u8>>,
    pub what: What,
    pub made: Vec<Made>,
}

/// Why a file is left as it is.
#[derive(Debug)]
pub enum Refused {
    /// It cannot be read or written.
    Place { error: PlaceError, by_hand: Option<String> },
    /// It cannot be edited.
    Edit { error: EditError, by_hand: Option<String> },
    /// The host would drop the file as it is.
    Broken(Vec<String>),
    /// Somebody else's file has the name of ours.
    Foreign,
    /// It is ours, for another host that reads the same folder.
    Covered(String),
}

impl Refused {
    /// With what to do about it by hand.
    pub fn or_by_hand(self, step: &Step, owner: Owner) -> Refused {
        match self {
            Refused::Place { error, .. } => Refused::Place { error, by_hand: by_hand(step, owner) },
            Refused::Edit { error, .. } => Refused::Edit { error, by_hand: by_hand(step, owner) },
            other => other,
        }
    }
}

impl From<PlaceError> for Refused {
    fn from(error: PlaceError) -> Refused {
        Refused::Place { error, by_hand: None }
    }
}

impl From<EditError> for Refused {
    fn from(error: EditError) -> Refused {
        Refused::Edit { error, by_hand: None }
    }
}

impl From<Failed<Refused>> for Refused {
    fn from(failed: Failed<Refused>) -> Refused {
        match failed {
            Failed::Place(error) => error.into(),
            Failed::Edit(refused) => refused,
        }
    }
}

/// Whose entries are looked for.
#[derive(Clone, Copy)]
pub struct Owner<'a> {
    pub program: &'a str,
    pub host: &'a str,
}

impl Owner<'_> {
    pub fn has(self, command: &str) -> bool {
        is_ours(command, self.program, &[self.host])
    }

    /// Whether a file was generated for this program and host.
    pub fn generated(self, bytes: &[u8]) -> bool {
        is_generated(bytes, self.program).is_some_and(|host| host == self.host)
    }
}

impl Step {
    /// A record that says no more than what it is about: by it the ledger finds the one that says the rest.
    pub fn place(&self, owner: Owner, scope: Scope, real: &Path) -> Record {
        let what = match &self.wanted {
            Wanted::Switch { pointer, value, .. } => {
                What::Switch { pointer: pointer.clone(), before: None, value: value.clone() }
            }
            _ => What::created(b""),
        };
        Record::new(owner.host, scope.name(), real, what)
    }
}

/// A file's mark of order, and the text after it.
fn parts<'a>(path: &Path, bytes: &'a [u8]) -> Result<(&'a [u8], &'a str), PlaceError> {
    let text = place::text(path, bytes)?;
    Ok((&bytes[..bytes.len() - text.len()], text))
}

/// Makes a file what a step wants. `known` is what is remembered of it.
pub fn put(step: &Step, owner: Owner, found: Option<&[u8]>, known: Option<&Record>) -> Result<Written, Refused> {
    let path = &step.path;
    match &step.wanted {
        Wanted::Own { text, main, .. } => {
            whose(path, found, main.as_deref(), owner, known, text)?;
            let what = What::created(text.as_bytes());
            Ok(Written { bytes: text.clone().into(), clean: None, what, made: Vec::new() })
        }
        Wanted::Entries { syntax, root, entries } => {
            let (mark, text) = parts(path, found.unwrap_or_default())?;
            let ours = |command: &str| owner.has(command);
            let made = known.map(|record| record.made.as_slice());
            let edited = edit::install(text, *syntax, root, entries, &ours, made)?;
            let clean = match edit::find(text, *syntax, &ours)?.is_empty() {
                true => found.map(<[u8]>::to_vec),
                false => Some(join(mark, &edit::uninstall(text, *syntax, &ours, made)?.text)),
            };
            Ok(written(join(mark, &edited.text), found, clean, edited.made))
        }
        Wanted::Switch { syntax, pointer, value } => {
            let (mark, text) = parts(path, found.unwrap_or_default())?;
            let before = edit::get(text, *syntax, pointer)?;
            let edited = edit::set(text, *syntax, pointer, value)?;
            let what = What::Switch { pointer: pointer.clone(), before, value: value.clone() };
            let bytes = join(mark, &edited.text);
            Ok(Written { bytes, clean: None, what, made: edited.made })
        }
    }
}

/// What to write where we cannot, in the file's own syntax; `None` for files of our own, which nobody writes by hand.
fn by_hand(step: &Step, owner: Owner) -> Option<String> {
    let ours = |command: &str| owner.has(command);
    let edited = match &step.wanted {
        Wanted::Own { .. } => return None,
        Wanted::Entries { syntax, root, entries } => edit::install("", *syntax, root, entries, &ours, None),
        Wanted::Switch { syntax, pointer, value } => edit::set("", *syntax, pointer, value),
    };
    edited.ok().map(|edited| edited.text)
}

fn written(bytes: Vec<u8>, found: Option<&[u8]>, clean: Option<Vec<u8>>, made: Vec<Made>) -> Written {
    let what = if found.is_some() { What::edited(&bytes) } else { What::created(&bytes) };
    Written { bytes, clean, what, made }
}

fn join(mark: &[u8], text: &str) -> Vec<u8> {
    [mark, text.as_bytes()].concat()
}

/// Whether a file of our name is ours to write.
fn whose(
    path: &Path,
    found: Option<&[u8]>,
    main: Option<&Path>,
    owner: Owner,
    known: Option<&Record>,
    text: &str,
) -> Result<(), Refused> {
    let Some(bytes) = found else { return Ok(()) };
    if bytes == text.as_bytes() || known.is_some_and(|record| record.wrote(bytes)) {
        return Ok(());
    }
    // A file beside ours belongs to whoever that one belongs to.
    let header = match main.filter(|main| *main != path) {
        Some(main) => std::fs::read(main).unwrap_or_default(),
        None => bytes.to_vec(),
    };
    match is_generated(&header, owner.program) {
        Some(host) if host == owner.host => Ok(()),
        Some(host) => Err(Refused::Covered(host)),
        None => Err(Refused::Foreign),
    }
}

/// A file without what is ours: its bytes, `None` if there is nothing left of it.
pub struct Cleaned {
    pub bytes: Option<Vec<u8>>,
    /// What could not go, since others use it.
    pub left: Vec<Made>,
}

/// Takes out of a file what is ours. `known` are its records. `None`: nothing of it is.
pub fn take(
    path: &Path,
    syntax: Option<Syntax>,
    owner: Owner,
    bytes: &[u8],
    known: &[Record],
) -> Result<Option<Cleaned>, Refused> {
    let Some(syntax) = syntax else {
        let ours = known.iter().any(|record| record.wrote(bytes)) || owner.generated(bytes);
        return Ok(ours.then_some(Cleaned { bytes: None, left: Vec::new() }));
    };
    let (mark, text) = parts(path, bytes)?;
    let refused = |error| Refused::Edit { error, by_hand: Some("take our entries out".to_owned()) };
    let made = known.iter().find(|record| !matches!(record.what, What::Switch { .. })).map(|r| r.made.as_slice());
    let ours = |command: &str| owner.has(command);
    let mut edited = edit::uninstall(text, syntax, &ours, made).map_err(refused)?;
    for record in known {
        if let What::Switch { pointer, value, .. } = &record.what {
            let back = edit::unset(&edited.text, syntax, pointer, value, &record.made).map_err(refused)?;
            edited.text = back.text;
            edited.left(back.made);
        }
    }
    if edited.text == text {
        return Ok(None);
    }
    let created = known.iter().any(|record| record.created || matches!(record.what, What::Created { .. }));
    let empty = edited.text.trim_start_matches('\u{feff}').trim();
    let gone = created && (empty.is_empty() || empty == "{}" && edited.made.is_empty());
    Ok(Some(Cleaned { bytes: (!gone).then(|| join(mark, &edited.text)), left: edited.made }))
}

impl edit::Edited {
    fn left(&mut self, made: Vec<Made>) {
        for one in made {
            if !self.made.contains(&one) {
                self.made.push(one);
            }
        }
    }
}
