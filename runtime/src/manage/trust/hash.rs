//! A hook's hash, as a host makes it to tell whether the hook is still the one that was trusted.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Installed, hook};
use crate::table::Recipe;

impl Recipe {
    /// The hashes that a hook may have. There are several where the host leaves out or bounds a value for some events.
    pub(super) fn hashes(self, hook: &Installed) -> Vec<String> {
        let Recipe::Sha256OfHandler = self;
        let timeout = hook.entry.get("timeout").and_then(Value::as_u64);
        // 600 seconds where there is no limit; never under 1; 3 at most for what runs while the host ends.
        let whole = timeout.unwrap_or(600).max(1);
        let mut hashes = Vec::new();
        for timeout in [whole, whole.min(3)] {
            // Events without a tool have no matcher, whatever the file says.
            for matcher in [hook.matcher.as_deref(), None] {
                hashes.push(sha256(&identity(hook, timeout, matcher)));
            }
        }
        hashes
    }
}

/// What the host makes of a hook before it looks at it.
fn identity(hook: &Installed, timeout: u64, matcher: Option<&str>) -> String {
    let flag = hook.entry.get("async").and_then(Value::as_bool).unwrap_or(false);
    let mut handler: BTreeMap<&str, Value> = BTreeMap::new();
    handler.insert("type", json!("command"));
    handler.insert("command", json!(hook.command));
    handler.insert("async", json!(flag));
    handler.insert("timeout", json!(timeout));
    if let Some(message) = hook.entry.get("statusMessage").filter(|m| m.is_string()) {
        handler.insert("statusMessage", message.clone());
    }
    let mut whole: BTreeMap<&str, Value> = BTreeMap::new();
    whole.insert("event_name", json!(hook::snake(&hook.event)));
    whole.insert("hooks", json!([handler]));
    if let Some(matcher) = matcher {
        whole.insert("matcher", json!(matcher));
    }
    json!(whole).to_string()
}

fn sha256(text: &str) -> String {
    let hex: String = hmac_sha256::Hash::hash(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Codex 0.171.0 itself says of these hooks (`hooks/list` of its app server).
    #[test]
    fn hashes_are_those_of_the_host() {
        for (event, matcher, entry, wanted) in [
            (
                "PreToolUse",
                Some("Bash"),
                r#"{"type": "command", "command": "'/opt/acme corp/bin/acme' hook codex PreToolUse", "timeout": 5}"#,
                "b2073ca803d66a3f79a48b1a54a065fb9bae9eeafcbe24d1e923506d7791d86e",
            ),
            (
                "PreToolUse",
                None,
                r#"{"type": "command", "command": "/opt/\u00e4/acme hook codex PreToolUse \"x\" <b> & \u2028", "statusMessage": "checking"}"#,
                "493cdcec38b9604559a597a8f7d7718557827e3f37f3f5587c5f5671270c39f4",
            ),
            (
                "PreToolUse",
                None,
                r#"{"type": "command", "command": "b", "async": true, "timeout": 0}"#,
                "1f166610536eef23d30b240d8fbe627baae99d0c80ff2751a215bfb66d513eff",
            ),
            (
                "PermissionRequest",
                Some("*"),
                r#"{"type": "command", "command": "acme hook codex PermissionRequest"}"#,
                "3830648c4293fcb231bcdb5528c7873d3ba0d707604cc02decf34bc7b5754d89",
            ),
            (
                "PreCompact",
                Some("auto"),
                r#"{"type": "command", "command": "acme hook codex PreCompact", "timeout": 2}"#,
                "3bb04bda968dd9a8a46fcb0fec2eadc8a2d76f5137fd5ba5b5f452fc0eedbbde",
            ),
            (
                "SessionStart",
                Some("startup"),
                r#"{"type": "command", "command": "acme hook codex SessionStart", "timeout": 30}"#,
                "acda2756e957dc4d87d04f010aadf6fc86cd7bc094a642c785e13673e64efaca",
            ),
            (
                "SessionEnd",
                Some(""),
                r#"{"type": "command", "command": "acme hook codex SessionEnd", "timeout": 30}"#,
                "5e1db63c00b0705bee6ab95c02a25c281f3a9d28b796bc461947a44d16f07f8a",
            ),
            (
                "UserPromptSubmit",
                Some("x"),
                r#"{"type": "command", "command": "acme hook codex UserPromptSubmit", "timeout": 30}"#,
                "ef526fd4f2c2d29566646304f05f6c441ba22208a38f6d590f2c1124a224fc73",
            ),
            (
                "SubagentStop",
                Some("a"),
                r#"{"type": "command", "command": "acme hook codex SubagentStop"}"#,
                "9d446202d6f4565bbed72d4425d17499fde8672723a1ad1d187412e0817bde7e",
            ),
            (
                "Stop",
                Some("x"),
                r#"{"type": "command", "command": "acme hook codex Stop", "commandWindows": "w", "timeout": 30}"#,
                "3763af7cac1cfcaabfedd0f9203842d1009c7be7b25846506aade7ee799f25e9",
            ),
        ] {
            let entry: Value = serde_json::from_str(entry).unwrap();
            let mut hook = Installed {
                file: "/home/dev/.codex/hooks.json".into(),
                in_project: false,
                event: event.into(),
                group: 0,
                handler: 0,
                matcher: matcher.map(str::to_owned),
                command: entry["command"].as_str().unwrap().into(),
                entry,
            };
            let wanted = format!("sha256:{wanted}");
            assert!(Recipe::Sha256OfHandler.hashes(&hook).contains(&wanted), "{event} {matcher:?} {}", hook.entry);
            hook.command.push(' ');
            assert!(!Recipe::Sha256OfHandler.hashes(&hook).contains(&wanted), "another command is another hook");
        }
    }
}
