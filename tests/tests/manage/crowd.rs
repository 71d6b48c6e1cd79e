//! Many at once, and kills in the middle.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hookwright_tests::home::{Home, Thing, Tree, said, same};
use serde_json::{Value, json};

use crate::files::{Saved, fill};
use crate::home;
use crate::round::states;

const HOSTS: &str = "claude-code,gemini-cli,kimi,hermes,codex";
const FILES: [&str; 5] = [
    ".claude/settings.json",
    ".gemini/settings.json",
    ".kimi-code/config.toml",
    ".hermes/config.yaml",
    ".codex/hooks.json",
];

fn quiet(home: &Home, program: &str, arguments: &[&str]) -> Child {
    home.start(program, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be started")
}

/// 21 installs at once, 7 of each of three programs.
#[test]
fn parallel_installs_keep_every_entry_of_every_tool() {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    let before = home.tree();
    let programs = ["witness", "chorus", "probe"];
    for command in ["install", "uninstall"] {
        let crowd: Vec<Child> = (0..21).map(|n| quiet(&home, programs[n % 3], &[command, "--host", HOSTS])).collect();
        for child in crowd {
            let out = child.wait_with_output().expect("it can be waited for");
            assert!(out.status.success(), "{command}: {}", said(&out));
        }
        let count = |path: &str| {
            let text = fs::read_to_string(home.home(path)).expect("it is there");
            programs.map(|program| text.matches(&format!("/bin/{program} hook")).count())
        };
        let all: Vec<_> = FILES.iter().map(|path| count(path)).collect();
        match command {
            "install" => {
                for program in programs {
                    let again = home.json(program, &["install", "--host", HOSTS]).0;
                    let states = states(&again, "outcomes").into_iter().map(|(_, state)| state);
                    assert_eq!(
                        states.collect::<Vec<_>>(),
                        ["unchanged"; 5],
                        "{program}: nothing is missing, nothing is there twice"
                    );
                }
                assert!(all.iter().flatten().all(|n| *n > 0), "{all:?}");
            }
            _ => assert!(all.iter().flatten().all(|n| *n == 0), "{all:?}"),
        }
    }
    same("and out again", &before, &home.tree());
}

/// Several of one program make a file; then somebody else writes in it. What was made for it goes all the same.
#[test]
fn parallel_installs_know_together_what_they_made() {
    let home = home();
    home.write(&home.home(".claude/settings.json"), "{\n  \"model\": \"opus\"\n}\n");
    let crowd: Vec<Child> = (0..8).map(|_| quiet(&home, "chorus", &["install", "--host", "claude-code"])).collect();
    for child in crowd {
        let out = child.wait_with_output().expect("it can be waited for");
        assert!(out.status.success(), "{}", said(&out));
    }
    let file = home.home(".claude/settings.json");
    let text = fs::read_to_string(&file).expect("it is there").replace("opus", "haiku");
    fs::write(&file, text).expect("it is ours");
    home.done("chorus", &["uninstall"]);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "{\n  \"model\": \"haiku\"\n}\n");
}

/// Another program that knows no locks counts in the file while installs and uninstalls go on.
#[test]
fn an_edit_by_another_process_is_not_undone() {
    let home = home();
    let file = home.home(".claude/settings.json");
    home.write(&file, "{\"count\": 0}\n");
    let read =
        || serde_json::from_slice::<Value>(&fs::read(&file).expect("it is always there")).expect("it is always whole");
    let writer = thread::spawn({
        let file = file.clone();
        move || {
            for n in 1..=40 {
                // As careful as others are: read, change, rename.
                let mut value: Value =
                    serde_json::from_slice(&fs::read(&file).expect("it is there")).expect("it is whole");
                value["count"] = json!(n);
                let draft = file.with_file_name("theirs.tmp");
                fs::write(&draft, format!("{value:#}\n")).expect("it is ours");
                fs::rename(&draft, &file).expect("it is ours");
                thread::sleep(Duration::from_millis(15));
            }
        }
    });
    while !writer.is_finished() {
        for command in ["install", "uninstall"] {
            let mut child = quiet(&home, "chorus", &[command, "--host", "claude-code"]);
            assert!(child.wait().expect("it can be waited for").success(), "{command}");
            assert!(read()["count"].is_u64());
        }
    }
    writer.join().expect("it always read a whole file");
    assert_eq!(read()["count"], 40, "the last count is there");
}

/// The bytes of all files.
fn files(tree: &Tree) -> Vec<(&std::path::Path, &[u8])> {
    tree.iter()
        .filter_map(|(path, thing)| match thing {
            Thing::File { bytes, .. } => Some((path.as_path(), &bytes[..])),
            _ => None,
        })
        .collect()
}

/// Killed at any time, every file is what it was or what it was to be.
#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    let list = format!("{HOSTS},openclaw,mux,cline-files,opencode,cursor,copilot-cli");
    let install = ["install", "--host", &list];
    let home = home();
    fill(&home, Saved::AsTheyAre);
    let before = home.tree();
    let begin = Instant::now();
    home.done("chorus", &install);
    let (whole, after) = (begin.elapsed(), home.tree());
    home.done("chorus", &["uninstall"]);
    const KILLS: u32 = 16;
    let mut halfway = 0;
    for kill in 0..KILLS {
        let mut child = quiet(&home, "chorus", &install);
        thread::sleep(whole * kill / KILLS);
        child.kill().expect("it can be killed");
        child.wait().expect("it can be waited for");
        halfway += u32::from(recovers(&format!("kill {kill}"), &home, &install, &before, &after));
    }
    assert!(halfway > KILLS / 4, "only {halfway} of {KILLS} kills came in the middle");
}

/// The same at each rename, removal, new folder and flush in turn, where the calls of a process can be watched.
#[test]
fn a_kill_at_each_step_leaves_the_old_file_or_the_new_one() {
    let install = ["install", "--host", "claude-code,openclaw"];
    let home = home();
    fill(&home, Saved::AsTheyAre);
    let before = home.tree();
    home.done("chorus", &install);
    let after = home.tree();
    home.done("chorus", &["uninstall"]);
    let mut kills = 0;
    let calls = ["rename", "renameat2", "unlink", "mkdir", "rmdir", "fsync"];
    for (command, call) in ["install", "uninstall"].into_iter().flat_map(|command| calls.map(|call| (command, call))) {
        // Every name that changes; of the flushes, which are many, one in four.
        for at in (1..200).step_by(if call == "fsync" { 4 } else { 1 }) {
            if command == "uninstall" {
                home.done("chorus", &install);
            }
            let start = home.start("chorus", &[&[command], &install[1..]].concat());
            let mut strace = Command::new("strace");
            strace.args(["-qq", "-o", "/dev/null", "-e", &format!("inject={call}:signal=SIGKILL:when={at}")]);
            strace.arg(start.get_program()).args(start.get_args()).env_clear().current_dir(home.project(""));
            strace.envs(start.get_envs().filter_map(|(key, value)| Some((key, value?))));
            let Ok(out) = strace.output() else { return println!("SKIPPED: strace is not here") };
            let killed = out.status.signal() == Some(9) || out.status.code() == Some(137);
            if !killed && !out.status.success() {
                return println!("SKIPPED: strace cannot kill here: {}", said(&out));
            }
            kills += u32::from(killed);
            let again: &[&str] = if command == "install" { &install } else { &["uninstall"] };
            recovers(&format!("{command}, {call} {at}"), &home, again, &before, &after);
            if !killed {
                break;
            }
        }
    }
    assert!(kills > 30, "only {kills} kills");
}

/// After a kill: every file is an old or a new one, the same again goes through, and an uninstall leaves no trace. Whether it
/// was in the middle.
fn recovers(kill: &str, home: &Home, again: &[&str], before: &Tree, after: &Tree) -> bool {
    let now = home.tree();
    for (path, bytes) in files(&now) {
        let is = |tree: &Tree| matches!(tree.get(path), Some(Thing::File { bytes: of, .. }) if of == bytes);
        let draft = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".hookwright-"));
        assert!(draft || is(before) || is(after), "{kill}: {}", path.display());
    }
    assert!(before.keys().all(|path| now.contains_key(path)), "{kill}: nothing is lost");
    home.done("chorus", again);
    if again[0] == "install" {
        same(&format!("{kill}: installed again"), after, &home.tree());
    }
    home.done("chorus", &["uninstall"]);
    same(&format!("{kill}: uninstalled"), before, &home.tree());
    now != *before && now != *after
}
