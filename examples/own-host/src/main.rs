//! Keeps an agent's hands off a project's secrets, on Claude Code and on an in-house agent that `hosts/acme-agent.toml`
//! describes.

use std::path::Path;

use hookwright::prelude::*;

/// Files that hold secrets, by their names.
fn is_secret(path: &str) -> bool {
    let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
    (name == ".env" || name.starts_with(".env.")) && !name.ends_with(".example")
}

/// Nothing reads or writes a file of secrets.
#[hook(PreToolUse, matcher = "Read|Write|Edit|MultiEdit", timeout = "5s")]
fn secrets(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    let path = call.paths().into_iter().find(|path| is_secret(path))?;
    Some(Response::deny(format!("`{path}` holds secrets. Look at `.env.example` for the names of the settings.")))
}

/// Tells the agent of the rule before it runs into it.
#[hook(SessionStart)]
fn rule(_: &SessionStart) -> Response<SessionStart> {
    Response::context("Secrets are in `.env`, which you cannot open; `.env.example` has the names.")
}

hookwright::main!();

#[cfg(test)]
mod tests {
    use super::*;
    use hookwright::testing;

    #[test]
    fn secrets_are_kept_on_both_hosts() {
        for host in ["acme-agent", "claude-code"] {
            for (tool, path, denied) in [
                ("Read", "/srv/app/.env", true),
                ("Write", ".env.production", true),
                ("Read", ".env.example", false),
                ("Read", "src/env.rs", false),
            ] {
                let fired = testing::call(tool, [("file_path", path)]).on(host).fire_all(Kind::PreToolUse);
                assert_eq!(fired.denied().is_some(), denied, "{host} {tool} {path}");
            }
        }
    }

    #[test]
    fn the_own_host_gets_its_own_reply() {
        let fired = testing::call("Read", [("file_path", "/a/.env")]).on("acme-agent").fire(secrets);
        assert!(fired.payload().contains(r#""call":{"tool":"open","arguments":{"target":{"path":"/a/.env"}}}"#));
        assert!(fired.stdout().starts_with(r#"{"verdict":"refuse","because":"`/a/.env` holds secrets."#), "{fired:?}");
        let fired = testing::event().on("acme-agent").source("fresh").fire(rule);
        assert!(fired.stdout().starts_with("Secrets are in `.env`") && fired.stdout().ends_with('\n'), "{fired:?}");
    }
}
