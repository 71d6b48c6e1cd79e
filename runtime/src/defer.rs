//! Work after the reply: the host has its answer and goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

type Work = Box<dyn FnOnce() + Send>;

static DEFERRED: Mutex<Vec<Work>> = Mutex::new(Vec::new());

/// Does something once the host has its reply, detached from it: a notification, an upload, a slow log.
///
/// On Unix it runs in a process of its own, without the host's pipes; what it prints to standard error, and how it fails, goes
/// to `deferred.log` in the program's state folder. Elsewhere, and behind a plugin module, the program does it after it has
/// answered.
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
pub fn defer(work: impl FnOnce() + Send + 'static) {
    DEFERRED.lock().unwrap_or_else(|e| e.into_inner()).push(Box::new(work));
}

fn take() -> Vec<Work> {
    std::mem::take(&mut *DEFERRED.lock().unwrap_or_else(|e| e.into_inner()))
}

fn run(work: Vec<Work>) {
    for one in work {
        // The panic's own message has been printed by then.
        let _ = catch_unwind(AssertUnwindSafe(one));
    }
}

/// Does what was deferred in this process, beside the events that follow.
pub(crate) fn run_beside() {
    let work = take();
    if !work.is_empty() {
        std::thread::spawn(move || run(work));
    }
}

/// Does what was deferred in a process of its own; this one can end.
pub(crate) fn run_detached() {
    let work = take();
    if !work.is_empty() {
        platform::detach(|| run(work));
    }
}

#[cfg(unix)]
mod platform {
    use std::fs::{self, File, OpenOptions};
    use std::os::fd::AsRawFd;

    use crate::state;

    pub(super) fn detach(work: impl FnOnce()) {
        // SAFETY: the reply is written and no handler runs, so nothing else of this program is in the middle of anything; the
        // child uses what it has and leaves by `_exit`.
        unsafe {
            match libc::fork() {
                -1 => work(),
                0 => {
                    libc::setsid();
                    leave_the_host();
                    work();
                    libc::_exit(0);
                }
                _ => {}
            }
        }
    }

    /// Puts a log and nothing in the place of the host's pipes, which a host waits for to close.
    fn leave_the_host() {
        let Ok(nothing) = OpenOptions::new().read(true).write(true).open("/dev/null") else { return };
        let log = log().map_or(nothing.as_raw_fd(), |file| {
            let fd = file.as_raw_fd();
            std::mem::forget(file);
            fd
        });
        // SAFETY: descriptors by number; 0, 1 and 2 are replaced whatever they were.
        unsafe {
            libc::dup2(nothing.as_raw_fd(), 0);
            libc::dup2(log, 1);
            libc::dup2(log, 2);
        }
    }

    fn log() -> Option<File> {
        let dir = state::dir()?;
        fs::create_dir_all(&dir).ok()?;
        OpenOptions::new().create(true).append(true).open(dir.join("deferred.log")).ok()
    }
}

#[cfg(not(unix))]
mod platform {
    pub(super) fn detach(work: impl FnOnce()) {
        work();
    }
}
