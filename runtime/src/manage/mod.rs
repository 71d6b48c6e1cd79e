//! `<program> hooks …`: puts the program into the hosts' own files, and takes it out again without a trace.

#![allow(dead_code, reason = "the commands that use it come next")]

mod edit;
mod homes;
mod me;
mod ours;
mod place;
pub mod quote;
mod trust;
