//! `grok-build`, as a live turn runs it.

use crate::install::Packages;
use crate::live::{Host, Prepare, Shell};

pub(super) const HOST: Host = Host {
    id: "grok-build",
    packages: Packages::Npm(&["@xai-official/grok@1.0.41"]),
    program: "grok",
    // Hooks of a folder that is not trusted are left out in silence.
    arguments: &["-p", "{prompt}", "-m", "mock", "--no-auto-update", "--yolo", "--trust"],
    env: &[],
    prepare: &[
        Prepare::Text {
            file: "{home}/.grok/config.toml",
            text: concat!(
                "\n[models]\ndefault = \"mock\"\n",
                "\n[model.mock]\nmodel = \"mock\"\nname = \"mock\"\nbase_url = \"http://127.0.0.1:8700/v1\"\n",
                "api_key = \"sk-fake\"\napi_backend = \"messages\"\ncontext_window = 200000\n",
            ),
        },
        // Outside of a git repository the hooks of a project are not looked for.
        Prepare::Text { file: "{project}/.git/HEAD", text: "ref: refs/heads/main\n" },
        Prepare::Text { file: "{project}/.git/objects/info/alternates", text: "" },
        Prepare::Text { file: "{project}/.git/refs/heads/.keep", text: "" },
    ],
    shell: Shell { tools: &["run_terminal_command"], command: "command", rest: &[("description", "Run it")] },
};
