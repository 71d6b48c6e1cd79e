//! `quality-gate`: an agent is done when the tests pass.
//!
//! When the agent wants to stop, the project's tests run. If they fail, it goes on, with the end of their output as its
//! instruction; three times in a row at most, then the user gets it as it is. Nothing runs while the files are what they were
//! when the session started or when the tests last passed: a question that is answered costs nothing.
//!
//! The tests are `cargo test` where there is a `Cargo.toml`, the `test` script of a `package.json`, `go test ./...` where there
//! is a `go.mod`; or what `.quality-gate.toml` in the project's root says:
//!
//! ```toml
//! command = "just check"    # run by the shell, in the project's root
//! timeout = 300             # seconds; 540 unless given
//! ```
//!
//! Tests that take longer than that, or cannot be started, keep nobody: the user is told. What looks like a secret in their
//! output is masked.

mod files;
mod gate;
mod suite;

use hookwright::prelude::*;

use gate::Gate;

/// Notes how the project was when the session started.
#[hook(SessionStart, timeout = "10s")]
fn begin(event: &SessionStart) -> Result<(), std::io::Error> {
    let Some(project) = event.project_dir() else { return Ok(()) };
    // A session that is resumed or compacted goes on with what it has changed.
    match event.source() {
        None | Some("startup" | "clear") => Gate::new(&event.session(), project).begin(),
        _ => Ok(()),
    }
}

/// The agent wants to stop.
#[hook(Stop, timeout = "10m", max_blocks = 3, can = "deny")]
fn done(event: &Stop) -> Result<Response<Stop>, std::io::Error> {
    let Some(project) = event.project_dir() else { return Ok(Response::pass()) };
    Ok(match Gate::new(&event.session(), project).try_pass()? {
        gate::Verdict::Pass => Response::pass(),
        gate::Verdict::Unknown(why) => Response::pass().and_message(why),
        gate::Verdict::Fail(instruction) => Response::deny(instruction),
    })
}

/// So does a subagent: the one that broke it repairs it.
#[hook(SubagentStop, timeout = "10m", max_blocks = 3, can = "deny")]
fn subagent_done(event: &SubagentStop) -> Result<Response<SubagentStop>, std::io::Error> {
    let Some(project) = event.project_dir() else { return Ok(Response::pass()) };
    Ok(match Gate::new(&event.session(), project).try_pass()? {
        gate::Verdict::Fail(instruction) => Response::deny(instruction),
        gate::Verdict::Pass | gate::Verdict::Unknown(_) => Response::pass(),
    })
}

hookwright::main!();

#[cfg(test)]
mod tests;
