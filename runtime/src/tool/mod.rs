//! Tools under their canonical names: Claude Code's, whatever the host calls them.

mod input;
mod is;
mod named;
mod paths;

use std::borrow::Cow;

pub use input::Input;
pub(crate) use input::key;
pub(crate) use is::is;
pub(crate) use named::{Named, native_name};
pub(crate) use paths::paths;

use crate::value::Json;

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
        let text = |key| input.take(key).unwrap_or_default();
        let optional = |key| input.take(key);
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
            "TodoWrite" => Tool::TodoWrite { todos: input.value("todos").unwrap_or_default() },
            "NotebookEdit" => {
                Tool::NotebookEdit { notebook_path: text("notebook_path"), new_source: text("new_source") }
            }
            name => Tool::Other { name, input: input.native },
        }
    }
}

fn replacements(input: &Input) -> Vec<Replacement> {
    let Some(edits) = input.json("edits") else { return Vec::new() };
    let text = |edit: Json, key| edit.get(key).and_then(Json::to_text).unwrap_or_default().into_owned();
    let one = |(_, edit): (Cow<str>, Json)| Replacement {
        old_string: text(edit, "old_string"),
        new_string: text(edit, "new_string"),
    };
    Json::slice(&edits).members().into_iter().map(one).collect()
}
