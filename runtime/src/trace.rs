//! A line for every event, where `HOOKWRIGHT_TRACE` names a file: what came, which hooks it meant, what was answered.
//!
//! Opt-in, and masked: the tool's input and the reply go through [`mask`](crate::mask()), the environment is never written.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::dispatch::Decided;
use crate::encode::Encoded;
use crate::event::Incoming;
use crate::mask::mask;
use crate::registry::Hook;

/// How much of an input is written, in bytes.
const LONGEST: usize = 2000;

/// The trace of one event; does nothing unless it was asked for.
pub(crate) struct Trace {
    file: Option<PathBuf>,
    start: Instant,
}

impl Trace {
    pub(crate) fn begin() -> Trace {
        let file = env::var_os("HOOKWRIGHT_TRACE").filter(|v| !v.is_empty()).map(PathBuf::from);
        Trace { file, start: Instant::now() }
    }

    pub(crate) fn end(self, incoming: &Incoming, hooks: &[&Hook], decided: &Decided, reply: &Encoded) {
        let Some(file) = &self.file else { return };
        let verdict = &decided.verdict;
        let mut line = json!({
            "time": SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64()),
            "host": incoming.host(),
            "event": incoming.kind().name(),
            "native": incoming.native_event(),
            "session": incoming.session_id(),
            "hooks": hooks.iter().map(|h| h.id).collect::<Vec<_>>(),
            "decision": verdict.decision.map(|d| d.name()),
            "reason": mask(&verdict.reason),
            "reply": mask(&reply.stdout),
            "exit": reply.exit,
            "us": self.start.elapsed().as_micros() as u64,
        });
        if incoming.kind().has_tool() {
            line["tool"] = incoming.named().canonical().into();
            line["input"] = shortened(&mask(&incoming.native_input()));
        }
        let written = OpenOptions::new().create(true).append(true).open(file);
        let written = written.and_then(|mut out| out.write_all(format!("{line}\n").as_bytes()));
        if let Err(error) = written {
            eprintln!("hookwright: HOOKWRIGHT_TRACE: {}: {error}", file.display());
        }
    }

    /// An event that no hook meant.
    pub(crate) fn nothing(self, incoming: &Incoming) {
        self.end(incoming, &[], &Decided::default(), &Encoded::default());
    }
}

fn shortened(text: &str) -> Value {
    match text.char_indices().find(|(at, _)| *at >= LONGEST) {
        Some((at, _)) => format!("{}… ({} bytes)", &text[..at], text.len()).into(),
        None => text.into(),
    }
}
