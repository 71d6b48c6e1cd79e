//! `openclaw`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "openclaw",
    packages: Packages::Npm(&["openclaw@2026.9.6", "node@26.10.0"]),
    program: "openclaw",
    // Embedded: `agent exec` runs no hooks of plugins.
    arguments: &["agent", "--local", "--agent", "main", "--session-id", "live", "-m", "{prompt}"],
    env: &[("DO_NOT_TRACK", "1")],
    // Its tools work in a folder of its own, unless told.
    prepare: &[Prepare::MergeJson {
        file: "{home}/.openclaw/openclaw.json",
        json: r#"{"models": {"mode": "merge", "providers": {"mock": {"baseUrl": "http://127.0.0.1:8700/v1",
                  "apiKey": "sk-fake", "api": "openai-completions", "models": [{"id": "mock", "name": "mock",
                  "reasoning": false, "input": ["text"], "contextWindow": 200000, "maxTokens": 4096,
                  "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]}}},
                  "agents": {"defaults": {"model": {"primary": "mock/mock"}, "workspace": "{project}"}}}"#,
    }],
    shell: Shell { tools: &["exec"], command: "command", rest: &[] },
};
