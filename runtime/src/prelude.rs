//! What a file of handlers needs: `use hookwright::prelude::*;`.

pub use crate::event::*;
pub use crate::native::NativeEvent;
pub use crate::response::Response;
pub use crate::tool::Tool;
pub use crate::{hook, native_hook};
