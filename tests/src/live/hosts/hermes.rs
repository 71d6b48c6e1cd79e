//! `hermes`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "hermes",
    packages: Packages::Pip(&["hermes-agent==0.19.0"]),
    program: "hermes",
    // Without `--accept-hooks` and without a terminal, hooks that nobody has approved are skipped in silence.
    arguments: &["chat", "-Q", "--accept-hooks", "-q", "{prompt}"],
    env: &[("DO_NOT_TRACK", "1"), ("OPENAI_API_KEY", "sk-fake")],
    prepare: &[Prepare::Text {
        file: "{home}/.hermes/config.yaml",
        text: concat!(
            "model:\n  default: gpt-4o\n  provider: custom\n",
            "  base_url: http://127.0.0.1:8700/v1\n  api_key: sk-fake\n",
            // Packages and helpers are fetched at run time otherwise.
            "security:\n  allow_lazy_installs: false\n  tirith_enabled: false\n",
        ),
    }],
    shell: Shell { tools: &["terminal"], command: "command", rest: &[] },
};
