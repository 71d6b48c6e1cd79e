//! What a policy says of a call.

use std::path::{Component, Path, PathBuf};

use hookwright::event::Incoming;
use regex_lite::Regex;
use shell_line::{Command, Line};

use crate::pattern::{PathPattern, ToolPattern};
use crate::policy::{FILE, Policy, Rule, Verdict};

/// A call as rules see it.
pub struct Call {
    tool: String,
    /// The shell command, and what is in it.
    command: Option<(String, Line)>,
    /// The paths that the tool names, each in every form that a rule may mean.
    paths: Vec<Forms>,
    /// The words of the shell command, taken for paths.
    words: Vec<Forms>,
}

/// A path from the root, or absolute where it is outside: as it is written, and as links lead.
type Forms = Vec<String>;

/// What is to happen, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    pub reason: String,
}

impl Call {
    /// A call of a tool; `at` says where, `root` is where the paths of rules begin.
    pub fn new(tool: &str, command: Option<String>, paths: Vec<String>, at: &Incoming, root: &Path) -> Call {
        let cwd = at.cwd().unwrap_or(root);
        let forms = |path: &str| forms(path, cwd, root);
        let command = command.map(|text| {
            let line = shell_line::parse(&text);
            (text, line)
        });
        let words = command.iter().flat_map(|(_, line)| line.commands.iter().flat_map(texts)).flat_map(|word| {
            // `--file=path` and `host:path` hold one as well.
            word.split(['=', ':']).chain([word]).filter(|part| !part.is_empty())
        });
        let words = words.map(forms).collect();
        Call { tool: tool.to_owned(), paths: paths.iter().map(|path| forms(path)).collect(), words, command }
    }
}

/// The words of a command and what it redirects to.
fn texts(command: &Command) -> impl Iterator<Item = &str> {
    let targets = command.redirects.iter().map(|redirect| &redirect.target);
    command.words.iter().chain(targets).map(|word| word.text.as_str())
}

/// Deny over ask over allow; of several rules with one verdict the first speaks.
pub fn judge(policy: &Policy, call: &Call) -> Option<Judgement> {
    if changes_the_policy(call) {
        let reason = format!("`{FILE}` is the team's: no agent changes it. Tell the user what it should say instead.");
        return Some(Judgement { verdict: Verdict::Deny, reason });
    }
    let holding = policy.rules.iter().filter(|rule| rule.holds(call));
    // The first of the greatest: `max_by_key` would give the last.
    let rule = holding.reduce(|first, next| if next.verdict > first.verdict { next } else { first })?;
    Some(Judgement { verdict: rule.verdict, reason: rule.reason.clone() })
}

/// Whether a call may change a policy. A shell command that names one could do anything to it.
fn changes_the_policy(call: &Call) -> bool {
    let named = |forms: &[Forms]| forms.iter().flatten().any(|path| path.rsplit('/').next() == Some(FILE));
    !matches!(call.tool.as_str(), "Read" | "Grep" | "Glob" | "LS") && named(&call.paths) || named(&call.words)
}

impl Rule {
    fn holds(&self, call: &Call) -> bool {
        let means = |tool: &ToolPattern| match self.verdict {
            Verdict::Allow => tool.means(&call.tool),
            Verdict::Ask | Verdict::Deny => tool.may_mean(&call.tool),
        };
        (self.tools.is_empty() || self.tools.iter().any(means))
            && (self.command.is_none() && self.prefixes.is_empty() || self.means_command(call))
            && (self.paths.is_empty() || self.means_paths(call))
    }

    fn means_command(&self, call: &Call) -> bool {
        let Some((text, line)) = &call.command else { return false };
        let finds = |text: &str| self.command.as_ref().is_some_and(|regex| regex.is_match(text));
        if self.verdict == Verdict::Allow {
            // From its beginning on: `rm cargo test` is no `cargo test`.
            let whole = |regex: &Regex| regex.find(text.trim()).is_some_and(|found| found.start() == 0);
            let means = |words: Vec<&str>| self.begins(&words) || self.command.as_ref().is_some_and(whole);
            return plain_words(line).is_some_and(means);
        }
        // The line as it is, and each command of it, so that `^` means the beginning of a command.
        let one = |command: &Command| {
            let program = command.program();
            let mut words: Vec<&str> = program.iter().map(|word| word.text.as_str()).collect();
            if let (Some(first), Some(program)) = (words.first_mut(), program.first()) {
                *first = program.name();
            }
            self.begins(&words) || finds(&words.join(" "))
        };
        finds(text) || line.commands.iter().any(one)
    }

    fn begins(&self, words: &[&str]) -> bool {
        self.prefixes.iter().any(|prefix| words.len() >= prefix.len() && prefix.iter().zip(words).all(|(a, b)| a == b))
    }

    fn means_paths(&self, call: &Call) -> bool {
        let any = |forms: &Forms| forms.iter().any(|path| self.means_path(path));
        match self.verdict {
            Verdict::Allow => {
                let all = |forms: &Forms| forms.iter().all(|path| self.means_path(path));
                !call.paths.is_empty() && call.paths.iter().all(all)
            }
            Verdict::Ask | Verdict::Deny => call.paths.iter().any(any) || call.words.iter().any(any),
        }
    }

    fn means_path(&self, path: &str) -> bool {
        self.paths.iter().any(|pattern: &PathPattern| pattern.means(path))
    }
}

/// The words of a line that is one plain command: nothing in it starts, feeds or redirects another, or becomes something
/// else. An assignment is a word of it, for `LD_PRELOAD=x cargo test` is not `cargo test`.
fn plain_words(line: &Line) -> Option<Vec<&str>> {
    let [command] = line.commands.as_slice() else { return None };
    let plain = line.whole && command.redirects.is_empty() && command.words.iter().all(|word| !word.expands);
    plain.then(|| command.words.iter().map(|word| word.text.as_str()).collect())
}

/// A path in every form that a rule may mean.
fn forms(path: &str, cwd: &Path, root: &Path) -> Forms {
    let path = path.replace('\\', "/");
    let absolute = match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => root.join(cwd).join(&path),
    };
    let written = from_root(&tidy(&absolute), root);
    let real = from_root(&real(&absolute), &real(root));
    if real == written { vec![written] } else { vec![written, real] }
}

fn from_root(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Without `.` and `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                tidied.pop();
            }
            other => tidied.push(other),
        }
    }
    tidied
}

/// Where links lead; of a file that is not there yet, its nearest folder that is.
fn real(path: &Path) -> PathBuf {
    for folder in path.ancestors() {
        if let Ok(found) = folder.canonicalize() {
            return tidy(&found.join(path.strip_prefix(folder).unwrap_or(Path::new(""))));
        }
    }
    tidy(path)
}
