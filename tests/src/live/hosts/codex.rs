//! `codex`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "codex",
    packages: Packages::Npm(&["@openai/codex@0.171.0"]),
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
