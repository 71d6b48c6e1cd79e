//! The vocabulary of host files.
//!
//! Every fact about a host is a field here. Where hosts differ in a value it is a value; where they differ in a step it
//! is a named one ([`Transform`](super::source::Transform), [`Style`], [`Shell`]), implemented once.

use indexmap::IndexMap;
use serde::Deserialize;

use super::OneOrMany;
use super::key::Key;
use super::source::{Condition, Source};
use super::template::{Node, Text};
use crate::vocab::Decision;

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

/// Where hooks are configured and what an entry looks like.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub format: Format,
    /// The user's own file.
    #[serde(default)]
    pub user: Option<Place>,
    /// The file in a project, relative to its root.
    #[serde(default)]
    pub project: Option<Place>,
    /// The project's file that is not committed.
    #[serde(default)]
    pub local: Option<Place>,
    /// JSON pointer to the list of entries; `$event` is the native event, `$program` the program's name.
    #[serde(default)]
    pub at: Option<String>,
    /// The same in the project's file, where it differs.
    #[serde(default)]
    pub project_at: Option<String>,
    /// One entry. Variables: `$event`, `$matcher`, `$timeout`, `$name` (the program's), `$program` (its path), `$command`
    /// (for the shell of the machine), `$command_unix` and `$command_windows` (for that system, where it can be known).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub entry: Option<Node>,
    /// An entry of an event that takes no matcher, where it looks otherwise.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub plain_entry: Option<Node>,
    /// What the file's root must hold besides.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub root: Option<Node>,
    /// For `executable`: the text of an event's file. Variables as in `entry`; the path then has `$event`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub script: Option<Text>,
    /// Values elsewhere without which hooks stay off.
    #[serde(default)]
    pub switches: Vec<Switch>,
    #[serde(default)]
    pub timeout: Option<TimeoutRule>,
    /// One event that the host does not know, and it drops the whole file, or does not start.
    #[serde(default)]
    pub strict: bool,
    /// Ids of hosts whose files this one reads too, so that it runs their hooks with its own payload.
    #[serde(default)]
    pub reads: Vec<String>,
    /// The value of `$closed` in an entry whose hooks say `on_error = "deny"`: the host's own switch for that.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub closed: Option<Node>,
    #[serde(default)]
    pub command: CommandRule,
}

/// A value in a file of the host that turns hooks on.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// The file, as in `user` (`~/…`) or `project`.
    pub file: String,
    pub format: Format,
    /// JSON pointer to the value; `$program` is the program's name.
    pub at: String,
    /// What must stand there.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub value: Node,
}

/// A path, relative to home (`~/…`) or to the project. The first of a list is written unless a later one exists.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Place {
    Path(String),
    Paths(Vec<String>),
    ByOs(PlaceByOs),
}

/// A path that differs by operating system.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlaceByOs {
    pub unix: String,
    pub windows: String,
    #[serde(default)]
    pub macos: Option<String>,
}

impl Place {
    /// The path that is written on a Unix machine.
    pub fn unix(&self) -> &str {
        match self {
            Place::Path(path) => path,
            Place::Paths(paths) => paths.first().map_or("", String::as_str),
            Place::ByOs(by) => &by.unix,
        }
    }
}

/// The syntax of the file that holds hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Strict JSON: one comment and the host drops the file.
    Json,
    /// JSON with comments.
    Jsonc,
    Toml,
    Yaml,
    /// A module that the host loads.
    Module,
    /// An executable file for each event.
    Executable,
}

/// How a time limit is written.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TimeoutRule {
    pub unit: Unit,
    /// The least number that the host takes, in its unit.
    #[serde(default)]
    pub min: Option<u64>,
    /// The greatest number that the host takes, in its unit.
    #[serde(default)]
    pub max: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Unit {
    #[serde(rename = "s")]
    Seconds,
    #[serde(rename = "ms")]
    Milliseconds,
}

/// How the host starts a command.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CommandRule {
    #[serde(default)]
    pub shell: Shell,
    /// The shell on Windows, where it is another one.
    #[serde(default)]
    pub windows: Option<Shell>,
    /// A program that is missing blocks the user's calls here, so the command lets them through itself.
    #[serde(default)]
    pub missing_blocks: bool,
    /// What the host has not read when the program ends is lost here, so the program ends when its reply was read.
    #[serde(default)]
    pub ends_when_read: bool,
}

/// Who reads the command string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shell {
    /// A POSIX shell.
    #[default]
    Sh,
    Bash,
    Cmd,
    Powershell,
    /// No shell: the string is split by POSIX quoting rules.
    Split,
}

/// The generated module of a `ts-plugin` host.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Module {
    /// The template's name in `templates/plugins`, without `.ts.hbs`.
    pub template: String,
    /// The package whose types the module names.
    #[serde(default)]
    pub types: Option<String>,
    /// JSON files that stand beside the module. Variables: `$name`, `$version`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "IndexMap<String, serde_json::Value>"))]
    pub beside: IndexMap<String, Node>,
    /// Whether the module hands on events that only this host has, for `#[native_hook]`.
    #[serde(default)]
    pub natives: bool,
    /// Values for the template alone: what differs within a family.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "IndexMap<String, serde_json::Value>"))]
    pub options: IndexMap<String, toml::Value>,
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

/// What a person must do before installed hooks run.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Trust {
    #[serde(default)]
    pub user: Option<String>,
    #[serde(default)]
    pub project: Option<String>,
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

/// A normalized event as the host has it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The host's own name; several where the host splits the event.
    pub native: OneOrMany<Native>,
    /// Conditions on the payload, all of which must hold; else the next event of that native name is meant.
    #[serde(default)]
    pub when: OneOrMany<Condition>,
    #[serde(default)]
    pub payload: IndexMap<Field, OneOrMany<Source>>,
    /// The host's word for a value, and the normalized one: `source = { new = "startup" }`.
    #[serde(default)]
    pub values: IndexMap<Field, IndexMap<String, String>>,
    /// A time limit in seconds that is written when the hook declares none.
    #[serde(default)]
    pub timeout: Option<u64>,
    #[serde(default)]
    pub pass: Option<Reply>,
    #[serde(default)]
    pub deny: Option<ReplyRef>,
    #[serde(default)]
    pub ask: Option<ReplyRef>,
    #[serde(default)]
    pub modify: Option<ReplyRef>,
    #[serde(default)]
    pub allow: Option<ReplyRef>,
    #[serde(default)]
    pub context: Option<ReplyRef>,
    #[serde(default)]
    pub output: Option<ReplyRef>,
    #[serde(default)]
    pub message: Option<ReplyRef>,
    /// When it fires, where that is not plain.
    #[serde(default)]
    pub note: Option<String>,
}

impl Event {
    /// The reply of a decision, if the host can honour it.
    pub fn reply(&self, decision: Decision) -> Option<&ReplyRef> {
        match decision {
            Decision::Deny => self.deny.as_ref(),
            Decision::Ask => self.ask.as_ref(),
            Decision::Modify => self.modify.as_ref(),
            Decision::Allow => self.allow.as_ref(),
            Decision::Context => self.context.as_ref(),
            Decision::Output => self.output.as_ref(),
            Decision::Message => self.message.as_ref(),
        }
    }
}

/// A native event, alone or with what it alone tells.
#[derive(Clone, Debug)]
pub struct Native {
    pub name: String,
    /// The canonical tool that it is about, where the payload does not name one.
    pub tool: Option<String>,
    pub payload: IndexMap<Field, OneOrMany<Source>>,
}

/// What is printed, and how the program ends.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// A table is printed as one JSON document, a string as plain text.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub stdout: Option<Node>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub stderr: Option<Text>,
    #[serde(default)]
    pub exit: u8,
    /// The canonical tools (`mcp` for those of servers) for which alone it works; empty: all.
    #[serde(default)]
    pub tools: Vec<String>,
    /// How the effect falls short of what the decision means.
    #[serde(default)]
    pub partial: Option<String>,
    /// How this reply is known, where the file's own grade is not true of it.
    #[serde(default)]
    pub by: Option<Grade>,
    #[serde(default)]
    pub note: Option<String>,
}

/// A reply in full or the name of one in `[replies]`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub enum ReplyRef {
    Named(String),
    Inline(Box<Reply>),
}

/// A tool of the host under its canonical name.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// The host's names for it.
    pub native: OneOrMany<String>,
    /// Conditions on the payload, where one native tool is several canonical ones.
    #[serde(default)]
    pub when: OneOrMany<Condition>,
    /// Canonical key to the host's key. A key that is not here has the same name on both sides.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "IndexMap<String, String>"))]
    pub input: IndexMap<String, Key>,
    /// Where the input names files, as pointers with `*` for every item of a list; without it, the canonical keys that do.
    #[serde(default)]
    pub paths: Vec<String>,
    /// Canonical names whose matchers also mean this tool: a patch is an edit and a write.
    #[serde(default)]
    pub also: Vec<String>,
    /// The native keys that a `modify` can change; without it, all.
    #[serde(default)]
    pub modifiable: Option<Vec<String>>,
    /// The tool's own shape of an output, where `$output` must have it; in it `$output` is the text.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub output: Option<Node>,
}

/// How the tools of MCP servers are named.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mcp {
    /// The native name with `{server}` and `{tool}` in it.
    pub name: String,
    /// Where the payload says the server's name.
    #[serde(default)]
    pub server: OneOrMany<Source>,
    /// Where the payload says the tool's own name.
    #[serde(default)]
    pub tool: OneOrMany<Source>,
    /// Where in the native input the tool's own arguments are, as a pointer, where something is wrapped around them.
    #[serde(default)]
    pub arguments: Option<String>,
    /// Characters of a server's or tool's own name for which the host writes `_`.
    #[serde(default)]
    pub folds: String,
    /// Whether the host writes those names in lower case.
    #[serde(default)]
    pub lower: bool,
}

impl Mcp {
    /// The native name of a server's tool.
    pub fn native(&self, server: &str, tool: &str) -> String {
        self.name.replace("{server}", &self.folded(server)).replace("{tool}", &self.folded(tool))
    }

    fn folded(&self, name: &str) -> String {
        let folded = name.chars().map(|c| if self.folds.contains(c) { '_' } else { c });
        if self.lower { folded.flat_map(char::to_lowercase).collect() } else { folded.collect() }
    }
}

impl<'de> Deserialize<'de> for Native {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Full {
            name: String,
            #[serde(default)]
            tool: Option<String>,
            #[serde(default)]
            payload: IndexMap<Field, OneOrMany<Source>>,
        }
        struct NativeVisitor;
        impl<'de> serde::de::Visitor<'de> for NativeVisitor {
            type Value = Native;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("an event's name, or { name, tool, payload }")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Native, E> {
                Ok(Native { name: name.to_owned(), tool: None, payload: IndexMap::new() })
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Native, A::Error> {
                let full = Full::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Native { name: full.name, tool: full.tool, payload: full.payload })
            }
        }
        deserializer.deserialize_any(NativeVisitor)
    }
}
