//! What a rule's `tools` and `paths` mean.

use glob::{MatchOptions, Pattern};

/// The tools that a rule can name. A misspelt one would be a rule that never holds.
const TOOLS: &[&str] = &[
    "Bash",
    "Read",
    "Write",
    "Edit",
    "MultiEdit",
    "Patch",
    "NotebookEdit",
    "Glob",
    "Grep",
    "LS",
    "WebFetch",
    "WebSearch",
    "Task",
    "TodoWrite",
];
/// What changes files is one thing under several names: a host has one of them or another.
const EDITS: &[&str] = &["Write", "Edit", "MultiEdit", "Patch", "NotebookEdit"];

/// How the canonical name of a server's tool begins on a host that does not name the server.
const SOME_SERVER: &str = "mcp____";

/// One of a rule's tools.
#[derive(Debug)]
pub struct ToolPattern {
    pattern: Pattern,
    /// The tool alone, of one of a server.
    of_server: Option<Pattern>,
}

impl ToolPattern {
    /// # Errors
    /// There is no such tool.
    pub fn parse(name: &str) -> Result<ToolPattern, String> {
        if !TOOLS.contains(&name) && !name.starts_with("mcp__") && !name.contains('*') {
            return Err(format!(
                "there is no tool `{name}`; the names are {}, `mcp__server__tool`, `*`",
                TOOLS.join(", ")
            ));
        }
        let pattern = |text: &str| Pattern::new(text).map_err(|error| format!("not a pattern of tools: {error}"));
        let tool = name.strip_prefix("mcp__").map(|rest| rest.split_once("__").map_or("*", |(_, tool)| tool));
        Ok(ToolPattern { pattern: pattern(name)?, of_server: tool.map(pattern).transpose()? })
    }

    /// Whether the tool of this canonical name is meant.
    pub fn means(&self, tool: &str) -> bool {
        self.pattern.matches(tool) || EDITS.contains(&tool) && EDITS.iter().any(|edit| self.pattern.matches(edit))
    }

    /// Whether it can be: where the host does not say of which server a tool is, it may be of any.
    pub fn may_mean(&self, tool: &str) -> bool {
        let of_some = tool.strip_prefix(SOME_SERVER).zip(self.of_server.as_ref());
        self.means(tool) || of_some.is_some_and(|(tool, pattern)| pattern.matches(tool))
    }
}

/// One of a rule's paths.
#[derive(Debug)]
pub struct PathPattern {
    pattern: Pattern,
    /// Without a slash it means a name in any folder.
    name: bool,
}

impl PathPattern {
    /// # Errors
    /// It is no pattern.
    pub fn parse(text: &str) -> Result<PathPattern, String> {
        let trimmed = text.trim_end_matches('/');
        let name = !trimmed.contains('/') && !text.is_empty();
        let from_root = trimmed.strip_prefix("./").unwrap_or(trimmed);
        if from_root.is_empty() {
            return Err("an empty path means nothing; `**` means everything".to_owned());
        }
        let home = std::env::home_dir().map(|home| Pattern::escape(&home.to_string_lossy().replace('\\', "/")));
        let expanded = match (from_root.strip_prefix("~/"), home) {
            (Some(rest), Some(home)) => format!("{home}/{rest}"),
            _ => from_root.to_owned(),
        };
        let pattern = Pattern::new(&expanded).map_err(|error| format!("not a pattern of paths: {error}"))?;
        Ok(PathPattern { pattern, name })
    }

    /// Whether a path is meant, or a folder above it: relative to the root, or absolute where it is outside.
    pub fn means(&self, path: &str) -> bool {
        const OPTIONS: MatchOptions = MatchOptions {
            // Where the system does not tell `.ENV` from `.env`, neither may a rule.
            case_sensitive: !cfg!(any(windows, target_os = "macos")),
            require_literal_separator: true,
            require_literal_leading_dot: false,
        };
        let ends = path.match_indices('/').map(|(at, _)| at).filter(|at| *at > 0).chain([path.len()]);
        ends.map(|end| &path[..end]).any(|part| {
            let part = if self.name { part.rsplit('/').next().unwrap_or(part) } else { part };
            self.pattern.matches_with(part, OPTIONS)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_meant_as_in_gitignore() {
        for (pattern, path, meant) in [
            (".env", ".env", true),
            (".env", "deploy/.env", true),
            (".env*", "deploy/.env.local", true),
            (".env", "deploy/x.env", false),
            ("migrations/", "migrations/1/up.sql", true),
            ("migrations", "app/migrations/1.sql", true),
            ("db/migrations", "db/migrations/1.sql", true),
            ("db/migrations", "app/db/migrations/1.sql", false),
            ("**/migrations/*.sql", "app/db/migrations/1.sql", true),
            ("src/*.rs", "src/a/b.rs", false),
            ("src/**/*.rs", "src/a/b.rs", true),
            ("src/**", "src", false),
            ("./src", "src/x", true),
            ("/etc", "/etc/passwd", true),
            ("/etc", "etc/passwd", false),
            ("**", "anything/at/all", true),
        ] {
            assert_eq!(PathPattern::parse(pattern).unwrap().means(path), meant, "{pattern} {path}");
        }
        assert!(PathPattern::parse("/").is_err());
    }

    #[test]
    fn a_tool_of_an_unnamed_server_may_be_meant() {
        for (pattern, tool, may) in [
            ("mcp__prod__drop", "mcp____drop", true),
            ("mcp__prod__*", "mcp____drop", true),
            ("mcp__prod*", "mcp____drop", true),
            ("mcp__prod__list", "mcp____drop", false),
            ("Bash", "mcp____Bash", false),
        ] {
            let pattern = ToolPattern::parse(pattern).unwrap();
            assert_eq!((pattern.may_mean(tool), pattern.means(tool)), (may, false), "{pattern:?} {tool}");
        }
    }

    #[test]
    fn tools_are_meant_under_every_name() {
        for (pattern, tool, meant) in [
            ("Bash", "Bash", true),
            ("Bash", "Read", false),
            ("Edit", "Patch", true),
            ("Write", "NotebookEdit", true),
            ("Read", "Write", false),
            ("mcp__github__*", "mcp__github__create_issue", true),
            ("mcp__github__*", "mcp__gitlab__create_issue", false),
            ("*", "anything", true),
            ("*Edit", "Write", true),
        ] {
            assert_eq!(ToolPattern::parse(pattern).unwrap().means(tool), meant, "{pattern} {tool}");
        }
    }
}
