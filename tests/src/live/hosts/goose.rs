//! `goose`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "goose",
    packages: Packages::Npm(&["@aaif/goose-acp@1.50.0"]),
    program: "goose",
    arguments: &["run", "--with-builtin", "developer", "-t", "{prompt}"],
    env: &[
        ("GOOSE_DISABLE_KEYRING", "1"),
        ("GOOSE_MODE", "auto"),
        ("GOOSE_MODEL", "gpt-4o"),
        ("GOOSE_PROVIDER", "openai"),
        ("GOOSE_TELEMETRY_ENABLED", "false"),
        ("OPENAI_API_KEY", "sk-fake"),
        ("OPENAI_HOST", "http://127.0.0.1:8700"),
    ],
    prepare: &[],
    shell: Shell { tools: &["shell"], command: "command", rest: &[] },
};
