//! `pi`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "pi",
    packages: Packages::Npm(&["@earendil-works/pi-coding-agent@1.6.0", "node@26.10.0"]),
    program: "pi",
    // Without `--approve` a headless turn skips the project's extensions.
    arguments: &["--approve", "--model", "mock/mock", "-p", "{prompt}"],
    env: &[("PI_OFFLINE", "1"), ("PI_TELEMETRY", "0"), ("PI_SKIP_VERSION_CHECK", "1")],
    prepare: &[Prepare::MergeJson {
        file: "{home}/.pi/agent/models.json",
        json: r#"{"providers": {"mock": {"baseUrl": "http://127.0.0.1:8700", "api": "anthropic-messages",
                  "apiKey": "sk-fake", "models": [{"id": "mock", "contextWindow": 200000, "maxTokens": 4096}]}}}"#,
    }],
    shell: Shell { tools: &["bash"], command: "command", rest: &[] },
};
