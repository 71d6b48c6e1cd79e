//! The tables that the build script writes: what a host file says, as statics.
//!
//! Everything here is `const`-constructible; at run time nothing is parsed and nothing is allocated to read it.

mod gate;

use crate::event::Kind;
pub use gate::{Folders, Gate, Held, Recipe, Setting, State};

/// What one program knows of the world.
pub struct Program {
    /// The program's own name.
    pub name: &'static str,
    pub version: &'static str,
    /// The hosts that the build chose.
    pub hosts: &'static [&'static Host],
    /// The hooks that the build scan found, in declared order, each id once.
    pub hooks: &'static [Declared],
    /// Whether any of them skips a host.
    pub skips: bool,
    /// The native hooks that it found: id, and whether it may be missing.
    pub natives: &'static [(&'static str, bool)],
    /// How it installs itself on each host that gets a hook.
    pub setups: &'static [Setup],
}

/// How a program installs itself on one host. `@hookwright:path@` stands for its path, `@hookwright:<shell>@` for the path
/// as that shell must read it.
pub struct Setup {
    /// The host's id.
    pub host: &'static str,
    pub format: Format,
    /// Paths, `~/…` or absolute; the first is written unless a later one exists.
    pub user: &'static [&'static str],
    /// Paths relative to the project.
    pub project: &'static [&'static str],
    pub local: &'static [&'static str],
    /// JSON pointer to the list of entries, with `$event`.
    pub at: &'static str,
    pub project_at: &'static str,
    /// What the file's root must hold besides: a JSON object.
    pub root: &'static str,
    /// The shell that reads a command of the host; `exec` where it is started without one, `split` where words are split.
    pub shell: &'static str,
    /// One event that the host does not know, and it drops the whole file.
    pub strict: bool,
    /// Its native events.
    pub events: &'static [&'static str],
    /// Native event and entry, as JSON.
    pub entries: &'static [(&'static str, &'static str)],
    /// The keys that an entry can have, at any depth, whatever its hooks declare.
    pub keys: &'static [&'static str],
    /// Files of the program's own.
    pub files: &'static [OwnFile],
    pub switches: &'static [Switch],
    /// Commands on `PATH` that show the host.
    pub commands: &'static [&'static str],
    /// Folders that show it.
    pub dirs: &'static [&'static str],
    /// Folders of the host and the variables that move them (`CODEX_HOME`, `XDG_CONFIG_HOME/crush`), the strongest first.
    pub homes: &'static [(&'static str, &'static str)],
    /// What a person must do before hooks run.
    pub trust_user: Option<&'static str>,
    pub trust_project: Option<&'static str>,
    /// What the person must have allowed, and must not have switched off.
    pub gates: &'static [Gate],
}

/// The syntax of the file that holds hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Strict JSON: never a comment.
    Json,
    Jsonc,
    Toml,
    Yaml,
    /// A module of our own.
    Module,
    /// An executable of our own for each event.
    Executable,
}

/// A file of the program's own.
pub struct OwnFile {
    /// Beside the place; empty: the place itself.
    pub name: &'static str,
    /// What `$event` in the place stands for.
    pub event: &'static str,
    pub text: &'static str,
    pub executable: bool,
}

/// A value elsewhere without which hooks stay off.
pub struct Switch {
    pub file: &'static str,
    pub format: Format,
    /// JSON pointer.
    pub at: &'static str,
    /// As JSON.
    pub value: &'static str,
}

/// A hook as the build scan saw it.
pub struct Declared {
    /// Module path and function name.
    pub id: &'static str,
    pub event: Kind,
    /// Behind a `cfg` that the scan could not judge: it may be there or not.
    pub maybe: bool,
    /// Hosts that cannot do what the hook requires, and that it leaves out.
    pub skip: &'static [&'static str],
}

/// One host.
pub struct Host {
    pub id: &'static str,
    pub name: &'static str,
    /// Whether the payload comes on standard input.
    pub stdin: bool,
    /// Whether it loses what it has not read when the program ends.
    pub ends_when_read: bool,
    /// Hosts whose files it reads too.
    pub reads: &'static [&'static str],
    /// What it alone sends.
    pub marks: &'static [Source],
    /// What it alone sets in a hook's environment.
    pub env_marks: &'static [&'static str],
    /// Its files, relative to home (`~/…`) or to the project.
    pub places: &'static [&'static str],
    pub bindings: &'static [Binding],
    pub tools: &'static [Tool],
    pub mcp: Option<Mcp>,
    /// "No opinion" where no binding is known.
    pub pass: Reply,
}

/// One normalized event under one native name.
pub struct Binding {
    pub event: Kind,
    pub native: &'static str,
    pub when: &'static [Condition],
    pub fields: &'static [(Field, Lookup)],
    /// The canonical tool that the native event is about, where the payload names none.
    pub tool: Option<&'static str>,
    pub pass: Reply,
    /// What each decision that the event allows becomes on this host.
    pub actions: &'static [(Decision, Action)],
}

/// Where a field is, and how the host's words for its values translate.
pub struct Lookup {
    pub sources: &'static [Source],
    pub values: &'static [(&'static str, &'static str)],
}

/// What a decision becomes.
pub enum Action {
    /// The host honours it so.
    Reply(Reply),
    /// The host cannot; the nearest that does not widen what may happen.
    Become(Decision),
    /// The host has nothing for it.
    Drop,
}

/// What is printed and how the program ends.
pub struct Reply {
    pub stdout: Option<Node>,
    pub stderr: Option<Text>,
    pub exit: u8,
    /// The canonical tools (`mcp` for those of servers) for which alone it works; empty: all.
    pub tools: &'static [&'static str],
}

impl Reply {
    /// No output, exit code 0.
    pub const SILENT: Reply = Reply { stdout: None, stderr: None, exit: 0, tools: &[] };
}

/// A reply template's tree.
pub enum Node {
    Bool(bool),
    Int(i64),
    Text(Text),
    List(&'static [Node]),
    Map(&'static [(&'static str, Node)]),
}

/// A string of a template.
pub enum Text {
    Literal(&'static str),
    Variable(Variable),
    Pieces(&'static [Piece]),
}

pub enum Piece {
    Literal(&'static str),
    Variable(Variable),
}

/// What a template can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// The native event's name.
    Event,
    Reason,
    /// The whole native input after the change.
    Input,
    /// The changed native keys alone.
    Patch,
    Context,
    Output,
    Message,
}

/// What a handler can ask for; the build script's order, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    Deny,
    Ask,
    Modify,
    Allow,
    Context,
    Output,
    Message,
}

impl Decision {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Decision::Deny => "deny",
            Decision::Ask => "ask",
            Decision::Modify => "modify",
            Decision::Allow => "allow",
            Decision::Context => "context",
            Decision::Output => "output",
            Decision::Message => "message",
        }
    }
}

/// A value that events hand to handlers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    SessionId,
    ProjectDir,
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

impl Field {
    /// How many there are: the size of an event's cache.
    pub const COUNT: usize = Field::PermissionSuggestions as usize + 1;
}

/// One place to look for a value, and the steps after it.
pub struct Source {
    pub origin: Origin,
    pub steps: &'static [Step],
}

pub enum Origin {
    Pointer(&'static [&'static str]),
    Env(&'static str),
    Constant(&'static str),
}

/// A step from one value to another.
pub enum Step {
    At(&'static [&'static str]),
    Json,
    Text,
    Lines,
    File,
    Exists,
    Not,
    Positive,
}

/// A condition on the payload.
pub struct Condition {
    pub source: Source,
    pub negated: bool,
    pub equals: Option<&'static str>,
}

/// A tool of the host.
pub struct Tool {
    pub canonical: &'static str,
    pub native: &'static [&'static str],
    pub when: &'static [Condition],
    pub input: &'static [Key],
    /// Where the native input names files; `*` is every item of a list. Empty: by the canonical keys that do.
    pub paths: &'static [&'static [&'static str]],
    pub also: &'static [&'static str],
    pub modifiable: Option<&'static [&'static str]>,
    /// The tool's own shape of an output.
    pub output: Option<Node>,
}

/// A canonical key and where the native input has it.
pub struct Key {
    pub name: &'static str,
    /// Empty: the input itself.
    pub path: &'static [&'static str],
    pub form: Form,
}

/// How a value differs on the two sides.
pub enum Form {
    Same,
    /// A list of strings there, one text with lines here.
    Lines,
    /// The keys of each item of a list: native and canonical name.
    Rename(&'static [(&'static str, &'static str)]),
}

/// How the tools of MCP servers are named.
pub struct Mcp {
    /// What stands before the server (or before the tool, when `separator` is `None`).
    pub prefix: &'static str,
    /// What stands between server and tool; `None`: the name has no server.
    pub separator: Option<&'static str>,
    pub server: &'static [Source],
    pub tool: &'static [Source],
    /// Where in the native input the arguments are; empty: it is they.
    pub arguments: &'static [&'static str],
    /// Characters of own names that the host writes as `_`.
    pub folds: &'static str,
    /// Whether it writes them in lower case.
    pub lower: bool,
}
