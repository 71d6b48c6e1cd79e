//! Small packages that a test writes and builds with the real cargo, as a user would.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::golden::crate_dir;
use crate::npm::lab_dir;

/// A package, or several, in a folder of its own.
pub struct Fixture {
    pub dir: PathBuf,
    target: PathBuf,
}

impl Fixture {
    /// Writes the files. `{workspace}` in them is the folder that holds Hookwright's own crates.
    ///
    /// # Panics
    /// The folder cannot be written, which is a fault of the machine.
    pub fn new(name: &str, files: &[(&str, &str)]) -> Fixture {
        let dir = lab_dir().join("fixtures").join(name);
        let _ = fs::remove_dir_all(&dir);
        let workspace = crate_dir().join("..").canonicalize().expect("the workspace is there");
        for (path, text) in files {
            let path = dir.join(path);
            fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder can be made");
            fs::write(&path, text.replace("{workspace}", &workspace.to_string_lossy())).expect("a file can be written");
        }
        // The same versions of everything, so that nothing need be fetched.
        let _ = fs::copy(workspace.join("Cargo.lock"), dir.join("Cargo.lock"));
        // All fixtures share what they have in common.
        Fixture { dir, target: lab_dir().join("fixtures-target") }
    }

    /// Another target folder than the shared one, relative to the fixture.
    pub fn with_target(mut self, target: &str) -> Fixture {
        self.target = self.dir.join(target);
        self
    }

    /// The folder of results.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Replaces a file's text.
    ///
    /// # Panics
    /// The file does not hold `from`.
    pub fn edit(&self, path: &str, from: &str, to: &str) {
        let path = self.dir.join(path);
        let text = fs::read_to_string(&path).expect("the file is there");
        assert!(text.contains(from), "{}: no `{from}`", path.display());
        fs::write(&path, text.replace(from, to)).expect("a file can be written");
    }

    /// Runs cargo in the fixture.
    ///
    /// # Panics
    /// Cargo cannot be started.
    pub fn cargo(&self, arguments: &[&str], env: &[(&str, &str)]) -> Output {
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(arguments)
            .arg("--offline")
            .current_dir(&self.dir)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_TERM_COLOR", "never")
            .env_remove("HOOKWRIGHT_DIST")
            .envs(env.iter().copied())
            .output()
            .expect("cargo can be started")
    }

    /// Builds it, and gives what cargo said.
    ///
    /// # Panics
    /// It does not build.
    pub fn build(&self) -> String {
        let out = self.cargo(&["build"], &[]);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success(), "{said}");
        said
    }
}

/// A manifest that uses Hookwright; `rest` stands at its end.
pub fn manifest(name: &str, rest: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nhookwright = {{ path = \"{{workspace}}/runtime\" }}\n\n\
         [build-dependencies]\nhookwright-codegen = {{ path = \"{{workspace}}/codegen\" }}\n\n{rest}\n\n[workspace]\n"
    )
}

/// The `build.rs` of every package that makes a program.
pub const BUILD: &str = "fn main() { hookwright_codegen::build() }";
