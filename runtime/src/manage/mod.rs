//! What a program does to the files of hosts: `<program> hooks …`.

mod me;
mod ours;
pub mod quote;
