//! `notify`: tells you when a coding agent is done, or waits for you.
//!
//! Without a configuration it shows a desktop notification. `~/.config/agent-notify.toml` (or the file that
//! `AGENT_NOTIFY_CONFIG` names) says more; what is told is told to every entry whose events it is among:
//!
//! ```toml
//! [[tell]]
//! on = ["Stop", "Notification", "PermissionRequest"]   # the default: all three
//! run = "desktop"
//!
//! [[tell]]
//! on = ["PermissionRequest"]
//! run = ["paplay", "/usr/share/sounds/freedesktop/stereo/message.oga"]
//!
//! [[tell]]
//! run = ["curl", "-sSf", "-H", "content-type: application/json", "-d", "@-", "https://hooks.slack.com/services/…"]
//! ```
//!
//! A command gets `{"text": "…"}` on standard input, which is what Slack's webhooks take; `{title}` and `{text}` in its
//! words stand for what is told. The host is answered first and never waits for any of it: all happens afterwards, the
//! reading of the configuration included. What fails stands in `notify.log` in the program's state
//! folder, `~/.local/state/hookwright/notify` on Linux. It decides nothing.

mod config;
mod teller;

use std::time::{SystemTime, UNIX_EPOCH};

use hookwright::prelude::*;
use hookwright::{Session, mask};

use config::Config;
use teller::Log;

/// A question that was told is not told again for so long, in seconds: some hosts send both a PermissionRequest and a
/// Notification for one.
const SAME_QUESTION: u64 = 10;
/// How much of a command or an answer is told, in characters.
const SHORT: usize = 160;

/// What is told.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note {
    event: Kind,
    title: String,
    text: String,
}

#[hook(Notification)]
fn notification(event: &Notification) {
    later(Note::new(event, event.message()), Some(event.session()));
}

#[hook(PermissionRequest)]
fn question(call: &PermissionRequest) {
    let what = call.command().or_else(|| call.paths().into_iter().next()).unwrap_or_default();
    later(Note::new(call, &format!("May it use {}? {what}", call.tool_name())), Some(call.session()));
}

#[hook(Stop)]
fn done(event: &Stop) {
    let said = event.last_assistant_message().unwrap_or_default();
    later(Note::new(event, if said.is_empty() { "Done." } else { said }), None);
}

impl Note {
    /// A note of an event: the first line of the text, without secrets, under the host's and the project's names.
    fn new(event: &Incoming, text: &str) -> Note {
        let project = event.project_dir().and_then(|dir| dir.file_name()).unwrap_or_default().to_string_lossy();
        let title = if project.is_empty() { event.host().to_owned() } else { format!("{}: {project}", event.host()) };
        let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let line = mask(line);
        let text = match line.char_indices().nth(SHORT) {
            Some((at, _)) => format!("{}…", &line[..at]),
            None => line.into_owned(),
        };
        Note { event: event.kind(), title, text }
    }
}

/// Tells it once the host has its answer; one question of a session once.
fn later(note: Note, question: Option<Session>) {
    hookwright::defer(move || {
        if question.is_some_and(|session| !is_first(&session)) {
            return;
        }
        let log = Log::of_user();
        let config = Config::of_user().unwrap_or_else(|error| {
            log.write(&error);
            Config::default()
        });
        teller::tell(&note, &config, &log);
    });
}

/// Whether no question of this session was told just now.
fn is_first(session: &Session) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let mut first = true;
    // Without a store it is told twice, which is better than not at all.
    let _ = session.update("asked", |last: Option<u64>| {
        first = last.is_none_or(|last| now.saturating_sub(last) > SAME_QUESTION);
        if first { now } else { last.unwrap_or(now) }
    });
    first
}

hookwright::main!();

#[cfg(test)]
mod tests {
    use std::fs;

    use hookwright::testing;

    use super::*;

    #[test]
    fn the_host_is_answered_with_nothing() {
        for kind in [Kind::Stop, Kind::Notification, Kind::PermissionRequest] {
            let call = || testing::call("Bash", [("command", "ls")]);
            assert!(call().hosts(kind).count() >= 3, "{}", kind.name());
            for host in call().hosts(kind) {
                let fired = call().on(host).fire_all(kind);
                let silent = fired.passed() && fired.stdout().is_empty() && fired.exit() == 0;
                assert!(silent, "{host} {}: {fired:?}", kind.name());
            }
        }
    }

    #[test]
    fn a_note_is_short_and_has_no_secrets() {
        fn check(event: &Stop) {
            for (text, wanted) in [
                ("\n\n  All tests pass.\nMore.", "All tests pass."),
                ("export API_KEY=hunter22", "export API_KEY=[masked]"),
                ("", ""),
            ] {
                assert_eq!(Note::new(event, text).text, wanted);
            }
            assert_eq!(Note::new(event, &"ü".repeat(500)).text.chars().count(), SHORT + 1);
            assert_eq!(Note::new(event, "x").title, format!("{}: acme", event.host()));
        }
        for host in testing::event().hosts(Kind::Stop) {
            testing::event().project_dir("/home/dev/acme").on(host).fire(check);
        }
    }

    #[cfg(unix)]
    #[test]
    fn one_question_is_told_once_and_afterwards() {
        let dir = testing::state_dir();
        let (config, told) = (dir.join("config.toml"), dir.join("told"));
        fs::write(&config, format!("[[tell]]\nrun = ['sh', '-c', 'cat >> {}; echo']", told.display())).unwrap();
        // SAFETY: nothing else in these tests reads it, and the standard library takes its lock.
        unsafe { std::env::set_var("AGENT_NOTIFY_CONFIG", &config) };
        let ask = |session: &str| {
            let call = testing::call("Bash", [("command", "ls")]).session(session);
            call.on("claude-code").fire_all(Kind::PermissionRequest);
        };
        let notice = || {
            let event = testing::event().session("a").message("Permission needed");
            event.on("claude-code").fire_all(Kind::Notification);
        };
        ask("a");
        notice();
        ask("b");
        assert!(!told.exists(), "the host has no answer yet");
        assert_eq!(testing::run_deferred(), 3);
        let told = fs::read_to_string(told).unwrap();
        assert_eq!(told.matches("May it use Bash? ls").count(), 2, "{told}");
        assert!(!told.contains("Permission needed"), "{told}");
    }
}
