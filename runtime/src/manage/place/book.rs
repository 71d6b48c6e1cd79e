//! The ledger's file.

use std::io;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::content;
use super::error::{Kind, PlaceError};
use super::record::Record;
use super::replace::Change;

/// The format. A later one that this version of the program must not write in has a higher number.
const VERSION: u64 = 1;

/// Why bytes are no ledger.
pub(super) enum Unfit {
    Newer(PlaceError),
    Broken(String),
}

/// The ledger's JSON. Records stay as they were read, with whatever another version of the program keeps in them, until
/// they are replaced; those that are not understood stay too.
pub(super) struct Book {
    root: Map<String, Value>,
    records: Vec<Value>,
    /// Whether there is anything to be written.
    fresh: bool,
}

impl Book {
    pub(super) fn empty() -> Book {
        let mut root = Map::new();
        root.insert("version".into(), json!(VERSION));
        Book { root, records: Vec::new(), fresh: true }
    }

    pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<Book, Unfit> {
        let broken = |why: &str| Unfit::Broken(why.to_owned());
        let text = content::text(path, bytes).map_err(|e| Unfit::Broken(e.to_string()))?;
        let mut root: Map<String, Value> =
            serde_json::from_str(text).map_err(|e| Unfit::Broken(format!("it is no JSON object: {e}")))?;
        match root.get("version").and_then(Value::as_u64) {
            Some(version) if version > VERSION => {
                return Err(Unfit::Newer(PlaceError::new(path, Kind::Newer { version })));
            }
            Some(_) => {}
            None => return Err(broken("its `version` is no number")),
        }
        match root.remove("records") {
            Some(Value::Array(records)) => Ok(Book { root, records, fresh: false }),
            _ => Err(broken("its `records` are no list")),
        }
    }

    /// Those that this version understands.
    pub(super) fn known(&self) -> Vec<Record> {
        self.records.iter().filter_map(parsed).collect()
    }

    /// The backups that records name, also those that this version does not understand.
    pub(super) fn backups(&self) -> Vec<&str> {
        self.records.iter().filter_map(|r| r.pointer("/what/before")?.as_str()).collect()
    }

    pub(super) fn put(&mut self, record: &Record) -> Result<(), PlaceError> {
        let value = serde_json::to_value(record).map_err(|e| {
            let why = io::Error::new(io::ErrorKind::InvalidData, format!("it cannot be written into the ledger: {e}"));
            PlaceError::new(&record.path, Kind::Other(why))
        })?;
        match self.records.iter_mut().find(|r| parsed(r).is_some_and(|r| r.is_about_the_same(record))) {
            Some(old) => *old = value,
            None => self.records.push(value),
        }
        Ok(())
    }

    pub(super) fn remove(&mut self, unwanted: impl Fn(&Record) -> bool) -> usize {
        let before = self.records.len();
        self.records.retain(|r| !parsed(r).is_some_and(|r| unwanted(&r)));
        before - self.records.len()
    }

    /// The ledger's file; none where there is nothing to say.
    pub(super) fn change(mut self) -> Change {
        if self.records.is_empty() && (self.fresh || self.root.len() == 1) {
            return Change::Remove;
        }
        self.root.insert("records".into(), Value::Array(self.records));
        let mut text = format!("{:#}", Value::Object(self.root));
        text.push('\n');
        Change::Write(text.into_bytes())
    }
}

fn parsed(value: &Value) -> Option<Record> {
    serde_json::from_value(value.clone()).ok()
}
