//! One truth: the hooks that the build scan found are the hooks that the linker collected.

use std::fmt;

use crate::registry::{HOOKS, Hook};
use crate::table::{Declared, Program};

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
    compare(program.hooks, &HOOKS)
}

/// The same, but by number alone when that already agrees: cheap enough for every call.
pub(crate) fn check_quickly(program: &Program) -> Result<(), Mismatch> {
    if program.hooks.len() == HOOKS.len() { Ok(()) } else { check(program) }
}

fn compare(declared: &[Declared], registered: &[Hook]) -> Result<(), Mismatch> {
    let lost = declared.iter().filter(|d| !d.maybe && !registered.iter().any(|h| h.id == d.id));
    let lost: Vec<String> = lost.map(|d| format!("`{}`", d.id)).collect();
    let unseen = registered.iter().filter(|h| !declared.iter().any(|d| d.id == h.id));
    let unseen: Vec<String> = unseen.map(|h| format!("`{}` ({}:{})", h.id, h.file, h.line)).collect();
    if lost.is_empty() && unseen.is_empty() { Ok(()) } else { Err(Mismatch { lost, unseen }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Kind;
    use crate::matching::Matcher;
    use crate::registry::Options;
    use crate::response::{Judged, Verdict};

    fn hook(id: &'static str) -> Hook {
        let call = |_: &_| Ok(Judged(Verdict::default()));
        Hook {
            id,
            event: Kind::Stop,
            matcher: Matcher::Any,
            options: Options::DEFAULT,
            file: "src/x.rs",
            line: 7,
            call,
        }
    }

    const fn declared(id: &'static str, maybe: bool) -> Declared {
        Declared { id, event: Kind::Stop, maybe, skip: &[] }
    }

    #[test]
    fn a_difference_names_the_hook() {
        assert_eq!(compare(&[declared("a::f", false), declared("a::m", true)], &[hook("a::f")]), Ok(()));
        let error = compare(&[declared("a::f", false)], &[hook("a::g")]).unwrap_err().to_string();
        assert!(error.contains("the linker dropped `a::f`"), "{error}");
        assert!(error.contains("did not see `a::g` (src/x.rs:7)"), "{error}");
    }
}
