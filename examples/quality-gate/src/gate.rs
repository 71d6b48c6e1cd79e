//! Whether an agent may finish.

use std::io;
use std::path::Path;

use hookwright::Session;
use serde::{Deserialize, Serialize};

use crate::files;
use crate::suite::{Ran, Suite};

const GREEN: &str = "green";
const RED: &str = "red";

/// The tests of one project, and what a session knows of them.
pub struct Gate<'a> {
    session: &'a Session,
    project: &'a Path,
}

/// What the tests say.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    Pass,
    /// They fail: what the agent is to do.
    Fail(String),
    /// They say nothing: why.
    Unknown(String),
}

/// Tests that failed, with the files as they were.
#[derive(Serialize, Deserialize)]
struct Red {
    files: u64,
    instruction: String,
}

impl<'a> Gate<'a> {
    pub fn new(session: &'a Session, project: &'a Path) -> Gate<'a> {
        Gate { session, project }
    }

    /// Takes the files as they are for good: what was broken before is not the agent's.
    ///
    /// # Errors
    /// The session cannot be written.
    pub fn begin(&self) -> io::Result<()> {
        self.session.set(GREEN, &files::fingerprint(self.project))
    }

    /// Runs the tests, if anything has changed since they last passed.
    ///
    /// # Errors
    /// The session cannot be written.
    pub fn try_pass(&self) -> io::Result<Verdict> {
        let files = files::fingerprint(self.project);
        if self.session.get(GREEN) == Some(files) {
            return Ok(Verdict::Pass);
        }
        // Nothing was done about it: the same again, without the wait.
        if let Some(red) = self.session.get::<Red>(RED).filter(|red| red.files == files) {
            return Ok(Verdict::Fail(red.instruction));
        }
        let suite = match Suite::of(self.project) {
            Ok(Some(suite)) => suite,
            Ok(None) => return Ok(Verdict::Pass),
            Err(error) => return Ok(Verdict::Unknown(error)),
        };
        match suite.run(self.project)? {
            // Tests may write files themselves.
            Ran::Passed => {
                self.session.set(GREEN, &files::fingerprint(self.project))?;
                Ok(Verdict::Pass)
            }
            Ran::Failed(output) => {
                let instruction = format!(
                    "`{}` fails. Repair what you have changed until it passes; where that is not yours to repair, say so. The \
                     end of its output:\n\n{output}",
                    suite.command
                );
                let instruction = hookwright::mask(&instruction).into_owned();
                let red = Red { files: files::fingerprint(self.project), instruction: instruction.clone() };
                self.session.set(RED, &red)?;
                Ok(Verdict::Fail(instruction))
            }
            Ran::TooSlow => Ok(Verdict::Unknown(format!("`{}` took too long and was not waited for.", suite.command))),
        }
    }
}
