//! The host model: what a file in `templates/hosts/` can say, and how it is read and checked.

mod check;
mod config;
mod event;
mod homes;
pub mod key;
mod load;
mod model;
mod one_or_many;
#[cfg(feature = "schema")]
mod schema;
pub mod source;
pub mod template;
mod tool;
mod trust;

pub use check::{MCP, TOOLS};
pub use config::*;
pub use event::*;
pub use homes::Home;
pub use load::{Error, Library, load};
pub use model::*;
pub use one_or_many::OneOrMany;
#[cfg(feature = "schema")]
pub use schema::schema;
pub use tool::*;
pub use trust::*;
