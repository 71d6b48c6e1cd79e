//! `<program> hooks …` as a person uses it: real programs, made-up homes, whole trees compared byte by byte.
#![cfg(unix)]

mod again;
mod commands;
mod crowd;
mod doctor;
mod dry;
mod faults;
mod files;
mod links;
mod places;
mod refusals;
mod round;
mod windows;

use std::path::Path;

use hookwright_tests::home::Home;

const WITNESS: &str = env!("CARGO_BIN_EXE_witness");
const CHORUS: &str = env!("CARGO_BIN_EXE_chorus");
const PROBE: &str = env!("CARGO_BIN_EXE_probe");

/// An empty home, and three programs on `PATH`: `witness` has a hook on every event, `chorus` and `probe` on some.
fn home() -> Home {
    Home::new(env!("CARGO_TARGET_TMPDIR"), &[WITNESS, CHORUS, PROBE].map(Path::new))
}
