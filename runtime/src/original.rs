//! The input as the model wrote it, beside the one that a rewrite made of it: kept from the rewrite to the tool's end.

use crate::event::Incoming;
use crate::registry::HOOKS;
use crate::table::Field;

/// How many calls of a session are remembered.
const MOST: usize = 32;
const KEY: &str = "hookwright.originals";

/// Remembers the input of a call that is about to run with another one, if a hook could ask for it afterwards.
pub(crate) fn remember(incoming: &Incoming) {
    let asked = HOOKS.iter().any(|h| h.event.has_tool() && h.event != incoming.kind());
    let (true, Some(id)) = (asked, incoming.text(Field::ToolUseId)) else { return };
    let (id, input) = (id.to_owned(), incoming.native_input().into_owned());
    let kept = incoming.session().update(KEY, |calls: Option<Vec<(String, String)>>| {
        let mut calls = calls.unwrap_or_default();
        calls.retain(|(have, _)| *have != id);
        calls.push((id, input));
        let old = calls.len().saturating_sub(MOST);
        calls.split_off(old)
    });
    if let Err(error) = kept {
        eprintln!("hookwright: the original input is not kept: {error}");
    }
}

/// The native input of this call before our rewrite; `None` where we made none.
pub(crate) fn recall(incoming: &Incoming) -> Option<String> {
    let id = incoming.text(Field::ToolUseId)?;
    let calls: Vec<(String, String)> = incoming.session().get(KEY)?;
    calls.into_iter().find(|(have, _)| have == id).map(|(_, input)| input)
}
