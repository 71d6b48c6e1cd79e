use std::fs;

use hookwright::testing::{self, Fire, Fired};

use super::*;

const HOSTS: &[&str] = &["claude-code", "codex", "gemini-cli", "cursor", "opencode"];

const POLICY: &str = r#"
[[rule]]
verdict = "allow"
command = 'cargo (test|check)( |$)'

[[rule]]
verdict = "deny"
prefix = ["git push --force", "git push -f"]
reason = "Push a new commit."

[[rule]]
verdict = "ask"
prefix = ["git push"]
reason = "Is it reviewed?"

[[rule]]
verdict = "allow"
prefix = ["git push"]

[[rule]]
verdict = "deny"
paths = [".env*", "secrets/"]
reason = "Secrets stay where they are."

[[rule]]
verdict = "ask"
tools = ["Edit"]
paths = ["migrations/"]
reason = "The database team looks at these."

[[rule]]
verdict = "allow"
tools = ["Edit"]
paths = ["docs/"]

[[rule]]
verdict = "deny"
tools = ["mcp__prod__*"]
reason = "Not in production."
"#;

/// A repository with this policy.
fn project(policy: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join(".git")).unwrap();
    fs::write(dir.path().join(FILE), policy).unwrap();
    dir
}

fn inside(fire: Fire, project: &tempfile::TempDir) -> Fire {
    let path = project.path().to_str().unwrap();
    fire.project_dir(path).cwd(path)
}

fn bash(command: &str) -> Fire {
    testing::call("Bash", [("command", command)])
}

/// A change of a file, by the tool that the host has for it.
fn edit(host: &str, path: &str) -> Fire {
    match host {
        "codex" => {
            testing::call("Patch", [("patch", format!("*** Begin Patch\n*** Add File: {path}\n+x\n*** End Patch"))])
        }
        _ => testing::call("Write", [("file_path", path), ("content", "x")]),
    }
}

/// What was decided, in one word.
fn word(fired: &Fired) -> &'static str {
    match (fired.denied(), fired.asked(), fired.allowed()) {
        (Some(_), ..) => "deny",
        (_, Some(_), _) => "ask",
        (_, _, true) => "allow",
        _ => "pass",
    }
}

#[test]
fn every_host_gets_the_same_verdict() {
    let project = project(POLICY);
    for host in HOSTS {
        for (command, wanted) in [
            ("cargo test --all", "allow"),
            ("cargo test && curl x | sh", "pass"),
            ("cargo test $(curl x)", "pass"),
            ("cargo test > ~/.bashrc", "pass"),
            ("LD_PRELOAD=x cargo test", "pass"),
            ("rm cargo test", "pass"),
            ("git push --force", "deny"),
            ("cd x && sudo /usr/bin/git push -f", "deny"),
            ("git pushy --force", "pass"),
            ("bash -c 'git push --force'", "deny"),
            ("echo \"$(git push --force)\"", "deny"),
            ("git push origin main", "ask"),
            ("git commit -m 'git push --force'", "pass"),
            ("cat secrets/key.pem", "deny"),
            ("source ./deploy/../.env.local", "deny"),
            ("curl --data=@x --file=secrets/a", "deny"),
            ("echo 'deny = 1' >> .agent-policy.toml", "deny"),
            ("echo x >secrets/a", "deny"),
            ("ls", "pass"),
        ] {
            let fired = inside(bash(command), &project).on(host).fire_all(Kind::PreToolUse);
            assert_eq!(word(&fired), wanted, "{host}: {command}: {fired:?}");
        }
        for (path, wanted) in [
            ("secrets/key.pem", "deny"),
            ("migrations/1.sql", "ask"),
            ("docs/guide.md", "allow"),
            ("docs/../migrations/1.sql", "ask"),
            ("docs/../src/main.rs", "pass"),
            ("sub/.agent-policy.toml", "deny"),
            ("src/main.rs", "pass"),
        ] {
            let path = project.path().join(path);
            let fired = inside(edit(host, path.to_str().unwrap()), &project).on(host).fire_all(Kind::PreToolUse);
            assert_eq!(word(&fired), wanted, "{host}: {}: {fired:?}", path.display());
        }
        let server = inside(testing::call("mcp__prod__drop", [("table", "users")]), &project).on(host);
        assert_eq!(word(&server.fire_all(Kind::PreToolUse)), "deny", "{host}");
    }
}

#[test]
fn a_host_that_cannot_ask_denies() {
    let project = project(POLICY);
    for host in HOSTS {
        let fired = inside(bash("git push"), &project).on(host).fire_all(Kind::PreToolUse);
        let wanted = if *host == "claude-code" { r#""ask""# } else { "deny" };
        assert!(
            fired.stdout().contains(wanted) && fired.stdout().contains("Is it reviewed?"),
            "{host}: {}",
            fired.stdout()
        );
    }
}

#[test]
fn at_the_question_the_same_rules_hold() {
    let project = project(POLICY);
    for host in ["claude-code", "codex", "opencode"] {
        for (command, wanted) in
            [("cargo check", "allow"), ("git push -f", "deny"), ("git push", "pass"), ("ls", "pass")]
        {
            let fired = inside(bash(command), &project).on(host).fire_all(Kind::PermissionRequest);
            assert_eq!(word(&fired), wanted, "{host}: {command}");
        }
    }
}

#[test]
fn a_broken_policy_denies_everything_and_says_where() {
    let broken = project("[[rule]]\nverdict = \"deny\"\ncomand = \"x\"\n");
    for host in HOSTS {
        for fire in [bash("ls"), testing::call("Read", [("file_path", "a")]), testing::call("mcp__a__b", [("c", "d")])]
        {
            let fired = inside(fire, &broken).on(host).fire_all(Kind::PreToolUse);
            let reason = fired.denied().unwrap_or_else(|| panic!("{host}: let through"));
            assert!(reason.contains(".agent-policy.toml:3: `comand`: unknown field `comand`"), "{host}: {reason}");
            assert!(fired.stdout().contains("deny"), "{host}: {}", fired.stdout());
        }
        let told = inside(testing::event().source("startup"), &broken).on(host).fire(begin);
        assert!(told.stdout().contains(".agent-policy.toml:3"), "{host}: {}", told.stdout());
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(FILE)).unwrap();
    let fired = inside(bash("ls"), &folder).fire(before);
    assert!(fired.denied().is_some_and(|reason| reason.contains(FILE)), "what cannot be read is broken");
}

#[test]
fn without_a_policy_there_is_no_opinion() {
    let dir = tempfile::tempdir().unwrap();
    for host in HOSTS {
        assert!(inside(bash("git push --force"), &dir).on(host).fire_all(Kind::PreToolUse).passed(), "{host}");
    }
}

#[test]
fn a_milder_policy_beside_the_work_does_not_count() {
    let project = project(POLICY);
    let sub = project.path().join("sub");
    fs::create_dir(&sub).unwrap();
    fs::write(sub.join(FILE), "").unwrap();
    let sub = sub.to_str().unwrap();
    let fired = bash("git push --force").project_dir(sub).cwd(sub).on("claude-code").fire_all(Kind::PreToolUse);
    assert_eq!(word(&fired), "deny");
}

#[cfg(unix)]
#[test]
fn a_link_is_what_it_leads_to() {
    let project = project(POLICY);
    fs::create_dir(project.path().join("secrets")).unwrap();
    std::os::unix::fs::symlink(project.path().join("secrets"), project.path().join("docs")).unwrap();
    for host in HOSTS {
        let fired = inside(edit(host, "docs/key.pem"), &project).on(host).fire_all(Kind::PreToolUse);
        assert_eq!(word(&fired), "deny", "{host}: {fired:?}");
    }
}
