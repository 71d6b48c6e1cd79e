//! `copilot-cli`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "copilot-cli",
    packages: Packages::Npm(&["@github/copilot@1.0.102"]),
    program: "copilot",
    // Hooks of a folder that is not trusted are left out in silence.
    arguments: &["--trust-folder", "--no-auto-update", "--allow-all", "-p", "{prompt}"],
    env: &[
        ("COPILOT_OFFLINE", "true"),
        ("COPILOT_AUTO_UPDATE", "false"),
        ("COPILOT_PROVIDER_BASE_URL", "http://127.0.0.1:8700/v1"),
        ("COPILOT_PROVIDER_API_KEY", "sk-fake"),
        ("COPILOT_PROVIDER_WIRE_API", "completions"),
        ("COPILOT_MODEL", "mock"),
    ],
    prepare: &[],
    shell: Shell { tools: &["bash"], command: "command", rest: &[("description", "Run it")] },
};
