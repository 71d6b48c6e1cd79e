//! `gemini-cli`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "gemini-cli",
    packages: Packages::Npm(&["@google/gemini-cli@0.61.0"]),
    program: "gemini",
    // Without `--yolo` a headless turn is not offered the tools that need an approval.
    arguments: &["-m", "gemini-2.5-flash", "-p", "{prompt}", "--yolo"],
    env: &[
        ("GEMINI_API_KEY", "sk-fake"),
        ("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:8700"),
        ("GEMINI_TELEMETRY_ENABLED", "false"),
        // A folder that is not trusted ends a headless run with exit code 55.
        ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
    ],
    prepare: &[Prepare::MergeJson {
        file: "{home}/.gemini/settings.json",
        json: r#"{"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"enableAutoUpdate": false},
                  "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false}}"#,
    }],
    shell: Shell { tools: &["run_shell_command"], command: "command", rest: &[("description", "Run it")] },
};
