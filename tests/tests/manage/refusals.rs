//! What cannot be written is refused, said, and left as it is; the other hosts are done all the same.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use hookwright_tests::home::{Home, differences, said};
use serde_json::Value;

use crate::files::{Saved, fill};
use crate::home;

/// Installs on a host and on codex: the first is refused with all the texts in the message, and only codex's file changes.
#[track_caller]
fn refused(what: &str, home: &Home, host: &str, path: &str, wanted: &[&str], start: impl Fn(&[&str]) -> Output) {
    let before = home.tree();
    let out = start(&["install", "--host", &format!("{host},codex")]);
    let text = said(&out);
    assert_eq!(out.status.code(), Some(1), "{what}: {text}");
    for part in wanted.iter().chain([&"REFUSED", &path]) {
        assert!(text.contains(part), "{what}: no `{part}` in {text}");
    }
    let changed = differences(&before, &home.tree());
    assert!(changed.len() == 1 && changed[0].starts_with("home/.codex/hooks.json"), "{what}: {changed:#?}");
    let out = start(&["install", "--host", host, "--json"]);
    let json: Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{what}: {e}: {}", said(&out)));
    let outcome = &json["outcomes"][0];
    assert_eq!((out.status.code(), outcome["state"].as_str()), (Some(1), Some("refused")), "{what}: {json:#}");
    let named = outcome["problem"]["path"].as_str().unwrap_or_default();
    assert!(named.ends_with(path), "{what}: {json:#}");
    home.done("chorus", &["uninstall", "--host", "codex"]);
    assert_eq!(differences(&before, &home.tree()), [] as [String; 0], "{what}");
}

/// Host, file, text, and what is said of it.
const BROKEN: &[(&str, &str, &str, &[&str])] = &[
    ("claude-code", ".claude/settings.json", "{\n  \"hooks\": {\n", &["settings.json:", "\"command\": \""]),
    ("claude-code", ".claude/settings.json", "{\n  // no comments here\n}\n", &[":2:3"]),
    ("claude-code", ".claude/settings.json", "[]", &[":1:1", "must be an object"]),
    ("claude-code", ".claude/settings.json", "{\"hooks\": []}", &[":1:2", "`/hooks` is", "must be an object"]),
    ("claude-code", ".claude/settings.json", "{\"hooks\": \"off\"}", &["must be an object"]),
    ("claude-code", ".claude/settings.json", "{\n\"hooks\": {\"PreToolUse\": {}}}", &[":2:", "must be a list"]),
    (
        "gemini-cli",
        ".gemini/settings.json",
        "{ // fine\n \"hooks\": { \"BeforeTool\": 7 } }",
        &[":2:", "must be a list"],
    ),
    ("kimi", ".kimi-code/config.toml", "a = \n", &[":1:", "[[hooks]]"]),
    ("kimi", ".kimi-code/config.toml", "x = 1\nhooks = \"off\"\n", &[":2:", "must be a list"]),
    ("kimi", ".kimi-code/config.toml", "[hooks]\nx = 1\n", &["must be a list"]),
    ("hermes", ".hermes/config.yaml", "a: [1\nb: 2\n", &["config.yaml:", "- matcher:"]),
    ("hermes", ".hermes/config.yaml", "a: 1\nhooks:\n  - x\n", &["must be an object"]),
    ("hermes", ".hermes/config.yaml", "hooks:\n  pre_tool_call: \"x\"\n", &[":2:", "must be a list"]),
    ("cursor", ".cursor/hooks.json", "{\"version\": 1, \"hooks\": {\"PreToolUse\": []}}", &["no event of this host"]),
    ("cursor", ".cursor/hooks.json", "{\"version\": 2, \"hooks\": {}}", &["`version` is 2"]),
    ("openclaw", ".openclaw/openclaw.json", "{ \"plugins\": ", &["allowConversationAccess"]),
    ("openclaw", ".openclaw/openclaw.json", "{ \"plugins\": [] }", &[":1:", "must be an object"]),
];

#[test]
fn files_that_cannot_be_edited_are_refused_by_place_and_with_what_to_write() {
    for (host, path, text, wanted) in BROKEN {
        let home = home();
        fill(&home, Saved::AsTheyAre);
        fs::write(home.home(path), text).expect("it is ours");
        refused(&format!("{host}: {text:?}"), &home, host, path, wanted, |arguments| home.hooks("chorus", arguments));
    }
}

#[test]
fn other_encodings_are_refused() {
    let utf16: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (path, rows) = (".claude/settings.json", [("UTF-16", utf16), ("UTF-8", b"{\"a\": \"\xff\"}".to_vec())]);
    for (name, bytes) in rows {
        let home = home();
        fill(&home, Saved::AsTheyAre);
        fs::write(home.home(path), bytes).expect("it is ours");
        refused(name, &home, "claude-code", path, &[name], |arguments| home.hooks("chorus", arguments));
    }
}

/// What is made of a home, and what is said of it.
type Odd = (&'static str, fn(&Path), &'static [&'static str]);

#[test]
fn what_is_no_plain_file_is_refused() {
    let rows: &[Odd] = &[
        ("a folder", |file| fs::create_dir(file).expect("it can be made"), &["folder"]),
        ("a dangling link", |file| symlink("../nowhere/settings.json", file).expect("it can be made"), &["nowhere"]),
        ("links in a circle", |file| symlink("settings.json", file).expect("it can be made"), &["circle"]),
        (
            "a hard link",
            |file| {
                fs::write(file.with_file_name("other.json"), "{}").expect("it can be made");
                fs::hard_link(file.with_file_name("other.json"), file).expect("it can be made");
            },
            &["hard links", "\"command\": \""],
        ),
        (
            "read-only",
            |file| {
                fs::write(file, "{}").expect("it can be made");
                fs::set_permissions(file, fs::Permissions::from_mode(0o444)).expect("it is ours");
            },
            &["read-only", "0444", "\"command\": \""],
        ),
    ];
    for (what, make, wanted) in rows {
        let home = home();
        fill(&home, Saved::AsTheyAre);
        let path = ".claude/settings.json";
        fs::remove_file(home.home(path)).expect("it is there");
        make(&home.home(path));
        refused(what, &home, "claude-code", path, wanted, |arguments| home.hooks("chorus", arguments));
    }
}

/// Files that are ours by name, written by somebody else: nothing of the host is written, not even the others of ours.
#[test]
fn a_foreign_file_in_place_of_ours_is_never_overwritten() {
    for (host, path) in [
        ("opencode", ".config/opencode/plugins/chorus.ts"),
        ("amp", ".config/amp/plugins/chorus.ts"),
        ("cline", ".cline/plugins/chorus.ts"),
        ("pi", ".pi/agent/extensions/chorus.ts"),
        ("mux", ".xum/tool_post"),
        ("cline-files", "Documents/Cline/Hooks/PostToolUse"),
        ("openclaw", ".openclaw/extensions/chorus/index.ts"),
        ("openclaw", ".openclaw/extensions/chorus/package.json"),
        ("openclaw", ".openclaw/extensions/chorus/openclaw.plugin.json"),
    ] {
        let home = home();
        fill(&home, Saved::AsTheyAre);
        home.write(&Path::new("home").join(path), "// somebody else's\n");
        refused(path, &home, host, path, &["not ours"], |arguments| home.hooks("chorus", arguments));
    }
}

/// Runs it in a mount namespace of its own, after a line of shell; `None` where there are none.
fn mounted(home: &Home, line: &str, arguments: &[&str]) -> Option<Output> {
    let start = home.start("chorus", arguments);
    let mut command = Command::new("unshare");
    // SAFETY: it takes nothing and cannot fail.
    command.arg(if unsafe { libc::geteuid() } == 0 { "-m" } else { "-rm" }).args(["sh", "-c"]);
    command.arg(format!("{line} || exit 99\nexec \"$@\"")).arg("sh").arg(start.get_program()).args(start.get_args());
    command.env_clear().current_dir(home.project(""));
    command.envs(start.get_envs().filter_map(|(key, value)| Some((key, value?))));
    command.output().ok().filter(|out| !matches!(out.status.code(), Some(99)) && !said(out).contains("unshare failed"))
}

/// Read-only folders, file systems and full disks, as a store of packages or a container has them.
#[test]
fn where_nothing_can_be_written_nothing_is() {
    let path = ".claude/settings.json";
    for (what, line, wanted) in [
        (
            "a read-only mount",
            "mount --bind $HOME/.claude $HOME/.claude && mount -o remount,ro,bind $HOME/.claude",
            "settings.json",
        ),
        ("a file that is a mount", "mount --bind $HOME/.claude/settings.json $HOME/.claude/settings.json", "mount"),
        (
            "a full disk",
            "cp $HOME/.claude/settings.json /dev/shm/s.$$ && mount -t tmpfs -o size=4k t $HOME/.claude && \
             mv /dev/shm/s.$$ $HOME/.claude/settings.json",
            "no space",
        ),
    ] {
        let home = home();
        fill(&home, Saved::AsTheyAre);
        if mounted(&home, line, &["list"]).is_none() {
            println!("SKIPPED: {what}: no mounts can be made here");
            continue;
        }
        let start = |arguments: &[&str]| mounted(&home, line, arguments).expect("it went before");
        refused(what, &home, "claude-code", path, &[wanted, "\"command\": \""], start);
    }
}

/// An immutable file, as some make theirs against tools like ours.
#[test]
fn an_immutable_file_is_left_alone() {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    let file = home.home(".claude/settings.json");
    let change =
        |flag: &str| Command::new("chattr").arg(flag).arg(&file).output().is_ok_and(|out| out.status.success());
    if !change("+i") {
        return println!("SKIPPED: no file can be made immutable here");
    }
    let tried = std::panic::catch_unwind(|| {
        let start = |arguments: &[&str]| home.hooks("chorus", arguments);
        refused("immutable", &home, "claude-code", ".claude/settings.json", &["read-only"], start);
    });
    change("-i");
    tried.expect("it is refused");
}

/// Uninstalling goes on after a file that it cannot read: half of it is more harm than none.
#[test]
fn an_uninstall_does_what_it_can() {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    let before = home.tree();
    home.done("chorus", &["install", "--host", "codex,claude-code,gemini-cli"]);
    let file = home.home(".claude/settings.json");
    let ours = fs::read(&file).expect("it is there");
    fs::write(&file, [&ours[..], b"}"].concat()).expect("it is ours");
    let (removed, code) = home.json("chorus", &["uninstall"]);
    assert_eq!(code, 1, "{removed:#}");
    let problem =
        removed["outcomes"].as_array().expect("a list").iter().find(|o| o["state"] == "refused").expect("one");
    assert!(problem["problem"]["line"].is_u64(), "{removed:#}");
    let changed = differences(&before, &home.tree());
    assert!(changed.len() == 1 && changed[0].starts_with("home/.claude/settings.json"), "{changed:#?}");
    fs::write(&file, ours).expect("it is ours");
    home.done("chorus", &["uninstall"]);
    assert_eq!(differences(&before, &home.tree()), [] as [String; 0]);
}
