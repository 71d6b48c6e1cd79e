//! A canonical matcher in the host's own language, where that is exact; else none, and the program checks itself.

use crate::host::{Event as HostEvent, Host, Style};
use crate::matcher::Matcher;
use crate::scan::Hook;
use crate::vocab::{Event, Matched};

/// A matcher as the host gets it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lowered {
    pub text: Option<String>,
    pub names: Option<Vec<String>>,
}

/// Whether entries of this event can hold a matcher.
pub(super) fn taken(host: &Host, event: Event) -> bool {
    if host.matcher.style == Style::None {
        return false;
    }
    match &host.matcher.events {
        Some(events) => events.iter().any(|e| e == event.name()),
        None => event.matched() == Matched::Tool,
    }
}

/// Whether a hook can ever run at this event of the host: a matcher of names that the host lacks never does.
pub(super) fn reaches(host: &Host, event: &HostEvent, hook: &Hook) -> bool {
    if hook.event.matched() != Matched::Tool {
        return true;
    }
    if event.native.iter().all(|n| n.tool.is_some()) {
        return event.native.iter().any(|n| n.tool.as_deref().is_some_and(|t| means_tool(host, t, &hook.matcher)));
    }
    match &hook.matcher {
        Matcher::Any | Matcher::Regex(_) => true,
        Matcher::Names(names) => names.iter().any(|name| !native_names(host, name).is_empty()),
    }
}

/// Whether a matcher means the one canonical tool (or `mcp`) that a native event is about.
pub(super) fn means_tool(host: &Host, tool: &str, matcher: &Matcher) -> bool {
    let definitions = host.tools.get(tool).map_or(&[][..], |t| &t.0);
    let names = || {
        let others = definitions.iter().flat_map(|d| d.also.iter().chain(d.native.iter()));
        std::iter::once(tool).chain(others.map(String::as_str))
    };
    match matcher {
        Matcher::Any => true,
        Matcher::Names(written) if tool == crate::host::MCP => written.iter().any(|name| name.starts_with("mcp__")),
        Matcher::Names(written) => names().any(|name| written.iter().any(|w| w == name)),
        // Which servers there are, nobody knows at build time.
        Matcher::Regex(_) if tool == crate::host::MCP => true,
        Matcher::Regex(regex) => regex_lite::Regex::new(regex).is_ok_and(|r| names().any(|name| r.is_match(name))),
    }
}

/// The host's names for what one name of a matcher means; none when the host has no such tool.
fn native_names(host: &Host, name: &str) -> Vec<String> {
    let mut natives: Vec<String> = Vec::new();
    let mut canonical = false;
    for (tool, definitions) in &host.tools {
        canonical |= tool == name;
        for definition in definitions.iter().filter(|d| tool == name || d.also.iter().any(|a| a == name)) {
            natives.extend(definition.native.iter().cloned());
        }
    }
    if let Some(rest) = name.strip_prefix("mcp__") {
        let Some(mcp) = &host.mcp else { return Vec::new() };
        let Some((server, tool)) = rest.split_once("__") else { return vec![name.to_owned()] };
        return vec![mcp.native(server, tool)];
    }
    let known_elsewhere = crate::host::TOOLS.contains(&name);
    if natives.is_empty() && !canonical && !known_elsewhere {
        // A native name, of a tool that this file may or may not list.
        natives.push(name.to_owned());
    }
    natives.sort();
    natives.dedup();
    natives
}

/// One matcher for all hooks of an entry. It may mean more than they do, never less: the program checks again.
pub(super) fn lower(host: &Host, event: Event, hooks: &[&Hook]) -> Lowered {
    let (mut names, mut patterns): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for hook in hooks {
        match &hook.matcher {
            Matcher::Any => return Lowered::default(),
            Matcher::Names(written) => {
                for name in written {
                    let of_tool = event.matched() == Matched::Tool;
                    let natives = if of_tool { native_names(host, name) } else { vec![name.clone()] };
                    names.extend(natives);
                }
            }
            Matcher::Regex(regex) => match pattern(host, regex) {
                Some(pattern) => patterns.push(pattern),
                None => return Lowered::default(),
            },
        }
    }
    for list in [&mut names, &mut patterns] {
        let mut unique: Vec<String> = Vec::new();
        list.retain(|n| {
            let new = !unique.contains(n);
            unique.push(n.clone());
            new
        });
    }
    if patterns.is_empty() {
        return Lowered { text: marked(host, text(host.matcher.style, &names), &names), names: Some(names) };
    }
    Lowered { text: marked(host, text_with(host.matcher.style, &names, &patterns), &[]), names: None }
}

/// A regex with the host's mark; one plain name needs none.
fn marked(host: &Host, text: Option<String>, names: &[String]) -> Option<String> {
    match (&host.matcher.regex_prefix, names) {
        (Some(_), [only]) => text.and(Some(only.clone())),
        (Some(prefix), _) => text.map(|text| format!("{prefix}{text}")),
        (None, _) => text,
    }
}

/// A regex of ours as an unanchored one over the host's own names; `None` where it cannot be told.
fn pattern(host: &Host, regex: &str) -> Option<String> {
    // What every dialect reads the same.
    let plain = regex.chars().all(|c| c.is_ascii_alphanumeric() || "_^$.*+?()|-".contains(c)) && !regex.contains("(?");
    if !plain {
        return None;
    }
    if host.matcher.canonical {
        return Some(regex.to_owned());
    }
    let rest = regex.strip_prefix("^mcp__")?;
    let name = &host.mcp.as_ref()?.name;
    if name.starts_with("mcp__{server}__") && !rest.contains('|') {
        return Some(regex.to_owned());
    }
    let prefix = name.split('{').next().filter(|p| !p.is_empty())?;
    matches!(rest, "" | ".*").then(|| format!("^{}", regex_lite::escape(prefix)))
}

/// Names and patterns in the host's language.
fn text_with(style: Style, names: &[String], patterns: &[String]) -> Option<String> {
    let whole = |pattern: &String| match pattern.contains('|') {
        true => format!("(?:{pattern})"),
        false => pattern.clone(),
    };
    match style {
        Style::NamesOrRegex | Style::Regex => {
            let exact = text(Style::Regex, names);
            Some(exact.into_iter().chain(patterns.iter().map(whole)).collect::<Vec<_>>().join("|"))
        }
        Style::FullRegex if patterns.iter().all(|p| p.starts_with('^') && !p.contains(['|', '$'])) => {
            let full = patterns.iter().map(|p| format!("{}.*", p[1..].trim_end_matches(".*")));
            Some(text(Style::FullRegex, names).into_iter().chain(full).collect::<Vec<_>>().join("|"))
        }
        Style::FullRegex | Style::Name | Style::None | Style::List => None,
    }
}

/// The names in the host's language.
fn text(style: Style, names: &[String]) -> Option<String> {
    let plain = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let alternatives = || names.iter().map(|n| regex_lite::escape(n)).collect::<Vec<_>>().join("|");
    match (style, names) {
        (Style::None | Style::List, _) | (_, []) => None,
        (Style::NamesOrRegex, _) if names.iter().all(plain) => Some(names.join("|")),
        (Style::NamesOrRegex | Style::Regex, [only]) => Some(format!("^{}$", regex_lite::escape(only))),
        (Style::NamesOrRegex | Style::Regex, _) => Some(format!("^(?:{})$", alternatives())),
        (Style::FullRegex, _) => Some(alternatives()),
        (Style::Name, [only]) => Some(only.clone()),
        (Style::Name, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attr::OnError;
    use crate::host::Library;

    fn hook(matcher: &str) -> Hook {
        Hook {
            id: "acme::h".into(),
            event: Event::PreToolUse,
            matcher: Matcher::parse(matcher).unwrap(),
            timeout: None,
            on_error: OnError::Allow,
            file: "src/main.rs".into(),
            line: 1,
            maybe: false,
            decisions: Vec::new(),
            known: crate::scan::Known::Type,
            require: Vec::new(),
            skip: false,
        }
    }

    #[test]
    fn a_matcher_is_lowered_where_that_is_exact() {
        let library = Library::builtin();
        for (host, matchers, wanted) in [
            ("claude-code", &["Bash"][..], Some("Bash|PowerShell")),
            ("claude-code", &["mcp__.*"], Some("mcp__.*")),
            ("claude-code", &["Bash", "mcp__.*"], Some("^(?:Bash|PowerShell)$|mcp__.*")),
            ("claude-code", &["Bash", "^mcp__(a|b)"], Some("^(?:Bash|PowerShell)$|(?:^mcp__(a|b))")),
            ("claude-code", &["(?i)bash"], None),
            ("codex", &["Bash", "^mcp__git"], Some("^Bash$|^mcp__git")),
            ("gemini-cli", &["Bash", "^mcp__"], Some("^run_shell_command$|^mcp_")),
            ("gemini-cli", &["Bash", "^mcp__git"], None),
            ("cursor", &["^mcp__.*"], Some("^MCP:")),
            ("hermes", &["Bash", "^mcp__"], Some("execute_code|terminal|mcp__.*")),
            ("opencode", &["Bash", "^mcp__"], None),
            ("claude-code", &["Write", "Edit|Write"], Some("Write|Edit")),
            ("claude-code", &["mcp__git-hub__x"], Some("^mcp__git\\-hub__x$")),
            ("codex", &["Bash"], Some("Bash")),
            ("codex", &["Edit|Write"], Some("apply_patch")),
            ("codex", &["^B"], None),
            ("gemini-cli", &["Bash"], Some("^run_shell_command$")),
            ("gemini-cli", &["Edit|Write"], Some("^(?:replace|write_file)$")),
            ("gemini-cli", &["run_shell_command"], Some("^run_shell_command$")),
            ("gemini-cli", &["mcp__db__query"], Some("^mcp_db_query$")),
            ("gemini-cli", &["Bash", "*"], None),
            ("cursor", &["Bash|Write"], Some("^(?:Shell|Write)$")),
            ("cursor", &["mcp__db__query"], Some("^MCP:query$")),
            ("hermes", &["Bash"], Some("execute_code|terminal")),
            ("kiro", &["Read"], Some("fs_read")),
            ("kiro", &["Bash"], None),
            ("opencode", &["Bash"], None),
        ] {
            let host = library.get(host).unwrap().unwrap();
            let hooks: Vec<Hook> = matchers.iter().map(|m| hook(m)).collect();
            let lowered = lower(&host, Event::PreToolUse, &hooks.iter().collect::<Vec<_>>());
            assert_eq!(lowered.text.as_deref(), wanted, "{} {matchers:?}", host.id);
        }
    }

    #[test]
    fn a_tool_that_the_host_lacks_is_not_reached() {
        let library = Library::builtin();
        for (host, matcher, wanted) in [
            ("codex", "Read", false),
            ("codex", "Read|Bash", true),
            ("codex", "Edit", true),
            ("windsurf", "Grep", false),
            ("windsurf", "Write", true),
            ("windsurf", "mcp__a__b", true),
            ("antigravity-cli", "mcp__a__b", false),
            ("gemini-cli", "some_new_tool", true),
        ] {
            let host = library.get(host).unwrap().unwrap();
            assert_eq!(reaches(&host, &host.events["PreToolUse"], &hook(matcher)), wanted, "{} {matcher}", host.id);
        }
    }
}
