//! `<program> hooks …`: puts the program into the hosts' own files, and takes it out again without a trace.

mod cli;
mod detect;
mod doctor;
mod edit;
mod emit;
mod heal;
mod homes;
mod inspect;
mod install;
mod list;
mod me;
mod ours;
mod place;
mod plan;
pub mod quote;
mod report;
mod rules;
mod run;
mod scope;
mod show;
mod trust;
mod uninstall;
mod world;
mod write;

pub use heal::self_heal;
pub(crate) use run::run;
