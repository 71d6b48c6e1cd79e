//! Programs that do nothing but run another program.

use super::{
    field::Field,
    options::{Argument, Options},
};

/// A program that runs the program named in its arguments.
struct Wrapper {
    /// What it is called.
    names: &'static [&'static str],
    /// Its short options that take a value.
    short: &'static str,
    /// Its long options that take a value.
    long: &'static [&'static str],
    /// How many operands stand before the program.
    operands: usize,
}

const SUDO: &[&str] =
    &["user", "group", "host", "prompt", "chdir", "chroot", "role", "type", "other-user", "command-timeout"];

/// The programs that run another one.
const WRAPPERS: &[Wrapper] = &[
    Wrapper { names: &["sudo"], short: "ugUpCcRTDhrt", long: SUDO, operands: 0 },
    Wrapper { names: &["doas"], short: "uCa", long: &[], operands: 0 },
    Wrapper { names: &["env"], short: "uCS", long: &["unset", "chdir", "split-string"], operands: 0 },
    Wrapper { names: &["nice"], short: "n", long: &["adjustment"], operands: 0 },
    Wrapper { names: &["ionice"], short: "cnpPu", long: &["class", "classdata"], operands: 0 },
    Wrapper { names: &["timeout"], short: "ks", long: &["kill-after", "signal"], operands: 1 },
    Wrapper { names: &["time", "gtime"], short: "fo", long: &["format", "output"], operands: 0 },
    Wrapper { names: &["stdbuf"], short: "ioe", long: &["input", "output", "error"], operands: 0 },
    Wrapper { names: &["exec"], short: "a", long: &[], operands: 0 },
    Wrapper { names: &["chrt", "taskset"], short: "", long: &[], operands: 1 },
    Wrapper { names: &["flock"], short: "wEc", long: &["timeout", "wait", "command"], operands: 1 },
    Wrapper { names: &["su", "runuser"], short: "cgGsuw", long: &["command", "group", "shell", "user"], operands: 0 },
    Wrapper { names: &["watch"], short: "n", long: &["interval"], operands: 0 },
    Wrapper { names: &["caffeinate"], short: "tw", long: &[], operands: 0 },
    Wrapper { names: &["pkexec"], short: "", long: &["user"], operands: 0 },
    Wrapper { names: &["npx", "bunx", "pnpx"], short: "pc", long: &["package", "call"], operands: 0 },
    Wrapper {
        names: &[
            "nohup",
            "command",
            "builtin",
            "setsid",
            "busybox",
            "toybox",
            "unbuffer",
            "chronic",
            "fakeroot",
            "noglob",
            "nocorrect",
            "eatmydata",
            "winpty",
        ],
        short: "",
        long: &[],
        operands: 0,
    },
];

/// What a program is for the one it runs.
#[derive(Debug, PartialEq, Eq)]
pub enum Layer<'c, 'a> {
    /// It runs this program with these arguments.
    Runs(&'c [Field<'a>]),
    /// It runs this text.
    Script(&'c str),
    /// It runs nothing.
    Idle,
    /// It is itself the program.
    Core,
}

/// Looks at the outermost program of a command.
pub fn outermost<'c, 'a>(argv: &'c [Field<'a>]) -> Layer<'c, 'a> {
    let Some((first, arguments)) = argv.split_first() else { return Layer::Idle };
    if first.is_open() {
        // `$SUDO rm`: a variable in front is most often a wrapper or empty.
        return Layer::Runs(arguments);
    }
    let name = program(first);
    let Some(wrapper) = WRAPPERS.iter().find(|wrapper| wrapper.names.contains(&name)) else { return Layer::Core };
    let mut skipped = 0;
    for argument in Options::new(arguments, wrapper.short, wrapper.long) {
        match (name, argument) {
            ("command", Argument::Short('v' | 'V', _)) => return Layer::Idle,
            ("env", Argument::Short('S', text) | Argument::Long("split-string", text))
            | ("su" | "runuser" | "flock", Argument::Short('c', text) | Argument::Long("command", text))
            | ("npx" | "bunx" | "pnpx", Argument::Short('c', text) | Argument::Long("call", text)) => {
                return Layer::Script(text);
            }
            ("su", _) => {}
            ("env" | "sudo" | "doas", Argument::Operand(_, field)) if is_assignment(field) => {}
            (_, Argument::Operand(..)) if skipped < wrapper.operands => skipped += 1,
            ("watch", Argument::Operand(place, field)) if place + 1 == arguments.len() => {
                return Layer::Script(&field.text);
            }
            (_, Argument::Operand(place, _)) => return Layer::Runs(&arguments[place..]),
            _ => {}
        }
    }
    Layer::Idle
}

/// A command without the programs that only run it.
pub fn stripped<'c, 'a>(argv: &'c [Field<'a>]) -> &'c [Field<'a>] {
    let mut argv = argv;
    while let Layer::Runs(inner) = outermost(argv) {
        argv = inner;
    }
    argv
}

/// What a program is called, without its directory and the extension Windows gives it.
pub fn program<'c>(field: &'c Field<'_>) -> &'c str {
    let text: &str = &field.text;
    let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Whether an argument is an assignment.
fn is_assignment(field: &Field<'_>) -> bool {
    field.text.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrappers_come_off() {
        for (line, rest) in [
            ("rm -rf x", "rm -rf x"),
            ("sudo rm x", "rm x"),
            ("sudo -u root -n rm x", "rm x"),
            ("sudo -nu root -- rm x", "rm x"),
            ("sudo A=1 B=2 rm x", "rm x"),
            ("env -i A=1 -u B rm x", "rm x"),
            ("nice -n 5 nohup rm x", "rm x"),
            ("nice -10 rm x", "rm x"),
            ("timeout -k 5 -s KILL 10 rm x", "rm x"),
            ("timeout 5s sudo timeout 5s rm x", "rm x"),
            ("taskset -c 0-3 rm x", "rm x"),
            ("ionice -c2 -n7 stdbuf -oL rm x", "rm x"),
            ("/usr/bin/env /bin/rm x", "/bin/rm x"),
            ("busybox rm x", "rm x"),
            ("exec -a name rm x", "rm x"),
            ("command -p rm x", "rm x"),
            ("flock -w 5 lock rm x", "rm x"),
            ("command -v rm", "command -v rm"),
            ("sudo", "sudo"),
        ] {
            let argv: Vec<_> = line.split(' ').map(Field::literal).collect();
            let inner: Vec<_> = stripped(&argv).iter().map(|field| &*field.text).collect();
            assert_eq!(inner.join(" "), rest, "{line}");
        }
    }
}

#[cfg(test)]
mod rows {
    use crate::{shell::table::check, verdict::Rule};

    const BAD: Option<Rule> = Some(Rule::RecursiveDelete);

    #[test]
    fn commands_behind_wrappers() {
        check(&[
            ("sudo", "sudo rm -rf /", BAD),
            ("sudo user", "sudo -u root rm -rf /", BAD),
            ("sudo long", "sudo --user=root -- rm -rf /", BAD),
            ("doas", "doas rm -rf /", BAD),
            ("env", "env X=1 rm -rf /", BAD),
            ("env by path", "/usr/bin/env rm -rf /", BAD),
            ("env split", "env -S 'rm -rf /'", BAD),
            ("nice", "nice -n 19 rm -rf /", BAD),
            ("nohup", "nohup rm -rf / &", BAD),
            ("time", "time rm -rf /", BAD),
            ("time p", "time -p rm -rf /", BAD),
            ("time format", "time -f %e rm -rf /", BAD),
            ("timeout", "timeout 5 rm -rf /", BAD),
            ("timeout signal", "timeout -s KILL 5m rm -rf /", BAD),
            ("command", "command rm -rf /", BAD),
            ("exec", "exec rm -rf /", BAD),
            ("busybox", "busybox rm -rf /", BAD),
            ("stacked", "sudo nice timeout 5 env A=1 nohup rm -rf /", BAD),
            ("assignment", "LANG=C rm -rf /", BAD),
            ("assignments", "A=1 B='x y' sudo C=2 rm -rf /", BAD),
            ("negated", "! rm -rf /", BAD),
            ("su", "su - root -c 'rm -rf /'", BAD),
            ("watch", "watch -n 5 'rm -rf /srv'", BAD),
            ("flock", "flock /tmp/l rm -rf /srv", BAD),
            ("unknown wrapper", "$SUDO rm -rf /", BAD),
            ("rimraf", "npx rimraf ~", BAD),
            ("rimraf inside", "npx rimraf dist", None),
            ("absolute", "/bin/rm -rf /", BAD),
            ("escaped", "\\rm -rf /", BAD),
            ("quoted program", "'rm' -rf /", BAD),
            ("quoted in the middle", "r'm' -r\"f\" /", BAD),
            ("which", "$(which rm) -rf /", BAD),
            ("asks where", "command -v rm", None),
            ("sudo inside", "sudo rm -rf target", None),
            ("manual", "man rm", None),
            ("whatis", "sudo whatis rm -rf /", None),
        ]);
    }
}
