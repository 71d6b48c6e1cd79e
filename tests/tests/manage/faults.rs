//! Public faults of tools that edit hosts' files, each as a test of ours: what others' users ran into.

use std::fs;
use std::os::unix::fs::symlink;

use hookwright_codegen::host::{Format, Library};
use hookwright_tests::home::{Home, said, same};

use crate::files::{Saved, fill};
use crate::home;
use crate::round::{hosts, problems};

/// All commands in the files of all hosts, as text.
fn all_files(home: &Home, scope: &str) -> Vec<(String, String)> {
    let hosts = crate::round::with_scope(scope).join(",");
    let (done, _) = home.json("chorus", &["install", "--host", &hosts, "--scope", scope]);
    let files = |outcome: &serde_json::Value| {
        let host = outcome["host"].as_str().expect("a host").to_owned();
        let paths: Vec<String> = outcome["files"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|f| f["path"].as_str().expect("a path").to_owned())
            .collect();
        paths
            .into_iter()
            .map(move |path| (host.clone(), fs::read_to_string(path).expect("it is there")))
            .collect::<Vec<_>>()
    };
    done["outcomes"].as_array().expect("a list").iter().flat_map(files).collect()
}

fn count(home: &Home, path: &str, what: &str) -> usize {
    fs::read_to_string(home.home(path)).expect("it is there").matches(what).count()
}

const CODEX: &str = ".codex/hooks.json";
const CLAUDE: &str = ".claude/settings.json";

/// Quoting only the variable, `~`, an unquoted `$HOME`: all break. (A4) Its value may be empty in some versions. (A65)
#[test]
fn no_command_hangs_on_a_variable_or_a_tilde() {
    for scope in ["user", "project"] {
        let home = home();
        for (host, text) in all_files(&home, scope) {
            for line in text.lines().filter(|line| line.contains("chorus hook ")) {
                let before = line.split("chorus hook ").next().unwrap_or_default();
                assert!(!before.contains('~') && !before.contains('$'), "{host}: {line}");
            }
        }
    }
}

/// Redirections, `||`, `;` and interpreters fail in a shell that the author did not have. (A9, A14)
#[test]
fn a_command_is_a_program_and_its_words_where_nothing_must_be_guarded() {
    let home = home();
    let library = Library::builtin();
    for (host, text) in all_files(&home, "user") {
        let config = library.get(&host).expect("it loads").expect("it is there").config.expect("it has one");
        if config.command.missing_blocks || matches!(config.format, Format::Module | Format::Executable) {
            continue;
        }
        for line in text.lines().filter(|line| line.contains("chorus hook ")) {
            let at = line.find("/").unwrap_or_default();
            assert!(!line[at..].contains([';', '|', '&', '<', '>', '$', '`']), "{host}: {line}");
        }
    }
}

/// The marker used `/`, the path had `\`: an entry more at every launch. (A8)
#[test]
fn a_path_with_backslashes_is_known_again() {
    let home = home();
    for _ in 0..3 {
        home.done(
            "chorus",
            &["install", "--host", "codex,kimi,hermes", "--program", "C:\\Program Files\\acme\\chorus.exe"],
        );
    }
    for (path, command) in [
        (CODEX, "hook codex PreToolUse"),
        (".kimi-code/config.toml", "hook kimi PreToolUse"),
        (".hermes/config.yaml", "hook hermes pre_tool_call"),
    ] {
        assert_eq!(count(&home, path, command), 1, "{path}");
    }
    home.done("chorus", &["uninstall"]);
    assert!(!home.home(CODEX).exists());
}

/// A Windows path eaten by `sh`: twenty hooks dead for six weeks, nothing logged. (A11)
#[test]
fn the_doctor_finds_a_command_that_starts_nothing() {
    let home = home();
    home.done("chorus", &["install", "--host", "codex"]);
    let path = home.home(CODEX);
    let text = fs::read_to_string(&path).expect("it is there");
    let ours = home.bin("chorus");
    fs::write(&path, text.replace(ours.to_str().expect("UTF-8"), "C:\\\\acme\\\\chorus.exe")).expect("it is ours");
    let (found, code) = home.json("chorus", &["doctor"]);
    let said = format!("{:?}", problems(&found));
    assert!(code == 1 && said.contains("is not there (exit code 127"), "{said}");
}

/// An enable switch was missing: hooks never ran, and no log said so. (A31)
#[test]
fn a_switch_that_the_host_needs_is_set() {
    let home = home();
    home.done("chorus", &["install", "--host", "openclaw"]);
    assert_eq!(count(&home, ".openclaw/openclaw.json", "\"enabled\": true"), 1);
}

/// A template was shipped that enforced nothing, exit code 0. (A32)
#[test]
fn the_doctor_asks_for_a_denial() {
    let home = home();
    home.done("chorus", &["install", "--host", "claude-code"]);
    fs::remove_file(home.bin("chorus")).expect("it is there");
    home.script("bin/chorus".as_ref(), "cat >/dev/null; exit 0");
    let out = home.command(crate::CHORUS.as_ref()).args(["hooks", "doctor"]).output().expect("it can be started");
    assert!(out.status.code() == Some(1) && said(&out).contains("lets everything through"), "{}", said(&out));
}

/// A second install appended a byte-identical hook. (A46)
#[test]
fn an_install_twice_is_one() {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    home.done("chorus", &["install", "--host", "claude-code,codex"]);
    let once = home.tree();
    home.done("chorus", &["install", "--host", "claude-code,codex"]);
    same("twice", &once, &home.tree());
}

/// The user wrote the path with `$HOME`; a match by the whole string added another entry. (A47)
#[test]
fn an_entry_with_another_path_is_still_ours() {
    let home = home();
    home.done("chorus", &["install", "--host", "claude-code"]);
    let path = home.home(CLAUDE);
    let text = fs::read_to_string(&path).expect("it is there");
    let ours = home.bin("chorus");
    fs::write(&path, text.replace(ours.to_str().expect("UTF-8"), "\\\"$HOME\\\"/bin/chorus")).expect("it is ours");
    home.done("chorus", &["install", "--host", "claude-code"]);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
}

/// An upgrade doubled all hooks, and status still said "fresh". (A48)
#[test]
fn two_copies_of_our_entry_are_found_and_mended() {
    let home = home();
    home.write(&home.home(".config/crush/crush.json"), "{\"hooks\": {\"PreToolUse\": []}}\n");
    home.done("chorus", &["install", "--host", "crush"]);
    let path = home.home(".config/crush/crush.json");
    let text = fs::read_to_string(&path).expect("it is there");
    let (start, end) = (text.find('[').expect("a list") + 1, text.rfind(']').expect("a list"));
    let twice = format!("{}{}, {}", &text[..start], &text[start..end], &text[start..]);
    fs::write(&path, twice).expect("it is ours");
    assert!(home.done("chorus", &["status"]).contains("outdated"));
    let (found, code) = home.json("chorus", &["doctor"]);
    let said = format!("{:?}", problems(&found));
    assert!(code == 1 && said.contains("twice"), "{said}");
    home.done("chorus", &["install", "--host", "crush"]);
    assert_eq!(count(&home, ".config/crush/crush.json", "chorus hook"), 1);
}

/// A pinned path was deleted by a version manager. (A49) Product removed, hooks pointed at nothing. (A57)
#[test]
fn the_next_install_repairs_a_moved_program() {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    home.done("chorus", &["install", "--host", "claude-code", "--program", "/nvm/v18/bin/chorus"]);
    let (found, code) = home.json("chorus", &["doctor"]);
    assert!(code == 1 && !problems(&found).is_empty(), "{found:#}");
    home.done("chorus", &["install", "--host", "claude-code"]);
    assert_eq!(count(&home, CLAUDE, "/nvm/"), 0);
    let (found, code) = home.json("chorus", &["doctor"]);
    assert_eq!((code, problems(&found)), (0, vec![]));
}

/// An older entry, with other flags, stayed beside the new one. (A52)
#[test]
fn an_older_form_of_our_entry_is_replaced() {
    let home = home();
    let old = "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"chorus hook codex PreToolUse --v1\"}]}]}}";
    home.write(&home.home(CODEX), old);
    home.done("chorus", &["install", "--host", "codex"]);
    assert_eq!((count(&home, CODEX, "--v1"), count(&home, CODEX, " PreToolUse")), (0, 1));
}

/// The same hook by user and project settings ran twice. (A53)
#[test]
fn the_doctor_reports_what_runs_twice() {
    let home = home();
    home.done("chorus", &["install", "--host", "codex"]);
    home.done("chorus", &["install", "--host", "codex", "--scope", "project"]);
    assert!(home.done("chorus", &["doctor"]).contains("each hook runs twice"));
}

/// Uninstall deleted scripts and left the entries (A54), the whole settings file with unrelated keys (A55), or a host-wide
/// switch that install had flipped (A56).
#[test]
fn an_uninstall_takes_all_that_is_ours_and_nothing_else() {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    let before = home.tree();
    home.done("chorus", &["install", "--host", "openclaw,claude-code,mux"]);
    home.done("chorus", &["uninstall"]);
    same("all of it", &before, &home.tree());
}

/// A config with comments was written anew: comments, order and indentation lost. (A58)
#[test]
fn an_install_only_adds_lines() {
    let home = home();
    fill(&home, Saved::AsTheyAre);
    for (host, path) in
        [("gemini-cli", ".gemini/settings.json"), ("kimi", ".kimi-code/config.toml"), ("hermes", ".hermes/config.yaml")]
    {
        let before = fs::read_to_string(home.home(path)).expect("it is there");
        home.done("chorus", &["install", "--host", host]);
        let after = fs::read_to_string(home.home(path)).expect("it is there");
        let mut after = after.lines();
        for line in before.lines() {
            assert!(after.any(|other| other.trim_end_matches(',') == line.trim_end_matches(',')), "{path}: {line}");
        }
    }
}

/// A second file was written beside the one that the host reads. (A59)
#[test]
fn of_two_names_the_one_that_is_there_is_edited() {
    for (there, scope, wanted) in [
        (&[][..], "project", "project/crush.json"),
        (&["project/crush.json"], "project", "project/crush.json"),
        (&["project/.crush.json"], "project", "project/.crush.json"),
        (&["project/crush.json", "project/.crush.json"], "project", "project/crush.json"),
        (&["home/.trae-cn/hooks.json"], "user", "home/.trae-cn/hooks.json"),
    ] {
        let home = home();
        for path in there {
            home.write(path.as_ref(), "{}\n");
        }
        let host = if scope == "user" { "trae" } else { "crush" };
        home.done("chorus", &["install", "--host", host, "--scope", scope]);
        let with_ours =
            |path: &&str| fs::read_to_string(home.root().join(path)).is_ok_and(|text| text.contains("chorus hook"));
        let all = ["project/crush.json", "project/.crush.json", "home/.trae/hooks.json", "home/.trae-cn/hooks.json"];
        assert_eq!(all.into_iter().filter(with_ours).collect::<Vec<_>>(), [wanted], "{there:?}");
    }
}

/// Settings that were odd were replaced by a template with hooks alone. (A60)
#[test]
fn an_odd_file_is_never_replaced() {
    for text in ["", "\n", "null", "[]", "42", "\"text\"", "{", "<<<<<<< HEAD\n{}\n=======\n"] {
        let home = home();
        home.write(&home.home(CLAUDE), text);
        let out = home.hooks("chorus", &["install", "--host", "claude-code"]);
        let is = fs::read_to_string(home.home(CLAUDE)).expect("it is there");
        if out.status.success() {
            assert!(text.trim().is_empty(), "{text:?}: {is}");
            home.done("chorus", &["uninstall"]);
            assert_eq!(fs::read_to_string(home.home(CLAUDE)).expect("it is there"), text);
        } else {
            assert_eq!(is, text, "{}", said(&out));
        }
    }
}

/// A rename over a symlink: the dotfiles repository was out of sync, and nobody saw it. (A61)
#[test]
fn a_linked_file_stays_a_link() {
    let home = home();
    home.write("dotfiles/hooks.json".as_ref(), "{}\n");
    fs::create_dir(home.home(".codex")).expect("it can be made");
    symlink("../../dotfiles/hooks.json", home.home(CODEX)).expect("it can be made");
    home.done("chorus", &["install", "--host", "codex"]);
    assert!(home.home(CODEX).is_symlink());
    assert!(fs::read_to_string(home.root().join("dotfiles/hooks.json")).expect("it is there").contains("chorus hook"));
}

/// The trust gate of a host quarantined hooks after an update (A73), by a hash of the command that held a version (A75).
#[test]
fn nothing_in_a_command_changes_with_a_release() {
    let home = home();
    let version = env!("CARGO_PKG_VERSION");
    for (host, text) in all_files(&home, "user") {
        let of_commands = text.lines().filter(|line| line.contains(" hook ")).find(|line| line.contains(version));
        assert_eq!(of_commands, None, "{host}");
    }
}

/// Hooks that wait for trust never fired, and nothing said so. (A73, A74)
#[test]
fn what_must_be_trusted_is_said_at_install_and_by_the_doctor() {
    let home = home();
    let library = Library::builtin();
    let mut gated = 0;
    for id in hosts().into_iter().map(|host| host.id) {
        let host = library.get(&id).expect("it loads").expect("it is there");
        let (Some(trust), Some(_)) = (&host.trust.user, host.config.and_then(|config| config.user)) else { continue };
        gated += 1;
        assert!(home.done("chorus", &["install", "--host", &id]).contains(trust), "{id}");
        let (found, _) = home.json("chorus", &["doctor", "--host", &id]);
        let found = found["findings"].as_array().cloned().unwrap_or_default();
        let waits = |f: &serde_json::Value| f["severity"] == "waits" && f["fix"].is_string();
        let told = found.iter().any(|f| waits(f) || f["severity"] == "note");
        assert!(told, "{id}: {found:#?}");
        home.done("chorus", &["uninstall", "--host", &id]);
    }
    assert!(gated > 3, "only {gated} hosts have a gate");
}
