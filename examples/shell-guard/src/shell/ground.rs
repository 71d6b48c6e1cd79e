//! The fixed points of a scene, and what a path means next to them.

use std::path::Path;

use crate::verdict::Scene;

use super::{
    globs,
    paths::{below, extend, holds, is_absolute, is_root, normalized},
};

/// The directories of a system that hold everything else.
const SYSTEM: &[&str] = &[
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/home",
    "/lib",
    "/lib32",
    "/lib64",
    "/media",
    "/mnt",
    "/nix",
    "/opt",
    "/proc",
    "/root",
    "/run",
    "/sbin",
    "/snap",
    "/srv",
    "/sys",
    "/usr",
    "/var",
    "/usr/bin",
    "/usr/include",
    "/usr/lib",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/sbin",
    "/usr/share",
    "/var/lib",
    "/var/log",
    "/etc/ssh",
    "/Applications",
    "/Library",
    "/System",
    "/Users",
    "/Volumes",
    "/private",
    "/private/etc",
    "/private/var",
    "/c:/users",
    "/c:/windows",
    "/c:/windows/system32",
    "/c:/program files",
    "/c:/program files (x86)",
    "/c:/programdata",
];

/// The directories for temporary files.
const TEMPORARY: &[&str] = &["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm", "/c:/windows/temp"];

/// What a path means for the one who deletes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The root of a file system.
    Root,
    /// The home directory, or one that holds it.
    Home,
    /// A directory of the system that holds everything else of its kind.
    System,
    /// A directory that holds the project.
    AboveProject,
    /// The project directory.
    Project,
    /// The `.git` of the project, or something in it.
    Git,
    /// Something in the project.
    Inside,
    /// A directory for temporary files as a whole.
    AllTemporary,
    /// Something below a directory for temporary files.
    Temporary,
    /// Anything else.
    Outside,
}

/// The fixed points paths are judged by.
#[derive(Debug)]
pub struct Ground {
    /// The project; where none is given, the directory the command starts in.
    pub project: Option<String>,
    /// The home directory. Where none is given it is a path nothing else can lie in.
    pub home: String,
    /// The directory the command starts in.
    pub cwd: Option<String>,
    /// Whether the project lies on a drive with a letter, so that `/c/x` means `C:\x`.
    drives: bool,
}

impl Ground {
    /// The fixed points of a scene.
    pub fn new(scene: &Scene<'_>) -> Self {
        let plain = |path: Option<&Path>| {
            let text = path?.to_string_lossy();
            is_absolute(&text).then(|| normalized(&text, false))
        };
        let home = plain(scene.home).unwrap_or_else(|| "/~".to_owned());
        let cwd = plain(scene.cwd);
        let stand_in = || cwd.clone().filter(|cwd| cwd != "/" && *cwd != home);
        let project = plain(scene.project).or_else(stand_in);
        let drives = project.as_deref().is_some_and(|project| project.as_bytes().get(2) == Some(&b':'));
        Self { cwd: cwd.or_else(|| project.clone()), project, home, drives }
    }

    /// A path made absolute and plain; `None` where it is relative and nobody knows to what.
    pub fn resolve(&self, text: &str, cwd: Option<&str>) -> Option<String> {
        if is_absolute(text) {
            return Some(normalized(text, self.drives));
        }
        let mut path = cwd?.to_owned();
        extend(&mut path, text);
        Some(path)
    }

    /// What a path means. It has to be plain and absolute.
    pub fn place(&self, path: &str) -> Place {
        let project = self.project.as_deref();
        if is_root(path) {
            Place::Root
        } else if holds(path, &self.home) {
            Place::Home
        } else if project == Some(path) {
            Place::Project
        } else if project.is_some_and(|project| holds(path, project)) {
            Place::AboveProject
        } else if SYSTEM.contains(&path) {
            Place::System
        } else if let Some(below) = project.and_then(|project| below(project, path)) {
            let first = below.split('/').next().unwrap_or_default();
            let git = first == ".git" || (first.starts_with(['.', '[']) && globs::matches(first, ".git"));
            if git { Place::Git } else { Place::Inside }
        } else {
            self.temporary(path)
        }
    }

    /// Tells directories for temporary files from everything else outside the project.
    fn temporary(&self, path: &str) -> Place {
        if below(&self.home, path).is_some() && temporary(&self.home) == Some(Place::Temporary) {
            return Place::Outside;
        }
        temporary(path).unwrap_or(Place::Outside)
    }
}

/// Whether a path lies in a directory for temporary files or is one.
fn temporary(path: &str) -> Option<Place> {
    for root in TEMPORARY {
        if path == *root {
            return Some(Place::AllTemporary);
        }
        if below(root, path).is_some() {
            return Some(Place::Temporary);
        }
    }
    if let Some((_, rest)) = path.split_once("/appdata/local/temp") {
        return Some(if rest.len() > 1 { Place::Temporary } else { Place::AllTemporary });
    }
    let mut parts = path.strip_prefix("/private").unwrap_or(path).strip_prefix("/var/folders/")?.split('/').skip(2);
    (parts.next()? == "T").then(|| if parts.next().is_some() { Place::Temporary } else { Place::AllTemporary })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground() -> Ground {
        Ground::new(&Scene {
            project: Some(Path::new("/home/ana/shop")),
            cwd: Some(Path::new("/home/ana/shop/web")),
            home: Some(Path::new("/home/ana")),
        })
    }

    #[test]
    fn paths_become_plain() {
        let ground = ground();
        for (text, plain) in [
            ("/", "/"),
            ("//", "/"),
            ("/..", "/"),
            ("/a/./b//c/", "/a/b/c"),
            ("/a/../../b", "/b"),
            (".", "/home/ana/shop/web"),
            ("..", "/home/ana/shop"),
            ("../../..", "/home"),
            ("x/../y", "/home/ana/shop/web/y"),
            ("C:\\Users\\Ana", "/c:/users/ana"),
            ("c:/x/../..", "/"),
            ("D:", "/d:"),
        ] {
            assert_eq!(ground.resolve(text, ground.cwd.as_deref()).as_deref(), Some(plain), "{text}");
        }
        assert_eq!(ground.resolve("x", None), None);
    }

    #[test]
    fn places_are_told_apart() {
        let ground = ground();
        for (path, place) in [
            ("/", Place::Root),
            ("/c:", Place::Root),
            ("/home", Place::Home),
            ("/home/ana", Place::Home),
            ("/home/ana/shop", Place::Project),
            ("/home/ana/shop/.git", Place::Git),
            ("/home/ana/shop/.git/refs", Place::Git),
            ("/home/ana/shop/.g*", Place::Git),
            ("/home/ana/shop/.github", Place::Inside),
            ("/home/ana/shop/web/.git", Place::Inside),
            ("/home/ana/shopping", Place::Outside),
            ("/home/ana/other", Place::Outside),
            ("/usr", Place::System),
            ("/usr/local", Place::Outside),
            ("/tmp", Place::AllTemporary),
            ("/tmp/x", Place::Temporary),
            ("/tmpx", Place::Outside),
            ("/var/folders/ab/cd/T", Place::AllTemporary),
            ("/private/var/folders/ab/cd/T/x", Place::Temporary),
            ("/c:/users/ana/appdata/local/temp/x", Place::Temporary),
        ] {
            assert_eq!(ground.place(path), place, "{path}");
        }
    }

    #[test]
    fn the_letters_of_drives_are_known_where_the_project_has_one() {
        let ground = Ground::new(&Scene { project: Some(Path::new("C:\\Code\\Shop")), cwd: None, home: None });
        for text in ["C:\\code\\SHOP", "/c/Code/Shop", "c:/code/shop/"] {
            assert_eq!(ground.resolve(text, None).as_deref(), Some("/c:/code/shop"), "{text}");
        }
    }
}
