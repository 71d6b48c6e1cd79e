//! From one payload to one reply: the path that `hook`, `serve` and the tests share.

use crate::dispatch;
use crate::encode::{self, Encoded};
use crate::event::Incoming;
use crate::payload::Payload;
use crate::registry::Hook;
use crate::table::{Binding, Host, Program};
use crate::{decode, event};

/// The host of that id among the program's.
pub(crate) fn host<'p>(program: &'p Program, id: &str) -> Option<&'p &'static Host> {
    program.hosts.iter().find(|h| h.id == id)
}

/// Answers one event. Whatever goes wrong, the answer is the host's "no opinion" and the cause is the second value.
pub(crate) fn answer(
    program: &Program,
    hooks: &[Hook],
    host: &'static Host,
    event: &str,
    payload: Vec<u8>,
) -> (Encoded, Option<String>) {
    let fallback = || candidates(host, event).next().map_or_else(|| encode::pass(&host.pass, event), pass);
    if candidates(host, event).next().is_none() {
        let known: Vec<&str> = host.bindings.iter().map(|b| b.native).collect();
        return (fallback(), Some(format!("{} has no event `{event}`; its events are {}", host.id, known.join(", "))));
    }
    let payload = match Payload::parse(payload) {
        Ok(payload) => payload,
        Err(error) => return (fallback(), Some(error.to_string())),
    };
    let Some(binding) = candidates(host, event).find(|b| decode::holds(b.when, &payload)) else {
        return (fallback(), None);
    };
    let incoming = Incoming::new(host, binding, payload);
    let meant = dispatch::meant(program, hooks, &incoming);
    if meant.is_empty() {
        return (pass(binding), None);
    }
    let decided = dispatch::run(&meant, &incoming);
    (encode::encode(&incoming, &decided), None)
}

fn pass(binding: &Binding) -> Encoded {
    encode::pass(&binding.pass, binding.native)
}

/// The bindings that an event's name means: those of that native name, or else those of that normalized one.
fn candidates<'h>(host: &'h Host, event: &'h str) -> impl Iterator<Item = &'static Binding> + use<'h> {
    let bindings: &'static [Binding] = host.bindings;
    let native = bindings.iter().any(|b| b.native == event);
    bindings.iter().filter(move |b| if native { b.native == event } else { event::Kind::name(b.event) == event })
}
