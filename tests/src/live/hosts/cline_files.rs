//! `cline-files`: the same host as `cline`, with the other way to hook.

use crate::live::Host;

pub(super) const HOST: Host = Host { id: "cline-files", ..super::cline::HOST };
