//! What is protected.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::Deserialize;

/// The project's own list.
const FILE: &str = ".protected-paths.toml";

/// What nobody reads and nobody writes.
const SECRETS: &[&str] = &[
    ".env",
    ".env.*",
    "!.env.example",
    "!.env.sample",
    "!.env.template",
    "!.env.dist",
    ".envrc",
    ".netrc",
    ".pgpass",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "~/.aws/credentials",
    "~/.docker/config.json",
    "~/.kube/config",
    "~/.config/gh/hosts.yml",
    "~/.gnupg/",
    "~/.npmrc",
];
/// What nobody writes: other programs keep it, or it decides what the agent may do.
const KEPT: &[&str] = &[
    ".git/",
    ".hg/",
    ".jj/",
    ".svn/",
    "~/.ssh/",
    "~/.gitconfig",
    FILE,
    "Cargo.lock",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
    "poetry.lock",
    "uv.lock",
    "Pipfile.lock",
    "Gemfile.lock",
    "composer.lock",
    "go.sum",
    "flake.lock",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".cursor/hooks.json",
    ".opencode/plugins/",
    "~/.claude/settings.json",
    "~/.codex/hooks.json",
    "~/.codex/config.toml",
    "~/.gemini/settings.json",
    "~/.cursor/hooks.json",
    "~/.config/opencode/plugins/",
];

/// What a call does to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    write: Vec<String>,
    #[serde(default)]
    read: Vec<String>,
    #[serde(default = "yes")]
    defaults: bool,
}

fn yes() -> bool {
    true
}

/// What is protected in one project.
pub struct Policy {
    /// Paths are relative to this.
    root: PathBuf,
    read: Gitignore,
    write: Gitignore,
}

impl Policy {
    /// The defaults and what the project adds to them.
    ///
    /// # Errors
    /// The project's list cannot be read: the text says why.
    pub fn load(project: &Path, home: Option<&Path>) -> Result<Policy, String> {
        let broken = |error: String| format!("`{FILE}` is broken: {}.", error.trim().trim_end_matches('.'));
        let file = match fs::read_to_string(project.join(FILE)) {
            Ok(text) => toml::from_str(&text).map_err(|e| broken(e.to_string()))?,
            Err(e) if e.kind() == ErrorKind::NotFound => File { write: vec![], read: vec![], defaults: true },
            Err(e) => return Err(broken(e.to_string())),
        };
        // A system may know the project by two names.
        let projects = [project.to_owned(), project.canonicalize().unwrap_or_else(|_| project.to_owned())];
        let root: PathBuf = project.components().take_while(|c| !matches!(c, Component::Normal(_))).collect();
        let build = |lists: [&[&str]; 2], own: &[&[String]]| {
            let mut builder = GitignoreBuilder::new(&root);
            // Not every file system tells `.env` from `.ENV`.
            let _ = builder.case_insensitive(true);
            let defaults = lists.into_iter().flatten().filter(|_| file.defaults).copied();
            for pattern in defaults.chain(own.iter().copied().flatten().map(String::as_str)) {
                for line in anchored(pattern, &projects, home) {
                    builder.add_line(None, &line).map_err(|e| broken(e.to_string()))?;
                }
            }
            builder.build().map_err(|e| broken(e.to_string()))
        };
        let read = build([SECRETS, &[]], &[&file.read])?;
        let write = build([SECRETS, KEPT], &[&file.read, &file.write])?;
        Ok(Policy { root, read, write })
    }

    /// Whether an absolute path must be left alone.
    pub fn forbids(&self, path: &Path, access: Access) -> bool {
        let list = match access {
            Access::Read => &self.read,
            Access::Write => &self.write,
        };
        let path = match path.strip_prefix(&self.root) {
            Ok(path) => path,
            // On another drive, the name must do.
            Err(_) => Path::new(path.file_name().unwrap_or_default()),
        };
        // As a folder: `.git` can be a file too.
        !path.as_os_str().is_empty() && list.matched_path_or_any_parents(path, true).is_ignore()
    }
}

/// A pattern as one of the whole file system: `~` is the home, a path the project's, a name alone is meant everywhere.
fn anchored(pattern: &str, projects: &[PathBuf; 2], home: Option<&Path>) -> Vec<String> {
    let (not, body) = pattern.strip_prefix('!').map_or(("", pattern), |body| ("!", body));
    let below = |folder: &Path, rest: &str| format!("{not}{}/{rest}", escaped(folder));
    if let Some(rest) = body.strip_prefix("~/") {
        home.iter().map(|home| below(home, rest)).collect()
    } else if body.starts_with('/') || !body.trim_end_matches('/').contains('/') {
        vec![pattern.to_owned()]
    } else {
        projects.iter().map(|project| below(project, body)).collect()
    }
}

/// A path that means itself in a pattern, from the file system's root.
fn escaped(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let path = path.split_once(":/").map_or(path.as_str(), |(_, rest)| rest);
    let mut escaped = String::new();
    for c in path.trim_end_matches('/').chars() {
        if "*?[]{}!\\".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    if escaped.starts_with('/') { escaped } else { format!("/{escaped}") }
}
