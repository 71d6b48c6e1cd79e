//! What the doctor found.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::manage::scope::Scope;
use crate::manage::show::{self, Paint};
use crate::manage::world::World;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Hooks do not run, or not as they should.
    Problem,
    /// They wait for something that the user alone can allow.
    Waits,
    /// They run, but something is odd.
    Warning,
    /// Something that only the user can know or do.
    Note,
    /// It was tried, and works.
    Good,
}

#[derive(Debug, Serialize)]
pub struct Finding {
    pub severity: Severity,
    pub host: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    pub message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// It is done.
    pub fixed: bool,
}

impl Finding {
    pub fn new(severity: Severity, host: &'static str, scope: Option<Scope>, message: impl Into<String>) -> Finding {
        Finding { severity, host, scope, path: None, message: message.into(), fix: None, fixed: false }
    }

    pub fn fix(self, fix: impl Into<String>) -> Finding {
        Finding { fix: Some(fix.into()), ..self }
    }

    pub fn at(self, path: &Path) -> Finding {
        Finding { path: Some(path.to_owned()), ..self }
    }
}

pub fn text(found: &[Finding], world: &World, paint: Paint) -> String {
    let width = show::width(found.iter().map(|finding| finding.host));
    let mut text = String::new();
    for finding in found {
        let mark = match finding.severity {
            _ if finding.fixed => paint.good("fixed  "),
            Severity::Problem => paint.bad("PROBLEM"),
            Severity::Waits => paint.warn("WAITS  "),
            Severity::Warning => paint.warn("warning"),
            Severity::Note => paint.faint("note   "),
            Severity::Good => paint.good("ok     "),
        };
        let scope = finding.scope.map_or("", Scope::name);
        let place = finding.path.as_deref().map(|path| world.short(path) + ": ").unwrap_or_default();
        let _ = writeln!(text, "{:width$}  {scope:7}  {mark}  {place}{}", finding.host, finding.message);
        if let Some(fix) = finding.fix.as_deref().filter(|_| !finding.fixed) {
            let _ = writeln!(text, "{:width$}  {:7}  {:7}  fix: {fix}", "", "", "");
        }
    }
    text
}
