use std::fs;

use hookwright::testing::{self, Fired};
use serde_json::json;

use super::*;

const HOSTS: &[&str] = &["claude-code", "codex", "gemini-cli", "cursor", "opencode"];

/// A project, with pnpm's lock file or without, and a folder in it.
fn project(pnpm: bool) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("packages/a")).unwrap();
    if pnpm {
        fs::write(dir.path().join("pnpm-lock.yaml"), "").unwrap();
    }
    dir
}

fn run(host: &'static str, project: &Path, command: &str) -> Fired {
    let dir = project.to_str().unwrap();
    let call = testing::call("Bash", [("command", command), ("description", "as told")]);
    call.project_dir(dir).cwd(dir).on(host).fire_all(Kind::PreToolUse)
}

/// The command after both hooks; `None` where it stays.
fn rewritten(project: &Path, command: &str) -> Option<String> {
    let fired = run("claude-code", project, command);
    fired.modified().map(|input| input["command"].as_str().unwrap().to_owned())
}

#[test]
fn npm_becomes_pnpm_where_pnpm_is_used() {
    let (pnpm, npm) = (project(true), project(false));
    for (command, wanted) in [
        ("npm install", Some("pnpm install")),
        ("npm ci && npm run build", Some("pnpm install --frozen-lockfile && pnpm run build")),
        ("CI=1 sudo npm test 2>&1 | tail", Some("CI=1 sudo pnpm test 2>&1 | tail")),
        ("echo $(npm root) \"`npm bin`\"", Some("echo $(pnpm root) \"`pnpm bin`\"")),
        ("bash -c 'npm i left-pad'", Some("bash -c 'pnpm i left-pad'")),
        ("npm install -g npm", None),
        ("echo 'npm install'", None),
        ("git commit -m \"use npm; npm i\"", None),
        ("cat <<E\nnpm i\nE", None),
        ("pnpm install", None),
        ("ls", None),
    ] {
        assert_eq!(rewritten(pnpm.path(), command).as_deref(), wanted, "{command}");
        assert_eq!(rewritten(npm.path(), command), None, "without pnpm: {command}");
    }
}

#[test]
fn a_lock_file_above_counts_up_to_the_project() {
    let dir = project(true);
    let root = dir.path();
    for (folder, project, wanted) in [
        (root.to_owned(), Some(root.to_owned()), true),
        (root.join("packages/a"), Some(root.to_owned()), true),
        (root.join("packages/a"), Some(root.join("packages")), false),
        (root.join("packages/a"), None, false),
        (root.to_owned(), None, true),
    ] {
        assert_eq!(uses_pnpm(&folder, project.as_deref()), wanted, "{folder:?} in {project:?}");
    }
}

#[test]
fn publishing_becomes_a_dry_run() {
    let dir = project(false);
    for (command, wanted) in [
        ("npm publish", Some("npm publish --dry-run")),
        ("cargo +stable publish -p a; ls", Some("cargo +stable publish --dry-run -p a; ls")),
        ("npm -w a publish --access public", Some("npm -w a publish --dry-run --access public")),
        ("sh -c 'cd a && cargo publish'", Some("sh -c 'cd a && cargo publish --dry-run'")),
        ("npm publish --dry-run", None),
        ("cargo publish -n", None),
        ("npm install publish", None),
        ("npm run publish-docs", None),
        ("echo npm publish", None),
        ("grep publish Cargo.toml", None),
    ] {
        assert_eq!(rewritten(dir.path(), command).as_deref(), wanted, "{command}");
    }
    let fired = run("codex", dir.path(), r#"sh -c "echo \"x\"; npm publish""#);
    assert_eq!(fired.denied(), Some("Run `npm publish --dry-run` by itself, unquoted."));
}

#[test]
fn both_hooks_compose_in_order_on_every_host() {
    let dir = project(true);
    for host in HOSTS {
        let fired = run(host, dir.path(), "npm publish");
        let input = fired.modified().unwrap_or_else(|| panic!("{host}: nothing changed"));
        assert_eq!(input["command"], "pnpm publish --dry-run", "{host}");
        assert_eq!(input["description"], "as told", "{host}: the other keys stay");
        assert!(fired.stdout().contains("pnpm publish --dry-run"), "{host}: {}", fired.stdout());
        let context = fired.context().unwrap();
        assert!(context.contains("uses pnpm") && context.contains("left to the user"), "{host}: {context}");
    }
}

#[test]
fn the_reply_is_the_hosts_own() {
    let dir = project(false);
    let fired = run("claude-code", dir.path(), "cargo publish");
    let reply: serde_json::Value = serde_json::from_str(fired.stdout()).unwrap();
    let input = json!({ "command": "cargo publish --dry-run", "description": "as told" });
    assert_eq!(reply["hookSpecificOutput"]["updatedInput"], input);
    assert_eq!(reply["hookSpecificOutput"]["permissionDecision"], json!(null), "the usual question follows");
    let fired = run("gemini-cli", dir.path(), "cargo publish");
    assert!(fired.stdout().contains(r#""tool_input":{"command":"cargo publish --dry-run""#), "{}", fired.stdout());
    let fired = run("opencode", dir.path(), "ls");
    assert_eq!((fired.stdout(), fired.passed()), ("", true));
}
