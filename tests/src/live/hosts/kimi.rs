//! `kimi`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "kimi",
    packages: Packages::Npm(&["@moonshot-ai/kimi-code@2.1.0", "node@22"]),
    program: "kimi",
    arguments: &["-p", "{prompt}"],
    // The model is given here alone, so that the config file with the hooks stays as a test wrote it.
    env: &[
        ("KIMI_DISABLE_TELEMETRY", "1"),
        ("KIMI_MODEL_API_KEY", "sk-fake"),
        ("KIMI_MODEL_BASE_URL", "http://127.0.0.1:8700"),
        ("KIMI_MODEL_MAX_CONTEXT_SIZE", "200000"),
        ("KIMI_MODEL_NAME", "mock"),
        ("KIMI_MODEL_PROVIDER_TYPE", "anthropic"),
    ],
    prepare: &[],
    shell: Shell { tools: &["Bash"], command: "command", rest: &[] },
};
