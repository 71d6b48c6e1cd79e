//! The program of a case, built, and its own `hooks install` on the files that were there before.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex};

use hookwright_codegen::host::{Config, Format, Host};
use hookwright_tests::fixture::{BUILD, Fixture, manifest};
use hookwright_tests::home::Home;
use serde_json::{Map, Value};

use super::data::{Action, Install, Scope};
use super::install::{CODE, Files, SERVERS, is_users, source};

/// What the case's program left in the files, by paths as host files write them.
pub fn installed(case: &Install, host: &Host) -> Files {
    let config = host.config.as_ref().expect("a host with files");
    let program = built(case, host);
    let home = Home::new(env!("CARGO_TARGET_TMPDIR"), &[&program]);
    for (path, text) in before(case, host, config) {
        home.write(&place(&path), text);
    }
    let scope = if matches!(case.scope, Scope::Project) && config.project.is_some() { "project" } else { "user" };
    let install = || {
        let (said, code) = home.json(&case.program, &["install", "--host", &host.id, "--scope", scope]);
        assert_eq!(code, 0, "{said:#}");
        said["outcomes"][0].clone()
    };
    let outcome = install();
    if case.changes.iter().any(|change| change.action == Action::Skip) {
        assert_eq!(install()["state"], "unchanged", "{}: again", host.id);
    }
    let files = outcome["files"].as_array().expect("a list").iter().map(|f| f["path"].as_str().expect("a path"));
    let read = |path: &str| {
        let text = fs::read_to_string(path).expect("it is there");
        let others = case.files_before.values().flat_map(texts).filter(|text| is_of_another(case, text));
        for command in others {
            assert!(text.contains(&command.replace('"', "\\\"")), "{}: `{command}` is gone: {text}", host.id);
        }
        let bin = home.bin(&case.program);
        let text = text.replace(bin.to_str().expect("UTF-8"), &case.program);
        Some((written(&home, Path::new(path)), document(Path::new(path), &text)?))
    };
    files.filter_map(read).collect()
}

/// The program, one for all cases that declare the same.
fn built(case: &Install, host: &Host) -> PathBuf {
    static BUILT: LazyLock<Mutex<BTreeMap<(String, String), PathBuf>>> = LazyLock::new(Mutex::default);
    let mut built = BUILT.lock().expect("no build failed");
    let key = (case.program.clone(), source(case, host) + "hookwright::main!();\n");
    let next = built.len();
    built
        .entry(key)
        .or_insert_with_key(|(name, source)| {
            let manifest = manifest(name, "[package.metadata.hookwright]\nquiet = true");
            let files = [("Cargo.toml", &manifest[..]), ("build.rs", BUILD), ("src/main.rs", source)];
            let fixture = Fixture::new(&format!("case-{next}"), &files);
            fixture.build();
            // The next of that name takes its place there.
            let own = fixture.dir.join(name);
            fs::copy(fixture.target().join("debug").join(name), &own).expect("it was built");
            own
        })
        .clone()
}

/// The files before, ours at our own places: what the other implementation wrote for this program is an earlier form of ours.
fn before(case: &Install, host: &Host, config: &Config) -> Vec<(String, String)> {
    let ours = match case.scope {
        Scope::Project => config.project.as_ref().or(config.user.as_ref()),
        Scope::User => config.user.as_ref().or(config.project.as_ref()),
    };
    let ours = ours.expect("a host with files has a place").unix().replace("$program", &case.program);
    let shared = !matches!(config.format, Format::Module | Format::Executable);
    let text = |file: &Value| match file {
        Value::Object(map) if map.contains_key("text") => map["text"].as_str().map(str::to_owned),
        Value::Object(map) if map.contains_key("json") => Some(earlier(case, host, &map["json"]).to_string()),
        // Code of another.
        _ => None,
    };
    let mut files: Vec<(String, String)> =
        case.files_before.values().filter_map(text).map(|t| (ours.clone(), t)).collect();
    for (_, text) in &mut files {
        *text = command(case, host, text);
    }
    // A case that says of its file before no more than what stays.
    if files.is_empty() {
        let users = case.expect_files.values().flat_map(|file| file.members()).filter(|(key, _)| is_users(key));
        let users: Map<String, Value> = users.map(|(key, value)| (key.clone(), value.clone())).collect();
        let switch = config.switches.first().map(|switch| switch.file.clone());
        let path = switch.or_else(|| shared.then(|| ours.clone()));
        files
            .extend(path.filter(|_| !users.is_empty()).map(|p| (p, format!("// by hand\n{}\n", Value::Object(users)))));
    }
    files
}

fn earlier(case: &Install, host: &Host, value: &Value) -> Value {
    match value {
        Value::String(text) => command(case, host, text).into(),
        Value::Array(items) => items.iter().map(|item| earlier(case, host, item)).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), earlier(case, host, value))).collect(),
        plain => plain.clone(),
    }
}

/// A command of the other implementation for this program, as one of this program's.
fn command(case: &Install, host: &Host, text: &str) -> String {
    if is_of_another(case, text) {
        return text.to_owned();
    }
    let theirs = if host.id == "antigravity-cli" { "antigravity" } else { &host.id };
    text.replace(&format!("<BIN>\" hook {theirs}"), &format!("/old/{}\" hook {}", case.program, host.id))
}

fn is_of_another(case: &Install, text: &str) -> bool {
    text.split("--connector ")
        .nth(1)
        .is_some_and(|rest| rest.trim_end_matches('"') != case.program && !text.contains('\n'))
}

/// All strings in a value.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(map) => map.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// Below the root of a [`Home`].
fn place(path: &str) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(rest) => Path::new("home").join(rest),
        None => Path::new("project").join(path),
    }
}

fn written(home: &Home, path: &Path) -> String {
    match path.strip_prefix(home.home("")) {
        Ok(rest) => format!("~/{}", rest.display()),
        Err(_) => path.strip_prefix(home.project("")).expect("it is in the project").display().to_string(),
    }
}

/// What a file says of hooks and of the user's own; `None` where it cannot be read here.
fn document(path: &Path, text: &str) -> Option<Value> {
    let mut value: Value = match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => {
            let plain: String = text.lines().filter(|line| !line.starts_with("//")).collect();
            serde_json::from_str(&plain).expect("JSON")
        }
        Some("toml") => toml::from_str(text).expect("TOML"),
        Some("yaml") => yaml(text)?,
        _ => return Some(CODE.into()),
    };
    if let Value::Object(map) = &mut value {
        map.retain(|key, _| !SERVERS.contains(&key.as_str()));
    }
    Some(value)
}

fn yaml(text: &str) -> Option<Value> {
    let script = "import sys, json, yaml; print(json.dumps(yaml.safe_load(sys.argv[1])))";
    let out = Command::new("python3").args(["-c", script, text]).output().ok().filter(|out| out.status.success());
    if out.is_none() {
        println!("SKIPPED: python3 with PyYAML is not here");
    }
    out.map(|out| serde_json::from_slice(&out.stdout).expect("JSON"))
}
