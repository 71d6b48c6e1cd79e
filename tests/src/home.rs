//! A home folder that is made up, and programs that install themselves into it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A person's folders: `home`, `project`, `bin` (first on `PATH`), `tmp`.
pub struct Home {
    root: TempDir,
}

/// What lies below a folder, by path.
pub type Tree = BTreeMap<PathBuf, Thing>;

/// One thing in a folder.
#[derive(Clone, PartialEq, Eq)]
pub enum Thing {
    Folder { mode: u32 },
    File { mode: u32, bytes: Vec<u8> },
    Link(PathBuf),
}

impl std::fmt::Debug for Thing {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Thing::Folder { mode } => write!(f, "folder {mode:o}"),
            Thing::File { mode, bytes } => write!(f, "file {mode:o} {:?}", String::from_utf8_lossy(bytes)),
            Thing::Link(to) => write!(f, "link to {}", to.display()),
        }
    }
}

impl Home {
    /// Empty folders below `within`, and links to the programs in `bin`.
    ///
    /// # Panics
    /// They cannot be made, which is a fault of the machine. So for all below.
    pub fn new(within: &str, programs: &[&Path]) -> Home {
        let root = tempfile::Builder::new().prefix("home").tempdir_in(within).expect("a folder can be made");
        let home = Home { root };
        for dir in ["home", "project", "bin", "tmp"] {
            fs::create_dir(home.root().join(dir)).expect("a folder can be made");
        }
        for program in programs {
            let name = program.file_name().expect("a program has a name");
            symlink(program, home.root().join("bin").join(name)).expect("a link can be made");
        }
        home
    }

    pub fn root(&self) -> PathBuf {
        self.root.path().canonicalize().expect("it is there")
    }

    /// A path below the home folder.
    pub fn home(&self, path: &str) -> PathBuf {
        self.root().join("home").join(path)
    }

    /// A path below the project's folder.
    pub fn project(&self, path: &str) -> PathBuf {
        self.root().join("project").join(path)
    }

    pub fn bin(&self, name: &str) -> PathBuf {
        self.root().join("bin").join(name)
    }

    /// Writes a file below the root, and the folders on the way.
    pub fn write(&self, path: &Path, text: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder can be made");
        fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }

    /// An executable of `sh`.
    pub fn script(&self, path: &Path, text: &str) {
        self.write(path, format!("#!/bin/sh\n{text}\n"));
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.root().join(path), mode).expect("it is ours");
    }

    /// A program as this person starts it: nothing of the developer's own environment is seen.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        let path = std::env::join_paths([self.bin(""), "/usr/bin".into(), "/bin".into()]).expect("no colon in it");
        command.env_clear().current_dir(self.project("")).env("HOME", self.home("")).env("PATH", path);
        command.env("TMPDIR", self.root().join("tmp"));
        command
    }

    /// `<program> hooks …`, with the place in `bin` as the program's own: the build may lie where it would refuse to stay.
    pub fn hooks(&self, program: &str, arguments: &[&str]) -> Output {
        self.start(program, arguments).output().expect("it can be started")
    }

    /// The same, not started yet.
    pub fn start(&self, program: &str, arguments: &[&str]) -> Command {
        let bin = self.bin(program);
        let mut command = self.command(&bin);
        command.arg("hooks").args(arguments);
        if arguments.first() == Some(&"install") && !arguments.contains(&"--program") {
            command.arg("--program").arg(bin);
        }
        command
    }

    /// The same, which must succeed; what it printed.
    ///
    /// # Panics
    /// It fails.
    #[track_caller]
    pub fn done(&self, program: &str, arguments: &[&str]) -> String {
        let out = self.hooks(program, arguments);
        assert!(out.status.success(), "{program} hooks {arguments:?}: {}", said(&out));
        String::from_utf8(out.stdout).expect("it prints UTF-8")
    }

    /// The same with `--json`, and the exit code.
    ///
    /// # Panics
    /// It does not print JSON.
    #[track_caller]
    pub fn json(&self, program: &str, arguments: &[&str]) -> (Value, i32) {
        let out = self.hooks(program, &[arguments, &["--json"]].concat());
        let value =
            serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {}", said(&out)));
        (value, out.status.code().unwrap_or(-1))
    }

    /// All of the home folder and the project, but for the state folder.
    pub fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        for dir in ["home", "project"] {
            walk(&self.root(), Path::new(dir), &mut tree);
        }
        let state = |path: &Path| ["home/.local", "home/.local/state"].iter().any(|p| Path::new(p) == path);
        tree.retain(|path, _| !state(path) && !path.starts_with("home/.local/state/hookwright"));
        tree
    }

    /// What lies in the state folder.
    pub fn state(&self) -> Vec<PathBuf> {
        let mut tree = Tree::new();
        walk(&self.root(), Path::new("home/.local/state/hookwright"), &mut tree);
        tree.into_keys().collect()
    }
}

fn walk(root: &Path, path: &Path, tree: &mut Tree) {
    let Ok(entries) = fs::read_dir(root.join(path)) else { return };
    for entry in entries {
        let entry = entry.expect("it can be read");
        let (path, meta) = (path.join(entry.file_name()), entry.metadata().expect("it can be read"));
        let mode = meta.permissions().mode() & 0o7777;
        let thing = if meta.is_dir() {
            walk(root, &path, tree);
            Thing::Folder { mode }
        } else if meta.is_symlink() {
            Thing::Link(fs::read_link(entry.path()).expect("it is a link"))
        } else if meta.is_file() {
            Thing::File { mode, bytes: fs::read(entry.path()).unwrap_or_default() }
        } else {
            continue;
        };
        tree.insert(path, thing);
    }
}

/// What differs between two trees, a line for each thing.
pub fn differences(before: &Tree, after: &Tree) -> Vec<String> {
    let paths: std::collections::BTreeSet<&PathBuf> = before.keys().chain(after.keys()).collect();
    let differs = paths.into_iter().filter(|path| before.get(*path) != after.get(*path));
    let show = |thing: Option<&Thing>| thing.map_or("nothing".to_owned(), |thing| format!("{thing:?}"));
    differs
        .map(|path| format!("{}\n  was {}\n  is  {}", path.display(), show(before.get(path)), show(after.get(path))))
        .collect()
}

/// Fails with what differs.
///
/// # Panics
/// Something does.
#[track_caller]
pub fn same(what: &str, before: &Tree, after: &Tree) {
    let differences = differences(before, after);
    assert!(differences.is_empty(), "{what}:\n{}", differences.join("\n"));
}

/// An answer of a program, for messages.
pub fn said(out: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}\n{}{}", out.status, text(&out.stdout), text(&out.stderr))
}
