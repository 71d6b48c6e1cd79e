//! The boring commands.

/// A command that may run, with what may follow.
struct Boring {
    /// The program and its subcommands.
    words: &'static str,
    /// Options alone, and `name=` for those with a value behind `=`.
    options: &'static [&'static str],
    /// Options with a value in the next word.
    valued: &'static [&'static str],
    /// Whether other arguments may follow: files, names of tests.
    operands: bool,
}

const fn boring(
    words: &'static str,
    options: &'static [&'static str],
    valued: &'static [&'static str],
    operands: bool,
) -> Boring {
    Boring { words, options, valued, operands }
}

const CARGO: &[&str] = &[
    "--workspace",
    "--all",
    "--all-targets",
    "--all-features",
    "--no-default-features",
    "--release",
    "-r",
    "--lib",
    "--bins",
    "--tests",
    "--examples",
    "--benches",
    "--doc",
    "--no-run",
    "--no-fail-fast",
    "-q",
    "--quiet",
    "-v",
    "--verbose",
    "--locked",
    "--offline",
    "--frozen",
    "--features=",
    "--package=",
    "--test=",
    "--bin=",
    "--color=",
    "--message-format=",
];
const CARGO_VALUED: &[&str] = &["-p", "--package", "--features", "-F", "--test", "--bin", "--example", "-j", "--jobs"];
const DIFF: &[&str] = &[
    "--stat",
    "--cached",
    "--staged",
    "--name-only",
    "--name-status",
    "--shortstat",
    "--no-color",
    "--no-ext-diff",
    "-w",
    "--word-diff",
];
const LOG: &[&str] = &[
    "--oneline",
    "--stat",
    "--graph",
    "--decorate",
    "--all",
    "--no-color",
    "--name-only",
    "--name-status",
    "--no-merges",
    "--since=",
    "--author=",
    "--format=",
    "--pretty=",
    "-p",
    "-1",
    "-2",
    "-3",
    "-5",
    "-10",
    "-20",
    "-50",
];

/// Of npm and its kin.
const SCRIPT: &[&str] = &["--silent", "-s"];

const LIST: &[Boring] = &[
    boring(
        "ls",
        &["-l", "-a", "-la", "-al", "-lah", "-A", "-1", "-R", "-h", "-lh", "-d", "-t", "-lt", "-ltr"],
        &[],
        true,
    ),
    boring("pwd", &[], &[], false),
    boring(
        "git status",
        &["-s", "-b", "-sb", "--short", "--branch", "--porcelain", "--porcelain=", "-uno", "-uall"],
        &[],
        true,
    ),
    boring("git diff", DIFF, &[], true),
    boring("git log", LOG, &["-n", "--max-count"], true),
    boring("git show", &["--stat", "--name-only", "--name-status", "--no-color", "--oneline"], &[], true),
    boring("git branch", &["--show-current", "-a", "-r", "-v", "-vv", "--list"], &[], false),
    boring("git rev-parse", &["--short", "--abbrev-ref", "--show-toplevel", "--verify"], &[], true),
    boring("git remote", &["-v"], &[], false),
    boring("git stash list", &[], &[], false),
    boring("cargo test", CARGO, CARGO_VALUED, true),
    boring("cargo check", CARGO, CARGO_VALUED, false),
    boring("cargo build", CARGO, CARGO_VALUED, false),
    boring("cargo clippy", CARGO, CARGO_VALUED, false),
    boring("cargo doc", &["--no-deps", "--workspace", "-q", "--quiet"], &["-p", "--package"], false),
    boring("cargo fmt --check", &["--all"], &["-p", "--package"], false),
    boring("cargo tree", &["--workspace", "-d", "--duplicates"], &["-p", "-i", "-e", "--depth"], false),
    boring("go test", &["-v", "-race", "-short", "-count=1", "-run="], &["-run"], true),
    boring("go vet", &[], &[], true),
    boring("go build", &["-v"], &[], true),
    boring("npm test", SCRIPT, &[], false),
    boring("npm run test", SCRIPT, &[], false),
    boring("npm run lint", SCRIPT, &[], false),
    boring("npm run build", SCRIPT, &[], false),
    boring("npm run typecheck", SCRIPT, &[], false),
    boring("pnpm test", SCRIPT, &[], false),
    boring("pnpm lint", SCRIPT, &[], false),
    boring("pnpm build", SCRIPT, &[], false),
    boring("yarn test", SCRIPT, &[], false),
    boring("pytest", &["-q", "-x", "-v", "-vv", "-s", "--lf", "--ff", "--tb=", "--maxfail="], &["-k", "-m"], true),
];
/// What may follow `--` after `cargo test`.
const TEST_OPTIONS: &[&str] =
    &["--nocapture", "--no-capture", "--exact", "--ignored", "--include-ignored", "--list", "--test-threads=", "-q"];

/// Whether these words are a command of the list, with nothing that the list does not have.
pub fn has(words: &[&str]) -> bool {
    LIST.iter().any(|boring| boring.fits(words))
}

impl Boring {
    fn fits(&self, words: &[&str]) -> bool {
        let own = self.words.split(' ').count();
        if words.len() < own || !self.words.split(' ').eq(words[..own].iter().copied()) {
            return false;
        }
        let mut rest = words[own..].iter().copied();
        while let Some(word) = rest.next() {
            let fine = match word {
                "--" if self.words == "cargo test" => {
                    return rest.all(|w| !w.starts_with('-') || is_one(TEST_OPTIONS, w));
                }
                "--" if self.words.starts_with("git ") => return self.operands,
                word if is_one(self.options, word) => true,
                word if self.valued.contains(&word) => rest.next().is_some_and(|value| !value.starts_with('-')),
                // Behind a `+`, cargo takes the name of another toolchain.
                word => self.operands && !word.is_empty() && !word.starts_with(['-', '+', '@']),
            };
            if !fine {
                return false;
            }
        }
        true
    }
}

/// Whether an option is one of these.
fn is_one(options: &[&str], word: &str) -> bool {
    let with_value = |option: &&&str| option.ends_with('=') && word.starts_with(**option);
    options.contains(&word) || options.iter().any(|option| with_value(&option))
}
