//! Handlers that read all there is and answer as the thread is told: what any payload, any change and any host are held
//! against, by properties here and by `tests/fuzz`.

// Only tests make it sound.
#[cfg_attr(not(test), allow(dead_code))]
#[path = "../sounding/mod.rs"]
mod sounding;

hookwright::main!();
