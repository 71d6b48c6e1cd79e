//! Standard input and output as a host uses them.
//!
//! The reply owns standard output: before a handler runs, file descriptor 1 is moved away and standard error takes its
//! place, so that neither a `println!` nor a child process can spoil the reply.

use std::fs::File;
use std::io::{self, Read, Write};

/// How much of a payload is kept; beyond it the input is drained and the event counts as unreadable.
const MOST: usize = 256 << 20;

/// Reads standard input to its end.
///
/// # Errors
/// It cannot be read, or it holds more than 256 MiB; the rest is drained all the same, for a host that waits for that.
pub(crate) fn read_payload() -> io::Result<Vec<u8>> {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::with_capacity(64 << 10);
    input.by_ref().take(MOST as u64).read_to_end(&mut bytes)?;
    if bytes.len() == MOST && io::copy(&mut input, &mut io::sink())? > 0 {
        return Err(io::Error::other("the payload is larger than 256 MiB"));
    }
    Ok(bytes)
}

/// Standard output, kept for the reply alone.
pub(crate) struct ReplyChannel(Option<File>);

impl ReplyChannel {
    /// Moves standard output away; what is printed from now on goes to standard error.
    pub(crate) fn take() -> ReplyChannel {
        ReplyChannel(platform::take_stdout().ok())
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
}

#[cfg(unix)]
mod platform {
    use std::fs::File;
    use std::io;
    use std::os::fd::FromRawFd;

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

#[cfg(windows)]
mod platform {
    use std::fs::File;
    use std::io;
    use std::os::windows::io::FromRawHandle;

    use windows_sys::Win32::System::Console::{GetStdHandle, STD_ERROR_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle};

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

    pub(super) fn take_stdout() -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
