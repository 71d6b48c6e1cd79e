//! The rules for the commands of PowerShell and cmd.

use std::ops::ControlFlow::{Break, Continue};

use crate::verdict::{Finding, Rule};

use super::{
    deletes, downloads,
    field::Field,
    output::Output,
    permissions,
    scope::Scope,
    script::Command,
    walker::{Feed, Flow, Walker},
    windows::{self, Statement, Token},
};

/// Names that belong to PowerShell or cmd alone.
const NAMES: &[&str] = &[
    "remove-item",
    "ri",
    "rd",
    "del",
    "erase",
    "iex",
    "invoke-expression",
    "iwr",
    "irm",
    "invoke-webrequest",
    "invoke-restmethod",
    "get-childitem",
    "gci",
    "get-item",
    "foreach-object",
    "where-object",
    "set-location",
    "push-location",
    "format-volume",
    "clear-disk",
    "initialize-disk",
    "remove-partition",
    "format",
    "diskpart",
    "icacls",
    "takeown",
];

/// Names that exist elsewhere as well, and count where their arguments look like those of Windows.
const SHARED: &[&str] = &["rm", "rmdir", "cd", "chdir", "dir", "ls"];

/// Whether a command is one of PowerShell or cmd.
pub fn is_windows(stage: &Command<'_>) -> bool {
    let Command::Simple(simple) = stage else { return false };
    let Some((head, arguments)) = simple.words.split_first() else { return false };
    let head = head.raw;
    let named = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(head));
    let windows = |raw: &str| {
        let bytes = raw.as_bytes();
        let flag = |flag: &str| bytes.get(..flag.len()).is_some_and(|s| s.eq_ignore_ascii_case(flag.as_bytes()));
        bytes.windows(2).any(|pair| pair == b":\\") || flag("-rec") || raw.eq_ignore_ascii_case("/s") || flag("$env:")
    };
    match head.as_bytes().first() {
        Some(b'$') => arguments.first().is_some_and(|word| word.raw == "="),
        Some(b'[') => head.get(..13).is_some_and(|start| start.eq_ignore_ascii_case("[scriptblock]")),
        _ => named(NAMES) || (named(SHARED) && arguments.iter().any(|word| windows(word.raw))),
    }
}

/// Judges a text in the language of PowerShell and cmd.
pub fn judge(text: &str, scope: &mut Scope<'_>) -> Flow {
    for statement in windows::statements(text) {
        if let Some(runner) = runs_download(&statement) {
            return Break(downloads::finding(runner));
        }
        for (index, command) in statement.commands.iter().enumerate() {
            let command = without_assignment(command);
            let Some((head, arguments)) = command.split_first() else { continue };
            let finding = match head.lower.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".exe") {
                "set-location" | "push-location" | "cd" | "chdir" | "sl" | "pushd" => {
                    let target = arguments.iter().find(|token| !is_flag(token));
                    scope.enter(target.map(|token| windows::path(&token.text, scope)).as_ref());
                    None
                }
                "remove-item" | "ri" | "rm" | "rmdir" | "rd" | "del" | "erase" => {
                    remove(arguments, &statement.commands[..index], scope)
                }
                "icacls" | "takeown" => permission(&head.text, arguments, scope),
                name => disk(name, arguments),
            };
            if let Some(finding) = finding {
                return Break(finding);
            }
        }
    }
    Continue(())
}

/// Goes through what PowerShell or cmd is started with.
pub fn shell(arguments: &[Field<'_>], scope: &Scope<'_>, feed: Feed<'_, '_>, walker: &mut Walker) -> Flow {
    let mut rest = arguments;
    while let Some((field, after)) = rest.split_first() {
        let flag = field.text.to_lowercase();
        let is_command = flag.len() > 1 && "-command".starts_with(&flag);
        match flag.as_str() {
            _ if is_command || matches!(flag.as_str(), "/c" | "/k" | "//c" | "//k") => {
                rest = after;
                break;
            }
            "-file" | "-f" | "-encodedcommand" | "-enc" | "-e" | "-ec" => return Continue(()),
            "-executionpolicy" | "-ep" | "-ex" | "-exec" | "-version" | "-windowstyle" | "-w" => {
                rest = after.get(1..).unwrap_or_default();
            }
            "-" => break,
            _ if flag.starts_with(['-', '/']) => rest = after,
            _ => break,
        }
    }
    let script: Vec<_> = rest.iter().map(Field::script).collect();
    let script = script.join(" ");
    if matches!(script.as_str(), "" | "-") {
        let download = walker.read(feed, scope) == Output::Download;
        return if download { Break(downloads::finding("powershell")) } else { Continue(()) };
    }
    judge(&script, &mut scope.clone())?;
    walker.text(&script, &mut scope.clone(), Feed::Nothing)
}

/// Whether a word is an option.
fn is_flag(token: &Token) -> bool {
    token.text.starts_with('-') || (token.text.starts_with('/') && token.text.len() <= 3)
}

/// A command without `$name =` before it.
fn without_assignment(command: &[Token]) -> &[Token] {
    match command {
        [name, sign, rest @ ..] if name.text.starts_with('$') && sign.text == "=" => rest,
        command => command,
    }
}

/// The program that runs what a download in the same statement prints.
fn runs_download(statement: &Statement) -> Option<&str> {
    let heads = || statement.commands.iter().filter_map(|command| without_assignment(command).first());
    let runner = heads().find(|head| {
        matches!(head.lower.as_str(), "iex" | "invoke-expression") || head.lower.starts_with("[scriptblock]::create")
    })?;
    // A text in double quotes may have commands in it as well.
    let is_download = |word: &str| {
        matches!(word, "iwr" | "irm" | "curl" | "curl.exe" | "wget" | "invoke-webrequest" | "invoke-restmethod")
            || word.contains("downloadstring")
    };
    let mut tokens = statement.commands.iter().flatten();
    let downloads = tokens.any(|token| token.lower.split([' ', '(', ')', '{', '|', ';']).any(is_download));
    downloads.then_some(runner.text.as_str())
}

/// Checks a delete; `before` are the commands before it in the statement, which may list what is deleted.
fn remove(arguments: &[Token], before: &[Vec<Token>], scope: &Scope<'_>) -> Option<Finding> {
    if arguments.iter().any(|token| token.lower == "-whatif") {
        return None;
    }
    let listing = before.iter().rev().map(|command| without_assignment(command)).find(|command| {
        command.first().is_some_and(|head| matches!(head.lower.as_str(), "get-childitem" | "gci" | "ls" | "dir"))
    });
    if !is_recursive(arguments) && !listing.is_some_and(is_recursive) {
        return None;
    }
    let operands: Vec<_> = operands(arguments).collect();
    let from_pipe = operands.iter().all(|token| token.text.starts_with("$_"));
    let targets: Vec<_> = match listing {
        Some(listing) if from_pipe => listed(&listing[1..], scope),
        _ => operands.iter().map(|token| windows::path(&token.text, scope)).collect(),
    };
    targets.iter().find_map(|target| deletes::target(target, scope))
}

/// Whether the options of a command make it go down a tree.
fn is_recursive(arguments: &[Token]) -> bool {
    arguments.iter().any(|token| {
        let name = token.lower.split(':').next().unwrap_or_default();
        matches!(name, "/s" | "//s" | "-rf" | "-fr") || (name.len() > 1 && "-recurse".starts_with(name))
    })
}

/// The operands of a command, without the values of the options that take one.
fn operands(arguments: &[Token]) -> impl Iterator<Item = &Token> {
    let mut skipped = false;
    arguments.iter().filter(move |token| {
        let value = std::mem::take(&mut skipped);
        skipped = matches!(
            token.lower.as_str(),
            "-include" | "-exclude" | "-filter" | "-erroraction" | "-ea" | "-depth" | "-attributes"
        );
        !value && !is_flag(token)
    })
}

/// What a listing hands on to the next command.
fn listed(arguments: &[Token], scope: &Scope<'_>) -> Vec<Field<'static>> {
    let filtered = arguments.iter().any(|token| matches!(token.lower.as_str(), "-include" | "-filter"));
    let mut roots: Vec<_> = operands(arguments).map(|token| windows::path(&token.text, scope)).collect();
    if roots.is_empty() {
        roots.push(Field::literal("."));
    }
    if filtered { roots.iter().map(Field::below).collect() } else { roots }
}

/// Checks a change of permissions.
fn permission(name: &str, arguments: &[Token], scope: &Scope<'_>) -> Option<Finding> {
    if !arguments.iter().any(|token| matches!(token.lower.as_str(), "/t" | "/r")) {
        return None;
    }
    let paths = arguments.iter().filter(|token| !is_flag(token)).map(|token| windows::path(&token.text, scope));
    paths.into_iter().find(|path| permissions::is_system(path, scope)).map(|path| permissions::finding(name, &path))
}

/// Checks a command for disks.
fn disk(name: &str, arguments: &[Token]) -> Option<Finding> {
    let is_drive = |token: &Token| matches!(token.lower.as_bytes(), [b'a'..=b'z', b':']);
    let erases = match name {
        "format-volume" | "clear-disk" | "initialize-disk" | "remove-partition" => {
            !arguments.iter().any(|token| token.lower == "-whatif")
        }
        "format" | "format.com" => arguments.iter().any(is_drive),
        "diskpart" => arguments.iter().any(|token| token.lower == "/s"),
        _ => false,
    };
    erases.then(|| Finding {
        rule: Rule::DeviceWrite,
        reason: format!(
            "`{name}` erases a disk or a part of it as a whole. Work on regular files instead, or ask the user to run \
             this."
        ),
    })
}
