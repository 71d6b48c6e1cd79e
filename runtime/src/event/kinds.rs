//! The event types. Each dereferences to [`Incoming`] for what all have.

use std::ops::Deref;
use std::path::Path;

use super::{Event, Incoming, Kind, sealed};
use crate::lexer::Long;
use crate::table::Field;
use crate::tool::{Input, Tool};
use crate::value::Json;

macro_rules! events {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(Incoming);

        impl Deref for $name {
            type Target = Incoming;

            fn deref(&self) -> &Incoming {
                &self.0
            }
        }

        impl sealed::Sealed for $name {}

        impl Event for $name {
            const KIND: Kind = Kind::$name;

            fn from_incoming(incoming: Incoming) -> Self {
                $name(incoming)
            }
        }
    )*};
}

events! {
    /// A session starts, is resumed, or goes on after `/clear` or a compaction.
    SessionStart,
    /// A session ends.
    SessionEnd,
    /// A prompt is about to reach the model.
    UserPromptSubmit,
    /// A tool is about to run.
    PreToolUse,
    /// The host is about to ask the user whether a tool may run.
    PermissionRequest,
    /// A tool has run.
    PostToolUse,
    /// A tool has failed.
    PostToolUseFailure,
    /// A subagent starts.
    SubagentStart,
    /// A subagent is about to end.
    SubagentStop,
    /// The conversation is about to be compacted.
    PreCompact,
    /// The conversation was compacted.
    PostCompact,
    /// The host tells the user something.
    Notification,
    /// The agent is about to end its turn.
    Stop,
}

macro_rules! tool_events {
    ($($name:ident),*) => {$(
        impl $name {
            /// The tool under its canonical name with its canonical input, whatever the host calls them.
            ///
            /// ```
            /// # use hookwright::prelude::*;
            /// # fn f(call: &PreToolUse) {
            /// if let Tool::Bash { command, .. } = call.tool() {
            ///     eprintln!("about to run {command}");
            /// }
            /// # }
            /// ```
            pub fn tool(&self) -> Tool<'_> {
                self.0.tool()
            }

            /// The tool's canonical name: Claude Code's, `mcp__server__tool` for MCP, else the host's own.
            pub fn tool_name(&self) -> &str {
                self.0.named().canonical()
            }

            /// Whether it is a tool that `matcher = "…"` would mean: plain names are exact, anything else is a regular
            /// expression; a host's own names match too.
            ///
            /// ```
            /// # use hookwright::prelude::*;
            /// # fn f(call: &PreToolUse) {
            /// if call.is("Edit|Write") {
            ///     eprintln!("about to write {:?}", call.paths());
            /// }
            /// # }
            /// ```
            ///
            /// # Panics
            /// The text is neither: the hook fails, as `on_error` says.
            pub fn is(&self, matcher: &str) -> bool {
                crate::tool::is(self.0.named(), matcher)
            }

            /// The host's own name of the tool.
            pub fn native_tool_name(&self) -> &str {
                self.0.named().native()
            }

            /// The tool's input, by canonical keys.
            pub fn input(&self) -> Input<'_> {
                self.0.input()
            }

            /// The shell command that the call runs, if the tool is a shell.
            pub fn command(&self) -> Option<String> {
                self.0.is_shell().then(|| self.0.input().text("command").unwrap_or_default())
            }

            /// Every file that the call names, as it names them: the files of a patch and of a list included.
            pub fn paths(&self) -> Vec<String> {
                crate::tool::paths(self.0.named().definition(), &self.input())
            }

            /// The host's id of the call.
            pub fn tool_use_id(&self) -> Option<&str> {
                self.0.text(Field::ToolUseId)
            }
        }
    )*};
}

tool_events!(PreToolUse, PermissionRequest, PostToolUse, PostToolUseFailure);

macro_rules! after_the_tool {
    ($($name:ident),*) => {$(
        impl $name {
            /// The tool's input as the model wrote it, where a hook of this program rewrote it before the tool ran.
            pub fn original_input(&self) -> Option<Input<'_>> {
                let native = crate::original::recall(&self.0)?;
                Some(Input::of(self.0.named(), native.into(), Long::NONE))
            }
        }
    )*};
}

after_the_tool!(PostToolUse, PostToolUseFailure);

impl SessionStart {
    /// Why it starts: `startup`, `resume`, `clear`, `compact`, `fork`, or the host's own word.
    pub fn source(&self) -> Option<&str> {
        self.0.text(Field::Source)
    }
}

impl SessionEnd {
    /// Why it ends, in the host's words.
    pub fn reason(&self) -> Option<&str> {
        self.0.text(Field::Reason)
    }
}

impl UserPromptSubmit {
    /// What the user wrote; empty where the host does not send it.
    pub fn prompt(&self) -> &str {
        self.0.text(Field::Prompt).unwrap_or_default()
    }
}

impl PermissionRequest {
    /// The rules that the host offers to the user, as it sent them.
    pub fn permission_suggestions(&self) -> Option<serde_json::Value> {
        serde_json::from_str(&self.0.json(Field::PermissionSuggestions)?).ok()
    }
}

impl PostToolUse {
    /// What the tool gave, as text; `None` where the host does not send it.
    pub fn tool_output(&self) -> Option<&str> {
        self.0.text(Field::ToolOutput)
    }

    /// Whether the host calls it an error, where it says so.
    pub fn is_error(&self) -> Option<bool> {
        self.0.flag(Field::IsError)
    }
}

impl PostToolUseFailure {
    /// What went wrong, in the host's words.
    pub fn error(&self) -> &str {
        self.0.text(Field::Error).unwrap_or_default()
    }

    /// Whether the user broke it off.
    pub fn is_interrupt(&self) -> Option<bool> {
        self.0.flag(Field::IsInterrupt)
    }

    /// How long it ran, in milliseconds.
    pub fn duration_ms(&self) -> Option<f64> {
        self.0.text(Field::Duration).and_then(|d| d.parse().ok())
    }
}

impl SubagentStart {
    /// What the subagent is to do, where the host says it.
    pub fn prompt(&self) -> Option<&str> {
        self.0.text(Field::Prompt)
    }
}

impl SubagentStop {
    /// The file that holds the subagent's conversation.
    pub fn agent_transcript_path(&self) -> Option<&Path> {
        self.0.text(Field::AgentTranscriptPath).filter(|p| !p.is_empty()).map(Path::new)
    }

    /// What the subagent said last.
    pub fn last_assistant_message(&self) -> Option<&str> {
        self.0.text(Field::LastAssistantMessage)
    }

    /// Whether the subagent goes on because a hook made it, where the host says so.
    pub fn stop_hook_active(&self) -> Option<bool> {
        self.0.flag(Field::StopHookActive)
    }
}

impl PreCompact {
    /// `auto` or `manual`.
    pub fn trigger(&self) -> Option<&str> {
        self.0.text(Field::Trigger)
    }
}

impl PostCompact {
    /// `auto` or `manual`.
    pub fn trigger(&self) -> Option<&str> {
        self.0.text(Field::Trigger)
    }
}

impl Notification {
    /// What the user is told.
    pub fn message(&self) -> &str {
        self.0.text(Field::Message).unwrap_or_default()
    }
}

impl Stop {
    /// Whether the agent goes on because a hook made it, where the host says so. A hook that denies a stop although this
    /// is `Some(true)` can keep the agent busy for ever.
    pub fn stop_hook_active(&self) -> Option<bool> {
        self.0.flag(Field::StopHookActive)
    }

    /// What the agent said last.
    pub fn last_assistant_message(&self) -> Option<&str> {
        self.0.text(Field::LastAssistantMessage)
    }
}

impl std::fmt::Debug for Incoming {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let payload = Json::parse(self.raw()).unwrap_or(Json::NULL);
        f.debug_struct(self.kind().name()).field("host", &self.host()).field("payload", &payload).finish()
    }
}
