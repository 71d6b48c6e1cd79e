//! Runs tables of command lines, each with the rule it breaks.

use std::path::Path;

use crate::verdict::{Rule, Scene, judge};

/// A name, a command line, and the rule it breaks.
pub type Row = (&'static str, &'static str, Option<Rule>);

/// Checks rows whose commands start in the project, which is `/home/ana/shop`.
pub fn check(rows: &[Row]) {
    check_in("/home/ana/shop", rows);
}

/// Checks rows whose commands start in another directory.
pub fn check_in(cwd: &str, rows: &[Row]) {
    let scene = Scene {
        project: Some(Path::new("/home/ana/shop")),
        cwd: Some(Path::new(cwd)),
        home: Some(Path::new("/home/ana")),
    };
    check_with(&scene, rows);
}

/// Checks rows in a scene.
pub fn check_with(scene: &Scene<'_>, rows: &[Row]) {
    let mut failures = Vec::new();
    for (name, command, expected) in rows {
        let found = judge(command, scene);
        if found.as_ref().map(|finding| finding.rule) != *expected {
            failures.push(format!("{name}\n  command:  {command}\n  expected: {expected:?}\n  found:    {found:?}"));
        }
    }
    assert!(failures.is_empty(), "{} of {} rows failed:\n{}", failures.len(), rows.len(), failures.join("\n"));
}
