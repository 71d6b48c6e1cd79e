//! The module for the OpenCode family: it type-checks against the host's own types, and behaves, in node and in Bun,
//! with a program that answers, misbehaves, dies and is not there. What needs the npm registry is skipped without it.

// The types are in packages of their own, not in the hosts': they are checked here.
mod module;

use hookwright_tests::npm;
use module::{Behaviour, bound, every_event, golden};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const HERE: &str = env!("CARGO_MANIFEST_DIR");
const PACKAGES: [&str; 4] =
    ["typescript@5.9.3", "@opencode-ai/plugin@1.18.33", "@kilocode/plugin@7.3.1", "@types/node@24.19.4"];
/// The version that opencode 1.18.33 is built with, and runs plugins in.
const BUN: &str = "bun@1.3.14";

fn rendered(command: Value, limit_ms: u32, events: Value) -> String {
    module::rendered("opencode", command, Some(limit_ms), events)
}

/// A fresh folder for `name` under the lab.
fn folder(name: &str) -> PathBuf {
    let dir = npm::lab_dir().join("opencode-module").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("the lab can be written");
    dir.canonicalize().expect("it is there")
}

/// `None`, having said so, where the registry cannot be reached.
fn installed(name: &str, packages: &[&str]) -> Option<PathBuf> {
    npm::install(name, packages).map_err(|reason| println!("SKIPPED: {reason}")).ok()?.canonicalize().ok()
}

fn text(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

#[test]
fn goldens() {
    let events = json!({
        "PreToolUse": {"tools": ["bash", "edit"], "limit_ms": 5000},
        "PostToolUse": {"tools": null},
        "UserPromptSubmit": {"tools": null},
        "Stop": {"tools": null},
    });
    golden("opencode.golden.ts", &rendered(json!(["/opt/acme/bin/acme", "serve", "opencode"]), 60000, events));
}

#[test]
fn stays_readable() {
    for host in ["opencode", "kilo-cli", "mimo-code"] {
        let events = every_event(host);
        let all = module::rendered(host, json!(["acme"]), None, bound(&events));
        module::stays_readable(&all);
        assert!(all.lines().count() < 550, "{host}: {} lines", all.lines().count());
        for event in events {
            module::stays_readable(&module::rendered(host, json!(["acme"]), None, bound(&[event])));
        }
    }
}

#[test]
fn type_checks() {
    let Some(packages) = installed("opencode-types", &PACKAGES) else { return };
    // Under the packages, so that imports are found as in a user's project.
    let dir = packages.join("modules");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("the lab can be written");
    for host in ["opencode", "kilo-cli", "mimo-code"] {
        let events = every_event(host);
        let mut renderings = vec![("all", bound(&events))];
        renderings.push(("filtered", json!({"PreToolUse": {"tools": ["bash"], "limit_ms": 500}})));
        renderings.push(("two", bound(&["PreToolUse", "PostToolUseFailure"])));
        renderings.push(("ends", bound(&["SubagentStop", "SessionEnd"])));
        renderings.extend(events.iter().map(|event| (event.as_str(), bound(&[event]))));
        for (name, events) in renderings {
            // MiMo Code's own types are not in the registry.
            let text = module::rendered(host, json!(["acme"]), None, events);
            let text = text.replace("@mimo-ai/plugin", "@opencode-ai/plugin");
            fs::write(dir.join(format!("{host}-{name}.ts")), text).expect("it can be written");
        }
    }
    let options = json!({
        "noEmit": true, "strict": true, "target": "es2022", "lib": ["es2023"], "types": ["node"],
        "module": "preserve", "moduleResolution": "bundler", "skipLibCheck": true, "verbatimModuleSyntax": true,
        "noUnusedLocals": true, "noUnusedParameters": true, "noImplicitReturns": true, "noUncheckedIndexedAccess": true,
        "exactOptionalPropertyTypes": true, "noPropertyAccessFromIndexSignature": false, "isolatedModules": true,
    });
    let project = json!({"compilerOptions": options, "include": ["*.ts"]});
    fs::write(dir.join("tsconfig.json"), project.to_string()).expect("it can be written");
    let out = Command::new("node").arg(packages.join("node_modules/typescript/bin/tsc")).current_dir(&dir).output();
    let out = out.expect("node can be started");
    assert!(out.status.success(), "{}", text(&out));
}

/// One way to run a module: node wants the types taken out, Bun runs it as it is.
struct Runtime {
    name: &'static str,
    program: PathBuf,
    packages: Option<PathBuf>,
}

impl Runtime {
    /// The module as a file that this runtime imports.
    fn module(&self, dir: &Path, name: &str, command: Value, events: Value) -> PathBuf {
        let source = dir.join(format!("{name}.ts"));
        fs::write(&source, rendered(command, 3000, events)).expect("it can be written");
        let Some(packages) = &self.packages else { return source };
        let out = dir.join(format!("{name}.mjs"));
        let done = Command::new(&self.program).arg(script("transpile.mjs")).args([packages, &source, &out]).output();
        let done = done.expect("the runtime can be started");
        assert!(done.status.success(), "{}", text(&done));
        out
    }

    /// Runs a script of cases to its own end; a process that something keeps alive is a failure.
    fn run(&self, name: &str, args: &[&Path]) -> String {
        let mut child = Command::new(&self.program)
            .arg(script(name))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the runtime can be started");
        let start = Instant::now();
        while child.try_wait().expect("it is our child").is_none() {
            if start.elapsed() > Duration::from_secs(120) {
                child.kill().expect("it is our child");
                panic!("{} {name}: never ends\n{}", self.name, text(&child.wait_with_output().expect("it has ended")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let out = child.wait_with_output().expect("it has ended");
        let text = text(&out);
        assert!(out.status.success() && !text.contains("FAILED"), "{} {name}: {}\n{text}", self.name, out.status);
        text
    }

    fn behaves(&self) {
        let dir = folder(self.name);
        let command = |name: &str, mode: &[&str]| {
            let mut command = vec![PathBuf::from("node"), script("program.mjs"), dir.join(name)];
            command.extend(mode.iter().map(PathBuf::from));
            json!(command)
        };
        let all = self.module(&dir, "all", command("all", &[]), bound(&every_event("opencode")));
        let bash = self.module(&dir, "bash", command("bash", &[]), json!({"PreToolUse": {"tools": ["bash"]}}));
        let missing = self.module(&dir, "missing", json!(["/nowhere/acme"]), bound(&["PreToolUse"]));
        let crashing = self.module(&dir, "crashing", command("crashing", &["crash"]), bound(&["PreToolUse"]));
        let strict = json!({"PreToolUse": {"tools": null, "closed": true}});
        let closed = self.module(&dir, "closed", json!(["/nowhere/acme"]), strict);
        let bridge = self.run("bridge.mjs", &[&all, &missing, &crashing, &closed, &dir]);
        assert_eq!(bridge.lines().filter(|line| line.starts_with("ok ")).count(), 15, "{bridge}");
        let opencode = self.run("opencode.mjs", &[&all, &bash, &dir]);
        assert_eq!(opencode.lines().filter(|line| line.starts_with("ok ")).count(), 18, "{opencode}");
        let start = Instant::now();
        assert_eq!(self.run("leave.mjs", &[&all]), "waited for\n");
        assert!(start.elapsed() < Duration::from_secs(5), "the program keeps the host alive");
    }
}

fn script(name: &str) -> PathBuf {
    Path::new(HERE).join("js").join(name)
}

#[test]
fn behaves_in_node() {
    let Some(packages) = installed("opencode-types", &PACKAGES) else { return };
    Runtime { name: "node", program: PathBuf::from("node"), packages: Some(packages) }.behaves();
}

#[test]
fn behaves_in_bun() {
    let Some(packages) = installed("bun", &[BUN]) else { return };
    Runtime { name: "bun", program: packages.join("node_modules/bun/bin/bun.exe"), packages: None }.behaves();
}

#[test]
fn own_events_are_handed_on() {
    let Some(behaviour) = Behaviour::of("opencode", "natives") else { return };
    let natives = behaviour.module_with("natives", json!({}), &["file.edited", "chat.params"]);
    assert_eq!(behaviour.run("opencode-natives.mjs", &[&natives, &behaviour.dir]), 2);
}

#[test]
fn forks_behave() {
    for (host, cases, count) in [("kilo-cli", "kilo.mjs", 4), ("mimo-code", "mimo.mjs", 4)] {
        let Some(behaviour) = Behaviour::of(host, "behaves") else { return };
        let all = behaviour.module("all", bound(&every_event(host)));
        assert_eq!(behaviour.run(cases, &[&all, &behaviour.dir]), count, "{host}");
    }
}
