//! `omp`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "omp",
    // It runs in Bun alone.
    packages: Packages::Npm(&["@oh-my-pi/pi-coding-agent@18.2.3", "bun@1.4.5"]),
    program: "omp",
    arguments: &["--model", "mock/mock", "--no-title", "-p", "{prompt}"],
    env: &[("PI_OFFLINE", "1")],
    // JSON is YAML.
    prepare: &[Prepare::MergeJson {
        file: "{home}/.omp/agent/models.yml",
        json: r#"{"providers": {"mock": {"baseUrl": "http://127.0.0.1:8700", "api": "anthropic-messages",
                  "apiKey": "sk-fake", "models": [{"id": "mock", "name": "mock", "contextWindow": 200000,
                  "maxTokens": 4096, "input": ["text"],
                  "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]}}}"#,
    }],
    // On the wire of Anthropic's API its tools have a `_` before their names.
    shell: Shell { tools: &["_bash", "bash"], command: "command", rest: &[] },
};
