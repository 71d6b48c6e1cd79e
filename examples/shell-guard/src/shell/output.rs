//! What a command prints, as far as that can be told without running it.

use super::{
    downloads,
    expansion::Expander,
    field::{Field, Gap},
    find::Search,
    script::{Command, Direction, List, Redirect, Simple},
    wrappers,
};

/// How many commands of a pipeline are looked at, counted from its end.
const STAGES: usize = 16;

/// How many commands a substitution may have for its output to be looked at.
const ITEMS: usize = 16;

/// What a command prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Nothing is known of it.
    Unknown,
    /// Something from the network.
    Download,
    /// These texts.
    Lines(Vec<Field<'static>>),
    /// The paths below these that `find` has found.
    Found(Vec<Field<'static>>),
}

impl Output {
    /// The output as the values a word may have.
    pub fn into_fields(self) -> Vec<Field<'static>> {
        match self {
            Self::Unknown => vec![Field::hole(Gap::Perhaps)],
            Self::Download => vec![Field::hole(Gap::Download)],
            Self::Lines(fields) | Self::Found(fields) => fields,
        }
    }

    /// A single text.
    fn line(field: Field<'_>) -> Self {
        Self::Lines(vec![field.into_owned()])
    }

    /// A text that is not empty.
    fn filled() -> Self {
        Self::line(Field::hole(Gap::Filled))
    }

    /// What is left of the output when lines are left out.
    fn filtered(self) -> Self {
        match self {
            Self::Lines(fields) => Self::Lines(fields.into_iter().map(some_of).collect()),
            other => other,
        }
    }
}

/// A field that stands for some of what it stood for: `*` becomes the name of something.
fn some_of(field: Field<'static>) -> Field<'static> {
    if field.glob && field.text == "*" { Field::literal("./").below() } else { field }
}

impl Expander<'_, '_> {
    /// What a list of commands prints.
    pub fn output(self, list: &List<'_>) -> Output {
        if list.items.len() > ITEMS {
            return Output::Unknown;
        }
        let mut scope = self.scope.clone();
        let mut last = Output::Unknown;
        for item in &list.items {
            let Some(inner) = self.deeper(&scope) else { return Output::Unknown };
            last = inner.pipeline(&item.stages, Output::Unknown);
            if last == Output::Download {
                return last;
            }
            let entered = match item.stages.as_slice() {
                [Command::Simple(simple)] => inner.words(&simple.words),
                _ => Vec::new(),
            };
            if entered.first().is_some_and(|program| program.text == "cd") {
                scope.enter(entered.get(1));
            }
        }
        last
    }

    /// What the last command of a pipeline prints, given what the first one reads.
    pub fn pipeline(self, stages: &[Command<'_>], input: Output) -> Output {
        let last = &stages[stages.len().saturating_sub(STAGES)..];
        last.iter().fold(input, |input, stage| self.stage(stage, input))
    }

    /// What a command prints, given what it reads.
    fn stage(self, stage: &Command<'_>, input: Output) -> Output {
        let (redirects, output) = match stage {
            Command::Simple(simple) => {
                let output = self.simple(simple, input.clone());
                (&simple.redirects, output)
            }
            Command::Compound(compound) => {
                let mut outputs: Vec<_> = compound.bodies.iter().map(|body| self.output(body)).collect();
                let output = match outputs.as_slice() {
                    _ if outputs.contains(&Output::Download) => Output::Download,
                    [_] => outputs.remove(0),
                    _ => Output::Unknown,
                };
                (&compound.redirects, output)
            }
        };
        if redirects.iter().any(takes_output) {
            Output::Unknown
        } else if input == Output::Download {
            Output::Download
        } else {
            output
        }
    }

    /// What a program prints, given what it reads.
    fn simple(self, simple: &Simple<'_>, input: Output) -> Output {
        let argv = self.words(&simple.words);
        let argv = wrappers::stripped(&argv);
        let Some((program, arguments)) = argv.split_first() else { return Output::Unknown };
        let input = simple.redirects.iter().find_map(|redirect| self.read(redirect)).unwrap_or(input);
        let name = wrappers::program(program);
        if downloads::prints_download(name, arguments) {
            return Output::Download;
        }
        let operands: Vec<_> = arguments.iter().filter(|field| !field.text.starts_with('-')).cloned().collect();
        match name {
            "cat" | "tee" if operands.iter().any(|field| field.misses(Gap::Download)) => Output::Download,
            "cat" | "tac" if operands.is_empty() => input,
            "tee" => input,
            "grep" | "egrep" | "fgrep" | "rg" if input != Output::Unknown => input.filtered(),
            "head" | "tail" | "sort" | "uniq" | "shuf" => input.filtered(),
            "echo" => owned(strip_flags(arguments)),
            "printf" => owned(formatted(arguments)),
            "pwd" => self.scope.cwd.as_deref().map_or(Output::Unknown, |cwd| Output::line(Field::literal(cwd))),
            "mktemp" => Output::line(Field::literal("/tmp").below()),
            "git" => self.git(arguments),
            "find" | "gfind" => Output::Found(Search::new(arguments).targets()),
            "ls" if operands.is_empty() => Output::line(Field::pattern("*")),
            "ls" => owned(&operands),
            "grep" | "egrep" | "fgrep" | "rg" | "ag" | "fd" | "fdfind" => listed(operands.get(1..).unwrap_or_default()),
            "which" | "realpath" | "readlink" | "type" => owned(&operands),
            "dirname" => match operands.as_slice() {
                [path] if path.holes.is_empty() => Output::line(Field::literal(format!("{}/..", path.text))),
                _ => Output::filled(),
            },
            "date" | "whoami" | "id" | "uname" | "hostname" | "nproc" | "basename" | "uuidgen" => Output::filled(),
            _ => Output::Unknown,
        }
    }

    /// What a program reads by a redirection.
    pub fn read(self, redirect: &Redirect<'_>) -> Option<Output> {
        match &redirect.flow {
            Direction::Output => None,
            Direction::Input => {
                let fields = self.value(&redirect.target);
                let download = fields.iter().any(|field| field.misses(Gap::Download));
                Some(if download { Output::Download } else { Output::Unknown })
            }
            Direction::HereString => Some(owned(&self.value(&redirect.target))),
            Direction::HereDocument(document) if document.quoted => Some(Output::line(Field::literal(document.text()))),
            Direction::HereDocument(document) => Some(Output::line(self.document(document.text()))),
        }
    }

    /// What git prints: a place of the repository, or paths in it.
    fn git(self, arguments: &[Field<'_>]) -> Output {
        let says = |text: &str| arguments.iter().any(|field| field.text == text);
        match self.scope.project() {
            Some(project) if says("rev-parse") && says("--show-toplevel") => Output::line(Field::literal(project)),
            _ if says("rev-parse") && says("--git-dir") => Output::line(Field::literal(".git")),
            _ if says("ls-files") || says("diff") || says("status") => listed(&[]),
            _ => Output::Unknown,
        }
    }
}

/// The fields as lines.
fn owned(fields: &[Field<'_>]) -> Output {
    Output::Lines(fields.iter().map(|field| field.clone().into_owned()).collect())
}

/// Paths below these directories, or below the current one.
fn listed(roots: &[Field<'_>]) -> Output {
    if roots.is_empty() {
        return Output::Lines(vec![Field::literal("./").below()]);
    }
    Output::Lines(roots.iter().map(Field::below).collect())
}

/// What `echo` prints of its arguments.
fn strip_flags<'c, 'a>(arguments: &'c [Field<'a>]) -> &'c [Field<'a>] {
    let flags = arguments.iter().take_while(|field| matches!(&*field.text, "-n" | "-e" | "-ne" | "-en" | "-E")).count();
    &arguments[flags..]
}

/// What `printf` prints of its arguments: those after the format, where the format is nothing but a place for them.
fn formatted<'c, 'a>(arguments: &'c [Field<'a>]) -> &'c [Field<'a>] {
    match arguments.split_first() {
        Some((format, rest)) if format.text.starts_with('%') => rest,
        _ => arguments,
    }
}

/// Whether a redirection takes what a program prints away from the pipeline.
fn takes_output(redirect: &Redirect<'_>) -> bool {
    matches!(redirect.flow, Direction::Output)
        && redirect.descriptor.is_none_or(|descriptor| descriptor == 1)
        && !matches!(redirect.target.raw, "1" | "2" | "/dev/stdout" | "/dev/stderr")
}
