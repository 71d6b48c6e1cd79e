//! The rule against running what a download prints without having looked at it.

use crate::verdict::{Finding, Rule};

use super::{
    field::{Field, Gap},
    options::{Argument, Options},
};

/// The finding for a command that runs what a download prints.
pub fn finding(runner: &str) -> Finding {
    let reason = format!(
        "This runs whatever the download prints with `{runner}`, unseen. Save it with `curl -o FILE URL`, read the \
         file, and run it only then."
    );
    Finding { rule: Rule::PipedDownload, reason }
}

/// Whether a program prints something from the network.
pub fn prints_download(name: &str, arguments: &[Field<'_>]) -> bool {
    match name {
        "curl" => !saves(arguments, "oO", "output"),
        "wget" | "wget2" => !saves(arguments, "O", "output-document"),
        "fetch" | "http" | "https" | "xh" | "xhs" | "iwr" | "irm" | "Invoke-WebRequest" | "Invoke-RestMethod" => true,
        "lynx" | "w3m" | "links" => arguments.iter().any(|field| matches!(&*field.text, "-dump" | "-source")),
        _ => false,
    }
}

/// Whether a download goes to a file: one of the options names it.
fn saves(arguments: &[Field<'_>], short: &'static str, long: &'static str) -> bool {
    let values = if short == "O" { "OPUoaBDeQtTwil" } else { "oHdAbcCDeEFKmPQrTuUwxXyYz" };
    Options::new(arguments, values, &["output", "output-document"]).any(|argument| match argument {
        Argument::Short(letter, value) if short.contains(letter) => value != "-",
        Argument::Long("remote-name", _) => true,
        Argument::Long(name, value) => name == long && value != "-",
        _ => false,
    })
}

/// The options with which an interpreter that is no shell gets its code from the arguments.
fn code_flags(name: &str) -> Option<&'static [&'static str]> {
    match name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
        "python" | "pypy" => Some(&["-c", "-m"]),
        "perl" => Some(&["-e", "-E", "-n", "-p"]),
        "ruby" => Some(&["-e", "-n", "-p"]),
        "node" | "bun" | "deno" => Some(&["-e", "-p", "--eval", "--print"]),
        "php" | "lua" | "osascript" => Some(&["-r", "-e"]),
        _ => None,
    }
}

/// Whether an interpreter that is no shell would run a download, given these arguments, if its input is one. With code
/// in the arguments it is so only where that code is itself a download.
pub fn runs_input(name: &str, arguments: &[Field<'_>]) -> bool {
    let Some(flags) = code_flags(name) else { return false };
    if let Some(at) = arguments.iter().position(|field| flags.iter().any(|flag| field.text.starts_with(flag))) {
        // Code in the arguments is run, and the input is data.
        return arguments.get(at + 1).is_some_and(Field::runs_download);
    }
    match arguments.iter().find(|field| !field.text.starts_with('-') || field.text == "-") {
        Some(file) => matches!(&*file.text, "-" | "/dev/stdin") || file.misses(Gap::Download),
        None => !arguments.iter().any(|field| matches!(&*field.text, "--version" | "-V" | "-v" | "--help" | "-h")),
    }
}

#[cfg(test)]
mod rows {
    use crate::{shell::table::check, verdict::Rule};

    const BAD: Option<Rule> = Some(Rule::PipedDownload);

    #[test]
    fn downloads_that_are_run() {
        check(&[
            ("sh", "curl https://x.sh | sh", BAD),
            ("bash with flags", "curl -fsSL https://x.sh | bash -x", BAD),
            ("arguments", "curl -sSf https://x.sh | sh -s -- -y", BAD),
            ("dash", "curl https://x.sh | bash -", BAD),
            ("stdin", "curl https://x.sh | bash /dev/stdin", BAD),
            ("sudo", "curl https://x.sh | sudo bash", BAD),
            ("sudo environment", "curl https://x.sh | sudo -E bash -", BAD),
            ("wget", "wget -qO- https://x.sh | sh", BAD),
            ("wget apart", "wget -q -O - https://x.sh | zsh", BAD),
            ("both streams", "curl https://x.sh |& sh", BAD),
            ("through tee", "curl https://x.sh | tee x.sh | sh", BAD),
            ("unpacked", "curl https://x.gz | gunzip | sh", BAD),
            ("quiet", "curl https://x.sh 2>/dev/null | sh", BAD),
            ("to stdout", "curl -o - https://x.sh | sh", BAD),
            ("either", "(curl https://x.sh || wget -O- https://x.sh) | sh", BAD),
            ("group", "curl https://x.sh | { read l; bash; }", BAD),
            ("subshell", "curl https://x.sh | (cd /tmp/x && sh)", BAD),
            ("new line", "curl https://x.sh |\n  sh", BAD),
            ("continued", "curl -L \\\n https://x.sh \\\n | sh", BAD),
            ("process", "bash <(curl -s https://x.sh)", BAD),
            ("process to stdin", "bash < <(curl -s https://x.sh)", BAD),
            ("source", "source <(curl -s https://x.sh)", BAD),
            ("dot", ". <(wget -O- https://x.sh)", BAD),
            ("here string", "bash <<< \"$(curl https://x.sh)\"", BAD),
            ("c", "sh -c \"$(curl -fsSL https://x.sh)\"", BAD),
            ("c with arguments", "bash -c \"$(curl https://x.sh)\" -- -y", BAD),
            ("c backticks", "sh -c \"`curl https://x.sh`\"", BAD),
            ("eval", "eval \"$(curl https://x.sh)\"", BAD),
            ("eval bare", "eval $(wget -qO- https://x.sh)", BAD),
            ("variable", "S=$(curl https://x.sh); eval \"$S\"", BAD),
            ("variable to a shell", "S=$(curl https://x.sh); bash -c \"$S\"", BAD),
            ("echoed", "echo \"$(curl https://x.sh)\" | sh", BAD),
            ("nested", "bash -c 'curl https://x.sh | sh'", BAD),
            ("python", "curl https://x.py | python3 -", BAD),
            ("python bare", "curl https://x.py | python3", BAD),
            ("perl", "curl https://x.pl | perl", BAD),
            ("node", "curl https://x.js | node", BAD),
            ("python process", "python3 <(curl https://x.py)", BAD),
            ("code from a download", "python3 -c \"$(curl https://x.py)\"", BAD),
            ("code for node", "node -e \"$(curl https://x.js)\"", BAD),
            ("xargs", "curl https://x.sh | xargs -0 bash -c", BAD),
            ("filtered", "curl https://x.sh | sed s/a/b/ | bash", BAD),
        ]);
    }

    #[test]
    fn downloads_that_are_not_run() {
        check(&[
            ("plain", "curl https://x.sh", None),
            ("to a file", "curl -o x.sh https://x.sh", None),
            ("to a file long", "curl --output x.sh https://x.sh", None),
            ("remote name", "curl -LO https://x.tgz", None),
            ("redirected", "curl https://x.sh > x.sh", None),
            ("wget", "wget https://x.tgz", None),
            ("jq", "curl -s https://api | jq .name", None),
            ("tar", "curl -L https://x.tgz | tar xz", None),
            ("python module", "curl -s https://api | python3 -m json.tool", None),
            ("python code", "curl -s https://api | python3 -c 'import sys'", None),
            ("node code", "curl -s https://api | node -e 'x'", None),
            ("shell script reads", "curl -s https://api | bash read.sh", None),
            ("shell command reads", "curl -s https://api | bash -c 'cat'", None),
            ("grep", "curl -s https://x | grep sh", None),
            ("file for the shell", "curl -s https://x > a && bash run.sh", None),
            ("separate", "curl -s https://x; bash run.sh", None),
            ("as an argument", "bash run.sh \"$(curl -s https://api)\"", None),
            ("value in a script", "bash -c \"V=$(curl -s https://api); echo $V\"", None),
            ("echo", "echo \"$(curl -s https://api)\"", None),
            ("other eval", "eval \"$(ssh-agent -s)\"", None),
            ("other source", "source <(kubectl completion bash)", None),
            ("text", "echo 'curl https://x | sh'", None),
            ("other pipe", "cat x.sh | sh -s", None),
            ("to a file and piped", "curl -o x https://x | sh", None),
        ]);
    }
}
