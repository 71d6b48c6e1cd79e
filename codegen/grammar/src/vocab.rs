//! The normalized events and decisions: what a `#[hook]` may name, what a host file may hold.
//!
//! The names are Claude Code's, which every other host's documentation is written against.

/// A normalized lifecycle event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    SessionStart,
    SessionEnd,
    UserPromptSubmit,
    PreToolUse,
    PermissionRequest,
    PostToolUse,
    PostToolUseFailure,
    SubagentStart,
    SubagentStop,
    PreCompact,
    PostCompact,
    Notification,
    Stop,
}

/// What a handler can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// The action does not happen; on `Stop` and `SubagentStop` the agent goes on with the reason.
    Deny,
    /// The user is asked, with the reason.
    Ask,
    /// The tool's input is changed.
    Modify,
    /// An active grant: the host's own permission question is skipped.
    Allow,
    /// Text for the model.
    Context,
    /// The tool's output is replaced before the model reads it.
    Output,
    /// Text for the user that the model does not see.
    Message,
}

/// What a matcher of an event is matched against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matched {
    /// The tool's canonical and native name.
    Tool,
    /// The subagent's type.
    Agent,
    /// The event takes no matcher.
    Nothing,
}

use Decision::*;

impl Event {
    /// All events, in the order of a session.
    pub const ALL: &[Event] = &[
        Event::SessionStart,
        Event::UserPromptSubmit,
        Event::PreToolUse,
        Event::PermissionRequest,
        Event::PostToolUse,
        Event::PostToolUseFailure,
        Event::SubagentStart,
        Event::SubagentStop,
        Event::PreCompact,
        Event::PostCompact,
        Event::Notification,
        Event::Stop,
        Event::SessionEnd,
    ];

    /// The name that `#[hook(…)]` and host files use.
    pub fn name(self) -> &'static str {
        match self {
            Event::SessionStart => "SessionStart",
            Event::SessionEnd => "SessionEnd",
            Event::UserPromptSubmit => "UserPromptSubmit",
            Event::PreToolUse => "PreToolUse",
            Event::PermissionRequest => "PermissionRequest",
            Event::PostToolUse => "PostToolUse",
            Event::PostToolUseFailure => "PostToolUseFailure",
            Event::SubagentStart => "SubagentStart",
            Event::SubagentStop => "SubagentStop",
            Event::PreCompact => "PreCompact",
            Event::PostCompact => "PostCompact",
            Event::Notification => "Notification",
            Event::Stop => "Stop",
        }
    }

    /// The event of that name.
    pub fn parse(name: &str) -> Option<Event> {
        Event::ALL.iter().copied().find(|e| e.name() == name)
    }

    /// What a matcher of this event is matched against.
    pub fn matched(self) -> Matched {
        match self {
            Event::PreToolUse | Event::PermissionRequest | Event::PostToolUse | Event::PostToolUseFailure => {
                Matched::Tool
            }
            Event::SubagentStart | Event::SubagentStop => Matched::Agent,
            _ => Matched::Nothing,
        }
    }

    /// The decisions that a `Response` of this event can hold.
    pub fn decisions(self) -> &'static [Decision] {
        match self {
            Event::PreToolUse => &[Deny, Ask, Modify, Allow, Context, Message],
            Event::PermissionRequest => &[Deny, Ask, Modify, Allow, Message],
            Event::PostToolUse => &[Deny, Context, Output, Message],
            Event::UserPromptSubmit
            | Event::PostToolUseFailure
            | Event::SubagentStart
            | Event::SubagentStop
            | Event::PreCompact
            | Event::Stop => &[Deny, Context, Message],
            Event::SessionStart => &[Context, Message],
            Event::SessionEnd | Event::PostCompact | Event::Notification => &[Message],
        }
    }
}

impl Decision {
    /// All decisions, the strongest first.
    pub const ALL: &[Decision] = &[Deny, Ask, Modify, Allow, Context, Output, Message];

    /// The name that host files and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Deny => "deny",
            Ask => "ask",
            Modify => "modify",
            Allow => "allow",
            Context => "context",
            Output => "output",
            Message => "message",
        }
    }
}

/// The candidate nearest to `word` by spelling, if one is near enough to be what was meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .map(|c| (c, c.to_lowercase()))
        .map(|(c, other)| match other.starts_with(&lower) && lower.len() >= 3 {
            true => (1, c),
            false => (distance(&lower, &other), c),
        })
        .filter(|(d, c)| *d <= (c.len() / 3).max(2))
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let cost = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_parses_from_its_own_name() {
        for event in Event::ALL {
            assert_eq!(Event::parse(event.name()), Some(*event));
        }
    }

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        let names = || Event::ALL.iter().map(|e| e.name());
        assert_eq!(nearest("PreToolUs", names()), Some("PreToolUse"));
        assert_eq!(nearest("preToolUse", names()), Some("PreToolUse"));
        assert_eq!(nearest("SesionStart", names()), Some("SessionStart"));
        assert_eq!(nearest("Banana", names()), None);
        assert_eq!(nearest("gemini", ["codex", "gemini-cli"]), Some("gemini-cli"));
    }
}
