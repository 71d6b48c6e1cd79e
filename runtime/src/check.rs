//! One truth: the hooks that the build scan found are the hooks that the linker collected.

use std::fmt;

use crate::native::NATIVE_HOOKS;
use crate::registry::HOOKS;
use crate::table::Program;

/// What the two disagree on.
#[derive(Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Found in the source, missing in the program.
    pub lost: Vec<String>,
    /// In the program, not seen by the scan.
    pub unseen: Vec<String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut parts = Vec::new();
        if !self.lost.is_empty() {
            parts.push(format!(
                "the linker dropped {}: make the program use its module or crate, as in `use the_crate as _;`",
                self.lost.join(", ")
            ));
        }
        if !self.unseen.is_empty() {
            parts.push(format!(
                "the build scan did not see {}, so no host's configuration has it: write `#[hook]` in plain source, not \
                 inside a macro, and name a crate that holds hooks in `crates = […]` of [package.metadata.hookwright]",
                self.unseen.join(", ")
            ));
        }
        f.write_str(&parts.join("; "))
    }
}

impl std::error::Error for Mismatch {}

/// Compares the program's manifest with its registry.
///
/// # Errors
/// The hooks that only one of them has.
pub fn check(program: &Program) -> Result<(), Mismatch> {
    let declared = program.hooks.iter().map(|d| (d.id, d.maybe)).chain(program.natives.iter().copied());
    let natives = NATIVE_HOOKS.iter().map(|h| (h.id, h.file, h.line));
    let registered = HOOKS.iter().map(|h| (h.id, h.file, h.line)).chain(natives);
    compare(&declared.collect::<Vec<_>>(), &registered.collect::<Vec<_>>())
}

/// The same, but by number alone when that already agrees: cheap enough for every call.
pub(crate) fn check_quickly(program: &Program) -> Result<(), Mismatch> {
    let same = program.hooks.len() == HOOKS.len() && program.natives.len() == NATIVE_HOOKS.len();
    if same { Ok(()) } else { check(program) }
}

/// Ids that may be missing, against ids with their places.
fn compare(declared: &[(&str, bool)], registered: &[(&str, &str, u32)]) -> Result<(), Mismatch> {
    let lost = declared.iter().filter(|(id, maybe)| !maybe && !registered.iter().any(|(r, ..)| r == id));
    let lost: Vec<String> = lost.map(|(id, _)| format!("`{id}`")).collect();
    let unseen = registered.iter().filter(|(id, ..)| !declared.iter().any(|(d, _)| d == id));
    let unseen: Vec<String> = unseen.map(|(id, file, line)| format!("`{id}` ({file}:{line})")).collect();
    if lost.is_empty() && unseen.is_empty() { Ok(()) } else { Err(Mismatch { lost, unseen }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_hook() {
        let (f, g) = (("a::f", "src/x.rs", 6), ("a::g", "src/x.rs", 7));
        assert_eq!(compare(&[("a::f", false), ("a::m", true)], &[f]), Ok(()));
        let error = compare(&[("a::f", false)], &[g]).unwrap_err().to_string();
        assert!(error.contains("the linker dropped `a::f`"), "{error}");
        assert!(error.contains("did not see `a::g` (src/x.rs:7)"), "{error}");
    }
}
