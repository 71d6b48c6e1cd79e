//! The hosts that live turns are run with, a file each. What stands there was seen with the versions that are pinned there.

mod amp;
mod augment;
mod claude_code;
mod cline;
mod cline_files;
mod codebuddy;
mod codex;
mod copilot_cli;
mod droid;
mod gemini_cli;
mod goose;
mod grok_build;
mod hermes;
mod kilo_cli;
mod kimi;
mod mistral_vibe;
mod omp;
mod openclaw;
mod opencode;
mod openhands;
mod pi;
mod qwen_code;

use super::Host;

/// Every host that can run a live turn.
pub fn hosts() -> &'static [Host] {
    HOSTS
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

static HOSTS: &[Host] = &[
    amp::HOST,
    augment::HOST,
    claude_code::HOST,
    cline::HOST,
    cline_files::HOST,
    codebuddy::HOST,
    codex::HOST,
    copilot_cli::HOST,
    droid::HOST,
    gemini_cli::HOST,
    goose::HOST,
    grok_build::HOST,
    hermes::HOST,
    kilo_cli::HOST,
    kimi::HOST,
    mistral_vibe::HOST,
    omp::HOST,
    openclaw::HOST,
    opencode::HOST,
    openhands::HOST,
    pi::HOST,
    qwen_code::HOST,
];

/// Whether a headless turn of the host ever fires the event (by its normalized name).
pub(super) fn fires(id: &str, event: &str) -> bool {
    !NEVER_HEADLESS.iter().any(|(host, events)| *host == id && events.contains(&event))
}

/// Events that a host has, and that the turn which is described here never gets to.
const NEVER_HEADLESS: &[(&str, &[&str])] = &[
    // Only the extension for VS Code fires it.
    ("cline-files", &["UserPromptSubmit"]),
    // The prompt of `droid exec` is none that a user submits.
    ("droid", &["UserPromptSubmit"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::MODEL_ADDRESS;
    use crate::live::Prepare;

    fn merged(step: &Prepare) -> Option<&'static str> {
        if let Prepare::MergeJson { json, .. } = step { Some(json) } else { None }
    }

    fn written(step: &Prepare) -> Option<&'static str> {
        if let Prepare::Text { text, .. } = step { Some(text) } else { merged(step) }
    }

    #[test]
    fn every_host_is_pinned_and_led_to_the_scripted_model() {
        for host in hosts() {
            assert!(host.version().starts_with(|c: char| c.is_ascii_digit()), "{}: {:?}", host.id, host.packages);
            let prepared = host.prepare.iter().filter_map(written);
            let mut settings =
                host.env.iter().map(|(_, value)| *value).chain(host.arguments.iter().copied()).chain(prepared);
            assert!(settings.any(|setting| setting.contains(MODEL_ADDRESS)), "{}: no model address", host.id);
            assert!(host.arguments.contains(&"{prompt}"), "{}: no prompt", host.id);
        }
    }

    #[test]
    fn settings_in_json_are_json() {
        for host in hosts() {
            let prepared = host.prepare.iter().filter_map(merged);
            let inline = host.env.iter().map(|(_, value)| *value).filter(|value| value.starts_with("{\""));
            for json in prepared.chain(inline) {
                serde_json::from_str::<serde_json::Value>(json).unwrap_or_else(|e| panic!("{}: {e}: {json}", host.id));
            }
        }
    }
}
