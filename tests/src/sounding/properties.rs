//! The properties, over payloads that are nearly right.

use hookwright::event::Kind;
use hookwright::prelude::*;
use hookwright::testing;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{Answer, REASON, sound};

/// Hosts and their native events, as the host files have them.
fn events() -> Vec<(&'static str, &'static str)> {
    let hosts = crate::__hookwright::PROGRAM.hosts;
    hosts.iter().flat_map(|host| host.bindings.iter().map(|b| (host.id, b.native))).collect()
}

/// The hosts that have a way to say something to a tool call that is about to be made.
fn hosts_with(kind: Kind) -> Vec<&'static str> {
    let hosts = crate::__hookwright::PROGRAM.hosts.iter();
    hosts.filter(|h| h.bindings.iter().any(|b| b.event == kind && b.tool.is_none())).map(|h| h.id).collect()
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        words().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((words(), inner), 0..6)
                .prop_map(|pairs| { Value::Object(pairs.into_iter().collect()) }),
        ]
    })
}

/// Words that hosts use for keys and values, and some that none does.
fn words() -> impl Strategy<Value = String> {
    let known = vec![
        "session_id",
        "sessionId",
        "cwd",
        "tool_name",
        "toolName",
        "tool_input",
        "toolArgs",
        "input",
        "command",
        "args",
        "tool_response",
        "workspace_roots",
        "conversation_id",
        "hook_event_name",
        "prompt",
        "source",
        "mcp_context",
        "tool_info",
        "output",
        "Bash",
        "mcp__x__y",
        "{\"a\":1}",
        "startup",
        "true",
        "",
        "/etc/passwd",
        "*** Update File: a",
    ];
    proptest::sample::select(known).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Whatever JSON comes under whatever name: a reply that the host can take, and no panic.
    #[test]
    fn any_json_is_answered(
        at in any::<prop::sample::Index>(),
        answer in any::<prop::sample::Index>(),
        payload in json_value(),
    ) {
        let events = events();
        let (host, event) = events[at.index(events.len())];
        sound(Answer::ALL[answer.index(Answer::ALL.len())], host, event, payload.to_string().as_bytes());
    }

    /// A recorded-looking payload that is cut anywhere, or has any byte changed.
    #[test]
    fn any_damage_is_answered(
        at in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        whole in any::<bool>(),
    ) {
        let events = events();
        let (host, event) = events[at.index(events.len())];
        let text = json!({"session_id": "é", "cwd": "/p", "tool_name": "Bash", "tool_input": {"command": "ls \u{1f600}"}});
        let mut bytes = text.to_string().into_bytes();
        let place = cut.index(bytes.len());
        if whole { bytes[place] = byte } else { bytes.truncate(place) }
        sound(Answer::Deny, host, event, &bytes);
    }

    /// What a handler sees of an input is what the author of the call wrote, on every host and for every text.
    #[test]
    fn canonical_input_survives_every_host(
        at in any::<prop::sample::Index>(),
        command in "[^\0]{0,40}",
        description in "\\PC{0,20}",
    ) {
        let hosts = hosts_with(Kind::PreToolUse);
        let host = hosts[at.index(hosts.len())];
        let call = || testing::call("Bash", [("command", command.clone()), ("description", description.clone())]).on(host);
        fn seen(call: &PreToolUse) -> Response<PreToolUse> {
            Response::context(json!([call.tool_name(), call.command(), call.input().text("command")]).to_string())
        }
        let wanted = json!(["Bash", command, command]).to_string();
        let context = call().fire(seen).context();
        prop_assert_eq!(context.as_deref(), Some(wanted.as_str()), "{}", host);
    }

    /// A denial says why on every host that can deny, whatever its reason is made of.
    #[test]
    fn a_denial_keeps_its_reason(at in any::<prop::sample::Index>(), command in "\\PC{0,30}") {
        let hosts = hosts_with(Kind::PreToolUse);
        let host = hosts[at.index(hosts.len())];
        super::ANSWER.set(Answer::Deny);
        let fired = testing::call("Bash", [("command", command)]).on(host).fire_all(Kind::PreToolUse);
        prop_assert_eq!(fired.denied(), Some(REASON));
        if can_deny(host) {
            let said = fired.stdout().contains(REASON) || fired.stderr().contains(REASON);
            prop_assert!(said, "{}: {:?}", host, fired);
        }
    }

    /// A change of one key leaves the others as they were, byte for byte.
    #[test]
    fn a_change_keeps_the_rest(
        at in any::<prop::sample::Index>(),
        rest in proptest::collection::btree_map("[a-z]{6,9}_z", ".{0,10}", 0..4),
        command in "\\PC{1,20}",
    ) {
        let hosts = hosts_with(Kind::PreToolUse);
        let host = hosts[at.index(hosts.len())];
        let mut input: Map<String, Value> = rest.iter().map(|(k, v)| (k.clone(), v.clone().into())).collect();
        input.insert("command".to_owned(), "ls".into());
        let change = command.clone();
        CHANGE.set(Some(change));
        fn rewrite(_: &PreToolUse) -> Response<PreToolUse> {
            Response::modify([("command", CHANGE.take().unwrap_or_default())])
        }
        let fired = testing::call("Bash", input).on(host).fire(rewrite);
        let modified = fired.modified().cloned().unwrap_or_default();
        for (key, value) in &rest {
            prop_assert_eq!(modified.get(key), Some(&Value::from(value.clone())), "{}: {}", host, modified);
        }
        prop_assert!(holds(&modified, &command), "{}: {}", host, modified);
    }
}

thread_local! {
    static CHANGE: std::cell::Cell<Option<String>> = const { std::cell::Cell::new(None) };
}

/// Whether a text stands somewhere in a value.
fn holds(value: &Value, text: &str) -> bool {
    match value {
        Value::String(s) => s == text,
        Value::Array(items) => items.iter().any(|v| holds(v, text)),
        Value::Object(map) => map.values().any(|v| holds(v, text)),
        _ => false,
    }
}

fn can_deny(host: &str) -> bool {
    use hookwright::table::{Action, Decision};
    let host = crate::__hookwright::PROGRAM.hosts.iter().find(|h| h.id == host).expect("it is one of them");
    let before = host.bindings.iter().find(|b| b.event == Kind::PreToolUse && b.tool.is_none());
    before.is_some_and(|b| {
        b.actions.iter().any(|(d, a)| *d == Decision::Deny && matches!(a, Action::Reply(r) if r.tools.is_empty()))
    })
}
