//! Where a path of a host file lies on this machine.

use std::cmp::Reverse;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A variable of the environment.
pub type Var<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// Variables that may open a path, and what stands for one that is not set.
const OPENING: [(&str, &str); 4] = [
    ("XDG_CONFIG_HOME", ".config"),
    ("XDG_DATA_HOME", ".local/share"),
    ("APPDATA", "AppData/Roaming"),
    ("LOCALAPPDATA", "AppData/Local"),
];

/// The place of a path as host files write it: `~/…`, `$NAME/…` or `%NAME%/…` with one of four names, absolute, or relative to
/// the project. `homes` are folders (`~/.codex`) and the variables that move them (`CODEX_HOME`, `XDG_CONFIG_HOME/crush`):
/// the longest that holds the path counts, then the first, of those whose variable is set.
///
/// # Errors
/// A variable whose value is no absolute path, an unknown one, or a path of a project where there is none.
pub fn place(
    path: &str,
    homes: &[(&str, &str)],
    home: &Path,
    project: Option<&Path>,
    var: Var,
) -> Result<PathBuf, String> {
    if let Some(rest) = below(path, "~") {
        return Ok(moved(path, homes, var)?.unwrap_or_else(|| join(home, rest)));
    }
    if let Some((name, rest)) = opening(path) {
        let Some((_, default)) = OPENING.iter().find(|(known, _)| *known == name) else {
            let known = OPENING.map(|(known, _)| known).join(", ");
            return Err(format!("`{path}` opens with the variable {name}; those that may are {known}"));
        };
        return Ok(join(&set(name, var)?.unwrap_or_else(|| home.join(default)), rest));
    }
    if Path::new(path).is_absolute() {
        return Ok(PathBuf::from(path));
    }
    let project = project.ok_or_else(|| {
        format!(
            "`{path}` is a path in a project, and no project is known: start in its folder, or name it with --project"
        )
    })?;
    Ok(join(project, path))
}

/// Where a variable moves a path to, if one does.
fn moved(path: &str, homes: &[(&str, &str)], var: Var) -> Result<Option<PathBuf>, String> {
    let mut holding: Vec<_> =
        homes.iter().filter_map(|(folder, to)| Some((folder, to, below(path, folder)?))).collect();
    holding.sort_by_key(|(folder, ..)| Reverse(folder.len()));
    for (_, to, rest) in holding {
        let (name, added) = to.split_once('/').unwrap_or((to, ""));
        if let Some(value) = set(name, var)? {
            return Ok(Some(join(&join(&value, added), rest)));
        }
    }
    Ok(None)
}

/// The value of a variable that is set, and not to nothing.
fn set(name: &str, var: Var) -> Result<Option<PathBuf>, String> {
    let Some(value) = var(name).filter(|v| !v.is_empty()).map(PathBuf::from) else { return Ok(None) };
    if value.is_absolute() {
        return Ok(Some(value));
    }
    let value = value.display();
    Err(format!(
        "{name} is `{value}`, so the host's folder changes with where it is started: set it to an absolute path"
    ))
}

/// What a path has after a folder; empty: it is the folder.
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// The variable that a path opens with, and what comes after it.
fn opening(path: &str) -> Option<(&str, &str)> {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let name = first.strip_prefix('$').or_else(|| first.strip_prefix('%')?.strip_suffix('%'))?;
    // `$event` and `$program` are not the environment's.
    name.starts_with(|c: char| c.is_ascii_uppercase()).then_some((name, rest))
}

/// As `Path::join`, but nothing is added for nothing.
fn join(folder: &Path, rest: &str) -> PathBuf {
    if rest.is_empty() { folder.to_path_buf() } else { folder.join(rest) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const HOMES: &[(&str, &str)] = &[
        ("~/.config/crush", "CRUSH_GLOBAL_CONFIG"),
        ("~/.config/crush", "XDG_CONFIG_HOME/crush"),
        ("~/.gemini", "GEMINI_CLI_HOME/.gemini"),
        ("~/.openclaw", "OPENCLAW_STATE_DIR"),
        ("~/.openclaw/openclaw.json", "OPENCLAW_CONFIG_PATH"),
        ("~/.codex", "CODEX_HOME"),
    ];

    fn find(path: &str, set: &[(&str, &str)], project: Option<&str>) -> Result<String, String> {
        let var = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, value)| OsString::from(value));
        place(path, HOMES, Path::new("/home/dev"), project.map(Path::new), &var).map(|p| p.display().to_string())
    }

    #[test]
    fn paths_of_every_form_are_found() {
        for (path, set, wanted) in [
            ("~/.codex/hooks.json", &[][..], "/home/dev/.codex/hooks.json"),
            ("~/.codex/hooks.json", &[("CODEX_HOME", "/c")], "/c/hooks.json"),
            ("~/.codex/hooks.json", &[("CODEX_HOME", "")], "/home/dev/.codex/hooks.json"),
            ("~/.codex", &[("CODEX_HOME", "/c")], "/c"),
            ("~/.codex-other/a", &[("CODEX_HOME", "/c")], "/home/dev/.codex-other/a"),
            ("~", &[], "/home/dev"),
            ("~/.gemini/settings.json", &[("GEMINI_CLI_HOME", "/g")], "/g/.gemini/settings.json"),
            ("~/.config/crush/crush.json", &[("XDG_CONFIG_HOME", "/x")], "/x/crush/crush.json"),
            (
                "~/.config/crush/crush.json",
                &[("XDG_CONFIG_HOME", "/x"), ("CRUSH_GLOBAL_CONFIG", "/y")],
                "/y/crush.json",
            ),
            ("~/.config/amp/a.ts", &[("XDG_CONFIG_HOME", "/x")], "/home/dev/.config/amp/a.ts"),
            ("~/.openclaw/openclaw.json", &[("OPENCLAW_STATE_DIR", "/s")], "/s/openclaw.json"),
            (
                "~/.openclaw/openclaw.json",
                &[("OPENCLAW_STATE_DIR", "/s"), ("OPENCLAW_CONFIG_PATH", "/f.json")],
                "/f.json",
            ),
            ("$XDG_CONFIG_HOME/zed", &[], "/home/dev/.config/zed"),
            ("$XDG_CONFIG_HOME/zed", &[("XDG_CONFIG_HOME", "/x")], "/x/zed"),
            ("%APPDATA%/devin/config.json", &[("APPDATA", "/r")], "/r/devin/config.json"),
            ("/etc/codex/config.toml", &[("CODEX_HOME", "/c")], "/etc/codex/config.toml"),
            (".codex/hooks.json", &[("CODEX_HOME", "/c")], "/my project/.codex/hooks.json"),
            ("$event", &[], "/my project/$event"),
        ] {
            assert_eq!(find(path, set, Some("/my project")).as_deref(), Ok(wanted), "{path} with {set:?}");
        }
    }

    #[test]
    fn what_cannot_be_placed_is_said() {
        for (path, set, wanted) in [
            ("~/.codex/hooks.json", &[("CODEX_HOME", "sub/dir")][..], "CODEX_HOME is `sub/dir`"),
            ("$NOWHERE/x", &[("NOWHERE", "/n")], "opens with the variable NOWHERE"),
            (".codex/hooks.json", &[], "no project is known"),
        ] {
            let error = find(path, set, None).unwrap_err();
            assert!(error.contains(wanted), "{path}: {error}");
        }
    }
}
