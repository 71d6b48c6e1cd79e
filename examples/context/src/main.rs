//! `context`: tells a coding agent, before it begins, what a colleague would say first: the branch, what is not committed,
//! the last commits, and the team's rules.
//!
//! All of it is told at a session's start, on resume, and again after a compaction. With a later prompt only what has
//! changed meanwhile is told, and nothing when nothing has.
//!
//! | environment variable | |
//! |---|---|
//! | `AGENT_CONTEXT_RULES` | the file of rules, from the project's root; `.agents/context.md` unless set |
//! | `AGENT_CONTEXT_LIMIT` | how many bytes are told at most; 6000 unless set. Hosts cut or drop more than about 10,000 |
//!
//! It changes nothing: git is only asked, and without taking its lock. Without a repository and rules it says nothing.

mod facts;

use std::env;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use hookwright::Session;
use hookwright::prelude::*;

use facts::Facts;

/// What the session was told, and when, in seconds since 1970.
type Told = (u64, Facts);

const TOLD: &str = "told";
/// Set where the host begins a session anew after a compaction, so that it is told then and there.
const BEGINS_ANEW: &str = "begins-anew";
/// How old the telling must be for an announced compaction to make it void, in seconds. Gemini CLI announces one before
/// every request to the model.
const FRESH: u64 = 30 * 60;

/// Tells everything.
#[hook(SessionStart, timeout = "5s", can = "context")]
fn begin(event: &SessionStart) -> Option<Response<SessionStart>> {
    if event.source() == Some("compact") {
        note(event.session().set(BEGINS_ANEW, &true));
    }
    let facts = Facts::gather(&root(event)?);
    remember(&event.session(), &facts);
    facts.all(limit()).map(Response::context)
}

/// Tells what has changed.
#[hook(UserPromptSubmit, timeout = "5s", can = "context")]
fn update(event: &UserPromptSubmit) -> Option<Response<UserPromptSubmit>> {
    let told: Option<Told> = event.session().get(TOLD);
    let facts = Facts::gather(&root(event)?);
    let text = match &told {
        Some((_, old)) if *old == facts => return None,
        Some((_, old)) => facts.since(old, limit()),
        None => facts.all(limit()),
    };
    remember(&event.session(), &facts);
    text.map(Response::context)
}

/// What was told is about to be summarized away. Hosts that say nothing afterwards have no other sign of it.
#[hook(PreCompact)]
fn before_compaction(event: &PreCompact) {
    let told: Option<Told> = event.session().get(TOLD);
    if told.is_some_and(|(at, _)| now().saturating_sub(at) > FRESH) {
        note(event.session().remove(TOLD));
    }
}

/// What was told is gone: the next prompt gets it again, unless the host begins the session anew.
#[hook(PostCompact)]
fn after_compaction(event: &PostCompact) {
    if event.session().get(BEGINS_ANEW) != Some(true) {
        note(event.session().remove(TOLD));
    }
}

/// The project's root, else the folder that the host started the program in.
fn root(event: &Incoming) -> Option<PathBuf> {
    let told = event.project_dir().or(event.cwd()).map(PathBuf::from);
    told.or_else(|| env::current_dir().ok())
}

fn limit() -> usize {
    env::var("AGENT_CONTEXT_LIMIT").ok().and_then(|n| n.parse().ok()).unwrap_or(6000)
}

fn remember(session: &Session, facts: &Facts) {
    note(session.set(TOLD, &(now(), facts)));
}

/// A store that cannot be written costs a repetition, not the context.
fn note(stored: std::io::Result<()>) {
    if let Err(error) = stored {
        eprintln!("context: {error}");
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

hookwright::main!();

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use hookwright::testing::{self, Fire, Fired};

    use super::*;

    const HOSTS: &[&str] = &["claude-code", "codex", "gemini-cli", "cursor", "opencode"];

    fn git(project: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "init.defaultBranch=main"];
        let out = Command::new("git").current_dir(project).args(identity).args(arguments).output().unwrap();
        assert!(out.status.success(), "{out:?}");
    }

    /// A repository with one commit, a dirty file and rules.
    fn project() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        git(dir.path(), &["init", "-q"]);
        fs::create_dir(dir.path().join(".agents")).unwrap();
        fs::write(dir.path().join(".agents/context.md"), "Write tests first.\n").unwrap();
        git(dir.path(), &["add", "."]);
        git(dir.path(), &["commit", "-q", "-m", "Begin with rules"]);
        fs::write(dir.path().join("new.rs"), "").unwrap();
        dir
    }

    fn start(host: &'static str, project: &Path, source: &str) -> Fired {
        inside(testing::event().source(source), project).on(host).fire(begin)
    }

    fn prompt(host: &'static str, project: &Path) -> Fired {
        inside(testing::prompt("go on"), project).on(host).fire(update)
    }

    fn inside(fire: Fire, project: &Path) -> Fire {
        let project = project.to_str().unwrap();
        fire.project_dir(project).cwd(project).session(project)
    }

    #[test]
    fn a_session_begins_with_everything() {
        for host in HOSTS {
            let project = project();
            let fired = start(host, project.path(), "startup");
            let text = fired.context().unwrap_or_else(|| panic!("{host}: nothing is told"));
            for part in ["Branch `main`", "1 change", "?? new.rs", "Begin with rules", "Write tests first."] {
                assert!(text.contains(part), "{host}: {part} is missing: {text}");
            }
            assert!(fired.stdout().contains("Branch `main`"), "{host}: {}", fired.stdout());
        }
    }

    #[test]
    fn a_prompt_brings_what_changed_and_nothing_else() {
        for host in HOSTS {
            let project = project();
            start(host, project.path(), "startup");
            assert!(prompt(host, project.path()).passed(), "{host}: nothing has changed");
            git(project.path(), &["switch", "-q", "-c", "feature"]);
            let text = prompt(host, project.path()).context().unwrap_or_else(|| panic!("{host}: a branch is news"));
            assert!(text.contains("`feature`") && !text.contains("tests first"), "{host}: {text}");
            fs::write(project.path().join(".agents/context.md"), "Write docs first.\n").unwrap();
            let text = prompt(host, project.path()).context().unwrap_or_else(|| panic!("{host}: rules are news"));
            assert!(text.contains("docs first"), "{host}: {text}");
            assert!(prompt(host, project.path()).passed(), "{host}: it was told");
        }
    }

    #[test]
    fn on_resume_it_is_told_again() {
        for host in HOSTS {
            let project = project();
            start(host, project.path(), "startup");
            assert!(start(host, project.path(), "resume").context().is_some(), "{host}");
        }
    }

    #[test]
    fn after_a_compaction_it_is_told_once_more() {
        let compacted = |host, project: &Path| inside(testing::event(), project).on(host).fire(after_compaction);
        // OpenCode starts no session after it, so the next prompt brings it.
        let project = project();
        start("opencode", project.path(), "startup");
        compacted("opencode", project.path());
        assert!(prompt("opencode", project.path()).context().unwrap_or_default().contains("tests first"));
        assert!(prompt("opencode", project.path()).passed());
        // Claude Code does, before or after it says that it has compacted.
        for order in [[true, false], [false, true]] {
            for step in order {
                if step {
                    assert!(start("claude-code", project.path(), "compact").context().is_some());
                } else {
                    compacted("claude-code", project.path());
                }
            }
            assert!(prompt("claude-code", project.path()).passed(), "{order:?}");
        }
    }

    #[test]
    fn an_announced_compaction_counts_when_the_telling_is_old() {
        let project = project();
        let announce = || inside(testing::event(), project.path()).on("gemini-cli").fire(before_compaction);
        start("gemini-cli", project.path(), "startup");
        announce();
        assert!(prompt("gemini-cli", project.path()).passed(), "it is fresh");
        inside(testing::event(), project.path()).on("gemini-cli").fire(make_old);
        announce();
        assert!(prompt("gemini-cli", project.path()).context().is_some(), "it is old");
    }

    /// Makes what was told old: a store is reached from an event alone.
    fn make_old(event: &Notification) {
        let (_, facts): Told = event.session().get(TOLD).unwrap();
        event.session().set(TOLD, &(0_u64, facts)).unwrap();
    }

    #[test]
    fn nothing_known_is_nothing_said() {
        let dir = tempfile::tempdir().unwrap();
        for host in HOSTS {
            assert!(start(host, dir.path(), "startup").passed(), "{host}");
            assert!(prompt(host, dir.path()).passed(), "{host}");
        }
    }
}
