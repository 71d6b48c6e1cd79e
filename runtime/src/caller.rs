//! Who really calls: some hosts also run the hooks that they find in another host's files.
//!
//! The host's id stands in the command, but Cursor, Copilot CLI, Grok Build and Devin run Claude Code's hooks too, with their
//! own payload, and want their own reply. What only they send, or set in a hook's environment, gives them away.

use std::fs;
use std::path::{Path, PathBuf};

use crate::decode;
use crate::event::Kind;
use crate::payload::Payload;
use crate::surroundings;
use crate::table::{Host, Program};

/// The host that really calls where `named` stands in the command: another one, if it reads that one's files and shows
/// itself.
pub(crate) fn real(program: &Program, named: &'static Host, payload: &Payload) -> Option<&'static Host> {
    let shows = |host: &&&'static Host| host.reads.contains(&named.id) && shows_itself(host, payload);
    program.hosts.iter().find(shows).copied()
}

fn shows_itself(host: &Host, payload: &Payload) -> bool {
    let sends = host.marks.iter().any(|mark| decode::text(std::slice::from_ref(mark), payload).is_some());
    sends || host.env_marks.iter().any(|name| surroundings::var(name).is_some())
}

/// Whether the program is installed in the host's own files as well, so that it is asked there.
pub(crate) fn is_asked_there(program: &Program, host: &Host, project: Option<&Path>) -> bool {
    let ours = format!(" hook {} ", host.id);
    let home = surroundings::var("HOME").or_else(|| surroundings::var("USERPROFILE")).map(PathBuf::from);
    host.places.iter().any(|place| {
        let place = place.replace("$program", program.name);
        let path = match place.strip_prefix("~/") {
            Some(rest) => home.as_ref().map(|home| home.join(rest)),
            None => project.map(|project| project.join(&place)),
        };
        path.and_then(|path| fs::read_to_string(path).ok()).is_some_and(|text| text.contains(&ours))
    })
}

/// The host's own name for an event of another.
pub(crate) fn translated(host: &'static Host, kind: Kind) -> Option<&'static str> {
    host.bindings.iter().find(|b| b.event == kind).map(|b| b.native)
}
