use hookwright::testing::{self, Fire, Fired};

use super::*;

const HOSTS: &[&str] = &["claude-code", "codex", "gemini-cli", "cursor", "opencode"];

/// A session of one test on one host.
#[derive(Clone, Copy)]
struct Of {
    host: &'static str,
    session: &'static str,
}

impl Of {
    fn fire(self, fire: Fire, kind: Kind) -> Fired {
        fire.on(self.host).session(self.session).fire_all(kind)
    }

    fn prompt(self, text: &str) -> Option<String> {
        self.fire(testing::prompt(text), Kind::UserPromptSubmit).context()
    }

    fn edit(self, path: &str) {
        let call = testing::call("Write", [("file_path", path), ("content", "x")]);
        // Codex has no such tool: there it is a patch.
        let call = match self.host {
            "codex" => {
                testing::call("Patch", [("patch", format!("*** Begin Patch\n*** Add File: {path}\n+x\n*** End Patch"))])
            }
            _ => call,
        };
        assert!(self.fire(call, Kind::PostToolUse).passed());
    }

    fn begin(self, source: &str) -> Option<String> {
        self.fire(testing::event().source(source), Kind::SessionStart).context()
    }

    fn compacts(self) -> Fired {
        self.fire(testing::event(), Kind::PreCompact)
    }
}

#[test]
fn what_was_asked_and_done_comes_back_on_every_host() {
    for host in HOSTS {
        let it = Of { host, session: "back" };
        assert_eq!(it.prompt("fix the parser"), None, "{host}");
        it.edit("src/parser.rs");
        it.compacts();
        let back = match *host {
            "claude-code" | "codex" => {
                it.fire(testing::event(), Kind::PostCompact);
                it.begin("compact")
            }
            "opencode" => {
                it.fire(testing::event(), Kind::PostCompact);
                it.prompt("and now?")
            }
            _ => it.prompt("and now?"),
        };
        let back = back.unwrap_or_else(|| panic!("{host}: nothing came back"));
        for part in ["- fix the parser", "- src/parser.rs"] {
            assert!(back.contains(part), "{host}: {part} is missing: {back}");
        }
        assert_eq!(it.prompt("next"), None, "{host}: it came back already");
    }
}

#[test]
fn the_summary_is_told_where_the_host_lets_it() {
    for (host, told) in [("claude-code", true), ("opencode", true), ("codex", false), ("gemini-cli", false)] {
        let it = Of { host, session: "summary" };
        it.prompt("remember: ship on Friday");
        let fired = it.compacts();
        assert_eq!(fired.stdout().contains("ship on Friday"), told, "{host}: {}", fired.stdout());
    }
}

#[test]
fn either_order_of_a_new_beginning_gives_back_once() {
    for (session, order) in [("before", [true, false]), ("after", [false, true])] {
        let it = Of { host: "claude-code", session };
        it.prompt("fix the parser");
        for round in 0..3 {
            it.compacts();
            let mut back = 0;
            for begins in order {
                if begins {
                    back += usize::from(it.begin("compact").is_some());
                } else {
                    it.fire(testing::event(), Kind::PostCompact);
                }
            }
            let asked = usize::from(it.prompt("go on").is_some());
            assert_eq!((back, asked), (1, 0), "{session}, round {round}");
        }
    }
}

#[test]
fn a_host_that_announces_one_at_every_request_is_not_believed_each_time() {
    let it = Of { host: "gemini-cli", session: "every" };
    it.prompt("fix the parser");
    it.compacts();
    assert!(it.prompt("go on").is_some());
    for _ in 0..3 {
        it.compacts();
        assert_eq!(it.prompt("go on"), None);
    }
}

#[test]
fn a_cleared_session_has_no_memory() {
    let it = Of { host: "claude-code", session: "clear" };
    it.prompt("fix the parser");
    it.compacts();
    assert_eq!(it.begin("clear"), None);
    assert_eq!(it.prompt("go on"), None);
}

#[test]
fn a_machines_report_is_no_wish_of_the_user() {
    let it = Of { host: "claude-code", session: "machine" };
    it.prompt("<task-notification>done</task-notification>");
    it.prompt("fix the parser");
    it.compacts();
    let back = it.begin("compact").unwrap();
    assert!(back.contains("fix the parser") && !back.contains("task-notification"), "{back}");
}
