//! The file: what may stand in it, and what is wrong with one by its line and key.

use std::ops::Range;

use regex_lite::Regex;
use serde::Deserialize;
use toml::Spanned;

use crate::pattern::{PathPattern, ToolPattern};

/// The file's name.
pub const FILE: &str = ".agent-policy.toml";

/// What a rule says. A greater one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Allow,
    Ask,
    Deny,
}

/// A team's rules, in the order of the file.
#[derive(Debug)]
pub struct Policy {
    pub rules: Vec<Rule>,
}

/// A rule, which holds where all its conditions do; one that it does not have is empty.
#[derive(Debug)]
pub struct Rule {
    pub verdict: Verdict,
    pub tools: Vec<ToolPattern>,
    pub command: Option<Regex>,
    /// The words that a command begins with, of each alternative.
    pub prefixes: Vec<Vec<String>>,
    pub paths: Vec<PathPattern>,
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    rule: Vec<Spanned<WrittenRule>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRule {
    verdict: Spanned<Verdict>,
    #[serde(default)]
    tools: Vec<Spanned<String>>,
    command: Option<Spanned<String>>,
    #[serde(default)]
    prefix: Vec<Spanned<String>>,
    #[serde(default)]
    paths: Vec<Spanned<String>>,
    #[serde(default)]
    reason: String,
}

impl Policy {
    /// Reads a policy; `file` is how its errors name it.
    ///
    /// # Errors
    /// The first mistake: `.agent-policy.toml:7: `command`: …`.
    pub fn parse(file: &str, text: &str) -> Result<Policy, String> {
        let at = |(span, why): (Range<usize>, String)| located(file, text, span, &why);
        let written: Written = toml::from_str(text).map_err(|error| {
            at((error.span().unwrap_or_default(), error.message().lines().collect::<Vec<_>>().join(" ")))
        })?;
        let rules = written.rule.into_iter().map(rule).collect::<Result<_, _>>().map_err(at)?;
        Ok(Policy { rules })
    }
}

/// A mistake and where it stands.
type Mistake = (Range<usize>, String);

fn rule(written: Spanned<WrittenRule>) -> Result<Rule, Mistake> {
    let WrittenRule { verdict, tools, command, prefix, paths, reason } = written.into_inner();
    let (place, verdict) = (verdict.span(), verdict.into_inner());
    let wrong = |why: &str| Err((place.clone(), why.to_owned()));
    if tools.is_empty() && command.is_none() && prefix.is_empty() && paths.is_empty() {
        return wrong("the rule has no condition, so it would mean every call: write `tools = [\"*\"]` if it shall");
    }
    if verdict != Verdict::Allow && reason.trim().is_empty() {
        return wrong("the rule needs a `reason`: whoever is stopped by it reads it");
    }
    if let (Some(command), false) = (&command, prefix.is_empty()) {
        return Err((command.span(), "the rule has a `prefix` as well: make two rules of it".to_owned()));
    }
    let tools = each(tools, ToolPattern::parse)?;
    let shell = tools.is_empty() || tools.iter().any(|tool| tool.means("Bash"));
    if !shell && (command.is_some() || !prefix.is_empty()) {
        return wrong("`prefix` and `command` are about shell commands, but `Bash` is not among the rule's `tools`");
    }
    let command =
        command.map(|text| one(&text, |text| Regex::new(text).map_err(|error| last_line(&error)))).transpose()?;
    let prefixes = each(prefix, |text| match text.split_whitespace().map(str::to_owned).collect::<Vec<_>>() {
        words if words.is_empty() => Err("an empty prefix would mean every command".to_owned()),
        words => Ok(words),
    })?;
    let paths = each(paths, PathPattern::parse)?;
    Ok(Rule { verdict, tools, command, prefixes, paths, reason: reason.trim().to_owned() })
}

fn each<T>(values: Vec<Spanned<String>>, parse: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, Mistake> {
    values.iter().map(|value| one(value, &parse)).collect()
}

fn one<T>(value: &Spanned<String>, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, Mistake> {
    parse(value.get_ref()).map_err(|why| (value.span(), why))
}

/// The cause; the lines before it are a drawing.
fn last_line(error: &regex_lite::Error) -> String {
    let text = error.to_string();
    format!("not a regular expression: {}", text.lines().last().unwrap_or_default())
}

/// `file:line: `key`: what is wrong`.
fn located(file: &str, text: &str, span: Range<usize>, why: &str) -> String {
    let end = text.floor_char_boundary(span.start);
    let number = text[..end].matches('\n').count() + 1;
    // A value can stand some lines below its key, in a list.
    let key = text.lines().take(number).filter_map(|line| line.split_once('=')).last().map(|(key, _)| key.trim());
    let of_a_key = !span.is_empty() && !text[end..].starts_with('[');
    match key.filter(|_| of_a_key) {
        Some(key) => format!("{file}:{number}: `{key}`: {why}"),
        None => format!("{file}:{number}: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_named_by_file_line_and_key() {
        for (text, wanted) in [
            (
                "[[rule]]\nverdict = \"forbid\"\n",
                "p.toml:2: `verdict`: unknown variant `forbid`, expected one of `allow`, `ask`, `deny`",
            ),
            (
                "[[rule]]\nverdict = \"deny\"\ntool = [\"Bash\"]\n",
                "p.toml:3: `tool`: unknown field `tool`, expected one of `verdict`, `tools`",
            ),
            ("[[rule]]\ntools = [\"Bash\"]\n", "p.toml:1: missing field `verdict`"),
            ("[[rules]]\n", "p.toml:1: unknown field `rules`, expected `rule`"),
            ("# x\n[[rule]]\nverdict = \"deny\"\nreason = \"r\"\n", "p.toml:3: `verdict`: the rule has no condition"),
            ("[[rule]]\nverdict = \"ask\"\ntools = [\"Bash\"]\n", "p.toml:2: `verdict`: the rule needs a `reason`"),
            ("[[rule]]\nverdict = \"allow\"\ncommand = '(ls'\n", "p.toml:3: `command`: not a regular expression: "),
            (
                "[[rule]]\nverdict = \"allow\"\ncommand = 3\n",
                "p.toml:3: `command`: invalid type: integer `3`, expected a string",
            ),
            (
                "[[rule]]\nverdict = \"allow\"\nprefix = [\n  \"ls\",\n  \" \",\n]\n",
                "p.toml:5: `prefix`: an empty prefix",
            ),
            (
                "[[rule]]\nverdict = \"allow\"\nprefix = [\"ls\"]\ncommand = 'x'\n",
                "p.toml:4: `command`: the rule has a `prefix` as well",
            ),
            ("[[rule]]\nverdict = \"allow\"\ntools = [\"Bush\"]\n", "p.toml:3: `tools`: there is no tool `Bush`"),
            (
                "[[rule]]\nverdict = \"allow\"\ntools = [\"Read\"]\nprefix = [\"ls\"]\n",
                "p.toml:2: `verdict`: `prefix` and `command` are about shell",
            ),
            ("[[rule]]\nverdict = \"allow\"\npaths = [\"a/**b\"]\n", "p.toml:3: `paths`: not a pattern of paths: "),
            ("[[rule]\n", "p.toml:1: "),
        ] {
            let error = Policy::parse("p.toml", text).map(|_| "no mistake").unwrap_err();
            assert!(error.starts_with(wanted) && !error.contains('\n'), "{text}\n  got    {error}\n  wanted {wanted}");
        }
    }

    #[test]
    fn an_empty_file_has_no_rules() {
        assert!(Policy::parse("p.toml", "# none yet\n").unwrap().rules.is_empty());
    }
}
