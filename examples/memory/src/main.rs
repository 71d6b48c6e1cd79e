//! `memory`: carries over a compaction what a summary tends to lose: what the user asked for, in the user's words, which
//! files were changed, and where the agent had got to.
//!
//! It is kept as it happens. Before a conversation is compacted it is told to whoever writes the summary, where the host
//! lets it (Claude Code, OpenCode). Afterwards the agent gets it back: at once where the host begins the session anew (Claude Code,
//! Codex), else with the next prompt. A prompt that begins with `remember:` is a note, which outlives every compaction of
//! the session.
//!
//! There is nothing to configure. It is kept in the program's own store, one a session, forgotten after a week; secrets are
//! masked before they get there. It reads no transcript and calls no model.

mod store;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use hookwright::prelude::*;
use serde::{Deserialize, Serialize};

use store::Memory;

/// For so long after it was given back an announced compaction is not believed, in seconds: Gemini CLI announces one before
/// every request to the model.
const FRESH: u64 = 30 * 60;

/// What is kept of a session, at every event, so that a compaction that nobody announces loses nothing either.
#[derive(Default, Serialize, Deserialize)]
struct State {
    memory: Memory,
    /// A compaction came, and the agent has not got its memory back.
    owed: bool,
    /// When it was given back last, in seconds since 1970.
    given: u64,
    /// The host begins a session anew after a compaction: that is when it is given back.
    begins_anew: bool,
}

/// Gives back what is owed, remembers what the user asks for.
#[hook(UserPromptSubmit, timeout = "5s", can = "context")]
fn asked(event: &UserPromptSubmit) -> Option<Response<UserPromptSubmit>> {
    // A machine's report and a subagent's task are not the user's words.
    let by_user = event.agent_id().is_none() && !event.prompt().trim_start().starts_with('<');
    let back = change(event, |state| {
        let back = if state.owed { state.give_back() } else { None };
        if by_user {
            state.memory.ask(event.prompt());
        }
        back
    })?;
    back.map(Response::context)
}

/// Remembers which files were changed.
#[hook(PostToolUse, matcher = "Write|Edit|MultiEdit|NotebookEdit", timeout = "5s")]
fn edited(call: &PostToolUse) {
    let root = call.project_dir();
    let shown = |path: String| match root.and_then(|root| Path::new(&path).strip_prefix(root).ok()) {
        Some(inside) => inside.to_string_lossy().into_owned(),
        None => path,
    };
    change(call, |state| state.memory.edit(call.paths().into_iter().map(shown)));
}

/// Remembers where the agent has got to.
#[hook(Stop, timeout = "5s")]
fn said(event: &Stop) {
    if let Some(said) = event.last_assistant_message().filter(|said| !said.trim().is_empty()) {
        change(event, |state| state.memory.say(said));
    }
}

/// Tells the memory to whoever writes the summary.
#[hook(PreCompact, timeout = "5s", can = "context")]
fn announced(event: &PreCompact) -> Option<Response<PreCompact>> {
    let told = change(event, |state| {
        state.owed |= now().saturating_sub(state.given) > FRESH;
        state.memory.told("Keep this in the summary:")
    })?;
    told.map(Response::context)
}

/// The memory is owed, unless the host begins the session anew, before this event or after it.
#[hook(PostCompact, timeout = "5s")]
fn compacted(event: &PostCompact) {
    change(event, |state| state.owed |= !state.begins_anew);
}

/// Gives back at once.
#[hook(SessionStart, timeout = "5s", can = "context")]
fn begin(event: &SessionStart) -> Option<Response<SessionStart>> {
    match event.source() {
        Some("compact") => {
            let back = change(event, |state| {
                state.begins_anew = true;
                state.give_back()
            })?;
            back.map(Response::context)
        }
        // The user began anew, so nothing is to come back.
        Some("clear") => {
            change(event, |state| *state = State::default());
            None
        }
        _ => None,
    }
}

impl State {
    fn give_back(&mut self) -> Option<String> {
        (self.owed, self.given) = (false, now());
        self.memory.told("This conversation was compacted. From before:")
    }
}

/// Changes what is kept of the event's session; between reading and writing no other process comes. What cannot be kept is
/// not remembered, and the agent goes on.
fn change<T>(event: &Incoming, how: impl FnOnce(&mut State) -> T) -> Option<T> {
    let mut made = None;
    let kept = event.session().update("state", |state: Option<State>| {
        let mut state = state.unwrap_or_default();
        made = Some(how(&mut state));
        state
    });
    if let Err(error) = kept {
        eprintln!("memory: {error}");
    }
    made
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

hookwright::main!();

#[cfg(test)]
mod tests;
