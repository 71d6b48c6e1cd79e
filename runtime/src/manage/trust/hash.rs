//! A hook's hash, as a host makes it to tell whether the hook is still the one that was trusted.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

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
    let hex: String = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hashed_is_what_the_host_hashes() {
        let hook = Installed {
            file: "/home/dev/.codex/hooks.json".into(),
            in_project: false,
            event: "PreToolUse".into(),
            group: 0,
            handler: 0,
            matcher: Some("Bash".into()),
            command: "echo hello".into(),
            entry: json!({ "type": "command", "timeout": 5, "command": "echo hello", "commandWindows": "x" }),
        };
        assert_eq!(
            identity(&hook, 5, Some("Bash")),
            r#"{"event_name":"pre_tool_use","hooks":[{"async":false,"command":"echo hello","timeout":5,"type":"command"}],"matcher":"Bash"}"#
        );
        // The published test vector.
        assert_eq!(sha256("abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
