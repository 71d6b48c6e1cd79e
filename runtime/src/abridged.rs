//! A large payload that no hook can mean is not kept: its tool's name comes before its input, and says so.
//!
//! Conditions, and who really calls, may depend on what follows; so the name must be out of question under each of them. Only a
//! second name, which no host sends, would go unseen.

use std::env;

use crate::answer::candidates;
use crate::event::{Incoming, Kind};
use crate::lexer;
use crate::payload::Payload;
use crate::registry::Hook;
use crate::table::{Binding, Field, Host, Origin, Program};
use crate::tool::Named;

/// In how many bytes the tool's name stands, if it comes before the input at all.
const HEAD: usize = 32 << 10;

/// The members that a payload begins with, as a payload, if whatever follows them cannot make a hook meant.
pub(crate) fn abridged(
    program: &Program,
    hooks: &[Hook],
    host: &'static Host,
    event: &str,
    begun: &[u8],
) -> Option<Vec<u8>> {
    let kinds: Vec<Kind> = candidates(host, event).map(|b| b.event).collect();
    if kinds.is_empty() || env::var_os("HOOKWRIGHT_TRACE").is_some() {
        return None;
    }
    let begun = &begun[..begun.len().min(HEAD)];
    let (_, value) = lexer::check(begun).members.pop()?;
    let short = [&begun[..value.end], b"}"].concat();
    let hooks: Vec<&Hook> = hooks.iter().filter(|h| kinds.contains(&h.event)).collect();
    // Who really calls may show itself further on.
    let hosts = program.hosts.iter().copied().filter(|h| h.id == host.id || h.reads.contains(&host.id));
    let bindings = hosts.flat_map(|h| h.bindings.iter().map(move |b| (h, b)));
    let mut bindings = bindings.filter(|(_, b)| kinds.contains(&b.event));
    bindings.all(|(host, binding)| is_out_of_question(&hooks, host, binding, &short)).then_some(short)
}

/// Whether none of the hooks can mean the event, whatever conditions hold at its end.
fn is_out_of_question(hooks: &[&Hook], host: &'static Host, binding: &'static Binding, begun: &[u8]) -> bool {
    if hooks.is_empty() {
        return true;
    }
    if !binding.event.has_tool() {
        return false;
    }
    let Ok(payload) = Payload::parse(begun.to_vec()) else { return false };
    let incoming = Incoming::new(host, binding, payload);
    let native = match first_name(binding, &incoming) {
        Some(native) => native,
        // An event that is about one tool need not name it.
        None if binding.tool.is_some() => String::new(),
        None => return false,
    };
    let possible = Named::possible(&incoming, &native);
    possible.is_some_and(|names| names.iter().all(|named| !hooks.iter().any(|h| h.matcher.means_tool(named))))
}

/// The tool's name by the first of its sources; one that is found by a later source could still be outdone.
fn first_name(binding: &'static Binding, incoming: &Incoming) -> Option<String> {
    let (_, lookup) = binding.fields.iter().find(|(field, _)| *field == Field::ToolName)?;
    let first = lookup.sources.first()?;
    let (Origin::Pointer(path), []) = (&first.origin, first.steps) else { return None };
    let [key] = path else { return None };
    incoming.at(&format!("/{key}"))?;
    incoming.text(Field::ToolName).map(str::to_owned)
}
