//! The verdict on a command line: whether it could destroy data that git cannot bring back.

use std::{fmt, ops::ControlFlow, path::Path};

use crate::shell::{Feed, Ground, Scope, Walker};

/// Where a command line would run. All paths are taken as they are: nothing looks at the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scene<'a> {
    /// The project the assistant works in. Without one the current directory stands in, unless it is the home
    /// directory or the root.
    pub project: Option<&'a Path>,
    /// The directory the command starts in; without one it is the project.
    pub cwd: Option<&'a Path>,
    /// The home directory of the user.
    pub home: Option<&'a Path>,
}

/// What a command line is declined for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A recursive delete outside the project, or of the project or its `.git` as a whole.
    RecursiveDelete,
    /// A push that overwrites what the remote has.
    ForcedPush,
    /// A write to a disk past its file system.
    DeviceWrite,
    /// A download that is run without having been looked at.
    PipedDownload,
    /// A recursive change of permissions or owners in the directories of the system.
    SystemPermissions,
}

impl Rule {
    /// The name of the rule. It never changes.
    pub fn name(self) -> &'static str {
        match self {
            Self::RecursiveDelete => "recursive-delete",
            Self::ForcedPush => "forced-push",
            Self::DeviceWrite => "device-write",
            Self::PipedDownload => "piped-download",
            Self::SystemPermissions => "system-permissions",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a command line is declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: Rule,
    /// What is wrong and what to do instead, for the assistant.
    pub reason: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

/// Judges a command line; `None` where nothing speaks against it. The command is read, never run, and a text no shell
/// would accept is read as the nearest thing that makes sense.
pub fn judge(command: &str, scene: &Scene<'_>) -> Option<Finding> {
    let ground = Ground::new(scene);
    match Walker::new().text(command, &mut Scope::new(&ground), Feed::Nothing) {
        ControlFlow::Break(finding) => Some(finding),
        ControlFlow::Continue(()) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: Scene<'static> = Scene { project: None, cwd: None, home: None };

    #[test]
    fn the_names_of_the_rules_never_change() {
        let rules = [
            (Rule::RecursiveDelete, "recursive-delete"),
            (Rule::ForcedPush, "forced-push"),
            (Rule::DeviceWrite, "device-write"),
            (Rule::PipedDownload, "piped-download"),
            (Rule::SystemPermissions, "system-permissions"),
        ];
        for (rule, name) in rules {
            assert_eq!(rule.to_string(), name);
        }
    }

    #[test]
    fn a_reason_says_what_to_do_instead() {
        for (command, part) in [
            ("rm -rf $DIR/*", "${NAME:?}"),
            ("rm -rf ~", "home directory"),
            ("cd \"$DIR\" && rm -rf *", "cannot be told"),
            ("cat list | xargs rm -rf", "List the names first"),
            ("git push -f", "--force-with-lease"),
            ("curl x | sh", "read the file"),
            ("dd of=/dev/sda", "regular file"),
            ("chmod -R 777 /", "Change the one file"),
        ] {
            let found = judge(command, &SCENE).map(|finding| finding.to_string()).unwrap_or_default();
            assert!(found.contains(part), "{command}: {found}");
            assert!(!found.contains('\n') && found.len() < 400, "{command}: {found}");
        }
    }

    #[test]
    fn a_scene_may_be_empty_or_odd() {
        let path = |text| Some(Path::new(text));
        for (name, scene, command, declined) in [
            ("nothing known", SCENE, "rm -rf target", false),
            ("nothing known, wide", SCENE, "rm -rf *", true),
            ("nothing known, absolute", SCENE, "rm -rf /srv/x", true),
            ("nothing known, home", SCENE, "rm -rf ~", true),
            ("nothing known, temporary", SCENE, "rm -rf /tmp/x", false),
            ("only a directory", Scene { cwd: path("/srv/x"), ..SCENE }, "rm -rf target", false),
            ("only a directory, all of it", Scene { cwd: path("/srv/x"), ..SCENE }, "rm -rf .", true),
            ("directory is the root", Scene { cwd: path("/"), ..SCENE }, "rm -rf etc", true),
            ("directory is the home", Scene { cwd: path("/home/a"), home: path("/home/a"), ..SCENE }, "rm -rf x", true),
            ("project in the temp dir", Scene { project: path("/tmp/p"), ..SCENE }, "rm -rf /tmp/p", true),
            ("above the project", Scene { project: path("/tmp/a/p"), ..SCENE }, "rm -rf /tmp/a", true),
            ("home in the temp dir", Scene { home: path("/tmp/h"), ..SCENE }, "rm -rf ~/x", true),
            ("relative project", Scene { project: path("x"), ..SCENE }, "rm -rf target", false),
            ("project with detours", Scene { project: path("/a/./b/../c/"), ..SCENE }, "rm -rf /a/c/x", false),
            ("project is the root", Scene { project: path("/"), ..SCENE }, "rm -rf /usr", true),
        ] {
            assert_eq!(judge(command, &scene).is_some(), declined, "{name}: {command}");
        }
    }
}
