//! Each command of ours, run with an event that must be denied, and one that must pass.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::findings::Severity;
use super::start::{self, Came};
use crate::encode::Encoded;
use crate::event::Kind;
use crate::manage::inspect::{Entry, Standing};
use crate::manage::ours::event;
use crate::manage::world::World;
use crate::probe::reason;
use crate::table::{Host, Setup};
use crate::testing::Fire;

/// Something that does not work.
pub struct Problem {
    pub severity: Severity,
    pub message: String,
    pub fix: String,
}

/// A command of the host, with the events that it stands for.
struct Trial<'a> {
    /// For messages.
    name: String,
    native: String,
    start: Box<dyn Fn() -> Command + 'a>,
    /// Of a module: events come as lines.
    framed: bool,
}

/// Runs all commands of one host in one scope; what was proved.
///
/// # Errors
/// What went wrong.
pub fn all(setup: &'static Setup, standing: &Standing, world: &World, outdated: bool) -> Result<String, Vec<Problem>> {
    let Some(host) = world.program.hosts.iter().find(|host| host.id == setup.host) else { return Ok(String::new()) };
    let trials = trials(setup, standing, world, outdated);
    let word = word();
    let mut problems: Vec<Problem> = Vec::new();
    let (mut denied, mut passed) = (0, 0);
    for trial in &trials {
        for kind in kinds(host, &trial.native) {
            match deny(trial, kind, host, world, &word) {
                Ok(did) => denied += usize::from(did),
                Err(problem) => add(&mut problems, problem),
            }
        }
    }
    let call = trials.iter().find(|trial| kinds(host, &trial.native).contains(&Kind::PreToolUse));
    if let Some(trial) = call.filter(|_| problems.is_empty()) {
        match pass(trial, host, world) {
            Ok(()) => passed += 1,
            Err(problem) => add(&mut problems, problem),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let files: Vec<String> = standing.files.iter().map(|path| world.short(path)).collect();
    Ok(format!("{}: {denied} events denied as asked, {passed} passed", files.join(", ")))
}

fn add(problems: &mut Vec<Problem>, problem: Problem) {
    if problems.iter().all(|other| other.message != problem.message) {
        problems.push(problem);
    }
}

fn trials<'a>(setup: &'static Setup, standing: &'a Standing, world: &'a World, outdated: bool) -> Vec<Trial<'a>> {
    let active = standing.entries.iter().filter(|entry| !entry.disabled);
    let entry = |entry: &'a Entry| {
        let native = event(&entry.command, world.program.name, setup.host)?;
        let start = Box::new(move || start::command(setup.shell, &line(entry), &entry.handler));
        Some(Trial { name: entry.command.clone(), native, start, framed: false })
    };
    let mut trials: Vec<Trial> = active.filter_map(entry).collect();
    if setup.format == crate::table::Format::Executable {
        trials.extend(setup.files.iter().filter_map(|file| {
            let path = standing.files.iter().find(|path| path.file_stem().is_some_and(|stem| stem == file.event))?;
            let start = Box::new(move || Command::new(path));
            Some(Trial { name: world.short(path), native: file.event.to_owned(), start, framed: false })
        }));
    }
    // What an outdated module starts cannot be known; the finding about it says enough.
    if setup.format == crate::table::Format::Module && !outdated {
        let program = standing.program.clone();
        let kinds = world.program.hooks.iter().map(|hook| hook.event.name());
        let mut kinds: Vec<&str> = kinds.collect();
        kinds.sort_unstable();
        kinds.dedup();
        trials.extend(kinds.into_iter().map(|kind| {
            let program = program.clone();
            let name = format!("{program} serve {}", setup.host);
            let start = Box::new(move || {
                let mut command = Command::new(&program);
                command.args(["serve", setup.host]);
                command
            });
            Trial { name, native: kind.to_owned(), start, framed: true }
        }));
    }
    trials
}

/// The command string itself: without the arguments that stand apart.
fn line(entry: &Entry) -> String {
    match entry.handler.get("args") {
        Some(_) => entry.handler.get("command").and_then(Value::as_str).unwrap_or_default().to_owned(),
        None => entry.command.clone(),
    }
}

/// The normalized events that a native one stands for.
fn kinds(host: &Host, native: &str) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for binding in host.bindings.iter().filter(|b| b.native == native || b.event.name() == native) {
        if !kinds.contains(&binding.event) {
            kinds.push(binding.event);
        }
    }
    kinds
}

/// A word that nobody else says.
fn word() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
    format!("hookwright-doctor-{now:x}-{:x}", std::process::id())
}

fn payload(trial: &Trial, kind: Kind, payload: &str) -> String {
    match trial.framed {
        true => format!("{{\"id\":1,\"event\":\"{}\",\"payload\":{payload}}}\n", kind.name()),
        false => payload.to_owned(),
    }
}

/// Whether a denial comes back as the host understands it; `false`: the host has no such event for this call.
fn deny(trial: &Trial, kind: Kind, host: &'static Host, world: &World, word: &str) -> Result<bool, Problem> {
    let project = world.project.to_string_lossy();
    let fire = Fire::of_doctor(kind, word).session(word).cwd(&project).project_dir(&project);
    let Some(probe) = fire.probe(world.program, host, kind, &trial.native) else { return Ok(false) };
    let said = |value: &std::ffi::OsString| value.to_string_lossy().contains(word);
    if !probe.payload.contains(word) && !probe.env.iter().any(|(_, value)| said(value)) {
        // An event in which nothing of ours can stand: that it is answered at all is what can be tried.
        return Ok(false);
    }
    let came = run(trial, &world.project, Some(word), &probe.env, &payload(trial, kind, &probe.payload))?;
    let wanted = probe.denial;
    let wanted = match trial.framed {
        true => Encoded { stdout: framed(&wanted.stdout), exit: 0, ..wanted },
        false => wanted,
    };
    let right = same(&came.stdout, &wanted.stdout)
        && came.exit == Some(i32::from(wanted.exit))
        && (wanted.stderr.is_empty() || came.stderr.contains(&wanted.stderr));
    if right { Ok(true) } else { Err(wrong(trial, kind, &came, world)) }
}

fn framed(reply: &str) -> String {
    let reply: Value = serde_json::from_str(reply).unwrap_or_else(|_| json!({}));
    json!({ "id": 1, "reply": reply }).to_string()
}

fn same(came: &str, wanted: &str) -> bool {
    let value = |text: &str| serde_json::from_str::<Value>(text).ok();
    came.trim() == wanted.trim() || value(came).is_some_and(|came| Some(came) == value(wanted))
}

/// Whether a harmless call goes through.
fn pass(trial: &Trial, host: &'static Host, world: &World) -> Result<(), Problem> {
    let project = world.project.to_string_lossy();
    let fire = Fire::of_doctor(Kind::PreToolUse, "").session("hookwright-doctor").cwd(&project).project_dir(&project);
    let Some(probe) = fire.probe(world.program, host, Kind::PreToolUse, &trial.native) else { return Ok(()) };
    let came = run(trial, &world.project, None, &probe.env, &payload(trial, Kind::PreToolUse, &probe.payload))?;
    if came.exit.is_none_or(|exit| exit != 0) {
        let message = format!("`{}` stops the harmless command `true`: {}", trial.name, said(&came));
        return Err(Problem { severity: Severity::Warning, message, fix: "look at your own hooks".to_owned() });
    }
    Ok(())
}

fn run(
    trial: &Trial,
    folder: &Path,
    word: Option<&str>,
    env: &[(String, std::ffi::OsString)],
    payload: &str,
) -> Result<Came, Problem> {
    let mut command = (trial.start)();
    command.envs(env.iter().map(|(name, value)| (name, value)));
    start::run(command, folder, word, payload).map_err(|why| Problem {
        severity: Severity::Problem,
        message: format!("`{}`: {why}", trial.name),
        fix: String::new(),
    })
}

/// Why an answer is not the one that was wanted.
fn wrong(trial: &Trial, kind: Kind, came: &Came, world: &World) -> Problem {
    let name = &trial.name;
    let problem = |message: String, fix: String| Problem { severity: Severity::Problem, message, fix };
    let again = format!("{} hooks install", world.program.name);
    let silent = came.stdout.trim().is_empty() && came.stderr.trim().is_empty();
    let other = "hooks doctor: answered by ";
    if let Some((_, who)) = came.stdout.split_once(other).or_else(|| came.stderr.split_once(other))
        && !who.starts_with(&reason(world.program)[other.len()..])
    {
        let who: String = who.chars().take_while(|c| !c.is_control() && !"\"\\".contains(*c)).collect();
        return problem(format!("`{name}` starts another version: {who}"), again);
    }
    match came.exit {
        Some(127 | 126 | 9009) => problem(format!("`{name}`: the program is not there ({})", said(came)), again),
        Some(0) if silent => problem(
            format!(
                "`{name}` lets everything through: a denial of {} gave no answer, as if the program were not there",
                kind.name()
            ),
            again,
        ),
        _ => problem(format!("`{name}` answers a denial of {} wrongly: {}", kind.name(), said(came)), again),
    }
}

fn said(came: &Came) -> String {
    let exit = came.exit.map_or("a signal".to_owned(), |code| format!("exit code {code}"));
    let short = |text: &str| text.trim().chars().take(200).collect::<String>();
    match (came.stdout.trim().is_empty(), came.stderr.trim().is_empty()) {
        (true, true) => exit,
        (false, true) => format!("{exit}, `{}`", short(&came.stdout)),
        (true, false) => format!("{exit}, {}", short(&came.stderr)),
        (false, false) => format!("{exit}, `{}`, {}", short(&came.stdout), short(&came.stderr)),
    }
}
