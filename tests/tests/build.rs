//! Where a build puts things, and what it does not do again: packages built by the real cargo.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hookwright_tests::fixture::{BUILD, Fixture, manifest};

const MAIN: &str = "#[hookwright::hook(PreToolUse, matcher = \"Bash\")]\n\
                    fn guard(_: &hookwright::event::PreToolUse) { let _ = 1; }\nhookwright::main!();";

fn fixture(name: &str, settings: &str) -> Fixture {
    let settings = format!("[package.metadata.hookwright]\nhosts = [\"codex\", \"cursor\"]\n{settings}");
    Fixture::new(name, &[("Cargo.toml", &manifest(name, &settings)), ("build.rs", BUILD), ("src/main.rs", MAIN)])
}

/// All files under a folder, relative to it.
fn files(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn artifacts_stand_beside_the_program_they_name() {
    let fixture = fixture("plain", "");
    let said = fixture.build();
    assert!(!said.contains("warning"), "all is well, so nothing is said: {said}");
    let hooks = fixture.target().join("debug/hooks/plain");
    assert_eq!(
        files(&hooks),
        [".hookwright", "codex/.codex/hooks.json", "cursor/.cursor/hooks.json", "report.json", "report.txt"]
    );
    let text = fs::read_to_string(hooks.join("codex/.codex/hooks.json")).expect("it is there");
    let program = fixture.target().join("debug/plain");
    assert!(program.is_file() && text.contains(&program.to_string_lossy().into_owned()), "{text}");

    // A host that is no longer chosen leaves nothing behind.
    fixture.edit("Cargo.toml", "\"codex\", \"cursor\"", "\"cursor\"");
    fixture.build();
    assert_eq!(files(&hooks), [".hookwright", "cursor/.cursor/hooks.json", "report.json", "report.txt"]);
}

#[test]
fn another_place_can_be_named() {
    let fixture = fixture("dist", "");
    let dist = fixture.dir.join("out");
    let out = fixture.cargo(&["build"], &[("HOOKWRIGHT_DIST", dist.to_str().expect("UTF-8"))]);
    assert!(out.status.success(), "{out:?}");
    assert_eq!(
        files(&dist),
        [".hookwright", "codex/.codex/hooks.json", "cursor/.cursor/hooks.json", "report.json", "report.txt"]
    );
}

#[test]
fn a_separate_build_dir_and_a_named_target_are_understood() {
    let fixture = fixture("apart", "").with_target("results");
    // Kept between runs: it is a folder of its own, and everything would be compiled anew.
    let build_dir = hookwright_tests::npm::lab_dir().join("fixtures-between");
    let triple = env!("HOOKWRIGHT_TEST_TARGET");
    let env = [("CARGO_BUILD_BUILD_DIR", build_dir.to_str().expect("UTF-8"))];
    let out = fixture.cargo(&["build", "--target", triple], &env);
    assert!(out.status.success(), "{out:?}");
    let profile = fixture.target().join(triple).join("debug");
    let text =
        fs::read_to_string(profile.join("hooks/apart/codex/.codex/hooks.json")).expect("it is among the results");
    let program = profile.join("apart");
    assert!(program.is_file() && text.contains(&program.to_string_lossy().into_owned()), "{text}");
}

#[test]
fn several_binaries_get_a_folder_each_or_one_is_chosen() {
    let settings = |bin: &str| format!("[package.metadata.hookwright]\nhosts = [\"codex\"]\n{bin}");
    let other = "fn main() {}";
    let fixture = Fixture::new(
        "several",
        &[
            ("Cargo.toml", &manifest("several", &settings(""))),
            ("build.rs", BUILD),
            ("src/main.rs", MAIN),
            ("src/bin/second.rs", MAIN),
            ("src/bin/tool.rs", other),
        ],
    );
    fixture.build();
    let hooks = fixture.target().join("debug/hooks/several");
    let of = |bin: &str| ["codex/.codex/hooks.json", "report.json", "report.txt"].map(|file| format!("{bin}/{file}"));
    assert_eq!(files(&hooks), [vec![".hookwright".to_owned()], of("second").into(), of("several").into()].concat());
    fixture.edit("Cargo.toml", "hosts = [\"codex\"]", "hosts = [\"codex\"]\nbin = \"second\"");
    fixture.build();
    assert_eq!(files(&hooks), [".hookwright", "codex/.codex/hooks.json", "report.json", "report.txt"]);
    let text = fs::read_to_string(hooks.join("codex/.codex/hooks.json")).expect("it is there");
    assert!(text.contains("/second hook codex"), "{text}");
}

/// When each of the generated files was written last.
fn written(fixture: &Fixture, name: &str) -> BTreeMap<PathBuf, SystemTime> {
    let build = fixture.target().join("debug/build");
    let tables = fs::read_dir(build).into_iter().flatten().flatten().map(|e| e.path().join("out"));
    let tables = tables.flat_map(|out| files(&out).into_iter().map(move |f| out.join(f)));
    let tables = tables.filter(|path| path.ends_with(format!("hookwright-{name}.rs")));
    let hooks = fixture.target().join("debug/hooks").join(name);
    let emitted = files(&hooks).into_iter().map(|f| hooks.join(f));
    let time = |path: PathBuf| {
        let modified = fs::metadata(&path).and_then(|m| m.modified()).expect("it has a time");
        (path, modified)
    };
    tables.chain(emitted).map(time).collect()
}

#[test]
fn an_edit_of_a_body_rebuilds_no_table() {
    let fixture = fixture("bodies", "");
    fixture.build();
    let before = written(&fixture, "bodies");
    assert_eq!(before.len(), 6, "one table, three files, two reports: {before:?}");
    fixture.edit("src/main.rs", "let _ = 1;", "let _ = 2;");
    fixture.build();
    assert_eq!(written(&fixture, "bodies"), before, "the handler's body is no one's business");
    fixture.edit("src/main.rs", "\"Bash\"", "\"Bash|Read\"");
    fixture.build();
    assert_ne!(written(&fixture, "bodies"), before, "its matcher is");
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    for (name, settings, main, part, fails) in [
        ("unknown-host", "hosts = [\"gemini\"]", MAIN, "there is no host `gemini`; did you mean `gemini-cli`?", true),
        (
            "unknown-key",
            "host = [\"codex\"]",
            MAIN,
            "Cargo.toml:13: package.metadata.hookwright.host: unknown field",
            true,
        ),
        ("unknown-bin", "bin = \"x\"", MAIN, "`bin = \"x\"` is no binary of this package; it has unknown-bin", true),
        ("no-file", "host-files = [\"mine.toml\"]", MAIN, "host-files: mine.toml:", true),
        (
            "no-event",
            "hosts = [\"codex\"]",
            "#[hookwright::hook(Notification)]\nfn n(_: &hookwright::event::Notification) {}\nhookwright::main!();",
            "warning: no-event@0.1.0: `n` (src/main.rs:2) never runs, for there is no Notification, on codex",
            false,
        ),
        (
            "no-tool",
            "hosts = [\"codex\"]",
            "#[hookwright::hook(PreToolUse, matcher = \"Read\")]\nfn n(_: &hookwright::event::PreToolUse) {}\nhookwright::main!();",
            "`n` (src/main.rs:2) never runs, for there is no tool of its matcher, on codex",
            false,
        ),
    ] {
        let settings = format!("[package.metadata.hookwright]\n{settings}");
        let fixture = Fixture::new(
            name,
            &[("Cargo.toml", &manifest(name, &settings)), ("build.rs", BUILD), ("src/main.rs", main)],
        );
        let out = fixture.cargo(&["build"], &[]);
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(said.contains(part), "{name}: {said}");
        assert_eq!(out.status.success(), !fails, "{name}: {said}");
    }
}
