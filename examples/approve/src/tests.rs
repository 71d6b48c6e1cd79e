use hookwright::testing::{self, Fired};

use super::*;

/// A folder that is there, for the tests run in it.
fn project() -> String {
    env::current_dir().unwrap().to_str().unwrap().to_owned()
}

fn ask(host: &'static str, kind: Kind, command: &str) -> Fired {
    let call = testing::call("Bash", [("command", command)]).project_dir(&project()).cwd(&project());
    call.on(host).fire_all(kind)
}

#[test]
fn the_boring_is_granted() {
    for command in [
        "git status",
        "git status -sb",
        "git  diff --stat HEAD -- src/main.rs",
        "git log --oneline -n 5",
        "git log '--format=%h %s' -5",
        "git branch --show-current",
        "ls",
        "ls -la src \"a b\"",
        "pwd",
        "cargo test",
        "cargo test -p hookwright --lib decode -- --nocapture --test-threads=1",
        "cargo clippy --workspace --all-targets",
        "cargo fmt --check",
        "go test ./... -run TestX",
        "npm test",
        "pytest -q -k name tests",
    ] {
        assert!(is_boring(command, &[]), "{command}");
    }
}

#[test]
fn nothing_else_is_ever_granted() {
    for command in [
        // More than one command, or not all of one.
        "git status; rm -rf x",
        "git status && rm x",
        "git status | sh",
        "git status & rm x",
        "git status &",
        "git status\nrm x",
        "git status\n",
        "(git status)",
        "{ git status; }",
        "! git status",
        "git status #",
        "git status 'x",
        "",
        // Redirections and what a shell expands.
        "git diff > x",
        "git log >> ~/.bashrc",
        "git status 2>&1",
        "git status <<E\nE",
        "ls $(rm x)",
        "ls `rm x`",
        "ls \"$(rm x)\"",
        "ls $HOME",
        "ls ~",
        "ls *",
        "ls {a,b}",
        "ls <(rm x)",
        // Something before the command.
        "A=1 git status",
        "PAGER='rm x' git log",
        "sudo git status",
        "env git status",
        "command git status",
        "/tmp/git status",
        "./git status",
        "bash -c 'git status'",
        "git -C /tmp status",
        "git -c core.pager='rm x' log",
        // Options and commands that are not listed.
        "git diff --ext-diff",
        "git diff --output=x",
        "git log --output=x",
        "git push",
        "git branch new",
        "git branch -D main",
        "git remote add x y",
        "git stash",
        "git rev-parse --parseopt",
        "cargo test --config x",
        "cargo test --manifest-path /tmp/Cargo.toml",
        "cargo test -- --logfile x",
        "cargo +evil test",
        "cargo test +evil",
        "cargo clippy --fix",
        "cargo fmt",
        "cargo run",
        "cargo publish",
        "cargo check x",
        "cargo test -p --config=x",
        "go test -exec sh ./...",
        "go build -o /bin/ls",
        "npm test -- --config x",
        "npm run deploy",
        "npm install",
        "pytest -p evil",
        "pytest -c x",
        "pytest @args",
        "ls --hyperlink=x",
        "rm x",
    ] {
        assert!(!is_boring(command, &[]), "{command:?} is granted");
    }
}

#[test]
fn every_host_gets_a_grant_in_its_own_words_or_nothing() {
    for (host, kind, wanted) in [
        ("claude-code", Kind::PermissionRequest, r#""decision":{"behavior":"allow"}"#),
        ("claude-code", Kind::PreToolUse, r#""permissionDecision":"allow""#),
        ("codex", Kind::PermissionRequest, r#""decision":{"behavior":"allow"}"#),
        ("opencode", Kind::PermissionRequest, r#"{"allow":true}"#),
        ("codex", Kind::PreToolUse, ""),
        ("gemini-cli", Kind::PreToolUse, ""),
        ("cursor", Kind::PreToolUse, ""),
        ("opencode", Kind::PreToolUse, ""),
    ] {
        let fired = ask(host, kind, "git status");
        assert!(fired.stdout().contains(wanted), "{host} {}: {}", kind.name(), fired.stdout());
        assert_eq!((fired.stdout().is_empty(), fired.exit()), (wanted.is_empty(), 0), "{host} {}", kind.name());
        let fired = ask(host, kind, "git status; rm x");
        assert!(fired.passed() && fired.stdout().is_empty(), "{host} {}: {fired:?}", kind.name());
    }
}

#[test]
fn where_and_how_it_runs_counts() {
    let (project, elsewhere) = (project(), env::temp_dir().to_str().unwrap().to_owned());
    for (name, keys, cwd, granted) in [
        ("in the project", vec![], &project, true),
        ("below it", vec![("cwd", "src")], &project, true),
        ("elsewhere by the call", vec![("cwd", "/")], &project, false),
        ("above by the call", vec![("cwd", "..")], &project, false),
        ("nowhere", vec![("cwd", "not-there")], &project, false),
        ("elsewhere by the agent", vec![], &elsewhere, false),
        ("with a description", vec![("description", "x"), ("timeout", "5")], &project, true),
        ("out of the sandbox", vec![("dangerouslyDisableSandbox", "true")], &project, false),
    ] {
        let input = keys.into_iter().chain([("command", "git status")]);
        let call = testing::call("Bash", input).project_dir(&project).cwd(cwd);
        assert_eq!(call.fire_all(Kind::PermissionRequest).allowed(), granted, "{name}");
    }
}

#[test]
fn own_commands_are_taken_word_for_word() {
    let own = ["just check".to_owned()];
    for (command, granted) in [
        ("just check", true),
        ("just  'check'", true),
        ("just check x", false),
        ("just", false),
        ("just check; ls", false),
    ] {
        assert_eq!(is_boring(command, &own), granted, "{command}");
    }
}
