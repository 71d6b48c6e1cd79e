//! What a program does to the files of hosts: `<program> hooks …`.

#![allow(dead_code, reason = "the commands that use it come next")]

mod me;
mod ours;
pub mod quote;
