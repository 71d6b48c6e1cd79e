//! `<program> serve <host>`: the other end of a plugin module's pipe.
//!
//! A line in is `{"id": 1, "event": "PreToolUse", "payload": {…}}`, a line out `{"id": 1, "reply": {…}}`, until the end of
//! standard input. A line that cannot be read is answered with an empty reply if its id can be, and named on standard error;
//! where that is nothing, what handlers print goes to the log of [`aside`].

use std::io::{self, BufRead, Read};

use crate::answer::{self, Answerer};
use crate::aside;
use crate::check;
use crate::defer;
use crate::encode::Encoded;
use crate::registry::HOOKS;
use crate::stdio::ReplyChannel;
use crate::table::Program;
use crate::value::Json;

/// The longest line that is read, in bytes.
const LONGEST: u64 = 256 << 20;

/// Serves until the end of standard input and gives the exit code.
pub(crate) fn run(program: &Program, host: Option<&str>) -> u8 {
    aside::hear_standard_error();
    let mut channel = ReplyChannel::take();
    let Some(host) = host.and_then(|id| answer::host(program, id)) else {
        let known: Vec<&str> = program.hosts.iter().map(|h| h.id).collect();
        eprintln!("hookwright: usage: {} serve <host>, one of {}", program.name, known.join(", "));
        return 0;
    };
    if let Err(mismatch) = check::check(program) {
        eprintln!("hookwright: {mismatch}");
    }
    let answerer = Answerer { program, hooks: &HOOKS, host, way: channel.way() };
    answer_lines(&answerer, &mut channel);
    // What the last reply's handlers deferred is done even where the host has gone.
    defer::run_detached(channel.handle());
    drop(channel);
    defer::finish();
    0
}

/// Answers until the end of standard input, or until the host hears no more.
fn answer_lines(answerer: &Answerer, channel: &mut ReplyChannel) {
    let mut input = io::stdin().lock();
    let mut line = Vec::with_capacity(64 << 10);
    loop {
        line.clear();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if line.trim_ascii().is_empty() => continue,
            Ok(_) => {}
        }
        let reply = one(answerer, &line);
        if !reply.is_empty() && channel.write(reply.as_bytes()).is_err() {
            return;
        }
        defer::run_detached(channel.handle());
        // One large event must not hold its memory for the rest of the session.
        line.shrink_to(64 << 10);
    }
}

/// The line that answers a line; empty when not even the id can be read.
fn one(answerer: &Answerer, line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let request = match Json::parse(text.trim()) {
        Ok(request) if request.is_object() => request,
        Ok(_) => return refuse("a line is not an object"),
        Err(error) => return refuse(&format!("a line is not JSON: {error}")),
    };
    let Some(id) = request.get("id") else { return refuse("a line has no `id`") };
    let event = request.get("event").and_then(|e| e.as_str()).unwrap_or_default();
    let payload = request.get("payload").map_or(&b"{}"[..], |p| p.text().as_bytes());
    let framed = |encoded: &Encoded| {
        let reply = if encoded.stdout.is_empty() { "{}" } else { &encoded.stdout };
        format!("{{\"id\":{},\"reply\":{reply}}}\n", id.text())
    };
    let (encoded, trouble) = answerer.answer(&event, payload.to_vec(), &|encoded| framed(encoded).into_bytes());
    if let Some(trouble) = trouble {
        eprintln!("hookwright: {trouble}");
    }
    framed(&encoded)
}

fn refuse(why: &str) -> String {
    eprintln!("hookwright: {why}");
    String::new()
}
