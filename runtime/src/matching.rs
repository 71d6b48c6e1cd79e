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

/// A bit set of what names can be meant, so that of a thousand hooks those that cannot be are passed by at a glance: in the
/// lower half a bit for a whole name, in the upper half one for its first byte.
#[derive(Clone, Copy)]
pub struct Glance(u64);

impl Glance {
    const ALL: Glance = Glance(u64::MAX);

    /// The names that a matcher can mean.
    pub const fn of(matcher: &Matcher) -> Glance {
        match matcher {
            Matcher::Any => Glance::ALL,
            Matcher::Names(names) => {
                let (mut bits, mut n) = (0, 0);
                while n < names.len() {
                    let name = names[n].as_bytes();
                    // The tools of servers are compared by more than their names.
                    if let [b'm', b'c', b'p', b'_', b'_', ..] = name {
                        bits |= first(name);
                    }
                    bits |= whole(name);
                    n += 1;
                }
                Glance(bits)
            }
            Matcher::Regex(pattern) => match pattern.as_bytes() {
                [b'^', start @ ..] if is_word(start) => Glance(first(start)),
                _ => Glance::ALL,
            },
        }
    }

    /// A tool's own names.
    pub(crate) fn of_tool(named: &Named) -> Glance {
        Glance(named.all().fold(0, |bits, name| bits | whole(name.as_bytes()) | first(name.as_bytes())))
    }

    pub(crate) const fn meets(self, other: Glance) -> bool {
        self.0 & other.0 != 0
    }
}

const fn whole(name: &[u8]) -> u64 {
    let (mut hash, mut n) = (name.len() as u32, 0);
    while n < name.len() {
        hash = hash.wrapping_mul(31).wrapping_add(name[n] as u32);
        n += 1;
    }
    1 << ((hash ^ hash >> 16 ^ hash >> 8) & 31)
}

const fn first(name: &[u8]) -> u64 {
    match name {
        [] => 0,
        [byte, ..] => 1 << (32 + (*byte & 31)),
    }
}

/// Whether a pattern is nothing but characters that stand for themselves.
const fn is_word(pattern: &[u8]) -> bool {
    let mut n = 0;
    while n < pattern.len() {
        if !(pattern[n].is_ascii_alphanumeric() || pattern[n] == b'_' || pattern[n] == b'-') {
            return false;
        }
        n += 1;
    }
    n > 0
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
    fn a_glance_passes_nothing_by_that_is_meant() {
        let names = ["Bash", "Edit", "mcp__git__push", "shell", "a", "é"];
        for name in names {
            let seen = Glance(whole(name.as_bytes()) | first(name.as_bytes()));
            assert!(Glance::of(&Matcher::Any).meets(seen));
            for pattern in ["^mcp__", "^Bash", "mcp", "^(Bash|Edit)$", "^", "^é", "^B?ash", "^a|Edit", "^shell"] {
                if finds(pattern, [name].into_iter()) {
                    assert!(Glance::of(&Matcher::Regex(pattern)).meets(seen), "{pattern} {name}");
                }
            }
        }
        assert!(!Glance::of(&Matcher::Regex("^mcp__")).meets(Glance(first(b"Bash") | whole(b"Bash"))));
        let names = Matcher::Names(&["Edit", "Bash"]);
        assert!(Glance::of(&names).meets(Glance(whole(b"Bash"))) && Glance::of(&names).meets(Glance(whole(b"Edit"))));
        let server = Matcher::Names(&["mcp__a__b"]);
        assert!(Glance::of(&server).meets(Glance(first(b"mcp__x__y"))), "a server's tool is compared by more");
    }

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
