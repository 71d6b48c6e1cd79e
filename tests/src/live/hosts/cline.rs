//! `cline`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "cline",
    packages: Packages::Npm(&["cline@3.0.65"]),
    program: "cline",
    arguments: &["{prompt}"],
    env: &[
        ("CLINE_NO_AUTO_UPDATE", "1"),
        ("CLINE_TELEMETRY_DISABLED", "1"),
        ("DO_NOT_TRACK", "1"),
        // On a busy machine a module is not there within the 4 seconds after which the host goes on without it.
        ("CLINE_PLUGIN_IMPORT_TIMEOUT_MS", "60000"),
    ],
    prepare: &[Prepare::MergeJson {
        file: "{home}/.cline/data/settings/providers.json",
        json: r#"{"version": 1, "lastUsedProvider": "openai-compatible", "modes": {},
                  "providers": {"openai-compatible": {
                    "settings": {"provider": "openai-compatible", "apiKey": "sk-fake", "model": "gpt-4o",
                                 "baseUrl": "http://127.0.0.1:8700/v1"},
                    "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}}}"#,
    }],
    // The model is shown a list of commands; one alone is taken as well.
    shell: Shell { tools: &["run_commands"], command: "commands", rest: &[] },
};
