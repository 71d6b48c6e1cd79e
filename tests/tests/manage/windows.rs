//! Commands for Windows, read by the rules of cmd.exe and of PowerShell, which are not here to be asked.

use std::process::Command;

use hookwright_codegen::emit::command::{self, Program};
use hookwright_codegen::host::{CommandRule, Shell};

use crate::round::hosts;

/// Places in which people keep programs; cmd.exe cannot be told one with `%` in it.
const PATHS: &[&str] = &[
    r"C:\acme\chorus.exe",
    r"C:\Program Files\acme\chorus.exe",
    r"C:\Users\J. O'Neil\chorus.exe",
    r"C:\R&D (x86)\chorus.exe",
    r"C:\a^b;c\chorus.exe",
    r"C:\a,b=c\chorus.exe",
    r"C:\Users\Zoë\chorus.exe",
    r"C:\$HOME\`x`\chorus.exe",
    r"\\server\share\chorus.exe",
];

/// The words of a line that starts one program in cmd.exe; `None`: it is no such line.
///
/// Outside of quotes `& | < > ( ) ^` are its own, and `%` everywhere. The program splits the rest itself: at spaces, and a
/// backslash is plain but before a quote.
fn cmd(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for c in line.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '%' => return None,
            '&' | '|' | '<' | '>' | '(' | ')' | '^' if !quoted => return None,
            // Between a command and its arguments they are as good as a space.
            ' ' | ';' | ',' | '=' if !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (!quoted).then_some(words)
}

/// The same for PowerShell: `&` calls what a quoted word names; in single quotes only `''` is special.
fn powershell(line: &str) -> Option<Vec<String>> {
    let called = line.strip_prefix("& ");
    let line = called.unwrap_or(line);
    if called.is_none() && line.starts_with(['\'', '"']) {
        // A string, and then nonsense.
        return None;
    }
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' if quoted && chars.peek() == Some(&'\'') => word.get_or_insert_default().push(chars.next()?),
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if quoted => word.get_or_insert_default().push(c),
            ' ' => words.extend(word.take()),
            '$' | '`' | '"' | '(' | ')' | '{' | '}' | ';' | '&' | '|' | '<' | '>' | '@' | '#' | ',' => return None,
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (!quoted).then_some(words)
}

/// Git's bash, which is a real one.
fn bash(line: &str) -> Option<Vec<String>> {
    let out = Command::new("bash").args(["-c", &format!("printf '%s\\n' {line}")]).output().ok()?;
    Some(String::from_utf8(out.stdout).ok()?.lines().map(str::to_owned).collect())
}

/// The line without what guards it against a program that is gone.
fn unguarded<'a>(shell: Shell, rule: &CommandRule, line: &'a str) -> &'a str {
    match (shell, rule.missing_blocks) {
        (Shell::Powershell, true) => {
            let (test, rest) = line.split_once(" -ErrorAction SilentlyContinue) { ").expect("it is guarded");
            assert!(test.starts_with("if (Get-Command "), "{line}");
            rest.strip_suffix(" }").expect("it is guarded")
        }
        (Shell::Bash, true) => line.split_once(" || exit 0; ").expect("it is guarded").1,
        _ => line,
    }
}

#[test]
fn every_path_survives_the_shells_of_windows() {
    let mut tried = 0;
    for host in hosts() {
        let rule = &host.config.as_ref().expect("it has one").command;
        let Some(shell) = rule.windows else { continue };
        for path in PATHS {
            let program = Program { name: "chorus".into(), path: (*path).into(), version: "1".into(), windows: true };
            let line = command::hook(rule, &program, &host.id, "PreToolUse").unwrap_or_else(|e| panic!("{path}: {e}"));
            let start = unguarded(shell, rule, &line);
            let words = match shell {
                Shell::Cmd => cmd(start),
                Shell::Powershell => powershell(start),
                _ => bash(start),
            };
            let wanted = [*path, "hook", &host.id, "PreToolUse"].map(str::to_owned);
            assert_eq!(words.as_deref(), Some(&wanted[..]), "{}: {line}", host.id);
            tried += 1;
        }
    }
    assert!(tried > 20, "only {tried} lines");
}

/// The division that PowerShell made of a quoted path (A5), the quotes that cmd.exe takes off a line with two of them (A3), an
/// extension that Windows can start (A7): the parsers here would see them.
#[test]
fn what_would_not_start_is_seen() {
    assert_eq!(powershell("\"C:/a b/x.exe\" hook"), None);
    assert_eq!(powershell("'C:/a b/x.exe' hook"), None);
    assert_eq!(powershell("C:/$HOME/x.exe hook"), None);
    assert_eq!(cmd("C:/R&D/x.exe hook"), None);
    assert_eq!(cmd("\"C:/100%/x.exe\" hook"), None);
    assert_ne!(cmd("C:/a b/x.exe hook").map(|words| words[0].clone()).as_deref(), Some("C:/a b/x.exe"));
    let rule = CommandRule { windows: Some(Shell::Cmd), ..CommandRule::default() };
    let percent = Program { name: "x".into(), path: r"C:\100%\x.exe".into(), version: "1".into(), windows: true };
    assert!(command::hook(&rule, &percent, "codex", "Stop").is_err());
}
