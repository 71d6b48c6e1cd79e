//! Which hosts this machine has.

use std::path::PathBuf;

use serde::Serialize;

use super::me::found;
use super::world::{World, var};
use crate::table::Setup;

/// A host, and by what it shows.
#[derive(Debug, Serialize)]
pub struct Detected {
    pub host: &'static str,
    /// Its commands on `PATH`.
    pub commands: Vec<PathBuf>,
    /// Its folders.
    pub dirs: Vec<PathBuf>,
}

impl Detected {
    pub fn is_there(&self) -> bool {
        !self.commands.is_empty() || !self.dirs.is_empty()
    }
}

/// Looks for one host.
pub fn detect(setup: &Setup, world: &World) -> Detected {
    let path = var("PATH").unwrap_or_default();
    let commands = setup.commands.iter().filter_map(|name| found(name, &path)).collect();
    let dirs = setup.dirs.iter().filter_map(|dir| world.path(setup, dir).ok()).filter(|dir| dir.is_dir()).collect();
    Detected { host: setup.host, commands, dirs }
}
