//! `kilo-cli`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "kilo-cli",
    // The wrapper `@kilocode/cli` is ahead of the native packages in the registry, so the native one is run.
    packages: Packages::Npm(&["@kilocode/cli-linux-x64@7.7.9"]),
    program: "../@kilocode/cli-linux-x64/bin/kilo",
    arguments: &["run", "{prompt}"],
    env: &[
        // Given inline, so that no config file of HOME or of the project is touched.
        (
            "KILO_CONFIG_CONTENT",
            concat!(
                r#"{"model": "mock/mock", "small_model": "mock/mock", "share": "disabled", "autoupdate": false, "#,
                r#""provider": {"mock": {"npm": "@ai-sdk/openai-compatible", "name": "Mock", "#,
                r#""options": {"baseURL": "http://127.0.0.1:8700/v1", "apiKey": "sk-fake"}, "#,
                r#""models": {"mock": {"name": "mock", "limit": {"context": 200000, "output": 8000}}}}}}"#,
            ),
        ),
        // Kilo's own cloud, on which it would wait for minutes: the model server answers at once.
        ("KILO_API_URL", "http://127.0.0.1:8700"),
        ("KILO_NO_DAEMON", "1"),
        ("KILO_DISABLE_AUTOUPDATE", "1"),
        ("KILO_DISABLE_MODELS_FETCH", "1"),
        ("KILO_DISABLE_LSP_DOWNLOAD", "1"),
        ("KILO_DISABLE_SHARE", "1"),
        ("KILO_DISABLE_SESSION_INGEST", "1"),
        ("KILO_DISABLE_PRESENCE", "1"),
        ("KILO_DISABLE_CODEBASE_INDEXING", "1"),
        ("KILO_TELEMETRY_LEVEL", "off"),
    ],
    // The host installs @kilocode/plugin into each config folder that holds a plugin and waits for it: over a minute
    // without a registry. Where the lock file already names the package, it does not.
    prepare: &[Prepare::InstalledPackage {
        package: "@kilocode/plugin",
        version: "7.3.1",
        make: "{home}/.config/kilo",
        where_there: &["{home}/.kilo", "{home}/.kilocode", "{project}/.kilo", "{project}/.kilocode"],
    }],
    shell: Shell { tools: &["bash"], command: "command", rest: &[("description", "Run it")] },
};
