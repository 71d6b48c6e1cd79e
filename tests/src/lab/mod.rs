//! The live lab: a model server that plays a script over loopback, so that a real agent host runs a whole turn
//! offline, without a model and without a key.
//!
//! Read in the running order: [`script`] is what the model will say, [`server`] hears a request, [`protocol`] reads it
//! and writes the reply, [`log`] keeps what was asked. `namespace` and `run` put the host beside the server where
//! there is loopback and nothing else; `hookwright-lab` is these parts behind the command line in [`options`].

pub mod http;
pub mod log;
#[cfg(target_os = "linux")]
pub mod namespace;
pub mod options;
pub mod protocol;
#[cfg(target_os = "linux")]
pub mod run;
pub mod script;
pub mod server;

/// Where the model server listens inside the network namespace.
pub const MODEL_ADDRESS: &str = "127.0.0.1:8700";

/// The lab's exit code for a command that was killed at its deadline.
pub const TIMED_OUT: u8 = 124;

/// The lab's exit code when the lab itself failed, and so says nothing about the command.
pub const FAILED: u8 = 125;
