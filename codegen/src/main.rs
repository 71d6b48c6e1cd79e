//! `hookwright-codegen hosts`: what every host can do.

use std::process::ExitCode;

use hookwright_codegen::host::{Host, Library};
use hookwright_codegen::matrix::{self, Day};
use hookwright_codegen::vocab;

const USAGE: &str = "\
usage: hookwright-codegen hosts [ID] [--markdown] [--stale DAYS]

  hosts                all hosts and their events, by the hosts' own names
  hosts ID             one host: every event and decision, with what the host does
  hosts --markdown     the same of all, as a page
  hosts --stale DAYS   the hosts whose facts are older than that";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["hosts"] => Ok(matrix::events(&all()?)),
        ["hosts", "--markdown"] => Ok(matrix::markdown(&all()?)),
        ["hosts", "--stale", days] => match days.parse() {
            Ok(days) => Ok(matrix::stale(&all()?, days, Day::today())),
            Err(_) => Err(format!("`{days}` is not a number of days")),
        },
        ["hosts", id] if !id.starts_with('-') => one(id).map(|host| matrix::host(&host)),
        [] | ["help" | "--help" | "-h"] => Ok(format!("{USAGE}\n")),
        _ => Err(USAGE.to_owned()),
    }
}

fn all() -> Result<Vec<Host>, String> {
    Library::builtin().ids().iter().map(|id| one(id)).collect()
}

fn one(id: &str) -> Result<Host, String> {
    let library = Library::builtin();
    let found = library.get(id).map_err(|errors| errors.iter().map(|e| format!("{e}\n")).collect::<String>())?;
    found.ok_or_else(|| {
        let hint = vocab::nearest(id, library.ids()).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        format!("there is no host `{id}`{hint}")
    })
}
