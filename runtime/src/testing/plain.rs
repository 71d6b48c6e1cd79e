//! A host that can do everything, by canonical names: for tests that do not choose one.

use crate::event::Kind;
use crate::table::*;

macro_rules! field {
    ($field:ident, $key:literal) => {
        (Field::$field, Lookup { sources: &[Source { origin: Origin::Pointer(&[$key]), steps: &[] }], values: &[] })
    };
}

static FIELDS: [(Field, Lookup); 25] = [
    field!(SessionId, "session_id"),
    field!(ProjectDir, "project_dir"),
    field!(Cwd, "cwd"),
    field!(TranscriptPath, "transcript_path"),
    field!(PermissionMode, "permission_mode"),
    field!(Model, "model"),
    field!(ToolUseId, "tool_use_id"),
    field!(ToolName, "tool_name"),
    field!(ToolInput, "tool_input"),
    field!(ToolOutput, "tool_output"),
    field!(IsError, "is_error"),
    field!(Error, "error"),
    field!(IsInterrupt, "is_interrupt"),
    field!(Duration, "duration_ms"),
    field!(Prompt, "prompt"),
    field!(Source, "source"),
    field!(Reason, "reason"),
    field!(Trigger, "trigger"),
    field!(Message, "message"),
    field!(AgentId, "agent_id"),
    field!(AgentType, "agent_type"),
    field!(AgentTranscriptPath, "agent_transcript_path"),
    field!(LastAssistantMessage, "last_assistant_message"),
    field!(StopHookActive, "stop_hook_active"),
    field!(PermissionSuggestions, "permission_suggestions"),
];

macro_rules! says {
    ($decision:ident, $key:literal, $variable:ident) => {
        (
            Decision::$decision,
            Action::Reply(Reply {
                stdout: Some(Node::Map(&[($key, Node::Text(Text::Variable(Variable::$variable)))])),
                stderr: None,
                exit: 0,
                tools: &[],
            }),
        )
    };
}

static ACTIONS: [(Decision, Action); 7] = [
    says!(Deny, "deny", Reason),
    says!(Ask, "ask", Reason),
    says!(Modify, "input", Input),
    (
        Decision::Allow,
        Action::Reply(Reply {
            stdout: Some(Node::Map(&[("allow", Node::Bool(true))])),
            stderr: None,
            exit: 0,
            tools: &[],
        }),
    ),
    says!(Context, "context", Context),
    says!(Output, "output", Output),
    says!(Message, "message", Message),
];

macro_rules! bindings {
    ($($event:ident),*) => {
        &[$(Binding {
            event: Kind::$event,
            native: Kind::$event.name(),
            when: &[],
            fields: &FIELDS,
            tool: None,
            pass: Reply::SILENT,
            actions: &ACTIONS,
        }),*]
    };
}

macro_rules! tools {
    ($($name:literal),*) => {
        &[$(Tool { canonical: $name, native: &[$name], when: &[], input: &[], paths: &[], also: &[], modifiable: None, output: None }),*]
    };
}

pub(super) static HOST: Host = Host {
    id: "plain",
    name: "a plain host",
    stdin: true,
    ends_when_read: false,
    reads: &[],
    marks: &[],
    env_marks: &[],
    places: &[],
    bindings: bindings![
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
        Stop
    ],
    tools: tools![
        "Bash",
        "Read",
        "Write",
        "Edit",
        "MultiEdit",
        "Patch",
        "Glob",
        "Grep",
        "LS",
        "WebFetch",
        "WebSearch",
        "Task",
        "TodoWrite",
        "NotebookEdit"
    ],
    mcp: Some(Mcp {
        prefix: "mcp__",
        separator: Some("__"),
        server: &[],
        tool: &[],
        arguments: &[],
        folds: "",
        lower: false,
    }),
    pass: Reply::SILENT,
};
