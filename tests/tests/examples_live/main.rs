//! The examples on real hosts: what the model received and what happened on the disk, a file for each example.
//!
//! [`hookwright_tests::live::example`] says how a case is added. As in `live.rs`, a host that cannot be had is printed as
//! skipped.

/// Makes a test of a case for each host: `cases! { "example": case => claude_code, codex; gemini_cli }`. Those behind the
/// semicolon run with the feature `live-all` alone.
macro_rules! cases {
    ($example:literal: $case:path => $($host:ident),+ $(; $($more:ident),+)? $(,)?) => {
        $(
            #[test]
            fn $host() {
                crate::run($example, stringify!($host), $case);
            }
        )+
        $($(
            #[test]
            #[cfg_attr(not(feature = "live-all"), ignore = "with the feature `live-all` alone")]
            fn $more() {
                crate::run($example, stringify!($more), $case);
            }
        )+)?
    };
}
pub(crate) use cases;

mod approve;
mod audit;
mod context;
mod format_edits;
mod memory;
mod native;
mod notify;
mod prompt_guard;
mod protected_paths;
mod quality_gate;
mod rewrite;
mod shell_guard;
mod team_policy;

use hookwright_tests::live::{self, Skip, example::Stage};

fn run(example: &str, host: &str, case: fn(&mut Stage) -> Result<(), Skip>) {
    live::use_lab(env!("CARGO_BIN_EXE_hookwright-lab"));
    live::example::run(example, &host.replace('_', "-"), case);
}
