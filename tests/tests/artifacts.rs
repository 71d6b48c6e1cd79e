//! What a person would install on each host, byte by byte: `tests/golden/artifacts`.

use std::path::Path;

use hookwright_codegen::emit::{self, command};
use hookwright_codegen::host::{Library, Paradigm};
use hookwright_codegen::lower::lower;
use hookwright_codegen::manifest::Program;
use hookwright_codegen::scan::{Cfg, scan};
use hookwright_tests::golden::{self, crate_dir};

/// The hooks of `fixtures/guard.rs`, as the program `acme`.
fn program() -> Program {
    let root = crate_dir().join("fixtures/guard.rs");
    let found = scan(crate_dir(), &root, "acme", &Cfg::from_env(std::iter::empty()));
    assert_eq!(found.hooks.len(), 5, "the fixture was read");
    Program {
        name: "acme".into(),
        hooks: found.hooks,
        links: Vec::new(),
        natives: Vec::new(),
        answers: found.makes_program,
    }
}

fn named(path: &str, windows: bool) -> command::Program {
    command::Program { name: "acme".into(), path: path.into(), version: "1.0.0".into(), windows }
}

#[test]
fn every_host_gets_its_files() {
    let (library, program) = (Library::builtin(), program());
    let mut faults = Vec::new();
    for (folder, started) in
        [("unix", named("/opt/acme corp/bin/acme", false)), ("windows", named(r"C:\Program Files\Acme\acme.exe", true))]
    {
        for id in library.ids() {
            let host = library.get(id).expect("it loads").expect("it is there");
            if matches!(host.paradigm, Paradigm::McpOnly | Paradigm::None) {
                continue;
            }
            let files = emit::artifacts(&lower(&host, &program), &started).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert!(!files.is_empty(), "{id}: nothing was emitted");
            for (path, file) in files {
                let name = Path::new("artifacts").join(folder).join(id).join(path);
                faults.extend(golden::compare(&name.to_string_lossy(), &file.text).err());
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
