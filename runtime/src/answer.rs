//! From one payload to one reply: the path that `hook`, `serve` and the tests share.

use crate::bound;
use crate::caller;
use crate::dispatch::{self, Decided};
use crate::encode::{self, Encoded};
use crate::event::Incoming;
use crate::last_words::{self, Way, Words};
use crate::native;
use crate::original;
use crate::payload::Payload;
use crate::probe;
use crate::registry::{Hook, OnError};
use crate::table::{Binding, Decision, Host, Program};
use crate::trace::Trace;
use crate::{decode, event};

/// The host of that id among the program's.
pub(crate) fn host<'p>(program: &'p Program, id: &str) -> Option<&'p &'static Host> {
    program.hosts.iter().find(|h| h.id == id)
}

/// What is needed to answer, beside the event.
pub(crate) struct Answerer<'a> {
    pub program: &'a Program,
    pub hooks: &'a [Hook],
    pub host: &'static Host,
    /// The way that last words take, where there is one.
    pub way: Option<Way>,
}

impl Answerer<'_> {
    /// Answers one event. Whatever goes wrong, the answer is the host's "no opinion", or a denial where a hook of the event
    /// says `on_error = "deny"`; the cause is the second value. `frame` makes what is written of a reply.
    pub(crate) fn answer(
        &self,
        event: &str,
        payload: Vec<u8>,
        frame: &dyn Fn(&Encoded) -> Vec<u8>,
    ) -> (Encoded, Option<String>) {
        let trace = Trace::begin();
        let Some(first) = candidates(self.host, event).next() else {
            if let Some(answered) = native::answer(self.host, event, &payload) {
                return answered;
            }
            let known: Vec<&str> = self.host.bindings.iter().map(|b| b.native).collect();
            let why = format!("{} has no event `{event}`; its events are {}", self.host.id, known.join(", "));
            return (encode::pass(&self.host.pass, event), Some(why));
        };
        let payload = match Payload::parse(payload) {
            Ok(payload) => payload,
            Err(error) => return (self.unreadable(first, &error.to_string()), Some(error.to_string())),
        };
        let (mut host, mut event) = (self.host, event);
        if let Some(real) = caller::real(self.program, host, &payload) {
            // The caller's own name for what it calls by another's.
            let Some(own) = caller::translated(real, first.event) else {
                return (encode::pass(&real.pass, event), None);
            };
            (host, event) = (real, own);
        }
        let Some(binding) = candidates(host, event).find(|b| decode::holds(b.when, &payload)) else {
            return (candidates(host, event).next().map(pass).unwrap_or_default(), None);
        };
        let incoming = Incoming::new(host, binding, payload);
        if host.id != self.host.id && caller::is_asked_there(self.program, host, incoming.project_dir()) {
            return (pass(binding), None);
        }
        if let Some(denial) = probe::answer(self.program, &incoming) {
            return (denial, None);
        }
        let meant = dispatch::meant(self.program, self.hooks, &incoming);
        if meant.is_empty() {
            trace.nothing(&incoming);
            return (pass(binding), None);
        }
        let decided = dispatch::run(&meant, &incoming, &mut |hook, so_far| {
            if let Some(way) = self.way {
                let then = so_far.with_failure(hook, "it ended the program or ran past its deadline");
                let encoded = encode::encode(&incoming, &then);
                let words = Words {
                    reply: frame(&encoded),
                    stderr: encoded.stderr.clone().into_bytes(),
                    exit: encoded.exit.into(),
                    ends_when_read: host.ends_when_read,
                };
                way.arm(words, last_words::deadline(hook.options.timeout_ms));
            }
        });
        if let Some(way) = self.way {
            way.disarm();
        }
        let decided = settle(&incoming, &meant, decided);
        let encoded = encode::encode(&incoming, &decided);
        trace.end(&incoming, &meant, &decided, &encoded);
        (encoded, None)
    }

    /// A payload that nobody can read: whether a hook would have been meant cannot be told, so the strictest one counts.
    fn unreadable(&self, binding: &'static Binding, why: &str) -> Encoded {
        let strict = self.hooks.iter().find(|h| h.event == binding.event && h.options.on_error == OnError::Deny);
        let (Some(hook), Ok(empty)) = (strict, Payload::parse(b"{}".to_vec())) else { return pass(binding) };
        let incoming = Incoming::new(self.host, binding, empty);
        encode::encode(&incoming, &Decided::default().with_failure(hook, why))
    }
}

/// What was decided, after what the session remembers of it: stops that were denied too often, inputs before a rewrite.
pub(crate) fn settle(incoming: &Incoming, meant: &[&Hook], decided: Decided) -> Decided {
    let decided = bound::bound(incoming, meant, decided);
    if decided.input.is_some() && decided.verdict.decision != Some(Decision::Deny) {
        original::remember(incoming);
    }
    decided
}

fn pass(binding: &Binding) -> Encoded {
    encode::pass(&binding.pass, binding.native)
}

/// The bindings that an event's name means: those of that native name, or else those of that normalized one.
pub(crate) fn candidates<'h>(host: &'h Host, event: &'h str) -> impl Iterator<Item = &'static Binding> + use<'h> {
    let bindings: &'static [Binding] = host.bindings;
    let native = bindings.iter().any(|b| b.native == event);
    bindings.iter().filter(move |b| if native { b.native == event } else { event::Kind::name(b.event) == event })
}
