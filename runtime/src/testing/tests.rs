use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::event::*;
use crate::response::Response;

fn count(event: &Notification) -> Result<Response<Notification>, std::io::Error> {
    let n = event.session().update("n", |n: Option<u32>| n.unwrap_or(0) + 1)?;
    Ok(Response::pass().and_message(format!("{} {n}", event.message())))
}

#[test]
fn the_user_is_told_and_the_session_lasts_as_long_as_the_test() {
    for n in 1..4 {
        let fired = event().message("ready").fire(count);
        assert_eq!((fired.error(), fired.message()), (None, Some(format!("ready {n}"))));
        assert!(!fired.passed());
    }
    assert!(state_dir().join("sessions/plain").is_dir());
    let elsewhere = std::thread::spawn(|| event().message("ready").fire(count).message());
    assert_eq!(elsewhere.join().unwrap().as_deref(), Some("ready 1"), "another test");
}

#[test]
fn every_field_arrives() {
    let compacted = event().trigger("auto").agent_id("a1").project_dir("/p").fire(|e: &PreCompact| {
        assert_eq!((e.trigger(), e.agent_id()), (Some("auto"), Some("a1")));
        assert_eq!((e.project_dir(), e.cwd()), (Some("/p".as_ref()), Some("/p".as_ref())));
    });
    assert_eq!(compacted.error(), None);
    let elsewhere = event().project_dir("/p").cwd("/p/sub").fire(|e: &Stop| {
        assert_eq!((e.project_dir(), e.cwd()), (Some("/p".as_ref()), Some("/p/sub".as_ref())));
    });
    assert_eq!(elsewhere.error(), None);
}

#[test]
fn deferred_work_is_done_when_the_test_says_so() {
    static DONE: AtomicU32 = AtomicU32::new(0);
    fn later(_: &Stop) {
        defer(|| {
            DONE.fetch_add(1, Ordering::SeqCst);
        });
    }
    let others = Arc::new(AtomicU32::new(0));
    let theirs = others.clone();
    std::thread::spawn(move || defer(move || _ = theirs.fetch_add(1, Ordering::SeqCst))).join().unwrap();
    assert!(event().fire(later).passed() && event().fire(later).passed());
    assert_eq!(DONE.load(Ordering::SeqCst), 0);
    assert_eq!((run_deferred(), DONE.load(Ordering::SeqCst)), (2, 2));
    assert_eq!((run_deferred(), others.load(Ordering::SeqCst)), (0, 0), "another test's work is its own");
}
