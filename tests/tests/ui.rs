//! The compile errors are part of the interface: each stands beside its source, in `tests/ui`.

#[test]
fn what_is_wrong_is_said_at_the_place() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/passes.rs");
    for case in ["unknown_event", "matcher", "signature", "all_at_once", "decisions", "return_type"] {
        cases.compile_fail(format!("ui/{case}.rs"));
    }
}
