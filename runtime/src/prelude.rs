//! What a file of handlers needs: `use hookwright::prelude::*;`.

pub use crate::event::*;
pub use crate::hook;
pub use crate::response::Response;
pub use crate::tool::Tool;
