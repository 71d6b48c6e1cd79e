//! Which hosts there are, where their files lie, and what the other commands print.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use hookwright_tests::home::{Home, said, same};
use serde_json::Value;

use crate::{CHORUS, home};

/// The hosts that `hooks detect` finds.
fn detected(home: &Home) -> Vec<String> {
    let (found, code) = home.json("chorus", &["detect"]);
    assert_eq!(code, 0);
    let host = |one: &Value| one["host"].as_str().expect("a host").to_owned();
    found.as_array().expect("a list").iter().map(host).collect()
}

#[test]
fn hosts_are_found_by_command_and_by_folder() {
    let home = home();
    assert!(home.done("chorus", &["detect"]).contains("No host was detected"));
    assert_eq!(detected(&home), [] as [&str; 0]);
    home.script(Path::new("bin/codex"), "");
    fs::create_dir(home.home(".cursor")).expect("it can be made");
    // Neither a program nor a folder.
    home.write(Path::new("bin/claude"), "not executable");
    home.write(&home.home(".qwen"), "a file");
    assert_eq!(detected(&home), ["codex", "cursor"]);
    let text = home.done("chorus", &["detect"]);
    assert!(text.contains("bin/codex") && text.contains("~/.cursor/"), "{text}");
    // What is found is what an install without a name is for.
    let (done, _) = home.json("chorus", &["install"]);
    assert_eq!(crate::round::states(&done, "outcomes"), [("codex", "installed"), ("cursor", "installed")]);
}

#[test]
fn an_install_without_any_host_does_nothing_and_says_so() {
    let home = home();
    let before = home.tree();
    assert!(home.done("chorus", &["install"]).contains("No host was detected"));
    let (nothing, code) = home.json("chorus", &["install"]);
    assert_eq!((code, &nothing["outcomes"]), (0, &serde_json::json!([])));
    same("nothing", &before, &home.tree());
}

/// Variables that move hosts' folders move the files, and a value that would move with the working folder is refused.
#[test]
fn variables_move_the_files() {
    for (host, name, below, file) in [
        ("codex", "CODEX_HOME", "", "hooks.json"),
        ("claude-code", "CLAUDE_CONFIG_DIR", "", "settings.json"),
        ("hermes", "HERMES_HOME", "", "config.yaml"),
        ("gemini-cli", "GEMINI_CLI_HOME", "", ".gemini/settings.json"),
        ("crush", "XDG_CONFIG_HOME", "", "crush/crush.json"),
        ("opencode", "XDG_CONFIG_HOME", "", "opencode/plugins/chorus.ts"),
        ("mimo-code", "MIMOCODE_HOME", "config", "plugins/chorus.ts"),
        ("openclaw", "OPENCLAW_STATE_DIR", "", "openclaw.json"),
        ("mux", "XUM_ROOT", "", "tool_pre"),
        ("pi", "PI_CODING_AGENT_DIR", "", "extensions/chorus.ts"),
        ("copilot-cli", "COPILOT_HOME", "", "hooks/chorus.copilot-cli.json"),
    ] {
        let home = home();
        let before = home.tree();
        let start = |command: &str, value: &str| {
            let mut start = home.start("chorus", &[command, "--host", host]);
            start.env(name, value).output().expect("it can be started")
        };
        let moved = home.project("moved");
        let at = moved.join(below).join(file);
        let out = start("install", moved.to_str().expect("UTF-8"));
        assert!(out.status.success() && at.is_file(), "{host}: {}", said(&out));
        let out = start("status", moved.to_str().expect("UTF-8"));
        assert!(String::from_utf8_lossy(&out.stdout).contains("installed"), "{host}: {}", said(&out));
        let out = start("uninstall", moved.to_str().expect("UTF-8"));
        assert!(out.status.success(), "{host}: {}", said(&out));
        same(host, &before, &home.tree());
        let out = start("install", "relative/folder");
        assert!(out.status.code() == Some(1) && said(&out).contains(name), "{host}: {}", said(&out));
        same(host, &before, &home.tree());
    }
}

#[test]
fn a_project_can_be_named_and_is_found_again() {
    let home = home();
    let before = home.tree();
    fs::create_dir(home.home("other")).expect("it can be made");
    let other = home.home("other");
    let other = other.to_str().expect("UTF-8");
    home.done("chorus", &["install", "--host", "codex", "--scope", "project", "--project", other]);
    assert!(home.home("other/.codex/hooks.json").is_file());
    assert!(!home.done("chorus", &["status"]).contains("codex"), "it is not this project's");
    assert!(home.done("chorus", &["status", "--project", other]).contains("codex"));
    // Another project's uninstall does not touch it.
    home.done("chorus", &["uninstall", "--scope", "project"]);
    assert!(home.home("other/.codex/hooks.json").is_file());
    home.done("chorus", &["uninstall", "--scope", "project", "--project", other]);
    fs::remove_dir(home.home("other")).expect("nothing is left in it");
    same("as before", &before, &home.tree());
}

#[test]
fn exit_codes_are_as_they_are_documented() {
    let home = home();
    for (arguments, code) in [
        (&["list"][..], 0),
        (&["--help"], 0),
        (&["install", "--host", "codex", "--dry-run"], 0),
        (&["install", "--host", "no-such-host"], 2),
        (&["install", "--scope", "world"], 2),
        (&["fly"], 2),
        (&[], 2),
        (&["emit"], 2),
        (&["install", "--host", "kimi", "--scope", "local"], 1),
        (&["install", "--host", "codex", "--scope", "project", "--project", "/nowhere"], 1),
        (&["doctor", "--host", "codex"], 1),
        // Entries are known by the program's name.
        (&["install", "--host", "codex", "--program", "/opt/another-name"], 1),
    ] {
        let out = home.hooks("chorus", arguments);
        assert_eq!(out.status.code(), Some(code), "{arguments:?}: {}", said(&out));
    }
    assert!(home.done("chorus", &["--help"]).contains("Exit codes:"));
}

#[test]
fn completions_parse_in_their_shells() {
    let home = home();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = home.done("chorus", &["completions", shell]);
        assert!(text.contains("chorus") && text.contains("uninstall"), "{shell}: {text}");
        if !matches!(shell, "bash" | "zsh" | "fish") {
            continue;
        }
        let child = Command::new(shell).arg("-n").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let Ok(mut child) = child else {
            println!("SKIPPED: {shell} is not here");
            continue;
        };
        child.stdin.take().expect("it was piped").write_all(text.as_bytes()).expect("it is read");
        let out = child.wait_with_output().expect("it can be waited for");
        assert!(out.status.success(), "{shell}: {}", said(&out));
    }
}

/// A build in a folder for temporary files would leave hooks that point at nothing.
#[test]
fn a_program_in_a_temporary_folder_is_refused() {
    let home = home();
    let copy = home.root().join("tmp/chorus");
    fs::copy(CHORUS, &copy).expect("it can be copied");
    let before = home.tree();
    let run =
        |arguments: &[&str]| home.command(&copy).arg("hooks").args(arguments).output().expect("it can be started");
    for arguments in [&["install", "--host", "codex"][..], &["install", "--host", "codex", "--dry-run"]] {
        let out = run(arguments);
        let text = said(&out);
        assert_eq!(out.status.code(), Some(1), "{text}");
        assert!(text.contains("temporary files") && text.contains("on PATH"), "{text}");
    }
    same("nothing is written", &before, &home.tree());
    // With a name that will last it goes, and out again it goes from anywhere.
    assert!(run(&["install", "--host", "codex", "--program", "/opt/bin/chorus"]).status.success());
    assert!(fs::read_to_string(home.home(".codex/hooks.json")).expect("it is there").contains("/opt/bin/chorus hook"));
    assert!(run(&["uninstall"]).status.success());
    same("and out again", &before, &home.tree());
}

/// What is put somewhere else with `--program` is still this program.
#[test]
fn a_named_place_of_this_program_is_no_other() {
    let home = home();
    let link = home.root().join("links/chorus");
    fs::create_dir(home.root().join("links")).expect("it can be made");
    std::os::unix::fs::symlink(CHORUS, &link).expect("it can be made");
    let link = link.to_str().expect("UTF-8");
    home.done("chorus", &["install", "--host", "codex,opencode", "--program", link]);
    let (status, _) = home.json("chorus", &["status"]);
    assert_eq!(crate::round::states(&status, "hosts"), [("codex", "installed"), ("opencode", "installed")]);
    let (found, code) = home.json("chorus", &["doctor"]);
    assert_eq!((code, crate::round::problems(&found)), (0, vec![]));
}

/// Nothing is coloured where nobody looks, and a reader that goes away is no failure.
#[test]
fn what_is_printed_is_plain_text_for_pipes() {
    let home = home();
    for arguments in
        [&["list"][..], &["install", "--host", "codex", "--dry-run"], &["install", "--host", "codex"], &["doctor"]]
    {
        let out = home.hooks("chorus", arguments);
        assert!(!said(&out).contains('\u{1b}'), "{}", said(&out));
    }
    let out =
        Command::new("sh").args(["-c", "\"$0\" hooks list | head -c1"]).arg(CHORUS).env("HOME", home.home("")).output();
    let out = out.expect("it can be started");
    assert!(out.status.success() && out.stderr.is_empty(), "{}", said(&out));
}

/// `emit` writes each host's files and nothing else.
#[test]
fn emit_writes_into_its_folder_alone() {
    let home = home();
    let before = home.tree();
    let out = home.root().join("out");
    home.done("chorus", &["emit", "--out", out.to_str().expect("UTF-8"), "--host", "codex,mux,openclaw"]);
    same("the home", &before, &home.tree());
    for file in ["codex/.codex/hooks.json", "mux/.xum/tool_pre", "openclaw/.openclaw/extensions/chorus/index.ts"] {
        assert!(out.join(file).is_file(), "{file}");
    }
}
