//! What a decision becomes on a host that cannot honour it. Nothing is ever widened.

use crate::host::{Event as HostEvent, Host, Reply, ReplyRef};
use crate::vocab::{Decision, Event};

/// What a decision becomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Action<'a> {
    /// The host honours it so.
    Reply(&'a Reply),
    /// The nearest that the host can do, which allows no more.
    Become(Decision),
    /// The host has nothing for it.
    Drop,
}

/// What `decision` becomes at `event`.
pub fn action<'a>(host: &'a Host, event: Event, decision: Decision) -> Action<'a> {
    let Some(file) = host.events.get(event.name()) else { return Action::Drop };
    if let Some(reply) = reply(host, file, decision) {
        return Action::Reply(reply);
    }
    let can = |other| file.reply(other).is_some();
    match decision {
        // Without an answer the host asks: that is what was wanted.
        Decision::Ask if event == Event::PermissionRequest => Action::Drop,
        Decision::Ask | Decision::Modify if can(Decision::Deny) => Action::Become(Decision::Deny),
        // The model at least reads why.
        Decision::Deny | Decision::Ask | Decision::Modify if can(Decision::Context) => {
            Action::Become(Decision::Context)
        }
        _ => Action::Drop,
    }
}

fn reply<'a>(host: &'a Host, event: &'a HostEvent, decision: Decision) -> Option<&'a Reply> {
    match event.reply(decision)? {
        ReplyRef::Inline(reply) => Some(reply),
        ReplyRef::Named(name) => host.replies.get(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Library;

    #[test]
    fn what_a_host_cannot_do_never_widens() {
        let library = Library::builtin();
        let become_of =
            |host: &str, event, decision| match action(&library.get(host).unwrap().unwrap(), event, decision) {
                Action::Reply(_) => "reply",
                Action::Become(Decision::Deny) => "deny",
                Action::Become(Decision::Context) => "context",
                Action::Become(_) => "something else",
                Action::Drop => "nothing",
            };
        for (host, event, decision, wanted) in [
            ("claude-code", Event::PreToolUse, Decision::Ask, "reply"),
            ("codex", Event::PreToolUse, Decision::Ask, "deny"),
            ("gemini-cli", Event::PreToolUse, Decision::Ask, "deny"),
            ("gemini-cli", Event::PreToolUse, Decision::Context, "nothing"),
            ("hermes", Event::PreToolUse, Decision::Modify, "deny"),
            ("cursor", Event::PostToolUse, Decision::Deny, "context"),
            ("claude-code", Event::SubagentStart, Decision::Deny, "context"),
            ("codex", Event::PermissionRequest, Decision::Ask, "nothing"),
            ("codex", Event::PreToolUse, Decision::Allow, "nothing"),
            ("codex", Event::Notification, Decision::Message, "nothing"),
        ] {
            assert_eq!(become_of(host, event, decision), wanted, "{host} {} {}", event.name(), decision.name());
        }
    }
}
