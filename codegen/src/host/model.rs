//! The vocabulary of host files.
//!
//! Every fact about a host is a field here. Where hosts differ in a value it is a value; where they differ in a step it
//! is a named one ([`Transform`](super::source::Transform), [`Style`], [`Shell`]), implemented once.

use indexmap::IndexMap;
use serde::Deserialize;

use super::OneOrMany;
use super::config::{Config, Module};
use super::event::{Event, Reply};
use super::source::Source;
use super::tool::{Mcp, Tool};
use super::trust::Trust;

/// One host: everything that is true of it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The id that stands in commands and in `hosts = […]`; the file's name without `.toml`.
    pub id: String,
    /// The product's own name.
    pub name: String,
    pub paradigm: Paradigm,
    /// Where the host's own documentation of hooks is.
    #[serde(default)]
    pub docs: Option<String>,
    pub verified: Verified,
    /// For `mcp-only` and `none`: why there are no hooks.
    #[serde(default)]
    pub reason: Option<String>,
    /// For `mcp-only` and `none`: the page that shows it.
    #[serde(default)]
    pub evidence: Option<String>,
    /// What a person who reads the file should know; shown in the docs page.
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(default)]
    pub detect: Detect,
    #[serde(default)]
    pub config: Option<Config>,
    /// For `ts-plugin`: the module that is generated.
    #[serde(default)]
    pub module: Option<Module>,
    #[serde(default)]
    pub matcher: MatcherRule,
    /// What keeps installed hooks from running until the person allows them.
    #[serde(default)]
    pub trust: Trust,
    /// Whether the payload comes on standard input; a host that hands over its fields otherwise says `false`.
    #[serde(default = "yes")]
    pub stdin: bool,
    /// Where fields are in the payload of every event.
    #[serde(default)]
    pub payload: IndexMap<Field, OneOrMany<Source>>,
    /// Replies that several events share, by name.
    #[serde(default)]
    pub replies: IndexMap<String, Reply>,
    /// The reply that says "no opinion"; without it that is no output and exit code 0.
    #[serde(default)]
    pub pass: Option<Reply>,
    /// The normalized events that the host has.
    #[serde(default)]
    pub events: IndexMap<String, Event>,
    /// Events of the host that no normalized event stands for.
    #[serde(default)]
    pub native_events: Vec<String>,
    /// The host's tools by canonical name.
    #[serde(default)]
    pub tools: IndexMap<String, OneOrMany<Tool>>,
    #[serde(default)]
    pub mcp: Option<Mcp>,
}

fn yes() -> bool {
    true
}

/// How the host runs hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Paradigm {
    /// A command per event.
    JsonStdio,
    /// A module that the host loads.
    TsPlugin,
    /// No hooks; tools only.
    McpOnly,
    /// Neither.
    None,
}

/// How the file's facts are known.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Verified {
    pub version: String,
    pub by: Grade,
    /// The day, `YYYY-MM-DD`.
    pub on: String,
}

/// The strength of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Read in documentation only.
    Docs,
    /// Read in the shipped source.
    Source,
    /// Seen in a run of the real host.
    Live,
}

/// How a machine shows that it has the host.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Detect {
    /// Commands on `PATH`.
    #[serde(default)]
    pub commands: Vec<String>,
    /// Folders; `~` is the home folder.
    #[serde(default)]
    pub dirs: Vec<String>,
    /// Environment variables that this host alone sets for a hook.
    #[serde(default)]
    pub env: Vec<String>,
    /// Payload fields that this host alone sends.
    #[serde(default)]
    pub payload: Vec<Source>,
}

/// What the host does with a matcher.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatcherRule {
    #[serde(default)]
    pub style: Style,
    /// The host's own matcher language is the one that `#[hook]` uses, names and all: a regex is passed on as it is.
    #[serde(default)]
    pub canonical: bool,
    /// What marks a matcher as a regular expression, where a plain one is a name: `re:`.
    #[serde(default)]
    pub regex_prefix: Option<String>,
    /// Events (normalized names) whose entries may hold a matcher; without it, those that have a tool.
    #[serde(default)]
    pub events: Option<Vec<String>>,
}

/// The language of a host's matchers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// None: the program is started for every call.
    #[default]
    None,
    /// Plain names joined by `|` are exact, anything else is an unanchored regex.
    NamesOrRegex,
    /// An unanchored regex.
    Regex,
    /// A regex that must match the whole name.
    FullRegex,
    /// One exact name.
    Name,
    /// A list of names, for the generated module.
    List,
}

/// A value that events hand to handlers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Field {
    SessionId,
    /// The project's root.
    ProjectDir,
    /// Where the tool runs.
    Cwd,
    TranscriptPath,
    PermissionMode,
    Model,
    ToolUseId,
    ToolName,
    ToolInput,
    ToolOutput,
    IsError,
    Error,
    IsInterrupt,
    Duration,
    Prompt,
    Source,
    Reason,
    Trigger,
    Message,
    AgentId,
    AgentType,
    AgentTranscriptPath,
    LastAssistantMessage,
    StopHookActive,
    PermissionSuggestions,
}
