//! Work after the reply: the host has its answer and goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread::{self, ThreadId};

use crate::aside;

struct Work {
    /// Whose handler deferred it.
    by: ThreadId,
    run: Box<dyn FnOnce() + Send>,
}

static DEFERRED: Mutex<Vec<Work>> = Mutex::new(Vec::new());

/// Does something once the host has its reply, detached from it: a notification, an upload, a slow log.
///
/// On Unix it runs in a process of its own, without the host's pipes; what it prints, and how it fails, goes to
/// `deferred.log` in the program's [state folder](crate::state_dir). Elsewhere the program does it after it has answered,
/// and does not end before it is done.
///
/// ```no_run
/// # use hookwright::prelude::*;
/// #[hook(Notification)]
/// fn ring(event: &Notification) {
///     let text = event.message().to_owned();
///     hookwright::defer(move || {
///         let _ = std::process::Command::new("notify-send").arg(text).status();
///     });
/// }
/// ```
///
/// In a test nothing of it runs before [`testing::run_deferred`](crate::testing::run_deferred).
pub fn defer(work: impl FnOnce() + Send + 'static) {
    let work = Work { by: thread::current().id(), run: Box::new(work) };
    DEFERRED.lock().unwrap_or_else(|e| e.into_inner()).push(work);
}

fn take(wanted: impl Fn(&Work) -> bool) -> Vec<Work> {
    DEFERRED.lock().unwrap_or_else(|e| e.into_inner()).extract_if(.., |work| wanted(work)).collect()
}

/// Does it, and what it defers in turn.
fn run(mut work: Vec<Work>) {
    while !work.is_empty() {
        for one in work {
            // The panic's own message has been printed by then.
            let _ = catch_unwind(AssertUnwindSafe(one.run));
        }
        work = take(|_| true);
    }
}

/// Does what handlers on this thread deferred, here and now, and gives how much that was. A panic goes on.
pub(crate) fn run_own() -> usize {
    let here = thread::current().id();
    let work = take(|work| work.by == here);
    let count = work.len();
    work.into_iter().for_each(|one| (one.run)());
    count
}

/// Does what was deferred so far, so that this process can go on or end; `reply` is the way to the host, which the work
/// must not hold open.
pub(crate) fn run_detached(reply: Option<aside::Handle>) {
    let work = take(|_| true);
    if !work.is_empty() {
        platform::detach(reply, move || run(work));
    }
}

/// Waits for what could not be detached.
pub(crate) fn finish() {
    platform::finish();
}

#[cfg(unix)]
mod platform {
    use std::ptr;

    use crate::aside;

    pub(super) fn detach(reply: Option<aside::Handle>, work: impl FnOnce()) {
        // SAFETY: the reply is written and no handler runs, so nothing else of this program is in the middle of anything; the
        // children use what they have and leave by `_exit`. The first only makes the second, whom nobody need wait for.
        unsafe {
            match libc::fork() {
                -1 => work(),
                0 => {
                    libc::setsid();
                    match libc::fork() {
                        0 | -1 => {
                            aside::leave_the_host(reply);
                            work();
                        }
                        _ => {}
                    }
                    libc::_exit(0);
                }
                child => while libc::waitpid(child, ptr::null_mut(), 0) < 0 && interrupted() {},
            }
        }
    }

    fn interrupted() -> bool {
        std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
    }

    pub(super) fn finish() {}
}

#[cfg(not(unix))]
mod platform {
    use std::sync::Mutex;
    use std::thread::{self, JoinHandle};

    use crate::aside;

    static RUNNING: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

    /// Beside the events that follow.
    pub(super) fn detach(_: Option<aside::Handle>, work: impl FnOnce() + Send + 'static) {
        let mut running = RUNNING.lock().unwrap_or_else(|e| e.into_inner());
        running.retain(|thread| !thread.is_finished());
        running.push(thread::spawn(work));
    }

    pub(super) fn finish() {
        let running = std::mem::take(&mut *RUNNING.lock().unwrap_or_else(|e| e.into_inner()));
        for thread in running {
            let _ = thread.join();
        }
    }
}
