//! `codebuddy`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "codebuddy",
    // The agent SDK brings the CLI 2.117.0, which the registry does not have under its own name.
    packages: Packages::Npm(&["@tencent-ai/agent-sdk@0.3.201"]),
    program: "../@tencent-ai/agent-sdk/cli/bin/codebuddy",
    // Without `-y` a headless turn refuses the tools that need an approval.
    arguments: &["-p", "{prompt}", "-y"],
    env: &[
        ("CODEBUDDY_API_KEY", "sk-fake"),
        ("CODEBUDDY_BASE_URL", "http://127.0.0.1:8700"),
        ("DISABLE_AUTOUPDATER", "1"),
        ("DISABLE_TELEMETRY", "1"),
    ],
    prepare: &[],
    shell: Shell { tools: &["Bash"], command: "command", rest: &[("description", "Run it")] },
};
