//! From plans to files, as a map of paths and bytes. Nothing here touches the disk.

pub mod command;
mod config;
pub mod module;
mod tables;
mod yaml;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use config::document;
pub use tables::tables;

use crate::host::{Format, Host, Place};
use crate::lower::Plan;
use command::Program;

/// Relative paths and what stands in them.
pub type FileMap = BTreeMap<PathBuf, Vec<u8>>;

/// What a person would install on one host: paths relative to the project, or to home where the host has no project scope.
///
/// # Errors
/// A command that cannot be written for the host's shell, or a module's template that does not render.
pub fn artifacts(plan: &Plan, program: &Program) -> Result<FileMap, String> {
    let mut files = FileMap::new();
    let Some(config) = plan.host.config.as_ref().filter(|_| !plan.entries.is_empty()) else { return Ok(files) };
    let text = match config.format {
        Format::Module => config::module(plan, program)?,
        Format::Executable => return Err(format!("{}: executables are not written yet", plan.host.id)),
        Format::Json | Format::Jsonc => config::json(&document(plan, program)?),
        Format::Toml => toml::to_string_pretty(&document(plan, program)?).map_err(|e| e.to_string())?,
        Format::Yaml => yaml::write(&document(plan, program)?),
    };
    files.insert(place(plan.host, &program.name), text.into_bytes());
    Ok(files)
}

/// Where the file stands under the host's folder.
fn place(host: &Host, program: &str) -> PathBuf {
    let config = host.config.as_ref();
    let place = config.and_then(|c| c.project.as_ref().or(c.user.as_ref())).map_or("", Place::unix);
    place.trim_start_matches("~/").replace("$program", program).into()
}
