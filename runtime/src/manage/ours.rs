//! Whether a command in some host's file starts this program, in whatever form it was ever written.

/// Whether a command is one of `program`'s: somewhere in it a word whose file name is the program's is followed by `hook` and
/// the host's id, or by `serve` and the host's id. Where the program lies, which event it is asked for and what stands around
/// it do not matter: an entry of an earlier version, or of another place, is the program's as well.
pub fn is_ours(command: &str, program: &str, hosts: &[&str]) -> bool {
    // As a POSIX shell reads it, and as those read it for which a backslash is a part of a path.
    [words(command, true), words(command, false)].iter().any(|words| {
        words.windows(3).any(|three| {
            is_named(&three[0], program)
                && matches!(three[1].as_str(), "hook" | "serve")
                && hosts.contains(&three[2].as_str())
        })
    })
}

/// Whether a path ends in the program's name.
fn is_named(path: &str, program: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let without = name.len().checked_sub(4).filter(|at| name.is_char_boundary(*at)).map(|at| name.split_at(at));
    match without {
        Some((stem, extension)) if extension.eq_ignore_ascii_case(".exe") => stem.eq_ignore_ascii_case(program),
        _ => name == program,
    }
}

/// The words of a command; quotes are taken off, what ends a command (`;`, `&`, `|`) ends a word.
fn words(command: &str, escapes: bool) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') if escapes => {
                if let Some(next) = chars.next() {
                    word.get_or_insert_default().push(next);
                }
            }
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() || ";&|(){}".contains(c) => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn every_form_of_an_own_command_is_known() {
        for (command, wanted) in [
            ("/opt/bin/acme hook claude-code PreToolUse", true),
            ("acme hook claude-code PreToolUse", true),
            ("'/opt/acme corp/bin/acme' hook claude-code Stop", true),
            ("\"/opt/acme corp/bin/acme\" hook claude-code Stop --connector x", true),
            (r"'/it'\''s/acme' hook codex Stop", true),
            (r"& 'C:\Program Files\it''s\acme.exe' hook codex Stop", true),
            (r"C:\acme.exe hook codex Stop", true),
            (r"C:\ACME.EXE hook codex Stop", true),
            ("command -v acme >/dev/null 2>&1 || exit 0; acme hook codex BeforeTool", true),
            ("if (Get-Command acme -ErrorAction SilentlyContinue) { acme hook codex Stop }", true),
            ("X=1 exec /a/acme hook codex Stop 2>/dev/null", true),
            ("/a/acme serve codex", true),
            ("/opt/bin/acme2 hook claude-code PreToolUse", false),
            ("/opt/bin/my-acme hook claude-code PreToolUse", false),
            ("acme lint", false),
            ("acme hook", false),
            ("acme hook some-other-host Stop", false),
            ("echo acme", false),
            ("", false),
        ] {
            assert_eq!(is_ours(command, "acme", &["claude-code", "codex"]), wanted, "{command}");
        }
    }
}
