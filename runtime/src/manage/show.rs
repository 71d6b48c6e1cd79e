//! How a person reads what happened.

use std::fmt::Write as _;
use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};

use super::report::{Change, Outcome, Problem, State};
use super::world::World;

/// Colours, on a terminal alone.
#[derive(Clone, Copy)]
pub struct Paint(bool);

impl Paint {
    pub fn of_stdout() -> Paint {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Paint(std::io::stdout().is_terminal() && super::world::var("NO_COLOR").is_none() && !dumb)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.0 { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    pub fn good(self, text: &str) -> String {
        self.with(AnsiColor::Green.on_default(), text)
    }

    pub fn bad(self, text: &str) -> String {
        self.with(AnsiColor::Red.on_default().bold(), text)
    }

    pub fn warn(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    pub fn faint(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }
}

/// The width of a host's column.
pub fn width<'a>(hosts: impl Iterator<Item = &'a str>) -> usize {
    hosts.map(str::len).max().unwrap_or(0)
}

/// What was done on each host.
pub fn outcomes(outcomes: &[Outcome], world: &World, paint: Paint, dry: bool) -> String {
    let width = width(outcomes.iter().map(|outcome| outcome.host));
    outcomes.iter().fold(String::new(), |text, outcome| text + &one(outcome, world, paint, dry, width))
}

fn one(outcome: &Outcome, world: &World, paint: Paint, dry: bool, width: usize) -> String {
    let mut text = String::new();
    let name = match (outcome.state, dry) {
        (State::Installed, true) => "would install",
        (State::Removed, true) => "would remove",
        (state, _) => state.name(),
    };
    let state = match outcome.state {
        State::Installed | State::Removed => paint.good(name),
        State::Refused => paint.bad(name),
        State::Unchanged | State::Absent => paint.faint(name),
        State::Covered | State::Skipped => paint.warn(name),
    };
    let files: Vec<String> = outcome
        .files
        .iter()
        .filter(|file| file.change != Change::Kept || outcome.state == State::Unchanged)
        .map(|file| match file.change {
            Change::Kept => world.short(&file.path),
            change => format!("{} ({})", world.short(&file.path), change.name()),
        })
        .collect();
    let line = format!("{:width$}  {:7}  {state}  {}", outcome.host, outcome.scope, files.join(", "));
    let _ = writeln!(text, "{}", line.trim_end());
    let mut more = |line: &str| {
        let _ = writeln!(text, "{:width$}    {line}", "");
    };
    if let Some(problem) = &outcome.problem {
        more(&said(problem, world));
        for line in problem.by_hand.iter().flat_map(|by_hand| by_hand.lines()) {
            more(&format!("  {line}"));
        }
    }
    if outcome.state != State::Unchanged {
        outcome.notes.iter().for_each(|note| more(&format!("note: {note}")));
    }
    for diff in outcome.files.iter().filter_map(|file| file.diff.as_deref()) {
        text += &coloured(diff, paint);
    }
    text
}

/// A problem in one line: where, what.
pub fn said(problem: &Problem, world: &World) -> String {
    let mut text = String::new();
    let message = &problem.message;
    if let Some(path) = problem.path.as_deref().filter(|path| !message.contains(&*path.to_string_lossy())) {
        text += &world.short(path);
        if let (Some(line), Some(column)) = (problem.line, problem.column) {
            let _ = write!(text, ":{line}:{column}");
        }
        text += ": ";
    }
    text += message;
    if problem.by_hand.is_some() {
        text += "; by hand:";
    }
    text
}

fn coloured(diff: &str, paint: Paint) -> String {
    let line = |line: &str| match line.as_bytes().first() {
        Some(b'+') => paint.good(line),
        Some(b'-') => paint.bad(line),
        Some(b'@') => paint.faint(line),
        _ => line.to_owned(),
    };
    // A carriage return is a part of the line.
    diff.split_inclusive('\n').map(|text| line(text.trim_end_matches('\n')) + "\n").collect()
}
