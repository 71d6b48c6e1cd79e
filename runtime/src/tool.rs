//! Tools under their canonical names: Claude Code's, whatever the host calls them.

use std::borrow::Cow;

use crate::decode;
use crate::event::Incoming;
use crate::payload::Payload;
use crate::table::{self, Field, Host, Mcp};
use crate::value::Json;

/// What a native event's `tool` says when it is about the tool of some MCP server.
const MCP: &str = "mcp";

/// A tool's names.
pub(crate) struct Named {
    canonical: Cow<'static, str>,
    native: Box<str>,
    definition: Option<&'static table::Tool>,
    /// Server and tool of an MCP call; the server is empty where the host does not say it.
    mcp: Option<(Box<str>, Box<str>)>,
}

impl Named {
    pub(crate) fn find(incoming: &Incoming, payload: &Payload) -> Named {
        let (host, binding) = (incoming.table(), incoming.binding());
        let native = incoming.text(Field::ToolName).unwrap_or_default();
        match binding.tool {
            Some(MCP) => Named::of_mcp(host.mcp.as_ref(), native, payload),
            Some(canonical) => {
                let fits = |t: &&table::Tool| t.canonical == canonical && decode::holds(t.when, payload);
                Named::of_definition(host.tools.iter().find(fits), canonical, native)
            }
            None => {
                let fits = |t: &&table::Tool| t.native.contains(&native) && decode::holds(t.when, payload);
                match host.tools.iter().find(fits) {
                    Some(tool) => Named::of_definition(Some(tool), tool.canonical, native),
                    None => Named::of_mcp(host.mcp.as_ref(), native, payload),
                }
            }
        }
    }

    fn of_definition(definition: Option<&'static table::Tool>, canonical: &'static str, native: &str) -> Named {
        let named = definition.and_then(|d| d.native.first());
        let native = if native.is_empty() { named.copied().unwrap_or(canonical) } else { native };
        Named { canonical: Cow::Borrowed(canonical), native: native.into(), definition, mcp: None }
    }

    /// The tool of an MCP server if the payload or the name says so, else a tool that only its host knows.
    fn of_mcp(mcp: Option<&Mcp>, native: &str, payload: &Payload) -> Named {
        match mcp.and_then(|mcp| split_mcp(mcp, native, payload)) {
            Some((server, tool)) => Named {
                canonical: Cow::Owned(format!("mcp__{server}__{tool}")),
                native: native.into(),
                definition: None,
                mcp: Some((server, tool)),
            },
            None => Named { canonical: Cow::Owned(native.into()), native: native.into(), definition: None, mcp: None },
        }
    }

    pub(crate) fn canonical(&self) -> &str {
        &self.canonical
    }

    pub(crate) fn native(&self) -> &str {
        &self.native
    }

    pub(crate) fn definition(&self) -> Option<&'static table::Tool> {
        self.definition
    }

    /// Whether an exact name in a matcher means this tool.
    pub(crate) fn is(&self, name: &str) -> bool {
        if name == self.canonical || name == &*self.native {
            return true;
        }
        if self.definition.is_some_and(|d| d.also.contains(&name)) {
            return true;
        }
        // A host that does not name the server cannot tell one server's tool from another's: both are meant.
        match &self.mcp {
            Some((server, tool)) if server.is_empty() => {
                name.strip_prefix("mcp__").and_then(|n| n.split_once("__")).is_some_and(|(_, t)| *t == **tool)
            }
            _ => false,
        }
    }

    /// Every name that a regular expression may meet.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        let also = self.definition.map_or(&[][..], |d| d.also);
        [self.canonical(), self.native()].into_iter().chain(also.iter().copied())
    }
}

fn split_mcp(mcp: &Mcp, native: &str, payload: &Payload) -> Option<(Box<str>, Box<str>)> {
    if let Some(tool) = decode::text(mcp.tool, payload) {
        let server = decode::text(mcp.server, payload).unwrap_or_default();
        return Some((server.into(), tool.into()));
    }
    let rest = native.strip_prefix(mcp.prefix)?;
    let (server, tool) = match mcp.separator {
        Some(separator) => rest.split_once(separator)?,
        None => ("", rest),
    };
    let named = !tool.is_empty() && (mcp.separator.is_none() || !server.is_empty());
    named.then(|| (server.into(), tool.into()))
}

/// A tool's input, by canonical keys.
pub struct Input<'a> {
    definition: Option<&'static table::Tool>,
    native: Cow<'a, str>,
}

impl<'a> Input<'a> {
    pub(crate) fn new(definition: Option<&'static table::Tool>, native: Cow<'a, str>) -> Input<'a> {
        Input { definition, native }
    }

    /// The input as the host has it, under the host's own keys.
    pub fn native(&self) -> Json<'_> {
        Json::slice(&self.native)
    }

    /// The value under a canonical key; a key that the host's file does not translate is looked up as it is.
    pub fn get(&self, key: &str) -> Option<Json<'_>> {
        let native = self.native();
        let found = match self.definition.and_then(|d| d.input.iter().find(|(canonical, _)| *canonical == key)) {
            Some((_, path)) => native.at(path),
            None => native.get(key),
        };
        found.filter(|json| !json.is_null())
    }

    /// The text under a canonical key.
    pub fn text(&self, key: &str) -> Option<String> {
        self.get(key).and_then(Json::to_text).map(Cow::into_owned)
    }

    /// The whole as a tree under canonical keys; keys without a canonical name keep the host's.
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        let native = self.native();
        if !native.is_object() {
            let whole = native.to_value().unwrap_or(Value::Null);
            return match self.definition.and_then(|d| d.input.iter().find(|(_, path)| path.is_empty())) {
                Some((canonical, _)) => Value::Object([((*canonical).to_owned(), whole)].into_iter().collect()),
                None => whole,
            };
        }
        let translated = |key: &str| {
            let pairs = self.definition.map_or(&[][..], |d| d.input);
            pairs.iter().find(|(_, path)| matches!(path, [only] if *only == key)).map(|(canonical, _)| *canonical)
        };
        let mut map = serde_json::Map::new();
        for (key, value) in native.members() {
            let key = translated(&key).unwrap_or(&key).to_owned();
            map.insert(key, value.to_value().unwrap_or(Value::Null));
        }
        for (canonical, path) in self.definition.map_or(&[][..], |d| d.input).iter().filter(|(_, p)| p.len() > 1) {
            if let Some(value) = native.at(path).and_then(|v| v.to_value().ok()) {
                map.insert((*canonical).to_owned(), value);
            }
        }
        Value::Object(map)
    }

    fn owned(&self, key: &str) -> Cow<'a, str> {
        match &self.native {
            Cow::Borrowed(native) => {
                let outer = Input { definition: self.definition, native: Cow::Borrowed(*native) };
                let json: Option<Json<'a>> = outer.borrowed(native, key);
                json.and_then(Json::to_text).unwrap_or_default()
            }
            Cow::Owned(_) => Cow::Owned(self.text(key).unwrap_or_default()),
        }
    }

    fn borrowed(&self, native: &'a str, key: &str) -> Option<Json<'a>> {
        let native = Json::slice(native);
        match self.definition.and_then(|d| d.input.iter().find(|(canonical, _)| *canonical == key)) {
            Some((_, path)) => native.at(path),
            None => native.get(key),
        }
    }

    fn optional(&self, key: &str) -> Option<Cow<'a, str>> {
        self.get(key).is_some().then(|| self.owned(key))
    }

    fn flag(&self, key: &str) -> bool {
        self.get(key).and_then(Json::as_bool).unwrap_or(false)
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.get(key).and_then(Json::as_f64).filter(|n| *n >= 0.0).map(|n| n as u64)
    }
}

/// One replacement of a `MultiEdit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub old_string: String,
    pub new_string: String,
}

/// A call of a tool, with what the tool takes. A key that the host did not send is empty, `None` or `false`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tool<'a> {
    /// A shell command.
    Bash {
        command: Cow<'a, str>,
        description: Option<Cow<'a, str>>,
        cwd: Option<Cow<'a, str>>,
        run_in_background: bool,
    },
    /// A file is read.
    Read { file_path: Cow<'a, str>, offset: Option<u64>, limit: Option<u64> },
    /// A file is written whole.
    Write { file_path: Cow<'a, str>, content: Cow<'a, str> },
    /// A part of a file is replaced.
    Edit { file_path: Cow<'a, str>, old_string: Cow<'a, str>, new_string: Cow<'a, str>, replace_all: bool },
    /// Several parts of a file are replaced.
    MultiEdit { file_path: Cow<'a, str>, edits: Vec<Replacement> },
    /// Files are changed by a patch in Codex's format.
    Patch { patch: Cow<'a, str> },
    /// Files are searched by name.
    Glob { pattern: Cow<'a, str>, path: Option<Cow<'a, str>> },
    /// Files are searched by content.
    Grep { pattern: Cow<'a, str>, path: Option<Cow<'a, str>>, glob: Option<Cow<'a, str>> },
    /// A folder is listed.
    LS { path: Cow<'a, str> },
    /// A page is fetched.
    WebFetch { url: Cow<'a, str>, prompt: Option<Cow<'a, str>> },
    /// The web is searched.
    WebSearch { query: Cow<'a, str> },
    /// A subagent is started.
    Task { prompt: Cow<'a, str>, description: Option<Cow<'a, str>>, subagent_type: Option<Cow<'a, str>> },
    /// The agent's list of things to do is written.
    TodoWrite { todos: serde_json::Value },
    /// A cell of a notebook is changed.
    NotebookEdit { notebook_path: Cow<'a, str>, new_source: Cow<'a, str> },
    /// The tool of an MCP server. The server is empty where the host does not say it.
    Mcp { server: &'a str, tool: &'a str, arguments: Cow<'a, str> },
    /// A tool without a canonical name.
    Other { name: &'a str, input: Cow<'a, str> },
}

impl<'a> Tool<'a> {
    pub(crate) fn of(named: &'a Named, input: Input<'a>) -> Tool<'a> {
        if let Some((server, tool)) = &named.mcp {
            return Tool::Mcp { server, tool, arguments: input.native };
        }
        let text = |key| input.owned(key);
        let optional = |key| input.optional(key);
        match named.canonical() {
            "Bash" => Tool::Bash {
                command: text("command"),
                description: optional("description"),
                cwd: optional("cwd"),
                run_in_background: input.flag("run_in_background"),
            },
            "Read" => Tool::Read {
                file_path: text("file_path"),
                offset: input.number("offset"),
                limit: input.number("limit"),
            },
            "Write" => Tool::Write { file_path: text("file_path"), content: text("content") },
            "Edit" => Tool::Edit {
                file_path: text("file_path"),
                old_string: text("old_string"),
                new_string: text("new_string"),
                replace_all: input.flag("replace_all"),
            },
            "MultiEdit" => Tool::MultiEdit { file_path: text("file_path"), edits: replacements(&input) },
            "Patch" => Tool::Patch { patch: text("patch") },
            "Glob" => Tool::Glob { pattern: text("pattern"), path: optional("path") },
            "Grep" => Tool::Grep { pattern: text("pattern"), path: optional("path"), glob: optional("glob") },
            "LS" => Tool::LS { path: text("path") },
            "WebFetch" => Tool::WebFetch { url: text("url"), prompt: optional("prompt") },
            "WebSearch" => Tool::WebSearch { query: text("query") },
            "Task" => Tool::Task {
                prompt: text("prompt"),
                description: optional("description"),
                subagent_type: optional("subagent_type"),
            },
            "TodoWrite" => {
                let todos = input.get("todos").and_then(|t| t.to_value().ok()).unwrap_or_default();
                Tool::TodoWrite { todos }
            }
            "NotebookEdit" => {
                Tool::NotebookEdit { notebook_path: text("notebook_path"), new_source: text("new_source") }
            }
            name => Tool::Other { name, input: input.native },
        }
    }
}

fn replacements(input: &Input) -> Vec<Replacement> {
    let Some(edits) = input.get("edits") else { return Vec::new() };
    let text = |edit: Json, key| edit.get(key).and_then(Json::to_text).unwrap_or_default().into_owned();
    let one = |(_, edit): (Cow<str>, Json)| Replacement {
        old_string: text(edit, "old_string"),
        new_string: text(edit, "new_string"),
    };
    edits.members().into_iter().map(one).collect()
}

/// The native name of a canonical tool on a host; the first where there are several.
pub(crate) fn native_name(host: &Host, canonical: &str) -> String {
    if let Some(tool) = host.tools.iter().find(|t| t.canonical == canonical) {
        return tool.native.first().map_or(canonical, |n| n).to_owned();
    }
    match (&host.mcp, canonical.strip_prefix("mcp__").and_then(|rest| rest.split_once("__"))) {
        (Some(mcp), Some((server, tool))) => match mcp.separator {
            Some(separator) => format!("{}{server}{separator}{tool}", mcp.prefix),
            None => format!("{}{tool}", mcp.prefix),
        },
        _ => canonical.to_owned(),
    }
}
