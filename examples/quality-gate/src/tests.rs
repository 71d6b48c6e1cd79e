use std::fs;
use std::path::Path;

use hookwright::testing::{self, Fired};

use super::*;
use crate::suite::Suite;

const HOSTS: &[&str] = &["claude-code", "codex", "gemini-cli", "cursor", "opencode"];

/// A project whose tests pass while it has no file `bad`, and that counts how often they run.
struct Project {
    dir: tempfile::TempDir,
    host: &'static str,
}

impl Project {
    fn on(host: &'static str) -> Project {
        let project = Project { dir: tempfile::tempdir().unwrap(), host };
        project.put(".gitignore", "runs\n");
        project.put(".quality-gate.toml", "command = 'echo run >> runs; echo TOKEN=hunter22xyz; test ! -e bad'");
        project
    }

    fn put(&self, path: &str, text: &str) {
        fs::write(self.dir.path().join(path), text).unwrap();
    }

    fn runs(&self) -> usize {
        fs::read_to_string(self.dir.path().join("runs")).unwrap_or_default().lines().count()
    }

    fn fire(&self, kind: Kind) -> Fired {
        let dir = self.dir.path().to_str().unwrap();
        let event = testing::event().project_dir(dir).session(dir).source("startup");
        event.on(self.host).fire_all(kind)
    }
}

#[test]
fn failing_tests_send_every_hosts_agent_on() {
    for host in HOSTS {
        let project = Project::on(host);
        project.put("bad", "");
        let fired = project.fire(Kind::Stop);
        let reason = fired.denied().unwrap_or_else(|| panic!("{host}: {fired:?}"));
        assert!(
            reason.contains("fails. Repair what you have changed") && reason.contains("TOKEN=[masked]"),
            "{host}: {reason}"
        );
        assert!(!reason.contains("hunter22xyz"), "{host}: {reason}");
        assert!(fired.stdout().contains("Repair what you have changed"), "{host}: {}", fired.stdout());
        fs::remove_file(project.dir.path().join("bad")).unwrap();
        assert!(project.fire(Kind::Stop).passed(), "{host}");
        assert_eq!(project.runs(), 2, "{host}");
    }
}

#[test]
fn nothing_runs_while_nothing_changes() {
    let project = Project::on("claude-code");
    project.put("bad", "");
    project.fire(Kind::SessionStart);
    assert!(project.fire(Kind::Stop).passed(), "it was broken before");
    assert_eq!(project.runs(), 0);
    project.put("a.rs", "1");
    for _ in 0..3 {
        assert!(project.fire(Kind::Stop).denied().is_some());
        assert!(project.fire(Kind::SubagentStop).denied().is_some());
    }
    assert_eq!(project.runs(), 1, "the same failure is not run for again");
    fs::remove_file(project.dir.path().join("bad")).unwrap();
    for _ in 0..3 {
        assert!(project.fire(Kind::Stop).passed());
    }
    assert_eq!(project.runs(), 2, "what has passed is not run again");
    project.put("a.rs", "22");
    assert!(project.fire(Kind::Stop).passed());
    assert_eq!(project.runs(), 3);
}

#[test]
fn tests_that_say_nothing_keep_nobody() {
    for (name, config, told) in [
        ("too slow", "command = 'sleep 30 & wait'\ntimeout = 1", "took too long"),
        ("broken", "command = [", "`.quality-gate.toml` is broken"),
        ("unknown key", "comand = 'x'", "`.quality-gate.toml` is broken"),
    ] {
        let project = Project::on("claude-code");
        project.put(".quality-gate.toml", config);
        let fired = project.fire(Kind::Stop);
        assert!(fired.denied().is_none() && fired.error().is_none(), "{name}: {fired:?}");
        assert!(fired.message().is_some_and(|message| message.contains(told)), "{name}: {fired:?}");
    }
}

#[test]
fn the_output_is_cut_to_its_end() {
    let project = Project::on("claude-code");
    project.put(".quality-gate.toml", "command = 'seq 1 100000; echo last; exit 1'");
    let fired = project.fire(Kind::Stop);
    let reason = fired.denied().unwrap();
    assert!(reason.ends_with("\nlast") && reason.len() < 7000 && !reason.contains("\n99900\n"), "{}", reason.len());
}

#[test]
fn the_tests_of_a_project_are_found() {
    for (files, wanted) in [
        (&[][..], None),
        (&[("Cargo.toml", "")], Some("cargo test --quiet")),
        (&[("go.mod", "")], Some("go test ./...")),
        (&[("package.json", r#"{"scripts":{"test":"vitest"}}"#)], Some("npm test --silent")),
        (&[("package.json", r#"{"scripts":{"test":"vitest"}}"#), ("pnpm-lock.yaml", "")], Some("pnpm test")),
        (&[("package.json", r#"{"scripts":{"test":"echo \"Error: no test specified\""}}"#)], None),
        (&[("package.json", "{}")], None),
    ] {
        let dir = tempfile::tempdir().unwrap();
        files.iter().for_each(|(path, text)| fs::write(dir.path().join(path), text).unwrap());
        let found = Suite::of(dir.path()).unwrap();
        assert_eq!(found.as_ref().map(|suite| &*suite.command), wanted, "{files:?}");
    }
}

#[test]
fn what_git_ignores_is_no_change() {
    let dir = tempfile::tempdir().unwrap();
    let put = |path: &str| {
        fs::create_dir_all(dir.path().join(path).parent().unwrap()).unwrap();
        fs::write(dir.path().join(path), path).unwrap();
    };
    put("a.rs");
    fs::write(dir.path().join(".gitignore"), "target\n").unwrap();
    let before = files::fingerprint(dir.path());
    put("target/x");
    put(".git/index");
    assert_eq!(files::fingerprint(dir.path()), before);
    put(".github/ci.yml");
    assert_ne!(files::fingerprint(dir.path()), before);
    assert_eq!(files::fingerprint(Path::new("/nonexistent")), 0);
}
