//! `async` handlers: run to their end on a runtime that is built only when one is called.

use std::future::Future;

/// Runs an `async` handler.
#[cfg(feature = "tokio")]
pub fn block_on<F: Future>(handler: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    // It fails where no file descriptor is left; the handler's own failure mode then holds.
    runtime.unwrap_or_else(|e| panic!("no runtime for an async handler: {e}")).block_on(handler)
}

/// What an `async` handler needs.
#[cfg(not(feature = "tokio"))]
#[diagnostic::on_unimplemented(
    message = "an `async` handler needs the feature `tokio` of hookwright",
    label = "`async` without a runtime",
    note = "write `hookwright = {{ version = \"…\", features = [\"tokio\"] }}` in Cargo.toml"
)]
pub trait Runtime: Future {}

/// Runs an `async` handler.
#[cfg(not(feature = "tokio"))]
pub fn block_on<F: Runtime>(_: F) -> F::Output {
    unreachable!("nothing implements `Runtime` without the feature `tokio`")
}
