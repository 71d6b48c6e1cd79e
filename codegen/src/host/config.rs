//! Where a host's hooks are configured, and how it starts them.

use indexmap::IndexMap;
use serde::Deserialize;

use super::OneOrMany;
use super::homes::Home;
use super::template::{Node, Text};

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
    /// Folders of the host and the variables that move them, the strongest first: `"~/.codex" = "CODEX_HOME"`.
    #[serde(default)]
    pub homes: IndexMap<String, OneOrMany<Home>>,
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
    /// The template's name in `templates/plugins`, without `.ts.upon`.
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
