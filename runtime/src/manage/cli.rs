//! The commands, as they are written on a command line.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::scope::Scope;
use crate::table::Program;

const EXIT: &str = "\
Exit codes: 0 done; 1 a host was refused, or something is wrong; 2 the command line was not understood.
What waits for the user's own consent (WAITS) is no failure.";

/// `<program> hooks …`.
pub fn command(program: &'static Program) -> Command {
    let files = |command: Command| {
        command.args([
            host(program),
            scope(),
            project(),
            state_flag("dry-run", "Print a unified diff of what would be done, and write nothing"),
        ])
    };
    let install = files(Command::new("install").about("Put the program into the hosts' files"))
        .arg(
            Arg::new("program")
                .long("program")
                .value_name("PATH")
                .help("What the files call the program, instead of the place where it lies now"),
        )
        .arg(state_flag("yes", "Do not ask before writing").short('y'))
        .after_help("Without --host: the hosts that `hooks detect` finds. At project scope, whose files are committed, they name the program by its bare name.");
    let uninstall = files(Command::new("uninstall").about("Take out all that install wrote"))
        .arg(state_flag("yes", "Do not ask before writing").short('y'))
        .after_help("Without --host: every host. A file that nobody else touched gets its very bytes back.");
    let status = Command::new("status").about("What is installed where").args([host(program), project()]);
    let doctor = Command::new("doctor")
        .about("Prove that what is installed works: run each command of ours, and look for what keeps it from running")
        .args([
            host(program),
            project(),
            state_flag("fix", "Do what is ours to do: replace stale entries, remove doubles"),
        ]);
    let emit = Command::new("emit").about("Write each host's files into a folder").args([
        host(program),
        Arg::new("out")
            .long("out")
            .value_name("DIR")
            .required(true)
            .value_parser(value_parser!(PathBuf))
            .help("The folder"),
    ]);
    let completions = Command::new("completions").about("Print completions for a shell").arg(
        Arg::new("shell").required(true).value_parser(PossibleValuesParser::new([
            "bash",
            "elvish",
            "fish",
            "powershell",
            "zsh",
        ])),
    );
    let hooks = Command::new("hooks")
        .about("Manage this program's hooks in coding agents")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help(EXIT)
        .arg(state_flag("json", "Print JSON, for programs").global(true))
        .subcommands([install, uninstall, status, doctor])
        .subcommand(Command::new("detect").about("Which hosts this machine has, and how it shows"))
        .subcommand(Command::new("list").about("The program's hooks, and on which hosts they run"))
        .subcommands([emit, completions]);
    Command::new(program.name).version(program.version).subcommand_required(true).subcommand(hooks)
}

fn state_flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn host(program: &'static Program) -> Arg {
    let ids: Vec<&str> = program.setups.iter().map(|setup| setup.host).collect();
    Arg::new("host")
        .long("host")
        .value_name("ID")
        .action(ArgAction::Append)
        .value_delimiter(',')
        .value_parser(PossibleValuesParser::new(ids))
        .hide_possible_values(true)
        .help("A host, also one that is not detected; may be given several times")
}

fn scope() -> Arg {
    Arg::new("scope")
        .long("scope")
        .default_value("user")
        .value_parser(PossibleValuesParser::new(Scope::ALL.map(Scope::name)))
        .help("Whose files: all of this user's work, a project for everybody, or a project for this user alone")
}

fn project() -> Arg {
    Arg::new("project")
        .long("project")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .help("The project's folder, if it is not the working folder")
}

/// What was asked for.
pub struct Asked {
    pub hosts: Vec<String>,
    pub scope: Scope,
    pub project: Option<PathBuf>,
    pub dry: bool,
    pub json: bool,
    pub yes: bool,
    pub fix: bool,
    pub program: Option<String>,
    pub out: Option<PathBuf>,
    pub shell: Option<String>,
}

impl Asked {
    pub fn of(matches: &ArgMatches) -> Asked {
        let flag = |name: &str| matches.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false);
        let text = |name: &str| matches.try_get_one::<String>(name).ok().flatten().cloned();
        let path = |name: &str| matches.try_get_one::<PathBuf>(name).ok().flatten().cloned();
        let hosts = matches.try_get_many::<String>("host").ok().flatten();
        let scope = text("scope");
        Asked {
            hosts: hosts.into_iter().flatten().cloned().collect(),
            scope: Scope::ALL.into_iter().find(|s| Some(s.name()) == scope.as_deref()).unwrap_or(Scope::User),
            project: path("project"),
            dry: flag("dry-run"),
            json: flag("json"),
            yes: flag("yes"),
            fix: flag("fix"),
            program: text("program"),
            out: path("out"),
            shell: text("shell"),
        }
    }
}
