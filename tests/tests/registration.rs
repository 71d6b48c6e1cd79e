//! Hooks register wherever they stand, and what would not run is found out: packages built by the real cargo.

use std::path::PathBuf;

use hookwright_tests::fixture::{BUILD, Fixture, manifest};
use hookwright_tests::program;

const HOSTS: &str = "[package.metadata.hookwright]\nhosts = [\"claude-code\", \"gemini-cli\"]";

/// What the program says at a session's start: the contexts of all hooks, in order.
fn contexts(program: PathBuf) -> String {
    let out = program::hook(&program, "claude-code", "SessionStart", b"{\"session_id\":\"s\"}", &[]);
    let reply: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {out:?}"));
    assert!(out.stderr.is_empty(), "{out:?}");
    reply["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().replace("\n\n", ",")
}

fn hook(name: &str) -> String {
    format!(
        "#[hookwright::hook(SessionStart)]\nfn {name}(_: &hookwright::event::SessionStart) -> \
         hookwright::Response<hookwright::event::SessionStart> {{ hookwright::Response::context(\"{name}\") }}\n"
    )
}

#[test]
fn in_private_nested_modules() {
    let main =
        format!("mod a;\nmod inline {{ {} mod deeper {{ {} }} }}\nhookwright::main!();", hook("one"), hook("two"));
    let fixture = Fixture::new(
        "nested",
        &[
            ("Cargo.toml", &manifest("nested", HOSTS)),
            ("build.rs", BUILD),
            ("src/main.rs", &main),
            ("src/a/mod.rs", &format!("mod b;\n{}", hook("three"))),
            ("src/a/b.rs", &hook("four")),
        ],
    );
    fixture.build();
    assert_eq!(contexts(fixture.target().join("debug/nested")), "four,three,one,two");
}

#[test]
fn in_a_library_beside_the_binary() {
    // `main.rs` never names the library.
    let fixture = Fixture::new(
        "beside",
        &[
            ("Cargo.toml", &manifest("be-side", HOSTS)),
            ("build.rs", BUILD),
            ("src/lib.rs", &format!("mod inner {{ {} }}", hook("in_lib"))),
            ("src/main.rs", &format!("{}hookwright::main!();", hook("in_main"))),
        ],
    );
    fixture.build();
    assert_eq!(contexts(fixture.target().join("debug/be-side")), "in_lib,in_main");
    let tested = fixture.cargo(&["test"], &[]);
    assert!(tested.status.success(), "{tested:?}");
}

#[test]
fn in_a_dependency() {
    let app = manifest("app", HOSTS).replace("[build-dep", "near = { path = \"near\" }\n\n[build-dep");
    let near = "[package]\nname = \"near\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                [dependencies]\nhookwright = { path = \"{workspace}/runtime\" }\n";
    let fixture = Fixture::new(
        "dependency",
        &[
            ("Cargo.toml", &app),
            ("build.rs", BUILD),
            ("src/main.rs", &format!("{}hookwright::main!();", hook("own"))),
            ("near/Cargo.toml", near),
            ("near/src/lib.rs", &format!("mod private {{ {} }}", hook("from_near"))),
        ],
    );
    fixture.build();
    assert_eq!(contexts(fixture.target().join("debug/app")), "from_near,own");
}

#[test]
fn with_a_main_of_its_own() {
    let main = format!("{}fn main() {{ hookwright::run!(); println!(\"my own\"); }}", hook("mine"));
    let fixture = Fixture::new(
        "own_main",
        &[("Cargo.toml", &manifest("own-main", HOSTS)), ("build.rs", BUILD), ("src/main.rs", &main)],
    );
    fixture.build();
    let program = fixture.target().join("debug/own-main");
    assert_eq!(contexts(program.clone()), "mine");
    assert_eq!(program::run(&program, &["anything"], b"", &[]).stdout, b"my own\n");
}

#[test]
fn what_the_scan_cannot_see_is_named() {
    let main = "macro_rules! make { ($n:ident) => { #[hookwright::hook(Stop)] fn $n(_: &hookwright::event::Stop) {} } }\n\
                make!(hidden);\nhookwright::main!();";
    let fixture = Fixture::new(
        "unseen",
        &[("Cargo.toml", &manifest("unseen", HOSTS)), ("build.rs", BUILD), ("src/main.rs", main)],
    );
    let said = fixture.build();
    assert!(said.contains("`unseen` has no #[hook]"), "{said}");
    let out = program::hook(&fixture.target().join("debug/unseen"), "claude-code", "Stop", b"{}", &[]);
    let stderr = String::from_utf8_lossy(&out.stderr);
    assert!(stderr.contains("the build scan did not see `unseen::hidden` (src/main.rs:"), "{stderr}");
    assert!(out.status.success() && out.stdout.is_empty(), "{out:?}");
    let tested = fixture.cargo(&["test"], &[]);
    let text = String::from_utf8_lossy(&tested.stdout);
    assert!(!tested.status.success() && text.contains("did not see `unseen::hidden`"), "{text}");
}

#[test]
fn what_the_linker_would_drop_is_named() {
    // A crate that the manifest names as one with hooks, but that the binary does not link.
    let settings = format!("{HOSTS}\ncrates = [\"far\"]");
    let app = manifest("app", &settings).replace("[build-dep", "near = { path = \"near\" }\n\n[build-dep");
    let near = "[package]\nname = \"near\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                [dependencies]\nfar = { path = \"../far\" }\n";
    let far = "[package]\nname = \"far\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
               [dependencies]\nhookwright = { path = \"{workspace}/runtime\" }\n";
    let fixture = Fixture::new(
        "lost",
        &[
            ("Cargo.toml", &app),
            ("build.rs", BUILD),
            ("src/main.rs", &format!("{}hookwright::main!();", hook("own"))),
            ("near/Cargo.toml", near),
            ("near/src/lib.rs", ""),
            ("far/Cargo.toml", far),
            ("far/src/lib.rs", &hook("from_far")),
        ],
    );
    fixture.build();
    let program = fixture.target().join("debug/app");
    let out = program::hook(&program, "claude-code", "SessionStart", b"{}", &[]);
    let stderr = String::from_utf8_lossy(&out.stderr);
    assert!(stderr.contains("the linker dropped `far::from_far`"), "{stderr}");
    assert!(String::from_utf8_lossy(&out.stdout).contains("own"), "the others still run: {out:?}");

    // Named by the crate between, it is linked.
    fixture.edit("near/src/lib.rs", "", "pub use far as _;\n");
    fixture.edit("src/main.rs", "hookwright::main!", "use near as _;\nhookwright::main!");
    fixture.build();
    assert_eq!(contexts(program), "from_far,own");
}
