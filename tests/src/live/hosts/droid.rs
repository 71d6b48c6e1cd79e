//! `droid`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "droid",
    packages: Packages::Npm(&["@factory/cli-linux-x64@0.225.2"]),
    program: "../@factory/cli-linux-x64/bin/droid",
    // With less autonomy a turn ends at a call that needs an approval.
    arguments: &["exec", "--auto", "high", "-m", "custom:mock", "{prompt}"],
    env: &[("FACTORY_API_KEY", "fk-fake")],
    prepare: &[Prepare::MergeJson {
        file: "{home}/.factory/settings.json",
        json: r#"{"customModels": [{"model": "mock", "displayName": "mock", "baseUrl": "http://127.0.0.1:8700",
                  "apiKey": "sk-fake", "provider": "anthropic", "maxOutputTokens": 8192}], "cloudSessionSync": false}"#,
    }],
    shell: Shell {
        tools: &["Execute"],
        command: "command",
        rest: &[("summary", "Run it"), ("riskLevel", "low"), ("riskLevelReason", "It prints")],
    },
};
