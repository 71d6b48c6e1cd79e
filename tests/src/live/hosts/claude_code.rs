//! `claude-code`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "claude-code",
    packages: Packages::Npm(&["@anthropic-ai/claude-code@2.1.332"]),
    program: "claude",
    // The allowed tools run without a question: `-p` has nobody to ask, and root may not skip the permissions.
    arguments: &["-p", "{prompt}", "--allowedTools", "Bash,Read,Write,Edit"],
    env: &[
        ("ANTHROPIC_BASE_URL", "http://127.0.0.1:8700"),
        ("ANTHROPIC_API_KEY", "sk-fake"),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("DISABLE_AUTOUPDATER", "1"),
        ("DISABLE_ERROR_REPORTING", "1"),
        ("DISABLE_TELEMETRY", "1"),
        // Every tool is offered at once, none only by way of a search.
        ("ENABLE_TOOL_SEARCH", "false"),
    ],
    prepare: &[],
    shell: Shell { tools: &["Bash"], command: "command", rest: &[("description", "Run it")] },
};
