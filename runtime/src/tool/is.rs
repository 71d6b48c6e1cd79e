//! Whether a tool is one that a handler names, by the rule of matchers.

use regex_lite::Regex;

use super::Named;

/// By the rule of `matcher = "…"`: plain names are exact, anything else is a regular expression. One that is none panics,
/// for then neither answer would be safe.
pub(crate) fn is(named: &Named, matcher: &str) -> bool {
    let matcher = matcher.trim();
    if matcher.is_empty() || matcher == "*" {
        return true;
    }
    if matcher.chars().all(|c| c.is_ascii_alphanumeric() || "_|, -".contains(c)) {
        return matcher.split(['|', ',']).map(str::trim).any(|name| !name.is_empty() && named.is(name));
    }
    match Regex::new(matcher) {
        Ok(regex) => named.all().any(|name| regex.is_match(name)),
        Err(error) => panic!("`{matcher}` is neither names, as in \"Edit|Write\", nor a regular expression: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::event::PreToolUse;
    use crate::testing;

    #[test]
    fn a_tool_is_what_a_matcher_would_mean() {
        fn tell(call: &PreToolUse) -> Result<(), String> {
            let matcher = call.input().text("matcher").unwrap_or_default();
            Err(call.is(&matcher).to_string())
        }
        for (tool, matcher, wanted) in [
            ("Write", "Edit|Write", true),
            ("Write", " Edit, Write ", true),
            ("Write", "Writ", false),
            ("Write", "write", false),
            ("Write", "(?i)^writ", true),
            ("Write", "", true),
            ("Write", "*", true),
            ("Write", "|", false),
            ("Write", "^mcp__", false),
            ("mcp__files__write_file", "^mcp__", true),
            ("mcp__files__write_file", "mcp__files__write_file", true),
            ("mcp__files__write_file", "_file$", true),
        ] {
            let fired = testing::call(tool, [("matcher", matcher)]).fire(tell);
            assert_eq!(fired.error(), Some(wanted.to_string().as_str()), "{tool} {matcher:?}");
        }
    }

    #[test]
    #[should_panic(expected = "`[` is neither names, as in \"Edit|Write\", nor a regular expression")]
    fn what_cannot_match_is_no_answer() {
        testing::call("Write", [("x", "")]).fire(|call: &PreToolUse| _ = call.is("["));
    }
}
