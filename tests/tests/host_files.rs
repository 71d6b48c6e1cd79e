//! The host files and what is generated from their types.

use hookwright_codegen::host::{Library, schema};
use hookwright_codegen::matrix;
use hookwright_codegen::vocab::{Decision, Event};
use hookwright_tests::golden::{self, crate_dir};

#[test]
fn the_schema_is_current() {
    let text = format!("{:#}\n", schema());
    if let Err(fault) = golden::compare_file(&crate_dir().join("../templates/host.schema.json"), &text) {
        panic!("{fault}");
    }
}

#[test]
fn the_page_of_hosts_is_current() {
    let library = Library::builtin();
    let hosts: Vec<_> =
        library.ids().iter().map(|id| library.get(id).expect("it loads").expect("it is there")).collect();
    if let Err(fault) = golden::compare_file(&crate_dir().join("../docs/hosts.md"), &matrix::markdown(&hosts)) {
        panic!("{fault}");
    }
}

#[test]
fn the_compiler_and_the_runtime_know_the_same_events_and_decisions() {
    use hookwright::private::{Kind, table};
    let kinds = [
        Kind::SessionStart,
        Kind::UserPromptSubmit,
        Kind::PreToolUse,
        Kind::PermissionRequest,
        Kind::PostToolUse,
        Kind::PostToolUseFailure,
        Kind::SubagentStart,
        Kind::SubagentStop,
        Kind::PreCompact,
        Kind::PostCompact,
        Kind::Notification,
        Kind::Stop,
        Kind::SessionEnd,
    ];
    let names: Vec<&str> = kinds.iter().map(|k| k.name()).collect();
    assert_eq!(names, Event::ALL.iter().map(|e| e.name()).collect::<Vec<_>>());
    use table::Decision as D;
    let decisions = [D::Deny, D::Ask, D::Modify, D::Allow, D::Context, D::Output, D::Message];
    let names: Vec<&str> = decisions.iter().map(|d| d.name()).collect();
    assert_eq!(names, Decision::ALL.iter().map(|d| d.name()).collect::<Vec<_>>());
}
