//! What a shell command touches, by what its programs are known to do.

use std::path::{Path, PathBuf};

use shell_line::{Command, Word};

use crate::place::Ground;
use crate::policy::Access;

/// They show nothing of what is in a file.
const HARMLESS: &[&str] = &["ls", "test", "[", "[[", "stat", "echo", "printf", "mkdir", "which", "basename", "dirname"];
/// So do these commands of git; and what `git rm` takes, git brings back.
const HARMLESS_GIT: &[&str] = &["check-ignore", "ls-files", "log", "status", "rm", "commit", "branch", "tag"];
/// All their arguments are changed.
const CHANGE_ALL: &[&str] =
    &["rm", "rmdir", "unlink", "shred", "mv", "truncate", "touch", "chmod", "chown", "chgrp", "tee", "patch", "ln"];
/// Their last argument is changed, the others are read.
const CHANGE_LAST: &[&str] = &["cp", "install", "rsync", "scp"];
/// They change their files if asked to.
const IN_PLACE: &[&str] = &["sed", "perl", "ruby", "awk", "gawk", "yq"];
/// A pattern is looked up for so many files.
const MOST: usize = 2000;

/// Every path that the command touches, and how; from the folder where it does.
pub fn touched(line: &str, ground: &Ground) -> Vec<(PathBuf, Access)> {
    let mut found = Vec::new();
    let mut now = Ground { cwd: ground.cwd.clone(), home: ground.home.clone() };
    for command in shell_line::parse(line).commands {
        let words = command.program();
        let mut touches = redirected(&command);
        touches.extend(arguments(words));
        for (word, access) in touches {
            let paths = expanded(&word, &now);
            // A later `cd` moves what is relative: it is fixed here. In the folder of the call it stays as it is written.
            let moved = now.cwd != ground.cwd;
            found.extend(paths.into_iter().map(|path| (if moved { now.absolute(&path) } else { path }, access)));
        }
        if let [program, folder] = words
            && ["cd", "pushd"].contains(&program.name())
        {
            now.cwd = now.absolute(Path::new(&folder.text));
        }
    }
    found
}

fn redirected(command: &Command) -> Vec<(Word, Access)> {
    let files = command.redirects.iter().filter(|redirect| match redirect.operator {
        "<<" | "<<-" | "<<<" => false,
        ">&" | "<&" => redirect.target.text.parse::<u32>().is_err() && redirect.target.text != "-",
        _ => true,
    });
    let access = |operator: &str| if operator.contains('>') { Access::Write } else { Access::Read };
    files.map(|redirect| (redirect.target.clone(), access(redirect.operator))).collect()
}

/// What a program does to its arguments.
fn arguments(words: &[Word]) -> Vec<(Word, Access)> {
    let Some((program, rest)) = words.split_first() else { return Vec::new() };
    let name = program.name();
    let option = |word: &Word| word.text.starts_with('-') && word.text.len() > 1;
    let git_command = rest.iter().find(|word| !option(word)).filter(|_| name == "git");
    if HARMLESS.contains(&name) || git_command.is_some_and(|word| HARMLESS_GIT.contains(&&*word.text)) {
        return Vec::new();
    }
    let plain: Vec<&Word> = rest.iter().filter(|word| !option(word)).collect();
    let in_place = |word: &Word| option(word) && !word.text.starts_with("--") && word.text.contains('i');
    let into = rest.iter().position(|word| word.text == "-t").map(|at| at + 1);
    let mut found = Vec::new();
    for (index, word) in rest.iter().enumerate() {
        let writes = match name {
            "dd" => word.text.starts_with("of="),
            name if CHANGE_ALL.contains(&name) => !option(word),
            name if CHANGE_LAST.contains(&name) => match into {
                Some(at) => at == index,
                None => plain.last().is_some_and(|last| *last == word),
            },
            name if IN_PLACE.contains(&name) => {
                !option(word)
                    && rest.iter().any(|w| in_place(w) || w.text.starts_with("--in-place") || w.text == "inplace")
            }
            _ => word.text.starts_with("--output=") || word.text.starts_with("--target-directory="),
        };
        // A program that is given the settings shows them to nobody.
        let given = word.text.starts_with("--env-file") || (index > 0 && rest[index - 1].text == "--env-file");
        if !given {
            let access = if writes { Access::Write } else { Access::Read };
            found.extend(candidates(word).into_iter().map(|word| (word, access)));
        }
    }
    found
}

/// The word, and what could be a path in it: of `--file=x`, `-d@x`, `HEAD:x` and `of=x`.
fn candidates(word: &Word) -> Vec<Word> {
    let parts = ['=', '@', ':'].iter().filter_map(|c| word.text.rsplit_once(*c)).map(|(_, part)| part);
    let part = |text: &str| Word { text: text.to_owned(), ..word.clone() };
    parts.filter(|text| !text.is_empty()).map(part).chain([word.clone()]).collect()
}

/// The files that a pattern means, and the word itself.
fn expanded(word: &Word, ground: &Ground) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if word.expands && word.text.contains(['*', '?', '[']) {
        let pattern = ground.absolute(Path::new(&word.text));
        // A shell's pattern means a hidden file only if it begins with a dot itself.
        let hidden = |part: &std::ffi::OsStr| part.as_encoded_bytes().starts_with(b".");
        let meant = |file: &PathBuf| file.iter().zip(&pattern).all(|(part, of)| !hidden(part) || hidden(of));
        let files = glob::glob(&pattern.to_string_lossy()).into_iter().flatten().flatten();
        found.extend(files.take(MOST).filter(meant));
    }
    found.push(PathBuf::from(&word.text));
    found
}
