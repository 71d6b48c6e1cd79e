//! Reads host files: parse, then check, with errors that name file, line and key.

use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::check::{self, Fault};
use super::{Host, Paradigm};
pub use crate::document::Error;
use crate::document::{self, line_of};

/// Parses and checks one host file. `file` is its path or name, for messages and for the check of its id.
///
/// # Errors
/// A syntax or type error alone; or else every fault that the check finds.
pub fn load(file: &str, text: &str) -> Result<Host, Vec<Error>> {
    let host: Host = document::from_str(file, text).map_err(|error| vec![error])?;
    let faults = check::check(&host, stem(file));
    if faults.is_empty() {
        return Ok(host);
    }
    let tree = DeTable::parse(text).ok();
    let locate = |fault: Fault| {
        let start = tree.as_ref().and_then(|t| offset(t.get_ref(), &fault.path));
        let line = start.map_or(0, |at| line_of(text, at));
        Error { file: file.to_owned(), line, key: fault.path.join("."), message: fault.message }
    };
    Err(faults.into_iter().map(locate).collect())
}

fn stem(file: &str) -> &str {
    Path::new(file).file_stem().and_then(|s| s.to_str()).unwrap_or(file)
}

/// Where the deepest key of a path that the file holds stands.
fn offset(table: &DeTable, path: &[String]) -> Option<usize> {
    let (first, rest) = path.split_first()?;
    let (key, value) = table.iter().find(|(k, _)| k.get_ref() == first.as_str())?;
    let deeper = match value.get_ref() {
        DeValue::Table(inner) => offset(inner, rest),
        DeValue::Array(items) => rest.split_first().and_then(|(index, rest)| {
            let item = items.get(index.parse::<usize>().ok()?)?;
            match item.get_ref() {
                DeValue::Table(inner) => offset(inner, rest).or(Some(item.span().start)),
                _ => Some(item.span().start),
            }
        }),
        _ => None,
    };
    deeper.or(Some(key.span().start))
}

/// The hosts that a build can choose from: those that come with Hookwright, and the user's own.
#[derive(Clone, Debug, Default)]
pub struct Library {
    own: Vec<Host>,
}

impl Library {
    /// The hosts that come with Hookwright.
    pub fn builtin() -> Library {
        Library::default()
    }

    /// Adds a host of the user's own; it hides a built-in one of the same id.
    ///
    /// # Errors
    /// As [`load`].
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), Vec<Error>> {
        self.own.push(load(file, text)?);
        Ok(())
    }

    /// All ids, sorted.
    pub fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = hookwright_templates::HOSTS.iter().map(|(id, _)| *id).collect();
        ids.extend(self.own.iter().map(|h| h.id.as_str()));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The host of that id.
    ///
    /// # Errors
    /// A built-in file that does not load, which a test of this project rules out.
    pub fn get(&self, id: &str) -> Result<Option<Host>, Vec<Error>> {
        if let Some(own) = self.own.iter().rev().find(|h| h.id == id) {
            return Ok(Some(own.clone()));
        }
        match hookwright_templates::host(id) {
            Some(text) => load(&format!("{id}.toml"), text).map(Some),
            None => Ok(None),
        }
    }

    /// The ids of all hosts that have hooks: what a build gets that chooses none.
    ///
    /// # Errors
    /// As [`Library::get`].
    pub fn with_hooks(&self) -> Result<Vec<String>, Vec<Error>> {
        let mut ids = Vec::new();
        for id in self.ids() {
            if let Some(host) = self.get(id)?
                && matches!(host.paradigm, Paradigm::JsonStdio | Paradigm::TsPlugin)
            {
                ids.push(id.to_owned());
            }
        }
        Ok(ids)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
id = "mine"
name = "Mine"
paradigm = "json-stdio"
verified = { version = "1", by = "docs", on = "2026-11-30" }
[config]
format = "json"
user = "~/.mine.json"
at = "/hooks/$event"
entry = { command = "$command" }
[payload]
session_id = "/session"
[events.PreToolUse]
native = "before"
payload = { tool_name = "/tool", tool_input = "/input" }
deny = { stdout = { deny = "$reason" } }
"#;

    fn errors(text: &str) -> Vec<String> {
        load("hosts/mine.toml", text).map(|_| ()).unwrap_err().iter().map(Error::to_string).collect()
    }

    #[test]
    fn a_good_file_loads() {
        let host = load("hosts/mine.toml", GOOD).unwrap();
        assert_eq!(host.events["PreToolUse"].native[0].name, "before");
    }

    #[test]
    fn errors_name_file_line_and_key() {
        for (from, to, wanted) in [
            ("paradigm = \"json-stdio\"", "paradigm = \"json\"", "hosts/mine.toml:4: paradigm: unknown variant `json`"),
            ("id = \"mine\"", "id = \"other\"", "hosts/mine.toml:2: id: the file is named `mine`"),
            ("native = \"before\"", "nativ = \"before\"", "hosts/mine.toml:14: events.PreToolUse.nativ: unknown field"),
            (
                "\"/tool\"",
                "\"tool\"",
                "hosts/mine.toml:15: events.PreToolUse.payload.tool_name: `tool` is not a source",
            ),
            ("$reason", "$input", "hosts/mine.toml:16: events.PreToolUse.deny: `$input` has no value here"),
            (
                "PreToolUse]",
                "PreToolUs]",
                "hosts/mine.toml:13: events.PreToolUs: there is no event `PreToolUs`; did you mean",
            ),
            (
                "deny =",
                "output =",
                "hosts/mine.toml:16: events.PreToolUse.output: a response to PreToolUse has no `output`",
            ),
            (
                "user = ",
                "homes = { \"~/.a\" = \"a b\" }\nuser = ",
                "hosts/mine.toml:8: config.homes.~/.a: `a b` is not a variable's",
            ),
            (
                "user = ",
                "homes = { \"/a\" = \"A\" }\nuser = ",
                "hosts/mine.toml:8: config.homes./a: `/a` is not in the home",
            ),
            ("user = ", "usr = ", "hosts/mine.toml:8: config.usr: unknown field `usr`"),
        ] {
            let found = errors(&GOOD.replacen(from, to, 1));
            assert!(found.iter().any(|e| e.starts_with(wanted)), "{to}: {found:?}");
        }
    }

    #[test]
    fn errors_in_gates_name_the_gate() {
        let good = "name = \"trust\"\nscope = \"project\"\nfile = \"~/.mine/t.json\"\nformat = \"json\"\nat = \"/$folder\"\n\
            fix = \"answer yes\"\n";
        // The lines of the second gate begin at 25.
        let text = |gate: &str| format!("{GOOD}[[trust.gates]]\n{good}[[trust.gates]]\n{gate}");
        assert!(load("hosts/mine.toml", &text(good)).is_ok(), "{:?}", errors(&text(good)));
        for (from, to, wanted) in [
            ("scope = \"project\"", "scope = \"folder\"", ":26: trust.gates.1.scope: unknown variant `folder`"),
            ("fix =", "fixes =", ":30: trust.gates.1.fixes: unknown field `fixes`"),
            ("format = \"json\"\n", "", ":24: trust.gates.1: `format` is missing"),
            ("\"json\"", "\"module\"", ":28: trust.gates.1.format: a setting is read from"),
            ("\"/$folder\"", "\"$folder\"", ":29: trust.gates.1.at: `$folder` is not a JSON pointer"),
            ("/$folder", "/$dir", ":29: trust.gates.1.at: `$dir` has no value here"),
            ("/$folder", "/a$folder", ":29: trust.gates.1.at: `$folder` has no value here"),
            ("file = \"~/.mine/t.json\"\n", "", ":28: trust.gates.1.at: there is no `file`"),
            ("fix =", "off = [false]\ntrusted = [true]\nfix =", ":31: trust.gates.1.trusted: a switch only says"),
            ("fix =", "unless = [{ is = [true] }]\nfix =", ":30: trust.gates.1.unless.0: a setting is a variable"),
            ("fix =", "unless = [{ env = \"A\", is = [] }]\nfix =", ":30: trust.gates.1.unless.0.is: no value"),
            ("/$folder\"", "/a\"\nfolders = \"above\"", ":30: trust.gates.1.folders: there is no `$folder`"),
            ("answer yes", " ", ":30: trust.gates.1.fix: empty"),
        ] {
            let found = errors(&text(&good.replacen(from, to, 1)));
            assert!(found.iter().any(|e| e.starts_with(&format!("hosts/mine.toml{wanted}"))), "{to}: {found:?}");
        }
    }

    #[test]
    fn every_builtin_host_loads() {
        let library = Library::builtin();
        let faults: Vec<Error> = library.ids().iter().filter_map(|id| library.get(id).err()).flatten().collect();
        assert!(faults.is_empty(), "{}", faults.iter().map(Error::to_string).collect::<Vec<_>>().join("\n"));
    }
}
