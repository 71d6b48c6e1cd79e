//! `augment`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "augment",
    packages: Packages::Npm(&["@augmentcode/auggie@0.36.0"]),
    program: "auggie",
    arguments: &["--print", "{prompt}"],
    env: &[
        ("AUGMENT_DISABLE_AUTO_UPDATE", "1"),
        (
            "AUGMENT_SESSION_AUTH",
            r#"{"accessToken": "fake", "tenantURL": "http://127.0.0.1:8700/", "scopes": ["read", "write"]}"#,
        ),
    ],
    prepare: &[],
    // Without `wait` the process runs in the background.
    shell: Shell {
        tools: &["launch-process"],
        command: "command",
        rest: &[("wait", "true"), ("max_wait_seconds", "30")],
    },
};
