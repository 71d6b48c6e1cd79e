use std::fs;

use hookwright::testing::{self, Fired};

use super::*;

const HOSTS: &[&str] = &["claude-code", "codex", "gemini-cli", "cursor", "opencode"];

/// A project with a prettier of its own: it writes capitals, complains of `oops`, and takes its time over `slow`.
fn project() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let bin = dir.path().join("node_modules/.bin");
    fs::create_dir_all(&bin).unwrap();
    let prettier = "#!/bin/sh\ntext=$(cat)\necho noise >&2\ncase \"$text\" in\n*oops*) echo \"$2: SyntaxError API_KEY=hunter22xyz\" >&2; \
                    exit 2;;\n*slow*) exec sleep 30;;\nesac\nprintf '%s\\n' \"$text\" | tr a-z A-Z\n";
    fs::write(bin.join("prettier"), prettier).unwrap();
    #[cfg(unix)]
    fs::set_permissions(bin.join("prettier"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    dir
}

fn write(dir: &Path, path: &str, text: &str) {
    fs::create_dir_all(dir.join(path).parent().unwrap()).unwrap();
    fs::write(dir.join(path), text).unwrap();
}

/// The agent has written these files.
fn fire(dir: &Path, host: &'static str, paths: &[&str]) -> Fired {
    let root = dir.to_str().unwrap();
    let call = match (host, paths) {
        ("codex", _) | (_, [_, _, ..]) => {
            let files: String = paths.iter().map(|path| format!("*** Update File: {path}\n")).collect();
            testing::call("Patch", [("patch", format!("*** Begin Patch\n{files}*** End Patch\n"))])
        }
        _ => testing::call("Write", [("file_path", paths[0]), ("content", "")]),
    };
    call.project_dir(root).cwd(root).output("Done").on(host).fire_all(Kind::PostToolUse)
}

#[test]
#[cfg(unix)]
fn the_model_learns_what_was_formatted_on_every_host() {
    for host in HOSTS {
        let dir = project();
        write(dir.path(), "a.ts", "let a\n");
        let fired = fire(dir.path(), host, &["a.ts"]);
        let told = "Formatted after your edit: `a.ts` (prettier). Read it again before you edit it.";
        assert_eq!(fired.context().as_deref(), Some(told), "{host}");
        assert!(fired.stdout().contains(told), "{host}: {}", fired.stdout());
        assert_eq!(fs::read_to_string(dir.path().join("a.ts")).unwrap(), "LET A\n", "{host}");
        let fired = fire(dir.path(), host, &["a.ts"]);
        assert!(fired.passed() && fired.stdout().is_empty(), "{host}: formatted already: {fired:?}");
    }
}

#[test]
#[cfg(unix)]
fn all_files_of_a_patch_are_formatted() {
    let dir = project();
    for (path, text) in
        [("a.ts", "a\n"), ("b/c.css", "c\n"), ("oops.md", "oops\n"), ("d.txt", "d\n"), ("e.json", "E\n")]
    {
        write(dir.path(), path, text);
    }
    let fired = fire(dir.path(), "opencode", &["a.ts", "b/c.css", "oops.md", "d.txt", "e.json", "gone.ts"]);
    let context = fired.context().unwrap();
    assert!(context.contains("`a.ts` (prettier), `b/c.css` (prettier)."), "{context}");
    assert!(context.contains("prettier cannot format `oops.md`:\n") && context.contains("SyntaxError"), "{context}");
    assert!(!context.contains("hunter22xyz") && !context.contains("d.txt") && !context.contains("e.json"), "{context}");
    assert_eq!(fs::read_to_string(dir.path().join("oops.md")).unwrap(), "oops\n");
}

#[test]
#[cfg(unix)]
fn what_is_not_the_projects_own_stays() {
    let (dir, other) = (project(), tempfile::tempdir().unwrap());
    let outside = other.path().join("a.ts").to_str().unwrap().to_owned();
    write(other.path(), "a.ts", "a\n");
    for path in ["node_modules/x/a.ts", "target/a.ts", "large.ts"] {
        write(dir.path(), path, "a\n");
    }
    write(dir.path(), "large.ts", &"a\n".repeat(300_000));
    for path in ["node_modules/x/a.ts", "target/a.ts", "large.ts", &outside, "/nonexistent/a.ts"] {
        let fired = fire(dir.path(), "claude-code", &[path]);
        assert!(fired.passed(), "{path}: {fired:?}");
    }
    assert_eq!(fs::read_to_string(outside).unwrap(), "a\n");
}

#[test]
#[cfg(unix)]
fn a_slow_formatter_is_given_up() {
    let dir = project();
    write(dir.path(), "a.ts", "slow\n");
    let start = std::time::Instant::now();
    assert!(fire(dir.path(), "claude-code", &["a.ts"]).passed());
    assert!(start.elapsed().as_secs() < 15, "{:?}", start.elapsed());
}

#[test]
fn rust_is_formatted_by_its_edition() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "Cargo.toml", "[workspace]\nmembers = ['a']\n[workspace.package]\nedition = '2021'\n");
    write(dir.path(), "a/Cargo.toml", "[package]\nname = 'a'\nedition.workspace = true\n");
    // `async` is no keyword in rustfmt's own edition, and the module is not there.
    write(dir.path(), "a/src/lib.rs", "mod missing;\nasync  fn f( ) {}\n");
    let fired = fire(dir.path(), "claude-code", &["a/src/lib.rs"]);
    assert!(fired.context().unwrap().contains("`a/src/lib.rs` (rustfmt)"), "{fired:?}");
    assert_eq!(fs::read_to_string(dir.path().join("a/src/lib.rs")).unwrap(), "mod missing;\nasync fn f() {}\n");
    write(dir.path(), "a/src/lib.rs", "fn f( {\n");
    let context = fire(dir.path(), "claude-code", &["a/src/lib.rs"]).context().unwrap();
    assert!(context.starts_with("rustfmt cannot format `a/src/lib.rs`:\nerror: "), "{context}");
}
