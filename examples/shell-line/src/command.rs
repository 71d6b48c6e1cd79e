//! What a command runs: behind assignments, keywords and wrappers, and in the scripts of other shells.

use crate::{Command, Line, Word, lexer};

/// Words that stand before a command and leave it what it is; with the options that take a value.
const WRAPPERS: &[(&str, &[&str])] = &[
    ("sudo", &["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-T", "-r", "-t", "--user", "--group", "--chdir"]),
    ("doas", &["-u", "-C"]),
    ("env", &["-u", "-C", "--unset", "--chdir"]),
    ("nice", &["-n"]),
    ("ionice", &["-c", "-n"]),
    ("timeout", &["-s", "-k"]),
    ("xargs", &["-I", "-n", "-P", "-L", "-d", "-E", "-s", "-a"]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("command", &[]),
    ("builtin", &[]),
    ("exec", &["-a"]),
    ("nohup", &[]),
    ("time", &["-f", "-o"]),
    ("setsid", &[]),
];
const KEYWORDS: &[&str] = &["if", "then", "elif", "else", "while", "until", "do", "!", "{"];
const SHELLS: &[&str] = &["sh", "bash", "zsh", "dash", "ksh"];
/// Scripts in scripts deeper than that are not read.
const DEEPEST: usize = 8;

impl Command {
    /// The program's words: its name and its arguments, without the assignments, keywords and wrappers before it. Empty
    /// where there is no program.
    pub fn program(&self) -> &[Word] {
        let mut words = &self.words[..];
        loop {
            let Some(first) = words.first() else { return words };
            if KEYWORDS.contains(&&*first.text) || is_assignment(&first.text) {
                words = &words[1..];
                continue;
            }
            let Some((wrapper, valued)) = WRAPPERS.iter().find(|(name, _)| *name == first.name()) else { return words };
            let mut skip = 1;
            while let Some(option) = words.get(skip).filter(|word| word.text.starts_with('-')) {
                skip += if valued.contains(&&*option.text) { 2 } else { 1 };
            }
            // The time that `timeout` waits.
            skip += usize::from(*wrapper == "timeout");
            words = words.get(skip..).unwrap_or_default();
        }
    }

    /// The script that the command gives to a shell: of `sh -c '…'` and of `eval '…'`.
    fn script(&self) -> Option<&Word> {
        let words = self.program();
        match words.first()?.name() {
            "eval" => words.get(1),
            name if SHELLS.contains(&name) => {
                let is_command =
                    |w: &Word| w.text.starts_with('-') && !w.text.starts_with("--") && w.text.contains('c');
                words.get(words.iter().position(is_command)? + 1)
            }
            _ => None,
        }
    }
}

impl Word {
    /// The last part of a path: `rm` of `/bin/rm`.
    pub fn name(&self) -> &str {
        self.text.rsplit('/').next().unwrap_or_default()
    }
}

/// `NAME=value`.
fn is_assignment(text: &str) -> bool {
    let Some((name, _)) = text.split_once('=') else { return false };
    let name = name.strip_suffix('+').unwrap_or(name);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Adds the commands of scripts that are given to shells.
pub(crate) fn add_scripts(found: &mut Line, line: &str, depth: usize) {
    let scripts: Vec<Word> = found.commands.iter().filter_map(Command::script).cloned().collect();
    for script in scripts {
        if depth == DEEPEST {
            found.whole = false;
            return;
        }
        let mut inner = lexer::parse(&script.text);
        add_scripts(&mut inner, &script.text, depth + 1);
        place(&mut inner, script_start(&script, line));
        found.commands.append(&mut inner.commands);
        found.whole &= inner.whole;
    }
}

/// Where the script begins in the line, if it stands there word for word.
fn script_start(script: &Word, line: &str) -> Option<usize> {
    let range = script.range.clone()?;
    let start = range.start + 1;
    line.get(start..range.end - 1).filter(|inner| *inner == script.text).map(|_| start)
}

/// Moves the ranges of a script's words to where they are in the line.
fn place(inner: &mut Line, start: Option<usize>) {
    for command in &mut inner.commands {
        let targets = command.redirects.iter_mut().map(|redirect| &mut redirect.target);
        for word in command.words.iter_mut().chain(targets) {
            word.range = start.zip(word.range.clone()).map(|(start, range)| range.start + start..range.end + start);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    /// The programs of a line and their arguments, and what is redirected.
    fn read(line: &str) -> Vec<String> {
        let show = |command: &crate::Command| {
            let words: Vec<&str> = command.program().iter().map(|word| &*word.text).collect();
            let redirects = command.redirects.iter().map(|r| format!(" {}{}", r.operator, r.target.text));
            words.join(" ") + &redirects.collect::<String>()
        };
        parse(line).commands.iter().map(show).collect()
    }

    #[test]
    fn commands_are_found_wherever_they_are() {
        for (line, wanted) in [
            ("", &[][..]),
            ("  # nothing", &[]),
            ("ls -la", &["ls -la"]),
            ("a && b || c; d & e | f\ng", &["a", "b", "c", "d", "e", "f", "g"]),
            ("(cd x; rm y)", &["cd x", "rm y"]),
            ("A=1 B='x y' sudo -u me env -u Z C=2 /bin/rm x", &["/bin/rm x"]),
            ("timeout -k 1 5 nice -n 3 make x", &["make x"]),
            ("if test -f x; then rm x; fi", &["test -f x", "rm x", "fi"]),
            ("echo 'a; b' \"c | d\" e\\ f", &["echo a; b c | d e f"]),
            ("echo $(rm x) `rm y` \"$(rm \"z\")\"", &["rm x", "rm y", "rm z", "echo $(rm x) `rm y` $(rm \"z\")"]),
            ("diff <(a x) <(b y)", &["diff", "a x", "b y"]),
            ("a 2>&1 >log 2> 'e rr' <in", &["a >&1 >log >e rr <in"]),
            ("a &>log; b >>log", &["a &>log", "b >>log"]),
            ("cat > f <<EOF\nrm x\nEOF\nls", &["cat >f <<EOF", "ls"]),
            ("cat <<-'E'\n\trm x\n\tE\nls", &["cat <<-E", "ls"]),
            ("bash -lc 'rm x; sh -c \"rm y\"'", &["bash -lc rm x; sh -c \"rm y\"", "rm x", "sh -c rm y", "rm y"]),
            ("eval \"rm x\"", &["eval rm x", "rm x"]),
            ("find . | xargs -n 1 rm", &["find .", "rm"]),
            ("a#b \\\n c", &["a#b c"]),
            ("f() { rm x; }; f", &["rm x", "}", "f"]),
            ("echo ${x:-y z} $((1 + 2))", &["1 + 2", "echo ${x:-y z} $((1 + 2))"]),
        ] {
            assert_eq!(read(line), wanted, "{line}");
        }
    }

    #[test]
    fn a_word_says_where_it_stands_and_what_it_is() {
        for (line, index, text, expands) in [
            ("npm i", 0, "npm", false),
            ("npm 'i'", 1, "i", false),
            ("ls *.rs", 1, "*.rs", true),
            ("ls '*.rs'", 1, "*.rs", false),
            ("cat ~/x", 1, "~/x", true),
            ("cat a~", 1, "a~", false),
            ("cat \"$HOME\"", 1, "$HOME", true),
            ("cat '$HOME'", 1, "$HOME", false),
            ("cat x{1,2}", 1, "x{1,2}", true),
            ("cd a; npm i", 3, "i", false),
            ("sh -c 'npm i'", 4, "i", false),
            ("echo é$(npm i)", 1, "i", false),
        ] {
            let found = parse(line);
            let words: Vec<_> = found.commands.iter().flat_map(|c| &c.words).collect();
            let word = words[index];
            assert_eq!((&*word.text, word.expands), (text, expands), "{line}");
            let there = &line[word.range.clone().expect("it is known")];
            assert_eq!(there.trim_matches(['\'', '"']), text, "{line}");
        }
        assert!(parse(r#"sh -c "npm \"i\"""#).commands.last().is_some_and(|c| c.words[0].range.is_none()));
    }

    #[test]
    fn what_is_not_closed_is_said() {
        for line in
            ["echo 'x", "echo \"x", "echo $(ls", "echo `ls", "(ls", "cat <<E\nx", "echo ${x", "ls)", "sh -c 'echo \"x'"]
        {
            assert!(!parse(line).whole, "{line}");
        }
        for line in ["echo 'x'", "(ls)", "cat <<E\nx\nE", "", "case x in a) ls ;; esac"] {
            assert!(parse(line).whole || line.starts_with("case"), "{line}");
        }
    }

    #[test]
    fn nothing_breaks_it() {
        for line in
            ["\\", "$", "`", "$(", "<", "&>", "\"\\", "'", "2>", "é>ü", "$((((", ")(", "<<", "<<\n", "sh -c", "eval"]
        {
            parse(line);
            parse(&line.repeat(500));
        }
        parse(&"$(".repeat(100_000));
        parse(&"sh -c '".repeat(1000));
    }
}
