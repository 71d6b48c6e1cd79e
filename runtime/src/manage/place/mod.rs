//! Files as they lie on disk: read, locked, replaced whole or not at all; and the ledger of what was written where.
//!
//! The files are other people's, and other programs write them too. So, for every change:
//!
//! | danger | what is done |
//! |---|---|
//! | a kill, a full disk, a panic in the middle | a draft in the same folder takes the file's place in one step, or is gone |
//! | two of our processes | a lock of our own, shared by all programs made with Hookwright |
//! | a program that knows no lock of ours | the file is read again just before; if it changed, all is done anew |
//! | a symbolic link | the real file is replaced; the link stays |
//! | a hard link | refused: a replaced file loses its other names, a rewritten one changes what they show |
//! | a file that was made read-only | refused, also for root and also where a rename would do |
//! | owner, mode, access lists, attributes | the draft gets them; where it cannot, nobody gets more than they had |
//! | a change that is to be taken back | the original's bytes are in the ledger before the file is touched |
//!
//! What cannot be closed without the other program's help: a foreign write between the last look and the rename, which
//! are microseconds apart, is lost.

mod attributes;
mod backup;
mod book;
mod content;
mod draft;
mod error;
mod folders;
mod hash;
mod ledger;
mod legacy;
mod links;
mod lock;
mod record;
mod replace;
mod rights;
mod step;
mod target;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use self::{
    content::Bom,
    error::Kind,
    ledger::{Pruned, SetAside},
};
pub(crate) use self::{
    content::text,
    error::PlaceError,
    folders::{missing, remove_empty},
    ledger::{Ledger, Original},
    legacy::Legacy,
    record::{Record, What},
    replace::{Change, Effect, Failed, Place, Replaced},
    target::Target,
};
