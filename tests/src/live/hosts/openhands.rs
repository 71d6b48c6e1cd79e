//! `openhands`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "openhands",
    packages: Packages::Pip(&["openhands==1.16.0", "python@3.12"]),
    program: "openhands",
    arguments: &["--headless", "--json", "--override-with-envs", "-t", "{prompt}"],
    env: &[
        ("LLM_API_KEY", "sk-fake"),
        ("LLM_BASE_URL", "http://127.0.0.1:8700/v1"),
        ("LLM_MODEL", "openai/gpt-4o"),
        // Prices are fetched otherwise.
        ("LITELLM_LOCAL_MODEL_COST_MAP", "True"),
        ("OPENHANDS_SUPPRESS_BANNER", "1"),
        ("OPENHANDS_WORK_DIR", "{project}"),
    ],
    prepare: &[],
    // A call without the model's own judgement of its risk is refused before any hook.
    shell: Shell { tools: &["terminal"], command: "command", rest: &[("security_risk", "LOW")] },
};
