//! What the whole-system tests share: recordings, goldens, a scripted model server, a network namespace, real hosts at
//! pinned versions.

pub mod capture;
pub mod fixture;
pub mod golden;
pub mod home;
pub mod install;
pub mod lab;
pub mod live;
pub mod npm;
pub mod program;
