//! The events that handlers get, one type each.

mod incoming;
mod kinds;

pub use incoming::Incoming;
pub use kinds::*;

/// A normalized lifecycle event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
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

impl Kind {
    /// The name that `#[hook(…)]` uses.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::SessionStart => "SessionStart",
            Kind::SessionEnd => "SessionEnd",
            Kind::UserPromptSubmit => "UserPromptSubmit",
            Kind::PreToolUse => "PreToolUse",
            Kind::PermissionRequest => "PermissionRequest",
            Kind::PostToolUse => "PostToolUse",
            Kind::PostToolUseFailure => "PostToolUseFailure",
            Kind::SubagentStart => "SubagentStart",
            Kind::SubagentStop => "SubagentStop",
            Kind::PreCompact => "PreCompact",
            Kind::PostCompact => "PostCompact",
            Kind::Notification => "Notification",
            Kind::Stop => "Stop",
        }
    }

    /// Whether it is about one call of a tool.
    pub const fn has_tool(self) -> bool {
        matches!(self, Kind::PreToolUse | Kind::PermissionRequest | Kind::PostToolUse | Kind::PostToolUseFailure)
    }

    /// Whether it is about a subagent.
    pub const fn has_agent(self) -> bool {
        matches!(self, Kind::SubagentStart | Kind::SubagentStop)
    }
}

/// An event type: what `#[hook(…)]` names and a handler takes.
pub trait Event: std::ops::Deref<Target = Incoming> + sealed::Sealed {
    /// Which one it is.
    const KIND: Kind;

    #[doc(hidden)]
    fn from_incoming(incoming: Incoming) -> Self;
}

pub(crate) mod sealed {
    pub trait Sealed {}
}
