//! The live matrix: what each real host does with each answer, held against what its file says it does.
//!
//! A cell is a turn. What the file has a reply for must be seen at the model; what it has none for is "not possible". The
//! row is printed. A host that cannot be had is printed as skipped. All but the default set need the feature `live-all`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use hookwright_codegen::host::{Host, Library};
use hookwright_codegen::lower::{Action, action};
use hookwright_codegen::vocab::{Decision, Event};
use hookwright_tests::lab::script::Script;
use hookwright_tests::live::installed::{Found, install};
use hookwright_tests::live::{self, Plan, Skip, Turn};

/// One column of the matrix.
struct Cell {
    name: &'static str,
    event: Event,
    decision: Decision,
    /// The command that the model runs.
    command: &'static str,
    prompt: &'static str,
    /// What the model must see when the host honours the decision.
    seen: &'static str,
    /// What it must not see.
    unseen: Option<&'static str>,
}

// What a command prints is spelled otherwise in it, for some hosts repeat the command in a denial.
const CELLS: &[Cell] = &[
    cell("deny", Event::PreToolUse, Decision::Deny, "echo deny-me r''an-42", "PROBE-DENIED", Some("ran-42")),
    cell("modify", Event::PreToolUse, Decision::Modify, "echo change-me r''an-42", "PROBE-CHANGED", Some("ran-42")),
    cell("session", Event::SessionStart, Decision::Context, "echo plain-1", "PROBE-SESSION", None),
    cell("prompt", Event::UserPromptSubmit, Decision::Context, "echo plain-1", "PROBE-PROMPT", None),
    cell("after", Event::PostToolUse, Decision::Context, "echo after-me", "PROBE-AFTER", None),
    cell("output", Event::PostToolUse, Decision::Output, "echo rewrite-me", "PROBE-REWRITTEN", None),
];

const fn cell(
    name: &'static str,
    event: Event,
    decision: Decision,
    command: &'static str,
    seen: &'static str,
    unseen: Option<&'static str>,
) -> Cell {
    Cell { name, event, decision, command, prompt: "run it", seen, unseen }
}

/// Says something past the test harness, which shows nothing of a test that passes.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "live: {line}");
}

/// The program whose hooks are probed.
fn probe() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_probe"))
}

/// One turn with the probe installed where the host looks for it.
fn turn(host: &Host, command: &str, prompt: &str, program: Found, mark: bool) -> Result<Turn, Skip> {
    live::use_lab(env!("CARGO_BIN_EXE_hookwright-lab"));
    let running = live::host(&host.id);
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (home, project) = (dir.path().join("home"), dir.path().join("project"));
    for folder in [&home, &project] {
        fs::create_dir_all(folder).expect("a folder can be made");
    }
    let bin = install(&probe(), &host.id, &home, &project, program);
    if mark {
        fs::write(project.join("go-on"), "").expect("a file can be written");
    }
    let script = Script::one_call(running.shell(command));
    Plan::new(running, &home, &project, &script, prompt).programs(bin).timeout(Duration::from_secs(150)).run()
}

/// Right, or wrong and how; or why the host could not be run.
type Judged = Result<Result<&'static str, String>, Skip>;

/// What one cell shows: right, not possible, or wrong and how.
fn judge(host: &Host, cell: &Cell) -> Judged {
    if !live::host(&host.id).fires(cell.event.name()) {
        return Ok(Ok("-"));
    }
    let mut partial = false;
    let seen = match action(host, cell.event, cell.decision) {
        Action::Reply(reply) => {
            partial = reply.partial.is_some();
            cell.seen
        }
        // A change that becomes a denial tells the model what to call instead.
        Action::Become(Decision::Deny) if cell.decision == Decision::Modify => "A hook changes this call",
        Action::Become(_) | Action::Drop => return Ok(Ok("-")),
    };
    let turn = turn(host, cell.command, cell.prompt, Found::Itself, false)?;
    let results = turn.tool_results().join("\n");
    let happened = cell.unseen.is_some_and(|unseen| results.contains(unseen));
    // What falls short may keep the reason from the model, but not the call from being stopped.
    let stopped = partial && cell.unseen.is_some() && !turn.requests.is_empty();
    Ok(match turn.model_saw(seen) {
        true if !happened => Ok("seen"),
        false if !happened && stopped => Ok("partly"),
        _ => Err(format!("{} {}", told(&turn), results)),
    })
}

/// What the host said, for a failure's message.
fn told(turn: &Turn) -> String {
    format!("exit {:?}\nstdout: {}\nstderr: {}\nresults:", turn.exit, turn.stdout.trim(), turn.stderr.trim())
}

/// Whether a harmless command still runs although the program is gone, or dies. On a busy machine a host's terminal can lose
/// what a command printed, so one that shows nothing is asked again.
fn survives(host: &Host, command: &str, program: Found) -> Judged {
    let once = || -> Judged {
        let turn = turn(host, command, "run it", program, false)?;
        let results = turn.tool_results().join("\n");
        Ok(if results.contains("alive-42") { Ok("runs") } else { Err(format!("{} {results}", told(&turn))) })
    };
    match once()? {
        Err(_) => once(),
        runs => Ok(runs),
    }
}

/// The same when the program dies. A host that a missing program blocks may take that for a denial as well.
fn outlives(host: &Host) -> Judged {
    let blocks = host.config.as_ref().is_some_and(|c| c.command.missing_blocks);
    let seen = survives(host, "echo a''live-42 crash-me", Found::Itself)?;
    Ok(if blocks && seen.is_err() { Ok("blocks") } else { seen })
}

/// Whether a denied stop makes the agent go on.
fn goes_on(host: &Host) -> Judged {
    match action(host, Event::Stop, Decision::Deny) {
        Action::Reply(reply) if reply.partial.is_none() => {}
        _ => return Ok(Ok("-")),
    }
    let turn = turn(host, "echo plain-1", "run it", Found::Itself, true)?;
    Ok(if turn.model_saw("PROBE-GO-ON") { Ok("seen") } else { Err(told(&turn)) })
}

/// A host's row.
fn row(id: &str) {
    let host = Library::builtin().get(id).expect("it loads").expect("it is there");
    let mut cells: Vec<(&str, Judged)> = Vec::new();
    for cell in CELLS {
        cells.push((cell.name, judge(&host, cell)));
    }
    cells.push(("go on", goes_on(&host)));
    cells.push(("missing", survives(&host, "echo a''live-42", Found::Nothing)));
    cells.push(("panic", survives(&host, "echo a''live-42 panic-me", Found::Itself)));
    cells.push(("crash", outlives(&host)));
    let mut wrong = Vec::new();
    let mut line = format!("{id:<16} {:<12}", live::host(id).version());
    for (name, cell) in cells {
        let text = match cell {
            Err(skip) => return say(&format!("{id} SKIPPED: {}", skip.reason)),
            Ok(Ok(text)) => text,
            Ok(Err(why)) => {
                wrong.push(format!("{id} {name}: {why}"));
                "WRONG"
            }
        };
        line.push_str(&format!(" {name}: {text};"));
    }
    say(&line);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

macro_rules! rows {
    ($($(#[$attribute:meta])* $name:ident: $id:literal;)*) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            row($id);
        }
    )*};
}

rows! {
    // Amp's own plugin runtime, behind a stand-in for the host.
    amp: "amp";
    augment: "augment";
    claude_code: "claude-code";
    cline: "cline";
    cline_files: "cline-files";
    codebuddy: "codebuddy";
    codex: "codex";
    copilot_cli: "copilot-cli";
    droid: "droid";
    gemini_cli: "gemini-cli";
    goose: "goose";
    grok_build: "grok-build";
    hermes: "hermes";
    kilo_cli: "kilo-cli";
    kimi: "kimi";
    mistral_vibe: "mistral-vibe";
    omp: "omp";
    openclaw: "openclaw";
    opencode: "opencode";
    openhands: "openhands";
    pi: "pi";
    qwen_code: "qwen-code";
}
