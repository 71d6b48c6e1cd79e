//! Finds the hooks of a package in its source: which targets it has, which modules they have, which functions are hooks.

mod body;
mod cfg;
mod modules;
mod package;

pub use cfg::Cfg;
pub use modules::{Hook, Known, NativeHook, Scan, scan};
pub use package::{Dependency, Package, Settings, Target};
