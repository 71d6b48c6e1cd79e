//! A host's tools.

use indexmap::IndexMap;
use serde::Deserialize;

use super::OneOrMany;
use super::key::Key;
use super::source::{Condition, Source};
use super::template::Node;

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
