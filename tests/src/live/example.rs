//! The examples on real hosts: an example is built, installs itself into a fresh project of a fresh home, and a scripted
//! model makes its calls there.
//!
//! # To add a case
//!
//! Put a file `tests/tests/examples_live/<example>.rs` beside the others and name it in their `main.rs`:
//!
//! ```ignore
//! use hookwright_tests::live::{Skip, example::Stage};
//!
//! /// Run once for each host that is named below; what it asserts, it asserts of that host.
//! fn run(stage: &mut Stage) -> Result<(), Skip> {
//!     stage.put("rules.toml", "…");                       // a file of the project
//!     let turn = stage.turn([stage.shell("rm -rf /x")])?; // the model makes these calls, one after the other
//!     stage.saw(&turn, "the reason of the denial");       // what the model received
//!     assert!(stage.project().join("kept").exists());     // what happened on the disk
//!     Ok(())
//! }
//!
//! crate::cases! { "shell-guard": run => claude_code, codex, opencode; gemini_cli }
//! ```
//!
//! `cargo test -p hookwright-tests --test examples_live shell_guard` runs it; hosts behind the semicolon run with the
//! feature `live-all` alone. A turn takes some seconds, so make one turn
//! say as much as it can: several calls in one turn are cheap. A stop is tried with a turn without calls.
//!
//! Each turn is a session of its own; the home, the project and the program's state stay from one turn of a stage to the
//! next. The project is a git repository with one commit, which holds what was installed.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;

use serde_json::json;

use super::installed::{self, Found};
use super::{Host, Plan, Skip, Turn};
use crate::golden::crate_dir;
use crate::lab::script::{Call, Script, Step};

/// The program of an example, built now. Built once in a process.
///
/// # Panics
/// The example does not build.
pub fn program(example: &str) -> PathBuf {
    static BUILT: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let tests = std::env::current_exe().expect("a test has a path");
    let program = tests.ancestors().nth(2).expect("a test is in a profile's `deps`").join(example);
    if !built.iter().any(|have| have == example) {
        let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--quiet", "-p", example])
            .current_dir(crate_dir().join(".."))
            .status()
            .expect("cargo can be started");
        assert!(status.success() && program.exists(), "{example} builds");
        built.push(example.to_owned());
    }
    program
}

/// Says something past the test harness, which shows nothing of a test that passes.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "live: {line}");
}

/// Runs a case on one host; where the host cannot be had, says so.
///
/// # Panics
/// What the case asserts does not hold, or the lab is at fault.
pub fn run(example: &str, id: &str, case: fn(&mut Stage) -> Result<(), Skip>) {
    let mut stage = Stage::new(example, super::host(id));
    match case(&mut stage) {
        Ok(()) => say(&format!("{example} on {id} {}: as it should be", stage.host.version())),
        Err(skip) => say(&format!("{example} on {id} SKIPPED: {}", skip.reason)),
    }
}

/// An example, installed on one host.
pub struct Stage {
    host: &'static Host,
    folder: tempfile::TempDir,
    env: Vec<(String, String)>,
    arguments: Vec<String>,
}

impl Stage {
    /// The example's files in a fresh project; nobody has run anything yet.
    fn new(example: &str, host: &'static Host) -> Stage {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let stage = Stage { host, folder, env: Vec::new(), arguments: Vec::new() };
        for folder in [stage.home(), stage.project()] {
            fs::create_dir_all(folder).expect("a folder can be made");
        }
        installed::install(&program(example), host.id, &stage.home(), &stage.project(), Found::Itself);
        stage.git(&["init", "--quiet"]);
        stage.git(&["add", "--all"]);
        stage.git(&["commit", "--quiet", "--message", "start"]);
        stage
    }

    /// The host's id.
    pub fn id(&self) -> &'static str {
        self.host.id
    }

    /// The host's HOME.
    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// The project, by its real path.
    pub fn project(&self) -> PathBuf {
        let folder = self.folder.path();
        folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).join("project")
    }

    /// Writes a file of the project.
    ///
    /// # Panics
    /// It cannot be written.
    pub fn put(&self, path: &str, text: &str) {
        let path = self.project().join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder can be made");
        fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }

    /// A file of the project; empty where there is none.
    pub fn text(&self, path: &str) -> String {
        fs::read_to_string(self.project().join(path)).unwrap_or_default()
    }

    /// Runs git in the project.
    ///
    /// # Panics
    /// Git is missing, or does not succeed.
    pub fn git(&self, arguments: &[&str]) {
        let out = Command::new("git")
            .args(["-c", "user.name=Lab", "-c", "user.email=lab@example.com", "-c", "commit.gpgSign=false"])
            .args(["-c", "init.defaultBranch=main"])
            .args(arguments)
            .current_dir(self.project())
            .env("HOME", self.home())
            .output()
            .expect("git can be started");
        assert!(out.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    }

    /// A variable for the host, in the turns that follow.
    pub fn env(&mut self, key: &str, value: &str) {
        self.env.push((key.to_owned(), value.to_owned()));
    }

    /// An argument after the host's own, in the turns that follow.
    pub fn argument(&mut self, argument: &str) {
        self.arguments.push(argument.to_owned());
    }

    /// Lets the agent write files of the project without a question, and gives it a tool for that.
    pub fn may_write(&mut self) {
        if self.id() == "codex" {
            // Only models that the host knows are offered the patch tool.
            for argument in ["--model", "gpt-5.5", "--dangerously-bypass-approvals-and-sandbox"] {
                self.argument(argument);
            }
        }
    }

    /// The call by which the model runs a command.
    pub fn shell(&self, command: &str) -> Call {
        self.host.shell(command)
    }

    /// The call by which the model writes a new file of the project; see [`Stage::may_write`].
    pub fn write(&self, path: &str, content: &str) -> Call {
        const WRITERS: &[(&str, &str, &str)] = &[
            ("claude-code", "Write", "file_path"),
            ("gemini-cli", "write_file", "file_path"),
            ("opencode", "write", "filePath"),
        ];
        let path = self.project().join(path).display().to_string();
        match WRITERS.iter().find(|(id, ..)| *id == self.id()) {
            Some((_, tool, key)) => Call::new(tool, json!({ *key: path, "content": content })),
            None => {
                let lines: String = content.lines().map(|line| format!("+{line}\n")).collect();
                self.patch(&format!("*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch\n"))
            }
        }
    }

    /// The call of the patch tool; see [`Stage::may_write`].
    pub fn patch(&self, patch: &str) -> Call {
        Call::new("apply_patch", patch.into())
    }

    /// A turn in which the model makes these calls one after the other.
    ///
    /// # Errors
    /// The host cannot be had here.
    ///
    /// # Panics
    /// As [`Plan::run`].
    pub fn turn(&self, calls: impl IntoIterator<Item = Call>) -> Result<Turn, Skip> {
        self.prompt("run it", calls)
    }

    /// The same with a prompt.
    ///
    /// # Errors
    /// As [`Stage::turn`].
    pub fn prompt(&self, prompt: &str, calls: impl IntoIterator<Item = Call>) -> Result<Turn, Skip> {
        let steps = calls.into_iter().map(|call| Step::Calls(vec![call]));
        let script = Script::new(steps.chain([Step::Text("done".into())]).collect());
        self.plan(&script, prompt).run()
    }

    /// A turn before it is run, for what [`Stage::turn`] cannot say.
    pub fn plan<'a>(&'a self, script: &'a Script, prompt: &'a str) -> Plan<'a> {
        let plan =
            Plan::new(self.host, self.home(), self.project(), script, prompt).programs(self.folder.path().join("bin"));
        let plan = self.env.iter().fold(plan, |plan, (key, value)| plan.env(key, value));
        self.arguments.iter().fold(plan, |plan, argument| plan.argument(argument))
    }

    /// Asserts that the model received this text, in whatever way.
    ///
    /// # Panics
    /// It did not.
    pub fn saw(&self, turn: &Turn, text: &str) {
        assert!(turn.model_saw(text), "{}: the model did not receive {text:?}\n{}", self.id(), told(turn));
    }

    /// Asserts that the model never received this text.
    ///
    /// # Panics
    /// It did.
    pub fn never_saw(&self, turn: &Turn, text: &str) {
        assert!(!turn.model_saw(text), "{}: the model received {text:?}\n{}", self.id(), told(turn));
    }
}

/// What the host and the tools said, for a failure's message.
pub fn told(turn: &Turn) -> String {
    let (out, err) = (turn.stdout.trim(), turn.stderr.trim());
    format!("exit {:?}\nstdout: {out}\nstderr: {err}\nresults: {:#?}", turn.exit, turn.tool_results())
}
