//! `<program> hook <host> <event>`: one event on standard input, the host's own reply on standard output.

use std::io;

use crate::abridged;
use crate::answer::{self, Answerer};
use crate::check;
use crate::defer;
use crate::encode::Encoded;
use crate::last_words::Way;
use crate::registry::HOOKS;
use crate::stdio::{self, ReplyChannel};
use crate::table::Program;

/// Answers the event and gives the exit code.
pub(crate) fn run(program: &Program, host: Option<&str>, event: Option<&str>) -> u8 {
    let mut channel = ReplyChannel::take();
    // A host that hands over its fields in the environment may leave standard input open for ever.
    let known = host.and_then(|id| answer::host(program, id));
    let fed = known.is_none_or(|h| h.stdin);
    let abridge = |begun: &[u8]| abridged::abridged(program, &HOOKS, known?, event?, begun);
    let payload = if fed { stdio::read_payload(&abridge) } else { Ok(b"{}".to_vec()) };
    let (encoded, trouble) = reply(program, host, event, payload, channel.way());
    if let Some(trouble) = trouble {
        eprintln!("hookwright: {trouble}");
    }
    if !encoded.stderr.is_empty() {
        eprintln!("{}", encoded.stderr);
    }
    if !encoded.stdout.is_empty() {
        // A host that closed its end has made up its mind; a non-zero exit code would only be misread.
        let _ = channel.write(encoded.stdout.as_bytes());
    }
    let said = !encoded.stdout.is_empty() || !encoded.stderr.is_empty();
    if said && known.is_some_and(|h| h.ends_when_read) {
        channel.wait_until_read();
    }
    drop(channel);
    defer::run_detached(None);
    defer::finish();
    encoded.exit
}

fn reply(
    program: &Program,
    host: Option<&str>,
    event: Option<&str>,
    payload: io::Result<Vec<u8>>,
    way: Option<Way>,
) -> (Encoded, Option<String>) {
    let silent = Encoded::default;
    let (Some(id), Some(event)) = (host, event) else {
        let usage = format!("usage: {} hook <host> <event>, with the payload on standard input", program.name);
        return (silent(), Some(usage));
    };
    let Some(host) = answer::host(program, id) else {
        let known: Vec<&str> = program.hosts.iter().map(|h| h.id).collect();
        return (silent(), Some(format!("no host `{id}`; this program was built for {}", known.join(", "))));
    };
    if let Err(mismatch) = check::check_quickly(program) {
        eprintln!("hookwright: {mismatch}");
    }
    let payload = payload.unwrap_or_else(|error| {
        eprintln!("hookwright: standard input: {error}");
        Vec::new()
    });
    let answerer = Answerer { program, hooks: &HOOKS, host, way };
    answerer.answer(event, payload, &|encoded| encoded.stdout.clone().into_bytes())
}
