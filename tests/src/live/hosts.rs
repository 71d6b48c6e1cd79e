//! The hosts that live turns are run with. What stands here was seen with the versions that are pinned here.

use super::{Host, Prepare, Shell};

/// Every host that can run a live turn.
pub fn hosts() -> &'static [Host] {
    &HOSTS
}

/// The host with this id.
///
/// # Panics
/// There is none: the message lists the ids.
pub fn host(id: &str) -> &'static Host {
    HOSTS.iter().find(|host| host.id == id).unwrap_or_else(|| {
        let ids: Vec<_> = HOSTS.iter().map(|host| host.id).collect();
        panic!("no live host {id:?}: there are {ids:?}")
    })
}

static HOSTS: [Host; 4] = [CLAUDE_CODE, CODEX, GEMINI_CLI, OPENCODE];

const CLAUDE_CODE: Host = Host {
    id: "claude-code",
    packages: &["@anthropic-ai/claude-code@2.1.332"],
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

const CODEX: Host = Host {
    id: "codex",
    packages: &["@openai/codex@0.171.0"],
    program: "codex",
    // The provider and both trusts (of the project, and of each hook by its hash) are given for this run, so the
    // config files of HOME and of the project stay as a test wrote them.
    arguments: &[
        "exec",
        "--skip-git-repo-check",
        "--dangerously-bypass-hook-trust",
        "-c",
        "model=\"mock\"",
        "-c",
        "model_provider=\"lab\"",
        "-c",
        "model_providers.lab={name=\"lab\",base_url=\"http://127.0.0.1:8700/v1\",wire_api=\"responses\",\
         env_key=\"CODEX_LAB_KEY\",supports_websockets=false,request_max_retries=0,stream_max_retries=0}",
        "-c",
        "projects={{root-quoted}={trust_level=\"trusted\"}}",
        "-c",
        "check_for_update_on_startup=false",
        "-c",
        "analytics.enabled=false",
        "{prompt}",
    ],
    env: &[("CODEX_LAB_KEY", "sk-fake")],
    prepare: &[],
    shell: Shell { tools: &["exec_command"], command: "cmd", rest: &[] },
};

const GEMINI_CLI: Host = Host {
    id: "gemini-cli",
    packages: &["@google/gemini-cli@0.61.0"],
    program: "gemini",
    // Without `--yolo` a headless turn is not offered the tools that need an approval.
    arguments: &["-m", "gemini-2.5-flash", "-p", "{prompt}", "--yolo"],
    env: &[
        ("GEMINI_API_KEY", "sk-fake"),
        ("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:8700"),
        ("GEMINI_TELEMETRY_ENABLED", "false"),
        // A folder that is not trusted ends a headless run with exit code 55.
        ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
    ],
    prepare: &[Prepare::MergeJson {
        file: "{home}/.gemini/settings.json",
        json: r#"{"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"enableAutoUpdate": false},
                  "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false}}"#,
    }],
    shell: Shell { tools: &["run_shell_command"], command: "command", rest: &[("description", "Run it")] },
};

const OPENCODE: Host = Host {
    id: "opencode",
    packages: &["opencode-ai@1.18.33"],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::MODEL_ADDRESS;

    #[test]
    fn every_host_is_pinned_and_led_to_the_scripted_model() {
        for host in hosts() {
            assert!(host.version().starts_with(|c: char| c.is_ascii_digit()), "{}: {:?}", host.id, host.packages);
            let mut settings = host.env.iter().map(|(_, value)| value).chain(host.arguments);
            assert!(settings.any(|setting| setting.contains(MODEL_ADDRESS)), "{}: no model address", host.id);
            assert!(host.arguments.contains(&"{prompt}"), "{}: no prompt", host.id);
        }
    }

    #[test]
    fn settings_in_json_are_json() {
        for host in hosts() {
            let prepared = host.prepare.iter().filter_map(|step| match step {
                Prepare::MergeJson { json, .. } => Some(*json),
                Prepare::InstalledPackage { .. } => None,
            });
            let inline = host.env.iter().map(|(_, value)| *value).filter(|value| value.starts_with('{'));
            for json in prepared.chain(inline) {
                serde_json::from_str::<serde_json::Value>(json).unwrap_or_else(|e| panic!("{}: {e}: {json}", host.id));
            }
        }
    }
}
