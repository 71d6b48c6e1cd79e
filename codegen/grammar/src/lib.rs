//! The grammar of `#[hook]`: what the macro checks, and the compiler reads again in the source.
//!
//! It stands alone so that a user's handlers need not wait for the compiler to be built.

pub mod attr;
pub mod handler;
pub mod matcher;
pub mod vocab;
