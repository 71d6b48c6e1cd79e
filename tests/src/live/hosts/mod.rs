//! The hosts that live turns are run with, a file each. What stands there was seen with the versions that are pinned there.

mod claude_code;
mod codex;
mod gemini_cli;
mod opencode;

use super::Host;

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

static HOSTS: [Host; 4] = [claude_code::HOST, codex::HOST, gemini_cli::HOST, opencode::HOST];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::MODEL_ADDRESS;
    use crate::live::Prepare;

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
