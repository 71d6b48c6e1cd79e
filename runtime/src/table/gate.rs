//! What must be allowed before hooks run.

use super::Format;

/// One thing that a person must allow, or must not have switched off.
#[derive(Debug)]
pub struct Gate {
    pub name: &'static str,
    pub held: Held,
    /// As in host files; the first counts that has an answer. Empty: it cannot be read.
    pub files: &'static [&'static str],
    pub format: Format,
    /// JSON pointer with `$folder`, or with variables about a hook.
    pub at: &'static str,
    /// JSON pointer with `$folder` to what is not trusted. Empty: that is not kept apart.
    pub denied: &'static str,
    /// `at` is a list, and an item with these members says yes.
    pub members: &'static [(&'static str, &'static str)],
    /// `at` is a list, and a hook is off of which it has one of these.
    pub listed: &'static [&'static str],
    pub folders: Folders,
    /// Values as JSON, here and below. Yes.
    pub trusted: &'static [&'static str],
    /// Yes, to the folder that holds the one that is named.
    pub parent: &'static [&'static str],
    /// No. Empty: all other values.
    pub untrusted: &'static [&'static str],
    /// For a switch: hooks are off. All other values leave them on.
    pub off: &'static [&'static str],
    /// What no answer means.
    pub missing: State,
    pub hash: Option<Recipe>,
    /// Any of them, and the gate is open for all.
    pub unless: &'static [Setting],
    /// What the person does to open it.
    pub fix: &'static str,
}

/// Whose hooks a gate holds back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    User,
    Project,
    Both,
}

/// Which folders' answers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folders {
    Project,
    /// The root of the project's repository.
    Repository,
    /// That, and in a linked worktree the root of the main one.
    Main,
    /// The project and what is above it, up to the root of its repository.
    Within,
    /// The project and all above it.
    Above,
}

/// How a gate stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Open: allowed, not asked for, or not switched off.
    Trusted,
    /// Nobody has allowed it, or somebody has refused.
    Untrusted,
    /// What was allowed is another hook than the one that is there.
    Modified,
    Unknown,
    /// Hooks, or this one, are switched off.
    Off,
}

/// How a hook's hash is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    Sha256OfHandler,
}

/// A setting that opens a gate for all.
#[derive(Debug)]
pub struct Setting {
    /// A variable. Empty: a value in a file.
    pub env: &'static str,
    pub file: &'static str,
    pub format: Format,
    pub at: &'static str,
    /// The values that do so, as JSON.
    pub is: &'static [&'static str],
    /// Whether it does so, too, when it is not there.
    pub missing: bool,
    /// It counts only where the gate's own file has no answer.
    pub weak: bool,
}
