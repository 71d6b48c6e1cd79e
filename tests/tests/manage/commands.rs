//! The command that stands in each host's file, started as that host starts it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hookwright_codegen::host::{Format, Host, Shell};
use hookwright_tests::home::{Home, said};
use serde_json::Value;

use crate::round::hosts;
use crate::{CHORUS, home};

/// Names of folders in which people keep programs.
const FOLDERS: &[&str] = &[
    "plain", "a b", "it's", "d$HOME", "a&b", "p(1)", "100%", "é ü", "\"q\"", "b`x`", "w\\n", "*", "#c", "~",
    "; exit 3", "-x",
];

/// All of it in one name, for hosts that start commands as another does that was tried with each.
const WORST: &str = "it's \"a\" & d$HOME (1)% é `x` \\n ; * #c ~";

/// The program in a folder, which only prints its arguments.
fn echo(home: &Home, folder: &str) -> PathBuf {
    let path = Path::new("programs").join(folder).join("chorus");
    home.script(&path, "for word in \"$@\"; do printf '<%s>' \"$word\"; done");
    home.root().join(path)
}

/// Objects with a command, as the host's own parser reads its file.
fn handlers(host: &Host, text: &str) -> Vec<Value> {
    let config = host.config.as_ref().expect("only those that have one");
    let value: Value = match config.format {
        Format::Toml => toml::from_str(text).expect("TOML"),
        Format::Yaml => yaml(text),
        _ => serde_json::from_str(text).expect("JSON"),
    };
    let mut found = Vec::new();
    collect(&value, &mut found);
    found
}

/// As PyYAML reads it, which is what the one host of YAML uses.
fn yaml(text: &str) -> Value {
    let script = "import sys, json, yaml; print(json.dumps(yaml.safe_load(sys.argv[1])))";
    match Command::new("python3").args(["-c", script, text]).output() {
        Ok(out) if out.status.success() => serde_json::from_slice(&out.stdout).expect("JSON"),
        _ => {
            println!("SKIPPED: python3 with PyYAML is not here");
            Value::Null
        }
    }
}

fn collect(value: &Value, found: &mut Vec<Value>) {
    if value["command"].is_string() || value["bash"].is_string() {
        return found.push(value.clone());
    }
    let children: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(map) => map.values().collect(),
        _ => return,
    };
    children.into_iter().for_each(|child| collect(child, found));
}

/// Starts a handler as the host does.
fn start(host: &Host, handler: &Value) -> Command {
    let line = handler["command"].as_str().or(handler["bash"].as_str()).expect("a command");
    if let Some(args) = handler["args"].as_array() {
        let mut command = Command::new(line);
        command.args(args.iter().filter_map(Value::as_str));
        return command;
    }
    match host.config.as_ref().expect("only those that have one").command.shell {
        // `shlex.split`, by the host's own language.
        Shell::Split => {
            let mut command = Command::new("python3");
            command.args(["-c", "import shlex, sys, os; w = shlex.split(sys.argv[1]); os.execvp(w[0], w)", line]);
            command
        }
        shell => {
            let mut command = Command::new(if shell == Shell::Bash { "bash" } else { "sh" });
            command.args(["-c", line]);
            command
        }
    }
}

/// The files that an install on a host wrote, and what they hold.
fn installed(home: &Home, host: &str, scope: &str, program: &str) -> BTreeMap<PathBuf, String> {
    let arguments = ["install", "--host", host, "--scope", scope, "--program", program];
    let (said, code) = home.json("chorus", &arguments);
    assert_eq!(code, 0, "{host}: {said:#}");
    let files = said["outcomes"][0]["files"].as_array().expect("a list").clone();
    let path = |file: Value| PathBuf::from(file["path"].as_str().expect("a path"));
    files.into_iter().map(path).map(|path| (path.clone(), fs::read_to_string(path).expect("it is there"))).collect()
}

fn ran(home: &Home, mut command: Command) -> Output {
    command.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", home.home("")).current_dir(home.project(""));
    command.output().expect("it can be started")
}

#[test]
fn every_path_survives_every_host_and_its_shell() {
    let home = home();
    let mut tried_with_each = Vec::new();
    for host in hosts().iter().filter(|host| host.config.as_ref().is_some_and(|c| c.user.is_some())) {
        let config = host.config.as_ref().expect("it has one");
        let way = (config.format, config.command.shell, config.command.missing_blocks);
        let folders = if tried_with_each.contains(&way) { &[WORST] } else { FOLDERS };
        tried_with_each.push(way);
        for folder in folders {
            let program = echo(&home, folder);
            let program = program.to_str().expect("UTF-8");
            let what = format!("{} in `{folder}`", host.id);
            let files = installed(&home, &host.id, "user", program);
            let format = host.config.as_ref().expect("only those that have one").format;
            let mut tried = 0;
            for (path, text) in &files {
                let starts = match format {
                    Format::Module => continue,
                    Format::Executable => vec![Command::new(path)],
                    _ => handlers(host, text).iter().map(|handler| start(host, handler)).collect(),
                };
                for command in starts {
                    let out = ran(&home, command);
                    let text = String::from_utf8_lossy(&out.stdout).into_owned();
                    assert!(text.starts_with(&format!("<hook><{}><", host.id)), "{what}: {text} {}", said(&out));
                    tried += 1;
                }
            }
            if format == Format::Module {
                let quoted = Value::from(program).to_string();
                assert!(files.values().any(|text| text.contains(&quoted)), "{what}: no {quoted}");
            } else {
                assert!(tried > 0 || format == Format::Yaml, "{what}: nothing was started");
            }
        }
        home.done("chorus", &["uninstall", "--host", &host.id]);
    }
}

/// The program is gone: where that would block every call it lets them through, elsewhere it is the shell's own "not found",
/// and never the exit code that denies.
#[test]
fn a_removed_program_blocks_nothing() {
    let home = home();
    for host in hosts() {
        let config = host.config.as_ref().expect("only those that have one");
        let scope = if config.user.is_some() { "user" } else { "project" };
        let gone = home.root().join("gone/chorus");
        let gone = gone.to_str().expect("UTF-8");
        for (path, text) in installed(&home, &host.id, scope, gone) {
            let starts = match config.format {
                Format::Module => continue,
                Format::Executable => vec![Command::new(path)],
                _ => handlers(&host, &text).iter().filter(|h| !h["args"].is_array()).map(|h| start(&host, h)).collect(),
            };
            for command in starts {
                let out = ran(&home, command);
                match config.command.missing_blocks {
                    true => {
                        assert!(out.status.success() && out.stdout.is_empty(), "{}: {}", host.id, said(&out));
                    }
                    // Python's own, where words are split.
                    false if config.command.shell == Shell::Split => assert!(!out.status.success()),
                    false => assert_eq!(out.status.code(), Some(127), "{}: {}", host.id, said(&out)),
                }
            }
        }
        home.done("chorus", &["uninstall", "--host", &host.id, "--scope", scope]);
    }
}

/// What is committed speaks of no machine: neither of its folders nor of its user.
#[test]
fn a_project_file_holds_no_path_of_this_machine() {
    let home = home();
    for host in hosts().iter().filter(|host| host.config.as_ref().is_some_and(|c| c.project.is_some())) {
        let program = home.bin("chorus");
        let files = installed(&home, &host.id, "project", program.to_str().expect("UTF-8"));
        let root = home.root();
        for (path, text) in files {
            assert!(path.starts_with(home.project("")), "{}: {}", host.id, path.display());
            let foreign = [root.to_str().expect("UTF-8"), "/home/", "/root/", "/Users/", "~/"];
            let found = foreign.iter().find(|part| text.contains(**part));
            assert_eq!(found, None, "{}: {}", host.id, path.display());
        }
    }
}

/// The stable name on `PATH` is written, not the versioned place behind it, and an update behind it changes no file.
#[test]
fn the_stable_path_outlives_an_update() {
    let home = home();
    let [old, new] = ["1.0.0", "1.1.0"].map(|version| home.root().join("store").join(version).join("chorus"));
    for path in [&old, &new] {
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::copy(CHORUS, path).expect("it can be copied");
    }
    let link = home.bin("chorus");
    let turn = |to: &Path| {
        fs::remove_file(&link).expect("it is there");
        symlink(to, &link).expect("it can be made");
    };
    let plain = |arguments: &[&str]| home.command(&link).args(arguments).output().expect("it can be started");
    turn(&old);
    let out = plain(&["hooks", "install", "--host", "codex"]);
    if said(&out).contains("temporary files") {
        return println!("SKIPPED: the build lies in a folder for temporary files");
    }
    let file = home.home(".codex/hooks.json");
    let text = fs::read_to_string(&file).expect("it is there");
    assert!(text.contains(link.to_str().expect("UTF-8")) && !text.contains("1.0.0"), "{text}");
    turn(&new);
    fs::remove_file(&old).expect("it is there");
    assert!(said(&plain(&["hooks", "install", "--host", "codex"])).contains("unchanged"));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}
