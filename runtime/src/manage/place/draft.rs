//! The new content of a file, beside it until it takes its place.

use std::collections::hash_map::RandomState;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::folder_of;
use super::step;

/// Hidden, so that a host that reads a whole folder does not take a draft for a plugin.
const PREFIX: &str = ".hookwright-";
const SUFFIX: &str = ".tmp";
/// Whoever still writes a draft after that is dead.
const LIFETIME: Duration = Duration::from_secs(3600);

/// A file that is removed unless it takes its place.
#[derive(Debug)]
pub(super) struct Draft {
    file: File,
    path: PathBuf,
    placed: bool,
}

impl Draft {
    /// Makes an empty one in the folder of the file that it is for. The mode counts on Unix, less the umask.
    pub(super) fn beside(real: &Path, mode: u32) -> io::Result<Draft> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
        #[cfg(not(unix))]
        let _ = mode;
        loop {
            let name = format!("{PREFIX}{:016x}{SUFFIX}", RandomState::new().build_hasher().finish());
            let path = folder_of(real).join(name);
            match options.open(&path) {
                Ok(file) => {
                    // By that others see that we live. On Windows it would keep them from reading what took its place.
                    let _ = cfg!(unix).then(|| file.try_lock());
                    return Ok(Draft { file, path, placed: false });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        step::reached("drafted");
        self.file.write_all(bytes)?;
        step::reached("written");
        Ok(())
    }

    /// Waits until it is on the disk: a rename may get there before the content of what was renamed.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()?;
        step::reached("synced");
        Ok(())
    }

    /// Takes a file's place.
    pub(super) fn replace(mut self, real: &Path) -> io::Result<()> {
        rename(&self.path, real)?;
        self.placed = true;
        Ok(())
    }

    /// Takes a place where nothing is; an `AlreadyExists` says that this is no longer so.
    pub(super) fn place(mut self, real: &Path) -> io::Result<()> {
        rename_to_new(&self.path, real)?;
        self.placed = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes drafts that a process left behind that was killed.
pub(super) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().and_then(|n| n.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)).is_some_and(is_random);
        // The entry's own, not that of what a link points to.
        let old = |m: &fs::Metadata| m.modified().is_ok_and(|t| t.elapsed().is_ok_and(|age| age > LIFETIME));
        if ours && entry.metadata().is_ok_and(|m| m.is_file() && (old(&m) || is_left(&entry.path()))) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether nobody holds it any more.
fn is_left(draft: &Path) -> bool {
    cfg!(unix) && File::open(draft).is_ok_and(|file| file.try_lock().is_ok())
}

fn is_random(middle: &str) -> bool {
    middle.len() == 16 && middle.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(not(windows))]
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// A virus scanner or an indexer may hold the file open for a moment.
#[cfg(windows)]
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    for _ in 0..20 {
        match fs::rename(from, to) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                std::thread::sleep(Duration::from_millis(25));
            }
            done => return done,
        }
    }
    fs::rename(from, to)
}

/// Renames only if nothing is there, in one step where the system and the file system can.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_to_new(from: &Path, to: &Path) -> io::Result<()> {
    use std::ffi::CString;
    use std::os::unix::ffi::OsStrExt;
    let [a, b] = [from, to].map(|p| CString::new(p.as_os_str().as_bytes()));
    let (a, b) = (a?, b?);
    // SAFETY: both strings end with a zero and live through the call.
    #[cfg(not(target_vendor = "apple"))]
    let done = unsafe {
        let here = libc::AT_FDCWD;
        libc::syscall(libc::SYS_renameat2, here, a.as_ptr(), here, b.as_ptr(), libc::RENAME_NOREPLACE) == 0
    };
    // SAFETY: as above.
    #[cfg(target_vendor = "apple")]
    let done = unsafe { libc::renamex_np(a.as_ptr(), b.as_ptr(), libc::RENAME_EXCL) == 0 };
    if done {
        return Ok(());
    }
    match io::Error::last_os_error() {
        e if matches!(e.raw_os_error(), Some(libc::EINVAL | libc::ENOSYS | libc::ENOTSUP)) => rename_if_free(from, to),
        e => Err(e),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_to_new(from: &Path, to: &Path) -> io::Result<()> {
    rename_if_free(from, to)
}

fn rename_if_free(from: &Path, to: &Path) -> io::Result<()> {
    match fs::symlink_metadata(to) {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => rename(from, to),
    }
}
