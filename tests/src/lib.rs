//! What the whole-system tests share: a scripted model server, a network namespace, hosts at pinned versions.

pub mod lab;
pub mod live;
pub mod npm;
