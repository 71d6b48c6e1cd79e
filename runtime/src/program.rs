//! The program's entry: what its first argument asks for.

use std::env;
use std::process::exit;

use crate::table::Program;
use crate::{hook, serve};

/// Does what the arguments ask of Hookwright and ends the process, or returns when they ask nothing of it.
///
/// `hook` and `serve` never end with a code that a host could read as a refusal, except where the host's own reply is one.
pub fn run(program: &'static Program) {
    let mut arguments = env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned());
    let (first, second, third) = (arguments.next(), arguments.next(), arguments.next());
    match first.as_deref() {
        Some("hook") => exit(hook::run(program, second.as_deref(), third.as_deref()).into()),
        Some("serve") => exit(serve::run(program, second.as_deref()).into()),
        #[cfg(feature = "manage")]
        Some("hooks") => exit(crate::manage::run(program, env::args_os()).into()),
        _ => {}
    }
}

/// The `main` of a program that has no other: runs, or says what it is.
pub fn main(program: &'static Program) {
    run(program);
    let wants_version = env::args_os().nth(1).is_some_and(|a| a == "--version" || a == "-V");
    if wants_version {
        println!("{} {}", program.name, program.version);
        return;
    }
    eprintln!("{}", usage(program));
    let asked = env::args_os().nth(1);
    // With no argument, or asked for help, this is the answer; anything else was a mistake. Never 2: hosts read it as "block".
    let fine = asked.is_none_or(|a| a == "--help" || a == "-h" || a == "help");
    exit(if fine { 0 } else { 1 });
}

fn usage(program: &Program) -> String {
    let hosts: Vec<&str> = program.hosts.iter().map(|h| h.id).collect();
    format!(
        "{name} {version}: hooks for coding agents\n\n\
         usage: {name} hook <host> <event>   answer one event; the host starts this, its payload on standard input\n\
         \x20      {name} serve <host>          answer a plugin module's events, a JSON object a line\n\
         {manage}\n\
         hosts: {hosts}",
        name = program.name,
        version = program.version,
        manage = manage(program),
        hosts = hosts.join(", ")
    )
}

#[cfg(feature = "manage")]
fn manage(program: &Program) -> String {
    format!("       {} hooks …               install, uninstall, status, doctor, detect, list, emit\n", program.name)
}

#[cfg(not(feature = "manage"))]
fn manage(_: &Program) -> String {
    String::new()
}
