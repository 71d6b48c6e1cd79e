//! The module for Amp: it type-checks against the types that the host prints, and behaves, in node, as the host's types
//! and source say it has to. What needs the npm registry is skipped without it.

mod module;

use module::{Behaviour, bound, every_event, golden, rendered};
use serde_json::json;

#[test]
fn goldens() {
    let events = json!({
        "PreToolUse": {"tools": ["Bash", "shell_command"], "limit_ms": 5000},
        "PostToolUse": {"tools": null},
        "UserPromptSubmit": {"tools": null},
        "Stop": {"tools": null},
    });
    let command = json!(["/opt/acme/bin/acme", "serve", "amp"]);
    golden("amp.golden.ts", &rendered("amp", command, None, events));
}

#[test]
fn stays_readable() {
    module::stays_readable(&rendered("amp", json!(["acme"]), None, bound(&every_event("amp"))));
    for event in every_event("amp") {
        module::stays_readable(&rendered("amp", json!(["acme"]), None, bound(&[event])));
    }
}

#[cfg(feature = "live-all")]
#[test]
fn type_checks() {
    let packages = hookwright_tests::live::host("amp").packages;
    let Ok(programs) = packages.install("amp").map_err(|reason| println!("SKIPPED: {reason}")) else { return };
    let Some(types) = types(&programs) else { return };
    let package = programs.with_file_name("@ampcode").join("plugin");
    std::fs::create_dir_all(&package).expect("the lab can be written");
    std::fs::write(package.join("package.json"), r#"{"name": "@ampcode/plugin", "types": "index.d.ts"}"#)
        .and_then(|()| std::fs::write(package.join("index.d.ts"), types))
        .expect("the lab can be written");
    module::type_checks("amp", packages);
}

/// The types of plugins, which are in no package: `amp plugins show-docs` prints them, as one `declare module`.
#[cfg(feature = "live-all")]
fn types(programs: &std::path::Path) -> Option<String> {
    use hookwright_tests::lab::script::{Script, Step};
    let way = hookwright_tests::live::isolation().map_err(|reason| println!("SKIPPED: {reason}")).ok()?;
    let dir = tempfile::tempdir().expect("a temporary folder");
    let script = dir.path().join("script.json");
    let text = serde_json::to_string(&Script::new(vec![Step::Text("done".into())])).expect("it is JSON");
    std::fs::write(&script, text).expect("a file can be written");
    let out = std::process::Command::new(way[0])
        .args(&way[1..])
        .args([env!("CARGO_BIN_EXE_hookwright-lab"), "offline", "--home"])
        .arg(dir.path())
        .arg("--script")
        .arg(&script)
        .arg("--log")
        .arg(dir.path().join("log.jsonl"))
        .arg("--")
        .arg(std::path::absolute(programs.join("amp")).expect("it is a path"))
        .args(["plugins", "show-docs"])
        .output()
        .expect("the lab can be started");
    let docs = String::from_utf8_lossy(&out.stdout).into_owned();
    let (_, module) = docs.split_once("declare module '@ampcode/plugin' {").expect("the docs have the types");
    let (module, _) = module.rsplit_once('}').expect("it ends");
    Some(module.to_owned())
}

#[test]
fn behaves() {
    let Some(behaviour) = Behaviour::of("amp", "behaves") else { return };
    let all = behaviour.module("all", bound(&every_event("amp")));
    let shell = behaviour.module("shell", json!({"PreToolUse": {"tools": ["Bash"]}}));
    assert_eq!(behaviour.run("amp.mjs", &[&all, &shell, &behaviour.dir]), 13);
}
