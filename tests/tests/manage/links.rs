//! Symbolic links, modes and owners.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use hookwright_tests::home::same;

use crate::home;

const THEIRS: &str = "{\n  \"model\": \"opus\"\n}\n";

/// A dotfiles repository: the file, or a folder on the way, is a link into it.
#[test]
fn links_stay_and_the_real_file_is_edited() {
    for (what, link, to, real) in [
        ("a link", "home/.claude/settings.json", "{root}/dotfiles/settings.json", "dotfiles/settings.json"),
        ("a relative link", "home/.claude/settings.json", "../../dotfiles/settings.json", "dotfiles/settings.json"),
        ("a linked folder", "home/.claude", "../dotfiles/claude", "dotfiles/claude/settings.json"),
        (
            "a linked folder, by its full path",
            "home/.claude",
            "{root}/dotfiles/claude",
            "dotfiles/claude/settings.json",
        ),
    ] {
        let home = home();
        let root = home.root();
        home.write(real.as_ref(), THEIRS);
        let link = root.join(link);
        fs::create_dir_all(link.parent().expect("it has a folder")).expect("it can be made");
        symlink(to.replace("{root}", root.to_str().expect("UTF-8")), &link).expect("it can be made");
        let before = home.tree();
        let said = home.done("chorus", &["install", "--host", "claude-code"]);
        assert!(said.contains(real), "{what}: {said}");
        assert!(fs::read_to_string(root.join(real)).expect("it is there").contains("chorus hook"), "{what}");
        assert!(link.is_symlink(), "{what}: it is a link still");
        assert!(home.done("chorus", &["status"]).contains("installed"), "{what}");
        home.done("chorus", &["uninstall"]);
        assert_eq!(fs::read_to_string(root.join(real)).expect("it is there"), THEIRS, "{what}");
        same(what, &before, &home.tree());
    }
}

#[test]
fn mode_and_owner_are_kept() {
    for mode in [0o600, 0o640, 0o664, 0o700] {
        let home = home();
        let file = home.home(".claude/settings.json");
        home.write(&file, THEIRS);
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("it is ours");
        // Root can give it to somebody else.
        let given = std::os::unix::fs::chown(&file, Some(12345), Some(54321)).is_ok();
        let of = || fs::metadata(&file).map(|m| (m.mode() & 0o7777, m.uid(), m.gid())).expect("it is there");
        let before = of();
        assert_eq!((before.0, given), (mode, before.1 == 12345));
        home.done("chorus", &["install", "--host", "claude-code"]);
        assert_eq!(of(), before, "{mode:o} installed");
        home.done("chorus", &["uninstall"]);
        assert_eq!(of(), before, "{mode:o} and out again");
    }
}

/// What is executable is so for all who may read it, and what is not is not.
#[test]
fn files_of_our_own_can_be_run_where_they_must() {
    let home = home();
    home.done("chorus", &["install", "--host", "mux,cline-files,opencode,codex"]);
    let mode = |path: &str| fs::metadata(home.home(path)).expect("it is there").mode() & 0o777;
    for path in [".xum/tool_pre", ".xum/tool_post", "Documents/Cline/Hooks/PreToolUse"] {
        assert_eq!(mode(path) & 0o111, 0o111, "{path}");
    }
    for path in [".config/opencode/plugins/chorus.ts", ".codex/hooks.json"] {
        assert_eq!(mode(path) & 0o111, 0, "{path}");
    }
}
