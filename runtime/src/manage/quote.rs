//! The program's path, as the shell of a host must read it.
//!
//! What is installed is the entry that the build wrote, with a placeholder where the path goes; this fills it in. The build
//! writes paths by the same rules; `tests` holds the two against each other.

use std::fmt;

/// What stands before and after the name of a shell in a placeholder.
const OPEN: &str = "@hookwright:";
const CLOSE: char = '@';

/// A path that a shell has no way to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    pub path: String,
    pub shell: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Unwritable { path, shell } = self;
        write!(
            f,
            "`{path}` cannot be written in a command of {shell}; put the program, or a link to it, somewhere else"
        )
    }
}

/// The text with every placeholder replaced by the path, quoted as its shell needs it (`path`: as it is).
///
/// # Errors
/// A path that the shell cannot write, such as one with `%` for cmd.exe.
pub fn fill(text: &str, path: &str) -> Result<String, Unwritable> {
    let mut out = String::with_capacity(text.len() + path.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        out.push_str(before);
        match after.split_once(CLOSE) {
            Some((shell, tail)) if shell.chars().all(|c| c.is_ascii_lowercase()) => {
                out.push_str(&quote(shell, path)?);
                rest = tail;
            }
            _ => {
                out.push_str(OPEN);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// The text with every placeholder replaced by the path, as it stands between the quotes of a string in JSON or TypeScript.
pub fn fill_source(text: &str, path: &str) -> String {
    let quoted = serde_json::Value::from(path).to_string();
    text.replace(&format!("{OPEN}path{CLOSE}"), &quoted[1..quoted.len() - 1])
}

/// One word of a shell's line.
fn quote(shell: &str, word: &str) -> Result<String, Unwritable> {
    let plain = |extra: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./:".contains(c) || extra.contains(c))
    };
    Ok(match shell {
        "sh" | "bash" | "split" if plain("@%+=,") => word.to_owned(),
        "sh" | "bash" | "split" => format!("'{}'", word.replace('\'', r"'\''")),
        "powershell" if plain("\\") => word.to_owned(),
        "powershell" => format!("'{}'", word.replace('\'', "''")),
        "cmd" if plain("\\@+") => word.to_owned(),
        "cmd" if word.contains(['"', '%']) => {
            return Err(Unwritable { path: word.to_owned(), shell: "cmd.exe".to_owned() });
        }
        "cmd" => format!("\"{word}\""),
        _ => word.to_owned(),
    })
}
