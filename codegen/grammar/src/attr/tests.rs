//! What the attribute takes, and what it says to the rest.

use super::*;
use quote::quote;

#[test]
fn a_whole_attribute_parses() {
    let attr = parse(quote!(PreToolUse, matcher = "Bash|Write", timeout = "5s", on_error = "deny",)).unwrap();
    assert_eq!(attr.event, Event::PreToolUse);
    assert_eq!(attr.matcher, Matcher::Names(vec!["Bash".into(), "Write".into()]));
    assert_eq!(attr.timeout, Some(Duration::from_secs(5)));
    assert_eq!(attr.on_error, OnError::Deny);
    assert_eq!(parse(quote!(hookwright::event::Stop)).unwrap().event, Event::Stop);
    let attr = parse(quote!(PreToolUse, require = "deny, modify", else = "skip", can = "deny", ask_fallback = "none"));
    let attr = attr.unwrap();
    assert_eq!((attr.require, attr.skip), (vec![Decision::Deny, Decision::Modify], true));
    assert_eq!((attr.can, attr.ask_fallback), (Some(vec![Decision::Deny]), Fallback::Pass));
    assert_eq!(parse(quote!(Stop, max_blocks = 5)).unwrap().max_blocks, Some(5));
    assert_eq!(parse(quote!(Stop, can = "")).unwrap().can, Some(Vec::new()));
}

#[test]
fn native_hooks_name_a_host_and_an_event() {
    let attr = parse_native(quote!("claude-code", "TaskCompleted")).unwrap();
    assert_eq!((attr.host.as_str(), attr.event.as_str()), ("claude-code", "TaskCompleted"));
    for (tokens, part) in [
        (quote!(), "write the host's id and its event"),
        (quote!("claude-code"), "write the host's id and its event"),
        (quote!("Claude", "X"), "is no host's id"),
        (quote!("codex", "PreToolUse"), "write #[hook(PreToolUse)]"),
        (quote!("codex", " "), "which event?"),
    ] {
        let error = parse_native(tokens.clone()).unwrap_err().to_string();
        assert!(error.contains(part), "{tokens}: {error}");
    }
}

#[test]
fn all_errors_come_at_once() {
    let error = parse(quote!(PreToolUs, matcher = "[", timeout = "9h", colour = "red")).unwrap_err();
    let texts: Vec<String> = error.into_iter().map(|e| e.to_string()).collect();
    assert_eq!(texts.len(), 4, "{texts:?}");
    assert!(texts[0].contains("did you mean `PreToolUse`?"));
    assert!(texts[1].starts_with("bad matcher"));
    assert!(texts[3].contains("the keys are ask_fallback"));
}

#[test]
fn what_is_wrong_is_named() {
    for (tokens, part) in [
        (quote!(), "which event?"),
        (quote!("Stop"), "an event comes first"),
        (quote!(Stop, matcher = "x"), "takes no matcher"),
        (quote!(Stop, matcher), "expected `matcher = "),
        (quote!(PreToolUse, matcher = "a", matcher = "b"), "given twice"),
        (quote!(Stop, on_error = "panic"), "is \"allow\""),
        (quote!(Stop, timeout = "5"), "not a time"),
        (quote!(Stop, timeout = 5), "is written as `timeout = "),
        (quote!(Stop, max_blocks = "3"), "is a number from 1 to 1000"),
        (quote!(PreToolUse, max_blocks = 3), "is for Stop and SubagentStop"),
        (quote!(Stop, ask_fallback = "deny"), "a response to `Stop` cannot ask"),
        (quote!(PreToolUse, ask_fallback = "maybe"), "`ask_fallback` is \"deny\""),
        (quote!(Stop, require = "modify"), "`modify` is no decision of `Stop`; those are deny, context, message"),
        (quote!(Stop, require = ""), "`require` names decisions"),
        (quote!(PreToolUse, require = "deny", else = "drop"), "`else` is \"skip\""),
        (quote!(PreToolUse, else = "skip"), "`require = \"deny\"` is missing"),
        (quote!(Stop, timeout = "1ms"), "out of range"),
        (quote!(Stop, timeout = "99999999999999999999s"), "not a time"),
    ] {
        let error = parse(tokens.clone()).unwrap_err().to_string();
        assert!(error.contains(part), "{tokens}: {error}");
    }
}
