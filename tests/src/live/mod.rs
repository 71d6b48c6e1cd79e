//! Live turns: a real agent host, installed at a pinned version, runs one headless turn against the scripted model.
//!
//! ```no_run
//! use hookwright_tests::{lab::script::Script, live};
//! # let (home, project) = (std::path::Path::new("/h"), std::path::Path::new("/p"));
//! live::use_lab("…/hookwright-lab"); // in an integration test: env!("CARGO_BIN_EXE_hookwright-lab")
//! let host = live::host("codex");
//! let script = Script::one_call(host.shell("echo hi"));
//! match live::turn(host, home, project, &script, "say hi") {
//!     Ok(turn) => assert!(turn.model_saw("hi")),
//!     Err(skip) => eprintln!("skipped: {}", skip.reason),
//! }
//! ```

pub mod example;
mod home;
mod hosts;
pub mod installed;
mod isolation;
mod places;
mod turn;

pub use home::Prepare;
pub use hosts::{host, hosts};
pub use isolation::{can_isolate, isolation};
pub use turn::{Plan, Skip, Turn, turn, use_lab};

use serde_json::{Value, json};

use crate::install::Packages;
pub use crate::lab::log::ModelRequest;
use crate::lab::script::{Call, ToolName};

/// An agent host: all that is needed to install it and to start one headless turn.
///
/// In `arguments`, `env` and the paths of `prepare` these stand for values of the turn: `{home}`, `{project}`,
/// `{root}` (the project's git root, else the project), `{root-quoted}` (the same as a JSON or TOML string),
/// `{prompt}`.
#[derive(Debug)]
pub struct Host {
    /// The id that Hookwright knows the host by.
    pub id: &'static str,
    /// The packages, at pinned versions.
    pub packages: Packages,
    /// The program's name among those that the packages bring.
    pub program: &'static str,
    /// The arguments of a headless turn, the prompt among them.
    pub arguments: &'static [&'static str],
    /// The environment beside HOME, PATH, LANG and TERM: the model server's address, a false key, no updates.
    pub env: &'static [(&'static str, &'static str)],
    /// What must stand in HOME or in the project before the host starts.
    pub prepare: &'static [Prepare],
    /// The tool that runs a shell command.
    pub shell: Shell,
}

/// A host's shell tool, as the model is offered it.
#[derive(Debug)]
pub struct Shell {
    /// Its names; a model is offered one of them.
    pub tools: &'static [&'static str],
    /// The member of the input that holds the command.
    pub command: &'static str,
    /// Further members that the tool insists on; a value that is JSON (`true`, `30`) is that, any other is text.
    pub rest: &'static [(&'static str, &'static str)],
}

impl Host {
    /// The pinned version of the host, without its package's name.
    pub fn version(&self) -> &'static str {
        self.packages.specs().first().and_then(|package| package.rsplit(['@', '=']).next()).unwrap_or_default()
    }

    /// Whether a headless turn ever fires the event (by its normalized name).
    pub fn fires(&self, event: &str) -> bool {
        hosts::fires(self.id, event)
    }

    /// The call by which the model runs `command` in a shell.
    pub fn shell(&self, command: &str) -> Call {
        let Shell { tools, command: member, rest } = &self.shell;
        let mut input = json!({ *member: command });
        for (key, value) in *rest {
            input[*key] = serde_json::from_str(value).unwrap_or_else(|_| Value::from(*value));
        }
        Call { tool: ToolName::AnyOf(tools.iter().map(ToString::to_string).collect()), input }
    }
}
