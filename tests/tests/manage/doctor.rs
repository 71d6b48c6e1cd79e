//! `hooks doctor`: what it finds, says and mends.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use hookwright_tests::home::{Home, same};
use serde_json::Value;

use crate::files::{Saved, fill};
use crate::round::problems;
use crate::{CHORUS, home};

/// Hosts of every kind: entries in JSON, TOML and YAML, started with arguments, a script, a module.
const HOSTS: &str = "claude-code,kimi,hermes,augment,mux,cline-files,opencode,gemini-cli";

/// The findings of a severity, in one text.
fn findings(found: &Value, severity: &str) -> String {
    let of = found["findings"].as_array().expect("a list").iter().filter(|f| f["severity"] == severity);
    of.map(|f| format!("{f}\n")).collect()
}

fn filled(hosts: &str) -> Home {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    home.done("chorus", &["install", "--host", hosts]);
    home
}

/// What a copy of the program in another place finds, and its exit code.
fn from_elsewhere(home: &Home) -> (Value, Option<i32>) {
    let doctor = home.root().join("elsewhere/chorus");
    fs::create_dir_all(doctor.parent().expect("it has a folder")).expect("it can be made");
    symlink(CHORUS, &doctor).expect("it can be made");
    let out = home.command(&doctor).args(["hooks", "doctor", "--json"]).output().expect("it can be started");
    (serde_json::from_slice(&out.stdout).expect("JSON"), out.status.code())
}

#[test]
fn it_proves_that_a_call_is_denied_and_another_passes() {
    let home = filled(HOSTS);
    let (found, code) = home.json("chorus", &["doctor"]);
    assert_eq!((code, problems(&found)), (0, vec![]));
    let good = findings(&found, "good");
    for host in HOSTS.split(',').filter(|host| *host != "mux") {
        let line =
            good.lines().find(|line| line.contains(&format!("\"{host}\""))).unwrap_or_else(|| panic!("{host}: {good}"));
        assert!(line.contains("denied as asked, 1 passed"), "{line}");
    }
    assert!(home.done("chorus", &["doctor"]).contains("denied as asked"));
}

/// Without the program every host gets a finding and a line that says what to do. The doctor is another copy of it.
#[test]
fn a_program_that_is_gone_is_found() {
    let home = filled(HOSTS);
    fs::remove_file(home.bin("chorus")).expect("it is there");
    let (found, code) = from_elsewhere(&home);
    assert_eq!(code, Some(1), "{found:#}");
    for host in HOSTS.split(',').filter(|host| *host != "mux") {
        let of = problems(&found).into_iter().find(|f| f["host"] == host);
        let finding = of.unwrap_or_else(|| panic!("{host}: {found:#}"));
        assert!(finding["fix"].as_str().is_some_and(|fix| fix.contains("chorus hooks install")), "{finding:#}");
    }
}

/// The place on `PATH` leads to something else: another version, or no hook program at all.
#[test]
fn another_program_in_its_place_is_found() {
    for (what, text, wanted) in [
        (
            "another version",
            "cat >/dev/null; echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"hooks doctor: answered by chorus 0.0.9\"}}'",
            "another version: chorus 0.0.9",
        ),
        ("nothing said", "cat >/dev/null", "lets everything through"),
        ("nonsense", "cat >/dev/null; echo hello", "wrongly"),
        ("a failure", "exit 3", "exit code 3"),
        ("a shell's not found", "exit 127", "is not there"),
    ] {
        let home = filled("claude-code");
        fs::remove_file(home.bin("chorus")).expect("it is there");
        home.script(Path::new("bin/chorus"), text);
        let (found, code) = from_elsewhere(&home);
        let problems = findings(&found, "problem");
        assert!(code == Some(1) && problems.contains(wanted) && problems.contains("\"fix\""), "{what}: {found:#}");
    }
}

/// Entries of an earlier version are found, and replaced if that is asked for: in their places, and nothing else.
#[test]
fn outdated_entries_are_mended_on_demand() {
    let home = filled(HOSTS);
    let before = home.tree();
    for path in [".claude/settings.json", ".kimi-code/config.toml", ".hermes/config.yaml"] {
        let text = fs::read_to_string(home.home(path)).expect("it is there");
        let old = text.replace(home.bin("chorus").to_str().expect("UTF-8"), "/opt/old/chorus");
        assert_ne!(text, old, "{path}");
        fs::write(home.home(path), old).expect("it is ours");
    }
    // Under another build of itself the doctor would not know its place; this one is told.
    let (found, code) = home.json("chorus", &["doctor"]);
    assert_eq!(code, 1, "{found:#}");
    let said = findings(&found, "problem");
    for host in ["claude-code", "kimi", "hermes"] {
        assert!(said.contains(&format!("hooks install --host {host} --scope user")), "{said}");
    }
    let (fixed, code) = home.json("chorus", &["doctor", "--fix"]);
    if fixed.to_string().contains("temporary files") {
        return println!("SKIPPED: the build lies in a folder for temporary files");
    }
    assert_eq!(code, 0, "{fixed:#}");
    assert!(fixed["findings"].as_array().expect("a list").iter().any(|f| f["fixed"] == true), "{fixed:#}");
    same("as installed", &before, &home.tree());
}

#[test]
fn entries_that_the_user_switched_off_are_no_problem_and_stay_so() {
    let home = filled("claude-code");
    let path = home.home(".claude/settings.json");
    let text = fs::read_to_string(&path).expect("it is there");
    let command = format!("\"command\": \"{} hook", home.bin("chorus").display());
    assert!(text.contains(&command), "{text}");
    let off = text.replace(&command, &format!("\"disabled\": true, {command}"));
    fs::write(&path, &off).expect("it is ours");
    for arguments in [&["doctor"][..], &["doctor", "--fix"]] {
        let (found, code) = home.json("chorus", arguments);
        assert_eq!(code, 0, "{found:#}");
        assert!(findings(&found, "note").contains("switched off in ~/.claude/settings.json:"), "{found:#}");
    }
    assert!(home.done("chorus", &["status"]).contains("disabled"));
    home.done("chorus", &["install", "--host", "claude-code"]);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), off);
}

#[test]
fn hooks_in_two_scopes_are_found() {
    let home = filled("claude-code");
    home.done("chorus", &["install", "--host", "claude-code", "--scope", "project"]);
    let (found, code) = home.json("chorus", &["doctor"]);
    assert_eq!(code, 0, "{found:#}");
    let said = findings(&found, "warning");
    assert!(
        said.contains("runs twice") && said.contains("hooks uninstall --host claude-code --scope project"),
        "{said}"
    );
}

/// One entry that the host does not know, and it drops the whole file: with it ours.
#[test]
fn an_invalid_sibling_is_found_where_the_host_is_strict() {
    let home = filled("cursor");
    let path = home.home(".cursor/hooks.json");
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, text.replace("\"afterFileEdit\"", "\"afterTheFact\"")).expect("it is ours");
    let (found, code) = home.json("chorus", &["doctor"]);
    let said = findings(&found, "problem");
    assert!(code == 1 && said.contains("afterTheFact") && said.contains("\"fix\""), "{found:#}");
}

/// A file that nobody can parse any more is a problem, by place.
#[test]
fn a_broken_file_is_found() {
    let home = filled("claude-code");
    let path = home.home(".claude/settings.json");
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, format!("{text}}}")).expect("it is ours");
    let (status, _) = home.json("chorus", &["status"]);
    assert_eq!(status["hosts"][0]["state"], "unknown", "{status:#}");
    let out = home.hooks("chorus", &["doctor"]);
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        out.status.code() == Some(1) && said.contains("~/.claude/settings.json:") && said.contains("fix:"),
        "{said}"
    );
}

/// Only our own commands are run.
#[test]
fn commands_of_other_tools_are_never_run() {
    let home = home();
    let trace = home.root().join("trace");
    let touch = format!("touch {}", trace.display());
    let hook = |command: &str| {
        format!(
            "{{\"hooks\": {{\"PreToolUse\": [{{\"hooks\": [{{\"type\": \"command\", \"command\": \"{command}\"}}]}}]}}}}"
        )
    };
    home.write(&home.home(".claude/settings.json"), hook(&touch));
    home.write(&home.home(".codex/hooks.json"), hook(&format!("{touch}; chorus hook gemini-cli BeforeTool")));
    home.done("chorus", &["install", "--host", "claude-code,codex"]);
    for arguments in [&["doctor"][..], &["doctor", "--fix"], &["status"], &["detect"]] {
        home.done("chorus", arguments);
    }
    assert!(!trace.exists(), "a hook of another tool was run");
}

/// A host that was named and has nothing of ours.
#[test]
fn what_is_not_installed_is_said() {
    let home = home();
    assert!(home.done("chorus", &["doctor"]).contains("Nothing of this program is installed"));
    let (found, code) = home.json("chorus", &["doctor", "--host", "codex"]);
    assert!(code == 1 && findings(&found, "problem").contains("chorus hooks install --host codex"), "{found:#}");
}
