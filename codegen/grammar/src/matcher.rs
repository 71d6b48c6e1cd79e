//! What a `matcher = "…"` means, the same on every host.
//!
//! The rule is Claude Code's (seen on 2.1.332): empty or `*` is everything; a string of plain names joined by `|` or
//! `,` is a list of exact, case-sensitive names; anything else is an unanchored, case-sensitive regular expression.
//! Names are canonical (Claude Code's); a host's native name matches too.

/// A parsed matcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matcher {
    /// Everything.
    Any,
    /// One of these names, exactly.
    Names(Vec<String>),
    /// A regular expression in the syntax of the `regex` crate, searched anywhere in the name.
    Regex(String),
}

impl Matcher {
    /// Parses what stands in the attribute.
    ///
    /// # Errors
    /// The text is a regular expression that does not parse; the message says why.
    pub fn parse(text: &str) -> Result<Matcher, String> {
        let text = text.trim();
        if text.is_empty() || text == "*" {
            return Ok(Matcher::Any);
        }
        if text.chars().all(|c| c.is_ascii_alphanumeric() || "_|, -".contains(c)) {
            let names: Vec<String> =
                text.split(['|', ',']).map(str::trim).filter(|n| !n.is_empty()).map(str::to_owned).collect();
            if let Some(spaced) = names.iter().find(|n| n.contains(' ')) {
                return Err(format!("`{spaced}` has a space in it; separate names with `|`, as in \"Edit|Write\""));
            }
            return if names.is_empty() { Err("no name in it".to_owned()) } else { Ok(Matcher::Names(names)) };
        }
        match regex_lite::Regex::new(text) {
            Ok(_) => Ok(Matcher::Regex(text.to_owned())),
            Err(error) => Err(format!("not a regular expression: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Matcher;

    #[test]
    fn matchers_parse_by_claude_codes_rule() {
        let names = |n: &[&str]| Ok(Matcher::Names(n.iter().map(|s| s.to_string()).collect()));
        let regex = |r: &str| Ok(Matcher::Regex(r.to_owned()));
        for (text, wanted) in [
            ("", Ok(Matcher::Any)),
            ("*", Ok(Matcher::Any)),
            ("Bash", names(&["Bash"])),
            (" Bash ", names(&["Bash"])),
            ("Bash|Write", names(&["Bash", "Write"])),
            ("Bash, Write|", names(&["Bash", "Write"])),
            ("mcp__fake__echo", names(&["mcp__fake__echo"])),
            ("mcp__.*", regex("mcp__.*")),
            ("^Ba", regex("^Ba")),
        ] {
            assert_eq!(Matcher::parse(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_match_is_refused() {
        for (text, part) in [("[", "not a regular expression"), ("Bash Write", "separate names"), ("|", "no name")] {
            let error = Matcher::parse(text).unwrap_err();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }
}
