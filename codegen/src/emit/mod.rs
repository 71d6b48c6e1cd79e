//! From plans to files, as a map of paths and bytes. Nothing here touches the disk.

pub mod command;
mod config;
mod gates;
pub mod module;
mod setup;
mod tables;
mod yaml;

use std::collections::BTreeMap;
use std::path::PathBuf;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

pub use config::document;
pub use tables::tables;

use crate::host::{Format, Place};
use crate::lower::Plan;
use command::Program;

/// Relative paths and what stands in them.
pub type FileMap = BTreeMap<PathBuf, Artifact>;

/// A file that is emitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    pub text: String,
    pub executable: bool,
}

impl Artifact {
    /// A file that is read.
    pub fn text(text: String) -> Artifact {
        Artifact { text, executable: false }
    }
}

/// What a person would install on one host: paths relative to the project, or to home where the host has no project scope.
///
/// # Errors
/// A command that cannot be written for the host's shell, or a module's template that does not render.
pub fn artifacts(plan: &Plan, program: &Program) -> Result<FileMap, String> {
    let mut files = FileMap::new();
    let Some(config) = plan.host.config.as_ref().filter(|_| !plan.entries.is_empty()) else { return Ok(files) };
    let place = config.project.as_ref().or(config.user.as_ref()).map_or("", Place::unix);
    let path = |event: &str| -> PathBuf {
        place.trim_start_matches("~/").replace("$program", &program.name).replace("$event", event).into()
    };
    match config.format {
        Format::Executable => {
            for entry in &plan.entries {
                let text = config::script(plan.host, config, entry, program)?;
                files.insert(path(&entry.native), Artifact { text, executable: true });
            }
        }
        Format::Module => {
            let main = path("");
            for (name, text) in config::beside(plan, program) {
                files.insert(main.with_file_name(name), Artifact::text(text));
            }
            files.insert(main, Artifact::text(config::module(plan, program)?));
        }
        format => {
            let text = config::write(format, &document(plan, program)?)?;
            files.insert(path(""), Artifact::text(text));
        }
    }
    for switch in &config.switches {
        let text = config::write(switch.format, &config::switched(switch, program)?)?;
        let file = switch.file.trim_start_matches("~/").replace("$program", &program.name);
        files.entry(file.into()).or_insert(Artifact::text(text));
    }
    Ok(files)
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

fn option(tokens: Option<TokenStream>) -> TokenStream {
    tokens.map_or_else(|| quote!(None), |tokens| quote!(Some(#tokens)))
}
