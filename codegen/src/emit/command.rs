//! The command that a host starts, written so that the host's own shell reads it right.

use crate::host::{CommandRule, Shell};

/// The program that hosts start.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name, by which its files and entries are known.
    pub name: String,
    /// What is written in commands: an absolute path, or a name on `PATH`.
    pub path: String,
    pub version: String,
    /// Whether it runs on Windows.
    pub windows: bool,
}

/// Stands for the program's path in what is only written on the user's machine. In a command it becomes
/// `@hookwright:<shell>@`, which says how the path must be quoted there.
pub const PLACEHOLDER: &str = "@hookwright:path@";

/// `<program> hook <host> <event>` for the host's shell.
///
/// # Errors
/// A path that the shell has no way to write.
pub fn hook(rule: &CommandRule, program: &Program, host: &str, event: &str) -> Result<String, String> {
    let shell = if program.windows { rule.windows.unwrap_or(rule.shell) } else { rule.shell };
    let argv = [program.path.as_str(), "hook", host, event];
    let line = line(shell, &argv)?;
    Ok(if rule.missing_blocks { guarded(shell, argv[0], &line)? } else { line })
}

/// The words as one line of a shell.
fn line(shell: Shell, argv: &[&str]) -> Result<String, String> {
    let words: Vec<String> = argv.iter().map(|word| quote(shell, word)).collect::<Result<_, _>>()?;
    let line = words.join(" ");
    // PowerShell reads a line that begins with a quote as a string, not as a command.
    Ok(if shell == Shell::Powershell && line.starts_with(['\'', '@']) { format!("& {line}") } else { line })
}

fn quote(shell: Shell, word: &str) -> Result<String, String> {
    if word == PLACEHOLDER {
        return Ok(format!("@hookwright:{}@", shell.name()));
    }
    let plain = |extra: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./:".contains(c) || extra.contains(c))
    };
    match shell {
        Shell::Sh | Shell::Bash | Shell::Split if plain("@%+=,") => Ok(word.to_owned()),
        Shell::Sh | Shell::Bash | Shell::Split => Ok(format!("'{}'", word.replace('\'', r"'\''"))),
        Shell::Powershell if plain("\\") => Ok(word.to_owned()),
        Shell::Powershell => Ok(format!("'{}'", word.replace('\'', "''"))),
        Shell::Cmd if plain("\\@+") => Ok(word.to_owned()),
        Shell::Cmd if word.contains(['"', '%']) => Err(format!("`{word}` cannot be written in a command of cmd.exe")),
        Shell::Cmd => Ok(format!("\"{word}\"")),
    }
}

/// The line, but a program that is gone lets the call through: on this host it would block every one.
fn guarded(shell: Shell, path: &str, line: &str) -> Result<String, String> {
    let path = quote(shell, path)?;
    Ok(match shell {
        Shell::Sh | Shell::Bash => format!("command -v {path} >/dev/null 2>&1 || exit 0; {line}"),
        Shell::Powershell => format!("if (Get-Command {path} -ErrorAction SilentlyContinue) {{ {line} }}"),
        Shell::Cmd => format!("where {path} >nul 2>nul && {line} || exit /b 0"),
        Shell::Split => line.to_owned(),
    })
}

impl Shell {
    /// The name that host files use.
    pub fn name(self) -> &'static str {
        match self {
            Shell::Sh => "sh",
            Shell::Bash => "bash",
            Shell::Cmd => "cmd",
            Shell::Powershell => "powershell",
            Shell::Split => "split",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn program(path: &str, windows: bool) -> Program {
        Program { name: "acme".into(), path: path.into(), version: "1".into(), windows }
    }

    #[test]
    fn words_survive_the_real_shell() {
        let dir = tempfile::tempdir().unwrap();
        for name in
            ["plain", "a b", "it's", "d$HOME", "a&b", "p(1)", "100%", "é", "\"q\"", "b`x`", "w\\n", "*", "#c", "~"]
        {
            let path = dir.path().join(name);
            std::fs::write(&path, "#!/bin/sh\nprintf '%s,' \"$@\"\n").unwrap();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(&path, mode).unwrap();
            for (shell, missing_blocks) in [("sh", false), ("bash", false), ("sh", true), ("bash", true)] {
                let rule = CommandRule { missing_blocks, ..CommandRule::default() };
                let line = hook(&rule, &program(path.to_str().unwrap(), false), "gemini-cli", "BeforeTool").unwrap();
                let out = Command::new(shell).arg("-c").arg(&line).output().unwrap();
                let said = String::from_utf8_lossy(&out.stdout);
                assert_eq!(said, "hook,gemini-cli,BeforeTool,", "{shell}: {line}: {out:?}");
            }
        }
    }

    #[test]
    fn a_missing_program_lets_the_call_through_where_it_would_block() {
        let rule = CommandRule { shell: Shell::Bash, missing_blocks: true, ..CommandRule::default() };
        let line = hook(&rule, &program("/nonexistent/the guard", false), "gemini-cli", "BeforeTool").unwrap();
        let out = Command::new("bash").arg("-c").arg(&line).output().unwrap();
        assert!(out.status.success() && out.stdout.is_empty() && out.stderr.is_empty(), "{line}: {out:?}");
    }

    #[test]
    fn windows_shells_get_their_own_form() {
        let rule = |windows| CommandRule { windows: Some(windows), ..CommandRule::default() };
        let spaced = program(r"C:\Program Files\it's\acme.exe", true);
        let plain = program(r"C:\acme.exe", true);
        for (shell, program, wanted) in [
            (Shell::Powershell, &spaced, r"& 'C:\Program Files\it''s\acme.exe' hook codex Stop"),
            (Shell::Powershell, &plain, r"C:\acme.exe hook codex Stop"),
            (Shell::Cmd, &spaced, "\"C:\\Program Files\\it's\\acme.exe\" hook codex Stop"),
        ] {
            assert_eq!(hook(&rule(shell), program, "codex", "Stop").unwrap(), wanted);
        }
        assert!(hook(&rule(Shell::Cmd), &program(r"C:\100%\a.exe", true), "codex", "Stop").is_err());
    }
}
