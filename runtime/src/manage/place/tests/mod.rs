//! A folder with files as people have them, what is done to one, and how all look afterwards.

mod book;
mod folders;
mod kills;
mod ledger;
#[cfg(unix)]
mod links;
#[cfg(target_os = "linux")]
mod lists;
mod many;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod others;
mod races;
mod refusals;
#[cfg(unix)]
mod rights;
mod sandbox;
#[cfg(unix)]
mod turns;

use sandbox::{Sandbox, skipped};
