//! What there is to tell, and how it is told within a limit.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use serde::{Deserialize, Serialize};

/// How many changed files are named, and how many commits.
const CHANGES: usize = 15;
const COMMITS: &str = "-n5";
/// How much of a line of git's is told, in characters.
const LINE: usize = 100;
/// Where rules are unless the environment says otherwise.
const RULES: &str = ".agents/context.md";

/// The state of git in words, and the rules as they stand in their file; empty where there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    git: String,
    rules: String,
}

impl Facts {
    /// Looks at the project now.
    pub fn gather(root: &Path) -> Facts {
        let rules = fs::read_to_string(root.join(rules_path())).unwrap_or_default();
        Facts { git: state(root).unwrap_or_default(), rules: rules.trim().to_owned() }
    }

    /// Everything, in at most so many bytes; `None` when there is nothing.
    pub fn all(&self, limit: usize) -> Option<String> {
        self.since(&Facts::default(), limit)
    }

    /// What differs from what was told. Rules that are gone are news as well.
    pub fn since(&self, old: &Facts, limit: usize) -> Option<String> {
        let mut parts = Vec::new();
        if self.git != old.git && !self.git.is_empty() {
            parts.push(format!("The repository now:\n{}", self.git));
        }
        if self.rules != old.rules {
            parts.push(match self.rules.as_str() {
                "" => format!("The rules of `{}` hold no longer.", rules_path()),
                rules => format!("This team's rules, from `{}`:\n{rules}", rules_path()),
            });
        }
        (!parts.is_empty()).then(|| cut(parts.join("\n\n"), limit))
    }
}

fn rules_path() -> String {
    env::var("AGENT_CONTEXT_RULES").ok().filter(|path| !path.is_empty()).unwrap_or_else(|| RULES.to_owned())
}

/// Branch, changes and last commits; `None` outside of a repository.
fn state(root: &Path) -> Option<String> {
    let status = git(root, &["status", "--porcelain=v2", "--branch"])?;
    let mut lines = vec![branch(&status)];
    let changes: Vec<String> = status.lines().filter_map(change).collect();
    match changes.len() {
        0 => lines.push("Nothing uncommitted.".to_owned()),
        1 => lines.push("1 change not committed:".to_owned()),
        n => lines.push(format!("{n} changes not committed:")),
    }
    lines.extend(changes.iter().take(CHANGES).map(|change| format!("  {change}")));
    if changes.len() > CHANGES {
        lines.push(format!("  and {} more", changes.len() - CHANGES));
    }
    // A branch without a commit has no log.
    let log = git(root, &["log", COMMITS, "--format=%h %cs %s"]).unwrap_or_default();
    if !log.is_empty() {
        lines.push("Last commits:".to_owned());
        lines.extend(log.lines().map(|line| format!("  {}", short(line))));
    }
    Some(lines.join("\n"))
}

/// Asks git, which must neither wait for anybody nor take the lock of an index that the user works with.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.arg("--no-optional-locks").arg("-C").arg(root).args(arguments);
    command.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null()).stderr(Stdio::null());
    let out = command.output().ok().filter(|out| out.status.success())?;
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// `Branch `main`, 1 ahead of and 2 behind `origin/main`.`
fn branch(status: &str) -> String {
    let header = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(short);
    let mut text = match header("# branch.head ").as_deref() {
        Some("(detached)") | None => {
            let commit = header("# branch.oid ").unwrap_or_default();
            format!("No branch, at commit {}", commit.get(..9).unwrap_or(&commit))
        }
        Some(name) => format!("Branch `{name}`"),
    };
    if let (Some(upstream), Some(distance)) = (header("# branch.upstream "), header("# branch.ab ")) {
        let (ahead, behind) = distance.split_once(' ').unwrap_or_default();
        let (ahead, behind) = (ahead.trim_start_matches('+'), behind.trim_start_matches('-'));
        text.push_str(&match (ahead, behind) {
            ("0", "0") => format!(", even with `{upstream}`"),
            _ => format!(", {ahead} ahead of and {behind} behind `{upstream}`"),
        });
    }
    text + "."
}

/// A changed file as `git status --short` shows it: `.M src/main.rs`.
fn change(line: &str) -> Option<String> {
    let (kind, rest) = line.split_once(' ')?;
    // How many fields stand before the path: git-status(1), "Porcelain Format Version 2".
    let fields = match kind {
        "1" => 7,
        "2" => 8,
        "u" => 9,
        "?" => return Some(short(&format!("?? {rest}"))),
        _ => return None,
    };
    let state = rest.split(' ').next()?;
    let path = rest.splitn(fields + 1, ' ').nth(fields)?;
    Some(short(&format!("{state} {}", path.replace('\t', " from "))))
}

/// One line without control characters, not too long.
fn short(line: &str) -> String {
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    match line.char_indices().nth(LINE) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// At most `limit` bytes, cut after a whole line where there is one.
fn cut(mut text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let note = "\n(cut: read the file of rules for the rest)";
    text.truncate(text.floor_char_boundary(limit.saturating_sub(note.len())));
    if let Some(end) = text.rfind('\n').filter(|end| *end > limit / 2) {
        text.truncate(end);
    }
    text + note
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_told_in_words() {
        for (status, wanted) in [
            ("# branch.oid 1234567890ab\n# branch.head main\n", "Branch `main`."),
            ("# branch.oid 1234567890ab\n# branch.head (detached)\n", "No branch, at commit 123456789."),
            (
                "# branch.oid 1\n# branch.head a/b\n# branch.upstream o/b\n# branch.ab +1 -20\n",
                "Branch `a/b`, 1 ahead of and 20 behind `o/b`.",
            ),
            (
                "# branch.oid 1\n# branch.head x\n# branch.upstream o/x\n# branch.ab +0 -0\n",
                "Branch `x`, even with `o/x`.",
            ),
        ] {
            assert_eq!(branch(status), wanted, "{status}");
        }
    }

    #[test]
    fn a_change_is_its_state_and_its_path() {
        for (line, wanted) in [
            ("1 .M N... 100644 100644 100644 aaa bbb src/a b.rs", Some(".M src/a b.rs")),
            ("2 R. N... 100644 100644 100644 aaa bbb R100 new.rs\told.rs", Some("R. new.rs from old.rs")),
            ("u UU N... 100644 100644 100644 100644 a b c both.rs", Some("UU both.rs")),
            ("? notes.txt", Some("?? notes.txt")),
            ("# branch.head main", None),
            ("", None),
        ] {
            assert_eq!(change(line).as_deref(), wanted, "{line}");
        }
    }

    #[test]
    fn what_is_told_has_a_limit() {
        let facts = Facts { git: "g".repeat(40), rules: "ü rule\n".repeat(2000) };
        for limit in [200, 1000, 6000] {
            let text = facts.all(limit).unwrap();
            assert!(text.len() <= limit && text.ends_with("for the rest)"), "{limit}: {}", text.len());
        }
        assert!(!facts.all(1 << 20).unwrap().contains("(cut"));
    }

    #[test]
    fn only_the_difference_is_told() {
        let facts = |git: &str, rules: &str| Facts { git: git.into(), rules: rules.into() };
        for (name, old, new, wanted) in [
            ("nothing", facts("a", "r"), facts("a", "r"), None),
            ("git", facts("a", "r"), facts("b", "r"), Some("The repository now:\nb")),
            ("rules", facts("a", "r"), facts("a", "s"), Some("This team's rules, from `.agents/context.md`:\ns")),
            ("no rules", facts("a", "r"), facts("a", ""), Some("The rules of `.agents/context.md` hold no longer.")),
            ("no repository", facts("a", ""), facts("", ""), None),
        ] {
            assert_eq!(new.since(&old, 1000).as_deref(), wanted, "{name}");
        }
    }
}
