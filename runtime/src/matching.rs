//! Whether a hook's matcher means this event.

use regex_lite::Regex;

use crate::event::Incoming;
use crate::tool::Named;

/// A matcher, split at compile time into what is cheap and what is not.
pub enum Matcher {
    /// Everything.
    Any,
    /// One of these names, exactly: canonical, or the host's own.
    Names(&'static [&'static str]),
    /// A regular expression that the macro has parsed, searched anywhere in the canonical or the native name.
    Regex(&'static str),
}

impl Matcher {
    /// Whether the event's tool, or its subagent's type, is meant. An event without either is always meant.
    pub(crate) fn means(&self, incoming: &Incoming) -> bool {
        let kind = incoming.kind();
        match self {
            Matcher::Any => true,
            _ if kind.has_tool() => self.means_tool(incoming.named()),
            _ if kind.has_agent() => self.means_agent(incoming.agent_type().unwrap_or_default()),
            _ => true,
        }
    }

    /// Whether a tool of these names is meant.
    pub(crate) fn means_tool(&self, named: &Named) -> bool {
        match self {
            Matcher::Any => true,
            Matcher::Names(names) => names.iter().any(|name| named.is(name)),
            Matcher::Regex(pattern) => finds(pattern, named.all()),
        }
    }

    fn means_agent(&self, agent: &str) -> bool {
        match self {
            Matcher::Any => true,
            Matcher::Names(names) => names.contains(&agent),
            Matcher::Regex(pattern) => finds(pattern, std::iter::once(agent)),
        }
    }
}

/// Whether a regular expression is found in one of the names.
fn finds<'n>(pattern: &str, mut names: impl Iterator<Item = &'n str>) -> bool {
    if is_plain(pattern) {
        return names.any(|name| pattern.split('|').any(|part| finds_plain(part, name)));
    }
    // Compiled when it is reached, and never kept: a program answers one event, and most patterns are plain.
    match Regex::new(pattern) {
        Ok(regex) => names.any(|name| regex.is_match(name)),
        // The macro has parsed it: this cannot be. A guard that watches too much is the lesser evil.
        Err(_) => true,
    }
}

/// Whether a pattern is made of plain words between `|`, with `^` before and `$` or `.*` after them alone: `^mcp__`,
/// `Edit|Write`, `^mcp__github__.*`. Four of five that are written are.
fn is_plain(pattern: &str) -> bool {
    pattern.split('|').all(|part| {
        let word = part.strip_prefix('^').unwrap_or(part);
        let word = word.strip_suffix('$').or_else(|| word.strip_suffix(".*")).unwrap_or(word);
        word.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-/: ".contains(&b))
    })
}

fn finds_plain(part: &str, name: &str) -> bool {
    let part = part.strip_suffix(".*").unwrap_or(part);
    match (part.strip_prefix('^'), part.strip_suffix('$')) {
        (Some(start), Some(_)) => start.strip_suffix('$') == Some(name),
        (Some(start), None) => name.starts_with(start),
        (None, Some(end)) => name.ends_with(end),
        (None, None) => name.contains(part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_patterns_find_what_the_expression_finds() {
        let patterns = [
            "^mcp__",
            "Edit|Write",
            "^Edit$",
            "Edit$",
            "^mcp__git__.*",
            ".*",
            "",
            "^",
            "$",
            "^$",
            "a||b",
            "x y",
            "^a.*|b$",
        ];
        let names = [
            "Edit",
            "MultiEdit",
            "Editor",
            "mcp__git__push",
            "amcp__",
            "",
            "a",
            "b",
            "ab",
            "x y",
            "Write",
            "\n",
            "a\n",
        ];
        for pattern in patterns {
            assert!(is_plain(pattern), "{pattern}");
            let regex = Regex::new(pattern).unwrap();
            for name in names {
                assert_eq!(finds(pattern, [name].into_iter()), regex.is_match(name), "`{pattern}` in {name:?}");
            }
        }
        for pattern in ["a.b", ".*a", "a.*b", "^a.*$", "(a|b)", "a+", "[ab]", r"\bEdit", "(?i)edit", "é"] {
            assert!(!is_plain(pattern), "{pattern}");
        }
    }
}
