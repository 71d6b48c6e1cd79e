//! One headless turn of a host.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::places::{Places, at};
use super::{Host, isolation};
use crate::lab::log::{self, ModelRequest};
use crate::lab::script::Script;
use crate::lab::{FAILED, TIMED_OUT};

/// What a turn did, as seen from outside and by the model.
#[derive(Debug)]
pub struct Turn {
    /// The host's exit code; `None` when it had to be killed at the deadline.
    pub exit: Option<i32>,
    /// What the host printed.
    pub stdout: String,
    /// What the host complained of.
    pub stderr: String,
    /// Every request to the model, in order.
    pub requests: Vec<ModelRequest>,
}

/// Why no turn could be run here. It says nothing about the host: a test reports it, and never counts it as a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// What this machine lacks.
    pub reason: String,
}

/// A turn before it is run.
#[derive(Debug)]
pub struct Plan<'a> {
    host: &'static Host,
    home: PathBuf,
    project: PathBuf,
    script: &'a Script,
    prompt: &'a str,
    env: Vec<(String, String)>,
    arguments: Vec<String>,
    programs: Vec<PathBuf>,
    timeout: Duration,
}

static LAB: OnceLock<PathBuf> = OnceLock::new();

/// Says where the program `hookwright-lab` is. The first call counts; without one the environment variable
/// `HOOKWRIGHT_LAB` does.
pub fn use_lab(program: impl Into<PathBuf>) {
    LAB.get_or_init(|| program.into());
}

/// Runs one turn of `host` in the folder `project` with the home folder `home`: see [`Plan`] for more than that.
///
/// # Errors
/// The host cannot be installed, or there is no network namespace to be had.
///
/// # Panics
/// As [`Plan::run`].
pub fn turn(host: &'static Host, home: &Path, project: &Path, script: &Script, prompt: &str) -> Result<Turn, Skip> {
    Plan::new(host, home, project, script, prompt).run()
}

impl<'a> Plan<'a> {
    /// One turn, with a deadline of 180 seconds.
    pub fn new(
        host: &'static Host,
        home: impl Into<PathBuf>,
        project: impl Into<PathBuf>,
        script: &'a Script,
        prompt: &'a str,
    ) -> Plan<'a> {
        let (home, project) = (home.into(), project.into());
        let (env, arguments, timeout) = (Vec::new(), Vec::new(), Duration::from_secs(180));
        Plan { host, home, project, script, prompt, env, arguments, programs: Vec::new(), timeout }
    }

    /// Adds a variable to the host's environment, or replaces one.
    pub fn env(mut self, key: &str, value: &str) -> Plan<'a> {
        self.env.push((key.into(), value.into()));
        self
    }

    /// Adds an argument after the host's own.
    pub fn argument(mut self, argument: &str) -> Plan<'a> {
        self.arguments.push(argument.into());
        self
    }

    /// Puts a folder on the host's `PATH`.
    pub fn programs(mut self, folder: impl Into<PathBuf>) -> Plan<'a> {
        self.programs.push(folder.into());
        self
    }

    /// Sets when the host is killed, in whole seconds from its start.
    pub fn timeout(mut self, timeout: Duration) -> Plan<'a> {
        self.timeout = timeout;
        self
    }

    /// Runs the turn.
    ///
    /// # Errors
    /// The host cannot be installed, or there is no network namespace to be had.
    ///
    /// # Panics
    /// The test itself is at fault, or the lab: no `hookwright-lab` is known, HOME or the project cannot be prepared,
    /// or the lab did not get as far as the host. The message says which.
    pub fn run(self) -> Result<Turn, Skip> {
        let way = isolation().map_err(Skip::new)?;
        let installed = self.host.packages.install(self.host.id).map_err(Skip::new)?;
        Ok(self.start(way, &installed).unwrap_or_else(|error| panic!("live turn of {}: {error}", self.host.id)))
    }

    fn start(&self, way: &[&str], installed: &Path) -> Result<Turn, String> {
        fs::create_dir_all(&self.home).map_err(|e| at(&self.home, e))?;
        let places = Places::new(&self.home, &self.project, self.prompt)?;
        for step in self.host.prepare {
            step.apply(|text| places.expand(text))?;
        }
        let records = records(&places.home)?;
        let script = serde_json::to_vec_pretty(self.script).map_err(|e| format!("the script: {e}"))?;
        fs::write(records.join("script.json"), script).map_err(|e| at(&records, e))?;
        let mut command = self.command(way, installed, &places, &records)?;
        let output = command.output().map_err(|e| format!("`{}` cannot be started: {e}", way.join(" ")))?;
        read(&output, &records.join("log.jsonl"))
    }

    fn command(&self, way: &[&str], installed: &Path, places: &Places, records: &Path) -> Result<Command, String> {
        let programs = std::path::absolute(installed).map_err(|e| at(installed, e))?;
        // Its own programs first: a Node.js that was installed beside a host is the one that runs it.
        let mut path = vec![programs.clone()];
        path.extend(self.programs.iter().cloned());
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        let path = std::env::join_paths(path).map_err(|e| format!("PATH: {e}"))?;
        let program = programs.join(self.host.program);
        let seconds = self.timeout.as_secs().to_string();
        let mut command = Command::new(way[0]);
        command.args(&way[1..]).arg(lab()?).args(["offline", "--timeout", &seconds]);
        command.arg("--home").arg(&places.home);
        command.arg("--script").arg(records.join("script.json")).arg("--log").arg(records.join("log.jsonl"));
        let own = self.host.env.iter().map(|(key, value)| format!("{key}={}", places.expand(value)));
        for pair in own.chain(self.env.iter().map(|(key, value)| format!("{key}={value}"))) {
            command.args(["--env", &pair]);
        }
        command.arg("--").arg(program);
        command.args(self.host.arguments.iter().map(|argument| places.expand(argument))).args(&self.arguments);
        command.env("PATH", path).current_dir(&places.project).stdin(Stdio::null());
        Ok(command)
    }
}

impl Turn {
    /// The tool results that the model had at last: those of the last request that offered tools.
    pub fn tool_results(&self) -> Vec<String> {
        let with_tools = self.requests.iter().rev().find(|request| !request.offered.is_empty());
        with_tools.map(|request| request.results.clone()).unwrap_or_default()
    }

    /// Whether `needle` stood in anything that any request carried: a tool result, the system prompt, the user's
    /// words, context that a hook added. The arguments of the model's own calls do not count.
    pub fn model_saw(&self, needle: &str) -> bool {
        let seen = |request: &ModelRequest| {
            request.text.contains(needle) || request.results.iter().any(|result| result.contains(needle))
        };
        self.requests.iter().any(seen)
    }
}

impl Skip {
    fn new(reason: String) -> Skip {
        Skip { reason }
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "skipped: {}", self.reason)
    }
}

impl std::error::Error for Skip {}

/// A folder in HOME for the script and the log of one turn: they stay for whoever looks into a failure.
fn records(home: &Path) -> Result<PathBuf, String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("turn-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let dir = home.join(".hookwright-lab").join(name);
    fs::create_dir_all(&dir).map_err(|e| at(&dir, e))?;
    Ok(dir)
}

fn lab() -> Result<PathBuf, String> {
    let program = LAB.get().cloned().or_else(|| std::env::var_os("HOOKWRIGHT_LAB").map(PathBuf::from));
    let program =
        program.ok_or("hookwright-lab is not known: call live::use_lab(env!(\"CARGO_BIN_EXE_hookwright-lab\"))")?;
    std::path::absolute(&program).map_err(|e| at(&program, e))
}

fn read(output: &Output, log: &Path) -> Result<Turn, String> {
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let exit = match output.status.code() {
        Some(code) if code == i32::from(FAILED) => return Err(format!("the lab failed: {}", stderr.trim())),
        Some(code) if code == i32::from(TIMED_OUT) => None,
        Some(code) => Some(code),
        None => return Err(format!("the lab was ended by a signal ({}): {}", output.status, stderr.trim())),
    };
    // Without a log the server never started: what was said on the way there tells more than the missing file.
    let rows = log::read(log).map_err(|e| format!("{e}: {}", stderr.trim()))?;
    let requests = rows.into_iter().filter(|row| !row.served.is_null()).map(|row| row.request).collect();
    Ok(Turn { exit, stdout, stderr, requests })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_tells_what_reached_the_model() {
        let request = |offered: &[&str], results: &[&str], text: &str| ModelRequest {
            path: "/v1/messages".into(),
            offered: offered.iter().map(ToString::to_string).collect(),
            results: results.iter().map(ToString::to_string).collect(),
            text: text.into(),
        };
        let requests =
            vec![request(&["Bash"], &[], "hello"), request(&["Bash"], &["out"], "note"), request(&[], &[], "title")];
        let turn = Turn { exit: Some(0), stdout: String::new(), stderr: String::new(), requests };
        assert_eq!(turn.tool_results(), ["out"]);
        for (needle, want) in [("hello", true), ("out", true), ("title", true), ("Bash", false)] {
            assert_eq!(turn.model_saw(needle), want, "{needle}");
        }
    }
}
