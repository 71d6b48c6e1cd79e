//! Any bytes, as any host's payload: a reply that the host can take, and no panic.
//!
//! The first two bytes choose host, event and answer; the rest is the payload.

#![no_main]

#[path = "../../src/sounding/mod.rs"]
mod sounding;

use libfuzzer_sys::fuzz_target;

// Never called: the tables are what counts.
#[allow(dead_code)]
fn tables() {
    hookwright::run!();
}

fuzz_target!(|data: &[u8]| {
    let [which, answer, payload @ ..] = data else { return };
    let hosts = hookwright::private::PROGRAMS[0].hosts;
    let events: usize = hosts.iter().map(|h| h.bindings.len()).sum();
    let mut at = (usize::from(*which) | usize::from(answer >> 2) << 8) % events;
    for host in hosts {
        match host.bindings.get(at) {
            Some(binding) => {
                sounding::sound(sounding::Answer::ALL[usize::from(answer & 3)], host.id, binding.native, payload);
                return;
            }
            None => at -= host.bindings.len(),
        }
    }
});
