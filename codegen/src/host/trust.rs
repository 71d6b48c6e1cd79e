//! What keeps installed hooks from running: gates that a person opens, and switches that turn hooks off.

use indexmap::IndexMap;
use serde::Deserialize;

use super::check::Fault;
use super::template::Node;
use super::{Format, Place};

/// What a person must do before installed hooks run.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Trust {
    #[serde(default)]
    pub user: Option<String>,
    #[serde(default)]
    pub project: Option<String>,
    /// Where the host keeps what the person said.
    #[serde(default)]
    pub gates: Vec<Gate>,
}

/// One thing that must be allowed, or must not be switched off. Without a `file` its state cannot be read.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// What it is, in a few words.
    pub name: String,
    /// Whose hooks it holds back.
    pub scope: Held,
    /// The file that says it; of several the first counts that has an answer. `$file`: the one that the hook is in.
    #[serde(default)]
    pub file: Option<Place>,
    #[serde(default)]
    pub format: Option<Format>,
    /// JSON pointer to the answer. `$folder`: a key of an object, or an item of a list, that is a folder. About a hook: its
    /// `$file` (absolute), `$package` (the folder above the one that the file is in), `$event` (native), `$event_snake`,
    /// `$group` and `$handler` (positions), `$command`, `$name`.
    #[serde(default)]
    pub at: Option<String>,
    /// JSON pointer, with `$folder`, to what is not trusted, where the host keeps that apart.
    #[serde(default)]
    pub denied: Option<String>,
    /// `at` is a list, and an item that has these members says yes. Variables as in `at`, without `$folder`.
    #[serde(default)]
    pub members: IndexMap<String, String>,
    /// For a switch: `at` is a list, and a hook is off of which it has one of these. Variables as in `members`.
    #[serde(default)]
    pub listed: Vec<String>,
    /// The folders that `$folder` may be.
    #[serde(default)]
    pub folders: Folders,
    /// Values that say yes. Without it: `true`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    pub trusted: Vec<Node>,
    /// Values that say yes to the folder that holds `$folder`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    pub parent: Vec<Node>,
    /// Values that say no. Without it: all that do not say yes.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    pub untrusted: Vec<Node>,
    /// For a switch: values by which hooks are off. All others leave them on.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    pub off: Vec<Node>,
    /// What no answer means. Without it: `untrusted`, for a switch `trusted`.
    #[serde(default)]
    pub missing: Option<Missing>,
    /// The answer is a hash of the hook, made so.
    #[serde(default)]
    pub hash: Option<Recipe>,
    /// Any of them, and the gate is open for all.
    #[serde(default)]
    pub unless: Vec<Setting>,
    /// What the person does to open it.
    pub fix: String,
}

impl Gate {
    /// Whether it turns hooks off, where others must be opened.
    pub fn is_switch(&self) -> bool {
        !self.off.is_empty() || !self.listed.is_empty()
    }
}

/// Whose hooks a gate holds back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    User,
    Project,
    Both,
}

/// Which folders' answers count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Folders {
    /// The project's alone.
    #[default]
    Project,
    /// The root's of its repository alone.
    Repository,
    /// That, and in a linked worktree the root of the main one as well.
    Main,
    /// The project's and those above it, up to the root of its repository.
    Within,
    /// The project's and all above it.
    Above,
}

/// What it means that there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    Trusted,
    Untrusted,
    Off,
    Unknown,
}

/// How a hook's hash is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Recipe {
    /// `sha256:` and the SHA-256 of the event, the matcher and the handler with its defaults, as compact JSON with sorted keys.
    Sha256OfHandler,
}

/// A setting that opens a gate for all: a variable, or a value in a file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Setting {
    #[serde(default)]
    pub env: Option<String>,
    #[serde(default)]
    pub file: Option<String>,
    #[serde(default)]
    pub format: Option<Format>,
    /// JSON pointer.
    #[serde(default)]
    pub at: Option<String>,
    /// The values that do so.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    pub is: Vec<Node>,
    /// Whether it does so, too, when it is not there.
    #[serde(default)]
    pub missing: bool,
    /// It counts only where the gate's own file has no answer.
    #[serde(default)]
    pub weak: bool,
}

/// The variables about a hook.
const ABOUT_HOOK: &[&str] = &["file", "package", "event", "event_snake", "group", "handler", "command", "name"];

/// What is wrong with the gates.
pub(super) fn check(trust: &Trust) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, gate) in trust.gates.iter().enumerate() {
        let mut fault = |key: &[&str], message: String| {
            let gate = ["trust", "gates", &index.to_string()].map(str::to_owned);
            faults.push(Fault { path: gate.into_iter().chain(key.iter().map(|k| k.to_string())).collect(), message });
        };
        file(gate.file.is_some(), gate.format, gate.at.as_deref(), &mut fault);
        if gate.file.is_some() {
            variables(gate, &mut fault);
        }
        kind(gate, &mut fault);
        for (number, setting) in gate.unless.iter().enumerate() {
            let at = number.to_string();
            let mut fault = |key: &[&str], message: String| fault(&[&["unless", &at], key].concat(), message);
            match (&setting.env, &setting.file) {
                (Some(_), None) if setting.at.is_none() && setting.format.is_none() => {}
                (None, Some(_)) => file(true, setting.format, setting.at.as_deref(), &mut fault),
                _ => {
                    fault(&[], "a setting is a variable (`env`), or a value in a file (`file`, `format`, `at`)".into())
                }
            }
            if setting.is.is_empty() && !setting.missing {
                fault(&["is"], "no value: the setting would never count".into());
            }
        }
    }
    faults
}

/// A file has a format that can be read, and a pointer into it; without a file there is neither.
fn file(is_file: bool, format: Option<Format>, at: Option<&str>, fault: &mut dyn FnMut(&[&str], String)) {
    match format {
        Some(Format::Module | Format::Executable) => {
            fault(&["format"], "a setting is read from `json`, `jsonc`, `toml` or `yaml`".into());
        }
        Some(_) if !is_file => fault(&["format"], "there is no `file` that has it".into()),
        None if is_file => fault(&[], "`format` is missing: how the file is written".into()),
        _ => {}
    }
    match at {
        Some(at) if !at.starts_with('/') => {
            fault(&["at"], format!("`{at}` is not a JSON pointer: it starts with `/`"));
        }
        Some(_) if !is_file => fault(&["at"], "there is no `file` that it points into".into()),
        None if is_file => fault(&[], "`at` is missing: where in the file the answer is".into()),
        _ => {}
    }
}

fn variables(gate: &Gate, fault: &mut dyn FnMut(&[&str], String)) {
    let names = |text: &str| -> Vec<String> {
        let word = |part: &str| part.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
        text.split('$').skip(1).map(word).collect()
    };
    let pointers = [("at", &gate.at), ("denied", &gate.denied)];
    for (key, text) in pointers.iter().filter_map(|(key, text)| Some((*key, text.as_deref()?))) {
        let folder = text.split('/').filter(|k| *k == "$folder").count();
        for name in names(text) {
            if !(ABOUT_HOOK.contains(&name.as_str()) || name == "folder" && folder == 1 && gate.members.is_empty()) {
                let known = ABOUT_HOOK.join(", $");
                fault(
                    &[key],
                    format!("`${name}` has no value here; there are $folder, once and as a whole key, and ${known}"),
                );
            }
        }
        if key == "denied" && folder != 1 {
            fault(&[key], "no `$folder` in it".into());
        }
    }
    for (key, text) in &gate.members {
        for name in names(text).iter().filter(|n| !ABOUT_HOOK.contains(&n.as_str())) {
            fault(&["members", key], format!("`${name}` has no value here; there are ${}", ABOUT_HOOK.join(", $")));
        }
    }
    for name in gate.listed.iter().flat_map(|text| names(text)).filter(|n| !ABOUT_HOOK.contains(&n.as_str())) {
        fault(&["listed"], format!("`${name}` has no value here; there are ${}", ABOUT_HOOK.join(", $")));
    }
    if gate.folders != Folders::Project && !gate.at.as_ref().is_some_and(|at| at.contains("$folder")) {
        fault(&["folders"], "there is no `$folder` in `at` that could be one of them".into());
    }
}

/// A switch is no trust, and a hash is no list of values.
fn kind(gate: &Gate, fault: &mut dyn FnMut(&[&str], String)) {
    let says = [("trusted", &gate.trusted), ("untrusted", &gate.untrusted), ("parent", &gate.parent)];
    for (key, _) in says.iter().filter(|(_, values)| !values.is_empty()) {
        if gate.is_switch() {
            fault(&[key], "a switch only says what is off: `off` or `listed`".into());
        }
        if gate.hash.is_some() {
            fault(&[key], "the answer is a hash: no other value counts".into());
        }
    }
    if gate.name.trim().is_empty() {
        fault(&["name"], "empty: say what the gate is, as `folder trust`".into());
    }
    if gate.fix.trim().is_empty() {
        fault(&["fix"], "empty: say what the person must do".into());
    }
}
