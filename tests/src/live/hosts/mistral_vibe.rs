//! `mistral-vibe`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "mistral-vibe",
    packages: Packages::Pip(&["mistral-vibe==3.0.2", "python@3.12"]),
    program: "vibe",
    // Without `--trust` the project's hooks are skipped in silence.
    arguments: &["-p", "{prompt}", "--auto-approve", "--trust"],
    env: &[("MISTRAL_API_KEY", "fake"), ("MOCK_API_KEY", "fake")],
    prepare: &[Prepare::Text {
        file: "{home}/.vibe/config.toml",
        text: concat!(
            "active_model = \"mock\"\nenable_telemetry = false\nenable_update_checks = false\n",
            "[[providers]]\nname = \"mock\"\napi_base = \"http://127.0.0.1:8700/v1\"\n",
            "api_key_env_var = \"MOCK_API_KEY\"\nbackend = \"generic\"\n",
            "[[models]]\nname = \"mock\"\nprovider = \"mock\"\nalias = \"mock\"\n",
        ),
    }],
    shell: Shell { tools: &["bash"], command: "command", rest: &[] },
};
