//! Reads shell command lines and finds the commands in them that could destroy data.
//!
//! The text goes through these stages:
//!
//! 1. `reader`, `words`, `dollar`, `redirects`, `compounds` and `parser` turn it into the tree of `script` and `word`.
//! 2. `walker` goes through the tree as a shell would, and keeps the directory and the variables in a `scope`.
//! 3. `expansion` turns words into `field`s; `output` says what a command substitution prints.
//! 4. `wrappers` takes `sudo` and the like off, and `commands` sends what is left to the rule for the program. `shells`
//!    and `xargs` lead back to the walker.
//! 5. The rules are `deletes` and `find`, `pushes`, `devices`, `downloads`, `permissions`, and `cmdlets` for PowerShell
//!    and cmd, whose language `windows` reads.
//!
//! Nothing is run and nothing looks at the disk. What stands on another machine or in a container (`ssh`,
//! `docker exec`) is left alone, and so are scripts in files, whose text is not in the command line.

#[cfg(test)]
mod cmdlet_cases;
mod cmdlets;
mod commands;
mod compounds;
#[cfg(test)]
mod delete_cases;
mod deletes;
mod devices;
mod dollar;
mod downloads;
#[cfg(test)]
mod endurance;
mod expansion;
mod field;
mod find;
mod globs;
mod ground;
mod options;
mod output;
mod parser;
mod paths;
mod permissions;
mod pushes;
mod reader;
mod redirects;
mod scope;
mod script;
mod shells;
#[cfg(test)]
mod table;
#[cfg(test)]
mod walk_cases;
mod walker;
mod windows;
mod word;
mod words;
mod wrappers;
mod xargs;

pub use ground::Ground;
pub use scope::Scope;
pub use walker::{Feed, Walker};
