//! `opencode`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "opencode",
    packages: Packages::Npm(&["opencode-ai@1.18.33"]),
    program: "opencode",
    arguments: &["run", "{prompt}"],
    env: &[
        // Given inline, so that no config file of HOME or of the project is touched.
        (
            "OPENCODE_CONFIG_CONTENT",
            concat!(
                r#"{"model": "mock/mock", "small_model": "mock/mock", "share": "disabled", "autoupdate": false, "#,
                r#""provider": {"mock": {"npm": "@ai-sdk/openai-compatible", "name": "Mock", "#,
                r#""options": {"baseURL": "http://127.0.0.1:8700/v1", "apiKey": "sk-fake"}, "#,
                r#""models": {"mock": {"name": "mock", "limit": {"context": 200000, "output": 8000}}}}}}"#,
            ),
        ),
        ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
        ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
        ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
        ("OPENCODE_DISABLE_SHARE", "1"),
    ],
    // As soon as there is a plugin, the host installs @opencode-ai/plugin into each of its config folders and waits
    // for it: over a minute without a registry. Where the lock file already names the package, it does not.
    prepare: &[Prepare::InstalledPackage {
        package: "@opencode-ai/plugin",
        version: "1.18.33",
        make: "{home}/.config/opencode",
        where_there: &["{home}/.opencode", "{project}/.opencode"],
    }],
    shell: Shell { tools: &["bash"], command: "command", rest: &[] },
};
