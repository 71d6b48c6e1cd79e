//! `qwen-code`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "qwen-code",
    packages: Packages::Npm(&["@qwen-code/qwen-code@0.24.4", "node@22"]),
    program: "qwen",
    // Without `--yolo` a headless turn is not offered the tools that need an approval.
    arguments: &["-p", "{prompt}", "--yolo"],
    env: &[
        ("OPENAI_API_KEY", "sk-fake"),
        ("OPENAI_BASE_URL", "http://127.0.0.1:8700/v1"),
        ("OPENAI_MODEL", "mock"),
        ("QWEN_CODE_SUPPRESS_YOLO_WARNING", "1"),
    ],
    // The agent that keeps memories makes model requests of its own, and the process waits for it.
    prepare: &[Prepare::MergeJson {
        file: "{home}/.qwen/settings.json",
        json: r#"{"security": {"auth": {"selectedType": "openai"}}, "general": {"enableAutoUpdate": false},
                  "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false},
                  "memory": {"enableManagedAutoMemory": false, "enableManagedAutoDream": false}}"#,
    }],
    shell: Shell {
        tools: &["run_shell_command"],
        command: "command",
        rest: &[("description", "Run it"), ("is_background", "false")],
    },
};
