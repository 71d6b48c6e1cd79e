//! What the tests of every plugin family's module need: renderings, the compiler, a run in node.
// Each test uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use hookwright_codegen::emit::module;
use hookwright_codegen::host::Library;
use hookwright_templates::plugin;
use hookwright_tests::npm;
use serde_json::{Value, json};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Every event of a host's file, bound for all tools.
pub fn every_event(host: &str) -> Vec<String> {
    let host = Library::builtin().get(host).expect("it loads").expect("it is there");
    host.events.keys().cloned().collect()
}

pub fn bound<S: ToString>(events: &[S]) -> Value {
    events.iter().map(|event| (event.to_string(), json!({"tools": null}))).collect()
}

/// A host's module over these values, with the options of its file.
pub fn rendered(host: &str, command: Value, limit_ms: Option<u32>, events: Value) -> String {
    rendered_with(host, command, limit_ms, events, &[])
}

/// The same with events that are the host's own.
pub fn rendered_with(host: &str, command: Value, limit_ms: Option<u32>, events: Value, natives: &[&str]) -> String {
    let described = Library::builtin().get(host).expect("it loads").expect("it is there").module.expect("it is one");
    let mut context = json!({
        "program": "acme", "host": host, "generator": "hookwright 0.1.0", "id": "acme.hookwright",
        "types": described.types, "command": command, "limit_ms": 60_000, "events": events, "natives": natives,
    });
    for (key, value) in &described.options {
        context[key] = serde_json::to_value(value).expect("TOML is JSON here");
    }
    if let Some(limit) = limit_ms {
        context["limit_ms"] = limit.into();
    }
    let text = |name: &str| plugin(name).expect("it is a template");
    let template = text(&format!("{}.ts", described.template));
    module::render(template, &[("bridge.ts", text("bridge.ts"))], &context).expect("the template renders")
}

/// Compares a rendering with its golden in `js/`.
pub fn golden(name: &str, got: &str) {
    let file = script(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, got).expect("the golden can be written");
    }
    let want = fs::read_to_string(&file).unwrap_or_default();
    assert!(got == want, "{} differs; UPDATE_GOLDEN=1 rewrites it", file.display());
}

/// What a person can still read: no long lines, no empty ones in a row, nothing of the template.
pub fn stays_readable(text: &str) {
    for (number, line) in text.lines().enumerate() {
        assert!(line.len() <= 120 || line.contains(r#"{"tools""#), "line {}: {line}", number + 1);
        assert!(!line.contains("{{") && line == line.trim_end(), "line {}: {line}", number + 1);
    }
    assert!(!text.contains("\n\n\n"), "empty lines in a row");
}

/// Type-checks renderings against the host's own types, which `packages` hold; skipped where they cannot be had.
#[cfg(feature = "live-all")]
pub fn type_checks(host: &str, packages: hookwright_tests::install::Packages) {
    let programs = packages.install(host).map_err(|reason| println!("SKIPPED: {reason}"));
    let (Ok(programs), Some(compiler)) = (programs, compiler()) else { return };
    // Under the packages, so that imports are found as in a user's project.
    let dir = programs.ancestors().nth(2).expect("node_modules/.bin has parents").join("modules");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("the lab can be written");
    let events = every_event(host);
    let mut renderings = vec![
        ("all".to_owned(), bound(&events)),
        ("filtered".to_owned(), json!({"PreToolUse": {"tools": ["bash"], "limit_ms": 500}})),
        ("two".to_owned(), bound(&["PreToolUse", "PostToolUseFailure"])),
    ];
    renderings.extend(events.iter().map(|event| (event.clone(), bound(&[event]))));
    for (name, events) in renderings {
        let text = rendered(host, json!(["acme"]), None, events);
        fs::write(dir.join(format!("{name}.ts")), text).expect("it can be written");
    }
    let natives = rendered_with(host, json!(["acme"]), None, bound(&events), &["x.y"]);
    fs::write(dir.join("natives.ts"), natives).expect("it can be written");
    let options = json!({
        "noEmit": true, "strict": true, "target": "es2022", "lib": ["es2023"], "types": ["node"],
        "typeRoots": [compiler.join("node_modules/@types")],
        "module": "preserve", "moduleResolution": "bundler", "skipLibCheck": true, "verbatimModuleSyntax": true,
        "noUnusedLocals": true, "noUnusedParameters": true, "noImplicitReturns": true, "noUncheckedIndexedAccess": true,
        "exactOptionalPropertyTypes": true, "noPropertyAccessFromIndexSignature": false, "isolatedModules": true,
    });
    let project = json!({"compilerOptions": options, "include": ["*.ts"]});
    fs::write(dir.join("tsconfig.json"), project.to_string()).expect("it can be written");
    let out = Command::new("node").arg(compiler.join("node_modules/typescript/bin/tsc")).current_dir(&dir).output();
    let out = out.expect("node can be started");
    assert!(out.status.success(), "{}", text(&out));
}

/// The compiler's packages, or `None`, having said so, where the registry cannot be reached.
fn compiler() -> Option<PathBuf> {
    let packages = ["typescript@5.9.3", "@types/node@24.19.4"];
    npm::install("typescript", &packages).map_err(|reason| println!("SKIPPED: {reason}")).ok()?.canonicalize().ok()
}

/// A host's modules in a folder of their own, and what their programs log.
pub struct Behaviour {
    host: &'static str,
    compiler: PathBuf,
    pub dir: PathBuf,
}

impl Behaviour {
    /// For one test's renderings; `None`, having said so, where the compiler cannot be had.
    pub fn of(host: &'static str, what: &str) -> Option<Behaviour> {
        let compiler = compiler()?;
        let dir = npm::lab_dir().join("modules").join(format!("{host}-{what}"));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("the lab can be written");
        Some(Behaviour { host, compiler, dir: dir.canonicalize().expect("it is there") })
    }

    /// A rendering whose program is `js/program.mjs` with the folder `name`, as a file that node imports.
    pub fn module(&self, name: &str, events: Value) -> PathBuf {
        self.module_with(name, events, &[])
    }

    /// The same with events that are the host's own.
    pub fn module_with(&self, name: &str, events: Value, natives: &[&str]) -> PathBuf {
        let (source, out) = (self.dir.join(format!("{name}.ts")), self.dir.join(format!("{name}.mjs")));
        let command = json!(["node", script("program.mjs"), self.dir.join(name)]);
        fs::write(&source, rendered_with(self.host, command, Some(3000), events, natives)).expect("it can be written");
        let done = Command::new("node").arg(script("transpile.mjs")).args([&self.compiler, &source, &out]).output();
        let done = done.expect("node can be started");
        assert!(done.status.success(), "{}", text(&done));
        out
    }

    /// Runs a script of cases to its own end, and counts them; a process that something keeps alive is a failure.
    pub fn run(&self, name: &str, args: &[&Path]) -> usize {
        let mut child = Command::new("node")
            .arg(script(name))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("node can be started");
        let start = Instant::now();
        while child.try_wait().expect("it is our child").is_none() {
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().expect("it is our child");
                panic!("{name}: never ends\n{}", text(&child.wait_with_output().expect("it has ended")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let out = child.wait_with_output().expect("it has ended");
        let text = text(&out);
        assert!(out.status.success() && !text.contains("FAILED"), "{name}: {}\n{text}", out.status);
        text.lines().filter(|line| line.starts_with("ok ")).count()
    }
}

fn script(name: &str) -> PathBuf {
    Path::new(HERE).join("js").join(name)
}

fn text(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}
