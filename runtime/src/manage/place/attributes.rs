//! Access lists and extended attributes, which a file that takes another's place must be given.
#![cfg(unix)]

use std::fs::File;
use std::path::Path;

/// Copies what can be copied. `false` if the old file has an access list that the new one did not get: then the mode's
/// group bits, which are that list's bounds, must not be taken for the group's rights.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn copy(old: &Path, new: &File) -> bool {
    linux::copy(old, new)
}

/// As above.
#[cfg(target_vendor = "apple")]
pub(super) fn copy(old: &Path, new: &File) -> bool {
    use std::os::fd::AsRawFd;
    let Ok(old) = File::open(old) else { return false };
    // SAFETY: both descriptors are open, and no state is passed.
    unsafe {
        libc::fcopyfile(
            old.as_raw_fd(),
            new.as_raw_fd(),
            std::ptr::null_mut(),
            libc::COPYFILE_ACL | libc::COPYFILE_XATTR,
        ) == 0
    }
}

/// Elsewhere it is not known how.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn copy(_: &Path, _: &File) -> bool {
    true
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod linux {
    use std::ffi::{CStr, CString};
    use std::fs::File;
    use std::os::fd::AsRawFd;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    const ACCESS_LIST: &CStr = c"system.posix_acl_access";
    /// Signatures of the content, which is about to be another; the kernel makes them.
    const OF_CONTENT: [&CStr; 2] = [c"security.ima", c"security.evm"];

    pub(super) fn copy(old: &Path, new: &File) -> bool {
        let Ok(old) = CString::new(old.as_os_str().as_bytes()) else { return false };
        let names = names(&old);
        let mut listed = true;
        for name in names.iter().filter(|n| !OF_CONTENT.contains(&n.as_c_str())) {
            let copied = get(&old, name).is_some_and(|value| set(new, name, &value));
            listed &= copied || name.as_c_str() != ACCESS_LIST;
        }
        if !names.iter().any(|n| n.as_c_str() == ACCESS_LIST) {
            // One that the folder gave the draft, and the old file was without.
            // SAFETY: the descriptor is open and the name ends with a zero. There may be none: nothing to do then.
            unsafe { libc::fremovexattr(new.as_raw_fd(), ACCESS_LIST.as_ptr()) };
        }
        listed
    }

    /// What a call fills that tells the wanted size when it is given no room.
    fn filled(call: impl Fn(*mut u8, usize) -> isize) -> Option<Vec<u8>> {
        let size = usize::try_from(call(std::ptr::null_mut(), 0)).ok()?;
        let mut room = vec![0; size];
        let size = if size == 0 { 0 } else { usize::try_from(call(room.as_mut_ptr(), size)).ok()? };
        room.truncate(size);
        Some(room)
    }

    fn names(path: &CStr) -> Vec<CString> {
        // SAFETY: the path ends with a zero, and the room is as large as is said.
        let list = filled(|at, size| unsafe { libc::llistxattr(path.as_ptr(), at.cast(), size) });
        let list = list.unwrap_or_default();
        list.split(|b| *b == 0).filter(|n| !n.is_empty()).filter_map(|n| CString::new(n).ok()).collect()
    }

    fn get(path: &CStr, name: &CStr) -> Option<Vec<u8>> {
        // SAFETY: as in `names`.
        filled(|at, size| unsafe { libc::lgetxattr(path.as_ptr(), name.as_ptr(), at.cast(), size) })
    }

    fn set(file: &File, name: &CStr, value: &[u8]) -> bool {
        // SAFETY: the descriptor is open, the name ends with a zero, and the value is as long as is said.
        unsafe { libc::fsetxattr(file.as_raw_fd(), name.as_ptr(), value.as_ptr().cast(), value.len(), 0) == 0 }
    }
}
