//! Who may do what with a file: asked before it is replaced, and given to what takes its place.

#[cfg(unix)]
pub(crate) use unix::Rights;
#[cfg(not(unix))]
pub(crate) use windows::Rights;

#[cfg(unix)]
mod unix {
    use std::ffi::CString;
    use std::fs::{File, Metadata, Permissions};
    use std::io;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    use std::path::Path;

    use super::super::attributes;

    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Rights {
        pub(crate) mode: u32,
        pub(crate) uid: u32,
        pub(crate) gid: u32,
    }

    impl Rights {
        pub(in crate::manage::place) fn of(meta: &Metadata) -> Rights {
            Rights { mode: meta.mode() & 0o7777, uid: meta.uid(), gid: meta.gid() }
        }

        /// What to show of them in a message.
        pub(in crate::manage::place) fn mode(&self) -> Option<u32> {
            Some(self.mode)
        }

        /// Whether we may write the file, which a rename over it would not ask. Root, who may write everything, is judged
        /// as the owner is: who took the owner's right away meant it.
        ///
        /// # Errors
        /// The file system is read-only.
        pub(in crate::manage::place) fn writable(&self, real: &Path) -> io::Result<bool> {
            // SAFETY: it takes nothing and cannot fail.
            let us = unsafe { libc::geteuid() };
            if (us == 0 || us == self.uid) && self.mode & 0o200 == 0 {
                return Ok(false);
            }
            let path = CString::new(real.as_os_str().as_bytes())?;
            // SAFETY: the string ends with a zero and lives through the call.
            if unsafe { libc::faccessat(libc::AT_FDCWD, path.as_ptr(), libc::W_OK, libc::AT_EACCESS) } == 0 {
                return Ok(true);
            }
            match io::Error::last_os_error() {
                // An immutable file gives EPERM.
                e if matches!(e.raw_os_error(), Some(libc::EACCES | libc::EPERM)) => Ok(false),
                e if e.kind() == io::ErrorKind::ReadOnlyFilesystem => Err(e),
                // A system without this call; the replacement itself will tell.
                _ => Ok(true),
            }
        }

        /// Gives a draft what the file at a path has: owner, mode, access list, attributes. `false` if the owner could not
        /// be kept; then nobody else gets more than before.
        pub(in crate::manage::place) fn give(&self, draft: &File, old: &Path) -> io::Result<bool> {
            let listed = attributes::copy(old, draft);
            let now = Rights::of(&draft.metadata()?);
            let owner = self.uid == now.uid || fchown(draft, Some(self.uid), Some(self.gid)).is_ok();
            let group = self.gid == Rights::of(&draft.metadata()?).gid || fchown(draft, None, Some(self.gid)).is_ok();
            let mut mode = self.mode;
            if !group || !listed {
                // The group's bits spoke of another group, or were the bounds of the list.
                mode = (mode & !0o070) | (mode & (mode << 3) & 0o070);
            }
            if !owner || !group {
                mode &= 0o1777;
            }
            // Not every file system has modes; on one without, the draft has the only one there is.
            if mode != Rights::of(&draft.metadata()?).mode {
                draft.set_permissions(Permissions::from_mode(mode))?;
            }
            Ok(owner && group)
        }
    }
}

#[cfg(not(unix))]
mod windows {
    use std::fs::{File, Metadata};
    use std::io;
    use std::path::Path;

    /// What the standard library knows of them. A new file inherits its folder's access list, as the old one most likely
    /// did.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Rights {
        readonly: bool,
    }

    impl Rights {
        pub(in crate::manage::place) fn of(meta: &Metadata) -> Rights {
            Rights { readonly: meta.permissions().readonly() }
        }

        pub(in crate::manage::place) fn mode(&self) -> Option<u32> {
            None
        }

        pub(in crate::manage::place) fn writable(&self, _: &Path) -> io::Result<bool> {
            Ok(!self.readonly)
        }

        pub(in crate::manage::place) fn give(&self, _: &File, _: &Path) -> io::Result<bool> {
            Ok(true)
        }
    }
}
