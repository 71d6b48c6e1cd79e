//! `amp`, as far as it can be run: a turn needs Amp's own servers, so `js/amp_host.mjs` plays the host, with Amp's own
//! plugin runtime. What such a turn shows is that the module does right in the real runtime. What Amp makes of its
//! answers is there as it was read in Amp's source, and not seen.

use crate::install::Packages;
use crate::live::{Host, Shell};

pub(super) const HOST: Host = Host {
    id: "amp",
    packages: Packages::Npm(&["@ampcode/cli@0.0.1790142911-g7618fb"]),
    program: "amp",
    arguments: &[concat!(env!("CARGO_MANIFEST_DIR"), "/js/amp_host.mjs"), "{prompt}"],
    env: &[
        // Amp's program is Bun, and with this nothing else.
        ("BUN_BE_BUN", "1"),
        ("AMP_STAND_IN_MODEL", "http://127.0.0.1:8700/v1"),
    ],
    prepare: &[],
    shell: Shell { tools: &["Bash"], command: "cmd", rest: &[] },
};
