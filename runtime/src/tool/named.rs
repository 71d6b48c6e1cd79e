//! A tool's names: the host's and ours.

use std::borrow::Cow;

use crate::decode;
use crate::event::Incoming;
use crate::payload::Payload;
use crate::table::{self, Field, Host, Mcp};

/// What a native event's `tool` says when it is about the tool of some MCP server.
const MCP: &str = "mcp";

/// A tool's names.
pub(crate) struct Named {
    host: &'static Host,
    canonical: Cow<'static, str>,
    native: Box<str>,
    definition: Option<&'static table::Tool>,
    /// Server and tool of an MCP call; the server is empty where the host does not say it.
    pub(crate) mcp: Option<(Box<str>, Box<str>)>,
}

impl Named {
    pub(crate) fn find(incoming: &Incoming, payload: &Payload) -> Named {
        let (host, binding) = (incoming.table(), incoming.binding());
        let native = incoming.text(Field::ToolName).unwrap_or_default();
        match binding.tool {
            Some(MCP) => Named::of_mcp(host, native, payload),
            Some(canonical) => {
                let fits = |t: &&table::Tool| t.canonical == canonical && decode::holds(t.when, payload);
                Named::of_definition(host, host.tools.iter().find(fits), canonical, native)
            }
            None => {
                let fits = |t: &&table::Tool| t.native.contains(&native) && decode::holds(t.when, payload);
                match host.tools.iter().find(fits) {
                    Some(tool) => Named::of_definition(host, Some(tool), tool.canonical, native),
                    None => Named::of_mcp(host, native, payload),
                }
            }
        }
    }

    /// What a tool of that native name can turn out to be when all of the payload is known; `None` where the name does not
    /// bound it.
    pub(crate) fn possible(incoming: &Incoming, native: &str) -> Option<Vec<Named>> {
        let (host, binding) = (incoming.table(), incoming.binding());
        if host.mcp.as_ref().is_some_and(|mcp| !mcp.tool.is_empty()) || binding.tool == Some(MCP) {
            return None;
        }
        let fits = |t: &&table::Tool| match binding.tool {
            Some(canonical) => t.canonical == canonical,
            None => t.native.contains(&native),
        };
        let defined = host.tools.iter().filter(fits).map(|t| Named::of_definition(host, Some(t), t.canonical, native));
        let other = match binding.tool {
            Some(canonical) => Named::of_definition(host, None, canonical, native),
            None => Named::of_mcp(host, native, incoming.payload()),
        };
        Some(defined.chain([other]).collect())
    }

    fn of_definition(
        host: &'static Host,
        definition: Option<&'static table::Tool>,
        canonical: &'static str,
        native: &str,
    ) -> Named {
        let named = definition.and_then(|d| d.native.first());
        let native = if native.is_empty() { named.copied().unwrap_or(canonical) } else { native };
        Named { host, canonical: Cow::Borrowed(canonical), native: native.into(), definition, mcp: None }
    }

    /// The tool of an MCP server if the payload or the name says so, else a tool that only its host knows.
    fn of_mcp(host: &'static Host, native: &str, payload: &Payload) -> Named {
        match host.mcp.as_ref().and_then(|mcp| split_mcp(mcp, native, payload)) {
            Some((server, tool)) => Named {
                host,
                canonical: Cow::Owned(format!("mcp__{server}__{tool}")),
                native: native.into(),
                definition: None,
                mcp: Some((server, tool)),
            },
            None => {
                Named { host, canonical: Cow::Owned(native.into()), native: native.into(), definition: None, mcp: None }
            }
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

    /// Where in the native input the tool's arguments are.
    pub(crate) fn arguments(&self) -> &'static [&'static str] {
        match (&self.mcp, &self.host.mcp) {
            (Some(_), Some(form)) => form.arguments,
            _ => &[],
        }
    }

    /// Whether a reply that works for some tools alone works for this one.
    pub(crate) fn is_among(&self, tools: &[&str]) -> bool {
        tools.is_empty() || tools.contains(&self.canonical()) || (self.mcp.is_some() && tools.contains(&MCP))
    }

    /// Whether an exact name in a matcher means this tool.
    pub(crate) fn is(&self, name: &str) -> bool {
        if name == self.canonical || name == &*self.native {
            return true;
        }
        if self.definition.is_some_and(|d| d.also.contains(&name)) {
            return true;
        }
        // Where a server's name has the separator in it, the first split is a guess; the name that is meant is not.
        if self.mcp.is_some() && name.starts_with("mcp__") && native_name(self.host, name) == *self.native {
            return true;
        }
        // A host that does not name the server cannot tell one server's tool from another's: both are meant.
        match &self.mcp {
            Some((server, tool)) if server.is_empty() => {
                let form = self.host.mcp.as_ref();
                let own = |t: &str| form.map_or_else(|| t.to_owned(), |form| folded(form, t));
                name.strip_prefix("mcp__").and_then(|n| n.split_once("__")).is_some_and(|(_, t)| own(t) == **tool)
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

/// A server's or tool's own name as the host writes it.
fn folded(mcp: &Mcp, name: &str) -> String {
    let folded = name.chars().map(|c| if mcp.folds.contains(c) { '_' } else { c });
    if mcp.lower { folded.flat_map(char::to_lowercase).collect() } else { folded.collect() }
}

/// The native name of a canonical tool on a host; the first where there are several.
pub(crate) fn native_name(host: &Host, canonical: &str) -> String {
    if let Some(tool) = host.tools.iter().find(|t| t.canonical == canonical) {
        return tool.native.first().map_or(canonical, |n| n).to_owned();
    }
    match (&host.mcp, canonical.strip_prefix("mcp__").and_then(|rest| rest.split_once("__"))) {
        (Some(mcp), Some((server, tool))) => match mcp.separator {
            Some(separator) => format!("{}{}{separator}{}", mcp.prefix, folded(mcp, server), folded(mcp, tool)),
            None => format!("{}{}", mcp.prefix, folded(mcp, tool)),
        },
        _ => canonical.to_owned(),
    }
}
