//! An agent that a hook sends back is let go in the end, whatever the host's own flag says: hosts were seen to go round for
//! ever (684 model requests in 25 s on Codex CLI 0.171.0).

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::dispatch::Decided;
use crate::event::{Incoming, Kind};
use crate::registry::Hook;
use crate::response::Verdict;
use crate::session::Session;
use crate::table::{Decision, Field};

/// A host that says "this is no continuation" so soon after one is not believed, in seconds.
const TOO_SOON: u64 = 60;

/// How often in a row the agent was sent back.
#[derive(Default, Serialize, Deserialize)]
struct Blocks {
    count: u32,
    /// When last, in seconds since 1970.
    at: u64,
}

/// Counts a denial of a stop, and turns the one too many into none. A user's prompt, and a stop that nobody denied, begin
/// anew.
pub(crate) fn bound(incoming: &Incoming, hooks: &[&Hook], decided: Decided) -> Decided {
    let kind = incoming.kind();
    if !matches!(kind, Kind::UserPromptSubmit | Kind::Stop | Kind::SubagentStop) {
        return decided;
    }
    let session = incoming.session();
    if kind == Kind::UserPromptSubmit {
        let _ = session.remove(&key(Kind::Stop, incoming));
        return decided;
    }
    let key = key(kind, incoming);
    if decided.verdict.decision != Some(Decision::Deny) {
        let _ = session.remove(&key);
        return decided;
    }
    let most = hooks.iter().map(|h| h.options.max_blocks).max().unwrap_or(1);
    match count(incoming, &session, &key) {
        Ok(count) if count > most => {
            let note = format!("The agent was kept from stopping {most} times in a row and is let go now.");
            eprintln!("hookwright: {note}");
            let verdict = Verdict { message: vec![note], ..Verdict::default() };
            Decided { verdict, input: None }
        }
        Ok(_) => decided,
        // What cannot be counted must not go on: once, if the host says that it is the first time.
        Err(_) if incoming.flag(Field::StopHookActive) == Some(false) => decided,
        Err(error) => {
            eprintln!("hookwright: the agent is let go, for its stops cannot be counted: {error}");
            Decided::default()
        }
    }
}

fn count(incoming: &Incoming, session: &Session, key: &str) -> std::io::Result<u32> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let blocks = session.update(key, |before: Option<Blocks>| {
        let before = before.unwrap_or_default();
        let anew = incoming.flag(Field::StopHookActive) == Some(false) && now.saturating_sub(before.at) > TOO_SOON;
        Blocks { count: if anew { 1 } else { before.count + 1 }, at: now }
    })?;
    Ok(blocks.count)
}

fn key(kind: Kind, incoming: &Incoming) -> String {
    match kind {
        Kind::SubagentStop => format!("hookwright.blocks.{}", incoming.agent_id().unwrap_or_default()),
        _ => "hookwright.blocks".to_owned(),
    }
}
