//! What is said where no host listens: by deferred work, and by a program whose host throws its standard error away. It
//! goes to `deferred.log` in the program's state folder.

use std::fs::{self, File, OpenOptions};

use crate::state;

/// At which length the log is set aside, as `deferred.log.1`, in bytes.
const FULL: u64 = 4 << 20;

/// The way to the host, as the system names it.
#[cfg(unix)]
pub(crate) type Handle = std::os::fd::RawFd;
#[cfg(not(unix))]
pub(crate) type Handle = ();

pub(crate) use platform::*;

/// The log, opened to be added to; `None` where there is no place for it.
fn log() -> Option<File> {
    let dir = state::state_dir()?;
    fs::create_dir_all(&dir).ok()?;
    let path = dir.join("deferred.log");
    if fs::metadata(&path).is_ok_and(|log| log.len() > FULL) {
        let _ = fs::rename(&path, dir.join("deferred.log.1"));
    }
    OpenOptions::new().create(true).append(true).open(path).ok()
}

#[cfg(unix)]
mod platform {
    use std::fs::OpenOptions;
    use std::os::fd::{AsRawFd, IntoRawFd};

    use super::{Handle, log};

    /// Makes the log standard error, where that is nothing: plugin modules start the program so.
    pub(crate) fn hear_standard_error() {
        if is_nothing(libc::STDERR_FILENO)
            && let Some(log) = log()
        {
            // SAFETY: descriptors by number.
            unsafe {
                libc::dup2(log.as_raw_fd(), libc::STDERR_FILENO);
            }
        }
    }

    /// Whether a descriptor is closed or that of `/dev/null`.
    fn is_nothing(fd: libc::c_int) -> bool {
        // SAFETY: zeroed, a `stat` is a valid place for one, and both calls write no more than one.
        unsafe {
            let (mut stat, mut null): (libc::stat, libc::stat) = std::mem::zeroed();
            if libc::fstat(fd, &mut stat) != 0 {
                return true;
            }
            libc::stat(c"/dev/null".as_ptr(), &mut null) == 0
                && (stat.st_mode & libc::S_IFMT, stat.st_rdev) == (libc::S_IFCHR, null.st_rdev)
        }
    }

    /// Puts the log and nothing in the place of the host's pipes, which a host waits for to close.
    pub(crate) fn leave_the_host(reply: Option<Handle>) {
        let Ok(nothing) = OpenOptions::new().read(true).write(true).open("/dev/null") else { return };
        let nothing = nothing.into_raw_fd();
        let log = log().map_or(nothing, IntoRawFd::into_raw_fd);
        // SAFETY: descriptors by number; 0, 1 and 2 are replaced whatever they were, and nobody here uses the reply's.
        unsafe {
            libc::dup2(nothing, libc::STDIN_FILENO);
            libc::dup2(log, libc::STDOUT_FILENO);
            libc::dup2(log, libc::STDERR_FILENO);
            if let Some(reply) = reply {
                libc::close(reply);
            }
        }
    }
}

#[cfg(windows)]
mod platform {
    use std::os::windows::io::IntoRawHandle;

    use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_CHAR, GetFileType};
    use windows_sys::Win32::System::Console::{GetConsoleMode, GetStdHandle, STD_ERROR_HANDLE, SetStdHandle};

    use super::log;

    /// Makes the log standard error, where that is nothing: plugin modules start the program so.
    pub(crate) fn hear_standard_error() {
        if is_nothing()
            && let Some(log) = log()
        {
            // SAFETY: the handle is given away and stays open for the life of the process.
            unsafe {
                SetStdHandle(STD_ERROR_HANDLE, log.into_raw_handle());
            }
        }
    }

    /// Whether standard error is not there or a device that is no console, such as `NUL`.
    fn is_nothing() -> bool {
        // SAFETY: standard handles are valid for the life of the process; the mode is written to a place of its own.
        unsafe {
            let error = GetStdHandle(STD_ERROR_HANDLE);
            let mut mode = 0;
            error.is_null() || (GetFileType(error) == FILE_TYPE_CHAR && GetConsoleMode(error, &mut mode) == 0)
        }
    }
}

#[cfg(not(any(unix, windows)))]
mod platform {
    /// There is no way to put anything in the place of standard error.
    pub(crate) fn hear_standard_error() {}
}
