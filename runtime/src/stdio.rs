//! Standard input and output as a host uses them.
//!
//! The reply owns standard output: before a handler runs, file descriptor 1 is moved away and standard error takes its
//! place, so that neither a `println!` nor a child process can spoil the reply.

use std::fs::File;
use std::io::{self, Write};

use crate::aside;
use crate::last_words::Way;

/// How much of a payload is kept; beyond it the input is drained and the event counts as unreadable.
const MOST: usize = 256 << 20;
/// What a payload usually fits in.
const USUAL: usize = 64 << 10;

/// From how many bytes on it is asked whether anybody wants the payload.
const MUCH: usize = 192 << 10;
/// The room that a payload gets which is more than that; it costs nothing before it is filled.
const AMPLE: usize = 64 << 20;

/// Reads standard input to its end; or to the end of one JSON document, from a host that leaves it open. Of much, `abridge` is
/// shown the beginning, and may give a payload in its place; the rest is then drained.
///
/// # Errors
/// It cannot be read, or it holds more than 256 MiB; the rest is drained all the same, for a host that waits for that.
pub(crate) fn read_payload(abridge: &dyn Fn(&[u8]) -> Option<Vec<u8>>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(USUAL);
    let mut asked = false;
    loop {
        if bytes.len() >= MUCH && !asked {
            asked = true;
            if let Some(abridged) = abridge(&bytes) {
                drain(bytes)?;
                return Ok(abridged);
            }
        }
        if bytes.len() >= MOST {
            drain(bytes)?;
            return Err(io::Error::other("the payload is larger than 256 MiB"));
        }
        if bytes.capacity() - bytes.len() < USUAL / 4 {
            make_room(&mut bytes);
        }
        if platform::read(&mut bytes)? == 0 {
            return Ok(bytes);
        }
        if ends_an_object(&bytes) && platform::is_idle() && is_whole(&bytes) {
            return Ok(bytes);
        }
    }
}

/// Room for as much again, or at once for nearly every payload there is, so that nothing is moved again.
fn make_room(bytes: &mut Vec<u8>) {
    let ample = AMPLE.saturating_sub(bytes.len());
    if bytes.len() < MUCH || ample < bytes.len() || bytes.try_reserve(ample).is_err() {
        bytes.reserve(bytes.len());
    }
    platform::in_large_pages(bytes);
}

fn drain(mut window: Vec<u8>) -> io::Result<()> {
    loop {
        window.clear();
        if platform::read(&mut window)? == 0 {
            return Ok(());
        }
    }
}

fn ends_an_object(bytes: &[u8]) -> bool {
    bytes.iter().rev().find(|b| !b.is_ascii_whitespace()) == Some(&b'}')
}

fn is_whole(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| crate::value::Json::parse(text).is_ok())
}

/// Standard output, kept for the reply alone.
pub(crate) struct ReplyChannel(Option<File>);

impl ReplyChannel {
    /// Moves standard output away; what is printed from now on goes to standard error.
    pub(crate) fn take() -> ReplyChannel {
        ReplyChannel(platform::take_stdout().ok())
    }

    /// The way that last words take; `None` where standard output could not be moved.
    pub(crate) fn way(&self) -> Option<Way> {
        platform::way(self.0.as_ref()?)
    }

    /// Writes the reply whole and flushes it.
    ///
    /// # Errors
    /// The host closed its end.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.0 {
            Some(file) => file.write_all(bytes).and_then(|()| file.flush()),
            None => {
                let mut out = io::stdout().lock();
                out.write_all(bytes).and_then(|()| out.flush())
            }
        }
    }

    /// What a process that leaves the host must close; `None` where there is nothing of the kind.
    pub(crate) fn handle(&self) -> Option<aside::Handle> {
        platform::handle(self.0.as_ref()?)
    }

    /// Waits until the host has read the reply, or 200 ms.
    pub(crate) fn wait_until_read(&self) {
        if let Some(file) = &self.0 {
            platform::wait_for(file);
        }
    }
}

#[cfg(unix)]
pub(crate) mod platform {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsRawFd, FromRawFd};

    use crate::aside;
    use crate::last_words::Way;

    /// How long a host that has sent a whole document may take to close its end, in milliseconds.
    const GRACE_MS: libc::c_int = 50;

    /// Reads what there is into the spare room; 0 at the end.
    pub(super) fn read(bytes: &mut Vec<u8>) -> io::Result<usize> {
        let spare = bytes.spare_capacity_mut();
        loop {
            // SAFETY: the kernel writes at most `spare.len()` bytes there, and says how many.
            let n = unsafe { libc::read(libc::STDIN_FILENO, spare.as_mut_ptr().cast(), spare.len()) };
            if n >= 0 {
                let n = n as usize;
                // SAFETY: so many bytes after the old end are initialised now.
                unsafe { bytes.set_len(bytes.len() + n) };
                return Ok(n);
            }
            let error = io::Error::last_os_error();
            match error.kind() {
                io::ErrorKind::Interrupted => {}
                // Some hosts hand over a pipe that does not block.
                io::ErrorKind::WouldBlock => {
                    wait(-1);
                }
                _ => return Err(error),
            }
        }
    }

    /// Asks for large pages where a payload will lie: to fill 26 MB by pages of 4 KiB costs twice the time of reading it.
    pub(super) fn in_large_pages(bytes: &mut Vec<u8>) {
        #[cfg(target_os = "linux")]
        {
            const PAGE: usize = 2 << 20;
            let room = bytes.spare_capacity_mut();
            let skip = room.as_ptr().align_offset(PAGE);
            if room.len() > skip + PAGE {
                // SAFETY: the range lies in the room of `bytes`; the advice does not change what it holds.
                unsafe {
                    libc::madvise(room[skip..].as_mut_ptr().cast(), room.len() - skip, libc::MADV_HUGEPAGE);
                }
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = bytes;
    }

    /// Whether nothing more comes for now, not even the end.
    pub(super) fn is_idle() -> bool {
        wait(GRACE_MS) == 0
    }

    fn wait(timeout_ms: libc::c_int) -> libc::c_int {
        let mut input = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
        // SAFETY: one valid descriptor record.
        unsafe { libc::poll(&mut input, 1, timeout_ms) }
    }

    pub(super) fn way(file: &File) -> Option<Way> {
        Some(Way::new(file.as_raw_fd()))
    }

    pub(super) fn handle(file: &File) -> Option<aside::Handle> {
        Some(file.as_raw_fd())
    }

    pub(super) fn wait_for(file: &File) {
        wait_until_read([libc::STDERR_FILENO, file.as_raw_fd()]);
    }

    /// Waits until nothing written to them is unread, or 200 ms. A signal handler may call it.
    pub(crate) fn wait_until_read(written: [libc::c_int; 2]) {
        let pause = libc::timespec { tv_sec: 0, tv_nsec: 500_000 };
        for _ in 0..400 {
            if written.iter().all(|fd| unread(*fd) == 0) {
                return;
            }
            // SAFETY: a valid time; what an interruption leaves of it is not wanted.
            unsafe {
                libc::nanosleep(&pause, std::ptr::null_mut());
            }
        }
    }

    /// How many bytes written to a pipe or socket nobody has read yet; 0 for what is neither.
    fn unread(fd: libc::c_int) -> libc::c_int {
        let mut count: libc::c_int = 0;
        // SAFETY: a zeroed `stat` is a valid place for one, and both calls write what they are asked for.
        unsafe {
            let mut stat: libc::stat = std::mem::zeroed();
            if libc::fstat(fd, &mut stat) != 0 {
                return 0;
            }
            // What a socket has sent and not delivered; what lies in a pipe.
            let asked = match stat.st_mode & libc::S_IFMT {
                libc::S_IFSOCK => libc::TIOCOUTQ,
                libc::S_IFIFO => libc::FIONREAD,
                _ => return 0,
            };
            // A system that cannot say counts as one where nothing was read.
            if libc::ioctl(fd, asked, &mut count) != 0 { 1 } else { count }
        }
    }

    pub(super) fn take_stdout() -> io::Result<File> {
        // SAFETY: both calls take descriptors by number and touch no memory of ours; the new descriptor is owned by the
        // `File` alone, which closes it.
        unsafe {
            let kept = libc::fcntl(libc::STDOUT_FILENO, libc::F_DUPFD_CLOEXEC, 3);
            if kept < 0 {
                return Err(io::Error::last_os_error());
            }
            let file = File::from_raw_fd(kept);
            if libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) < 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(file)
        }
    }
}

#[cfg(not(unix))]
mod portable {
    use std::fs::File;
    use std::io::{self, Read};

    use crate::aside;
    use crate::last_words::Way;

    /// Reads what there is; 0 at the end.
    pub(super) fn read(bytes: &mut Vec<u8>) -> io::Result<usize> {
        let before = bytes.len();
        bytes.resize(bytes.capacity().min(before + super::USUAL), 0);
        let read = io::stdin().lock().read(&mut bytes[before..]);
        bytes.truncate(before + *read.as_ref().unwrap_or(&0));
        read
    }

    pub(super) fn in_large_pages(_: &mut Vec<u8>) {}

    /// Whether nothing more comes for now: there is no way to ask, so the end is waited for.
    pub(super) fn is_idle() -> bool {
        false
    }

    /// No process leaves the host.
    pub(super) fn handle(_: &File) -> Option<aside::Handle> {
        None
    }

    /// There is no way to ask, so a while must do.
    pub(super) fn wait_for(_: &File) {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }

    pub(super) fn way(file: &File) -> Option<Way> {
        // The process ends with its last words; until then the handle must stay.
        file.try_clone().ok().map(|file| Way::new(Box::leak(Box::new(file))))
    }
}

#[cfg(windows)]
mod platform {
    use std::fs::File;
    use std::io;
    use std::os::windows::io::FromRawHandle;

    use windows_sys::Win32::System::Console::{GetStdHandle, STD_ERROR_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle};

    pub(super) use super::portable::{handle, in_large_pages, is_idle, read, wait_for, way};

    pub(super) fn take_stdout() -> io::Result<File> {
        // SAFETY: standard handles are valid for the life of the process; after `SetStdHandle` nobody but the `File`
        // has the old one.
        unsafe {
            let out = GetStdHandle(STD_OUTPUT_HANDLE);
            if out.is_null() || SetStdHandle(STD_OUTPUT_HANDLE, GetStdHandle(STD_ERROR_HANDLE)) == 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(File::from_raw_handle(out))
        }
    }
}

#[cfg(not(any(unix, windows)))]
mod platform {
    use std::fs::File;
    use std::io;

    pub(super) use super::portable::{handle, in_large_pages, is_idle, read, wait_for, way};

    pub(super) fn take_stdout() -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
