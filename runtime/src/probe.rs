//! What `hooks doctor` asks of the program that a host would start: a denial of an event that it made up.
//!
//! The event must carry the word that the environment names, and then no handler runs and the answer is a denial. So the
//! variable can switch no guard off, and whoever can set it gets nothing but a no.

use std::env;

use crate::dispatch::Decided;
use crate::encode::{self, Encoded};
use crate::event::Incoming;
use crate::response::Verdict;
use crate::table::{Decision, Program};

/// The variable.
pub(crate) const ASKED: &str = "HOOKWRIGHT_PROBE";

/// The shortest word that counts: none comes about by chance.
const SHORTEST: usize = 16;

/// The reply to the doctor's own event; `None`: it is another.
pub(crate) fn answer(program: &Program, incoming: &Incoming) -> Option<Encoded> {
    let word = env::var(ASKED).ok().filter(|word| word.len() >= SHORTEST)?;
    let named = incoming.raw().contains(&word) || incoming.session_id().contains(&word);
    named.then(|| denial(program, incoming))
}

/// What a denial comes to on this event.
pub(crate) fn denial(program: &Program, incoming: &Incoming) -> Encoded {
    let verdict = Verdict { decision: Some(Decision::Deny), reason: reason(program), ..Verdict::default() };
    encode::encode(incoming, &Decided { verdict, ..Decided::default() })
}

/// Says who answers.
pub(crate) fn reason(program: &Program) -> String {
    format!("hooks doctor: answered by {} {}", program.name, program.version)
}
