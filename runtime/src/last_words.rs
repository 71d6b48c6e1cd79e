//! What the host is told if the program does not live to answer: a handler that runs past its deadline, exits,
//! aborts, or overflows its stack leaves a valid reply all the same.
//!
//! Before a handler runs, the reply that would then be right is laid ready: what the handlers before it decided, and for one
//! that says `on_error = "deny"` a denial. On Unix a signal handler writes it, by `write` and `_exit` alone, which is all
//! that is allowed there; elsewhere a thread keeps the time and a panic hook does the rest.

use std::time::Duration;

/// A reply that lies ready.
pub(crate) struct Words {
    pub reply: Vec<u8>,
    /// What goes to standard error.
    pub stderr: Vec<u8>,
    pub exit: i32,
    /// Whether the process ends only when all that was read.
    pub ends_when_read: bool,
}

/// The way to the host that the last words would take.
#[derive(Clone, Copy)]
pub(crate) struct Way(platform::Channel);

impl Way {
    pub(crate) fn new(channel: platform::Channel) -> Way {
        platform::install();
        Way(channel)
    }

    /// Lays words ready and starts the clock; `None` for no deadline.
    pub(crate) fn arm(self, words: Words, deadline: Option<Duration>) {
        platform::arm(self.0, words, deadline);
    }

    /// Takes the words back: the program lives.
    pub(crate) fn disarm(self) {
        platform::disarm();
    }
}

/// A hook's own deadline, just under the one that its host was given: a tenth less, between 50 ms and 1 s.
pub(crate) fn deadline(timeout_ms: u32) -> Option<Duration> {
    if timeout_ms == 0 {
        return None;
    }
    let spare = (timeout_ms / 10).clamp(50, 1000);
    Some(Duration::from_millis(timeout_ms.saturating_sub(spare).max(10).into()))
}

#[cfg(unix)]
pub(crate) mod platform {
    use std::ptr;
    use std::sync::Once;
    use std::sync::atomic::{AtomicPtr, Ordering};
    use std::time::Duration;

    use super::Words;
    use crate::stdio;

    /// The file descriptor of the reply.
    pub(crate) type Channel = libc::c_int;

    struct Ready {
        channel: Channel,
        words: Words,
        /// A child that a handler forked is not the one to speak.
        process: libc::pid_t,
    }

    static READY: AtomicPtr<Ready> = AtomicPtr::new(ptr::null_mut());

    pub(super) fn install() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // Rust's own handler turns an overflown stack into an abort, but not where musl cannot say how far the stack goes.
            for signal in [libc::SIGALRM, libc::SIGABRT, libc::SIGSEGV, libc::SIGBUS] {
                // SAFETY: `speak` does only what a signal handler may; a zeroed `sigaction` is an empty one.
                unsafe {
                    let mut action: libc::sigaction = std::mem::zeroed();
                    action.sa_sigaction = speak as *const () as libc::sighandler_t;
                    // An overflown stack is no place to run on.
                    action.sa_flags = libc::SA_ONSTACK;
                    libc::sigaction(signal, &action, ptr::null_mut());
                }
            }
            // SAFETY: a function without arguments; a handler that calls `exit` must not choose the exit code.
            unsafe {
                libc::atexit(at_exit);
            }
        });
    }

    pub(super) fn arm(channel: Channel, words: Words, deadline: Option<Duration>) {
        // SAFETY: it cannot fail.
        let process = unsafe { libc::getpid() };
        let ready = Box::into_raw(Box::new(Ready { channel, words, process }));
        let old = READY.swap(ready, Ordering::SeqCst);
        clock(deadline);
        drop_ready(old);
    }

    pub(super) fn disarm() {
        clock(None);
        drop_ready(READY.swap(ptr::null_mut(), Ordering::SeqCst));
    }

    fn drop_ready(old: *mut Ready) {
        if !old.is_null() {
            // SAFETY: it came from `Box::into_raw`, and whoever swapped it out is the only one to have it.
            drop(unsafe { Box::from_raw(old) });
        }
    }

    /// Sets the alarm, or stops it.
    fn clock(deadline: Option<Duration>) {
        let time = deadline.unwrap_or_default();
        let value = libc::timeval { tv_sec: time.as_secs() as _, tv_usec: time.subsec_micros() as _ };
        let once = libc::itimerval { it_interval: libc::timeval { tv_sec: 0, tv_usec: 0 }, it_value: value };
        // SAFETY: a valid timer value; the old one is not wanted.
        unsafe {
            libc::setitimer(libc::ITIMER_REAL, &once, ptr::null_mut());
        }
    }

    extern "C" fn speak(signal: libc::c_int) {
        let why: &[u8] = match signal {
            libc::SIGALRM => b"hookwright: a hook ran past its deadline\n",
            libc::SIGSEGV | libc::SIGBUS => {
                b"hookwright: a hook overflowed its stack, or touched memory that is not there\n"
            }
            _ => b"hookwright: a hook ended the program\n",
        };
        say(why);
        // SAFETY: both may be called in a signal handler.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }

    extern "C" fn at_exit() {
        say(b"hookwright: a hook ended the program\n");
    }

    /// Says the words that lie ready and ends the process; returns when there are none.
    fn say(why: &[u8]) {
        let ready = READY.swap(ptr::null_mut(), Ordering::SeqCst);
        // SAFETY: `write`, `_exit` and `getpid` may be called in a signal handler; the words are never freed.
        unsafe {
            if ready.is_null() || (*ready).process != libc::getpid() {
                return;
            }
            let ready = &*ready;
            let said = if ready.words.stderr.is_empty() { why } else { &ready.words.stderr };
            for (to, mut rest) in [(libc::STDERR_FILENO, said), (ready.channel, &ready.words.reply)] {
                while !rest.is_empty() {
                    let n = libc::write(to, rest.as_ptr().cast(), rest.len());
                    if n <= 0 {
                        break;
                    }
                    rest = &rest[n as usize..];
                }
            }
            if ready.words.ends_when_read {
                stdio::platform::wait_until_read([libc::STDERR_FILENO, ready.channel]);
            }
            libc::_exit(ready.words.exit);
        }
    }
}

#[cfg(not(unix))]
pub(crate) mod platform {
    use std::fs::File;
    use std::io::Write;
    use std::sync::{Mutex, Once};
    use std::thread;
    use std::time::Duration;

    use super::Words;

    /// The file of the reply; the process ends before anything else could use it.
    pub(crate) type Channel = &'static File;

    struct Ready {
        channel: Channel,
        words: Words,
        turn: u64,
    }

    static READY: Mutex<(u64, Option<Ready>)> = Mutex::new((0, None));

    pub(super) fn install() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            if cfg!(panic = "abort") {
                let before = std::panic::take_hook();
                std::panic::set_hook(Box::new(move |info| {
                    before(info);
                    speak(None, "a hook ended the program");
                }));
            }
        });
    }

    pub(super) fn arm(channel: Channel, words: Words, deadline: Option<Duration>) {
        let mut ready = READY.lock().unwrap_or_else(|e| e.into_inner());
        ready.0 += 1;
        let turn = ready.0;
        ready.1 = Some(Ready { channel, words, turn });
        if let Some(deadline) = deadline {
            thread::spawn(move || {
                thread::sleep(deadline);
                speak(Some(turn), "a hook ran past its deadline");
            });
        }
    }

    pub(super) fn disarm() {
        READY.lock().unwrap_or_else(|e| e.into_inner()).1 = None;
    }

    /// Speaks, unless another turn has begun.
    fn speak(turn: Option<u64>, why: &str) {
        let mut ready = READY.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(ready) = ready.1.take_if(|r| turn.is_none_or(|turn| turn == r.turn)) {
            match ready.words.stderr.is_empty() {
                true => eprintln!("hookwright: {why}"),
                false => {
                    let _ = std::io::stderr().write_all(&ready.words.stderr);
                }
            }
            let mut channel = ready.channel;
            let _ = channel.write_all(&ready.words.reply);
            std::process::exit(ready.words.exit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_deadline_is_just_under_the_hosts() {
        for (timeout, wanted) in
            [(0, None), (100, Some(50)), (1000, Some(900)), (5000, Some(4500)), (60_000, Some(59_000))]
        {
            assert_eq!(deadline(timeout), wanted.map(Duration::from_millis), "{timeout}");
        }
    }
}
