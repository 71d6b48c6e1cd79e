//! A host's events, and its replies to them.

use indexmap::IndexMap;
use serde::Deserialize;

use super::source::{Condition, Source};
use super::template::{Node, Text};
use super::{Field, Grade, OneOrMany};
use crate::vocab::Decision;

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
