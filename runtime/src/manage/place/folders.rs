//! Folders that a new file needs, and that go again with it.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{Kind, PlaceError, folder_of};

/// The folders on the way to a file that do not exist, the outermost first.
pub(crate) fn missing(file: &Path) -> Vec<PathBuf> {
    let absent = |p: &&Path| fs::symlink_metadata(p).is_err_and(|e| e.kind() == io::ErrorKind::NotFound);
    let mut folders: Vec<_> = file.ancestors().skip(1).take_while(absent).map(Path::to_owned).collect();
    folders.retain(|p| !p.as_os_str().is_empty());
    folders.reverse();
    folders
}

/// Removes those folders that are empty, and gives them, the innermost first. Others, links, and what is gone already,
/// stay as they are.
pub(crate) fn remove_empty(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders = folders.to_vec();
    folders.sort_by_key(|f| std::cmp::Reverse(f.components().count()));
    folders.dedup();
    folders.retain(|f| fs::remove_dir(f).is_ok());
    folders
}

/// Folders just made, and removed again unless they are kept.
#[derive(Debug)]
pub(super) struct Made(Vec<PathBuf>);

impl Made {
    /// Makes the folders that a file needs; for us alone, or as the user's umask will have it.
    pub(super) fn on_the_way_to(file: &Path, private: bool) -> Result<Made, PlaceError> {
        let mut made = Made(Vec::new());
        for folder in missing(file) {
            match builder(private).create(&folder) {
                Ok(()) => {
                    made.0.push(folder.clone());
                    adopt(&folder);
                    sync(folder_of(&folder));
                }
                // Another process was faster; it may yet be a file.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !folder.is_dir() {
                        return Err(PlaceError::new(file, Kind::NotAFolder { at: folder }));
                    }
                }
                Err(error) => {
                    let kind = PlaceError::writing(&folder, error).kind;
                    return Err(PlaceError::new(file, kind));
                }
            }
        }
        Ok(made)
    }

    pub(super) fn keep(mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.0)
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        remove_empty(&self.0);
    }
}

fn builder(private: bool) -> DirBuilder {
    #[cfg_attr(not(unix), allow(unused_mut, reason = "modes are Unix's"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    if private {
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    }
    #[cfg(not(unix))]
    let _ = private;
    builder
}

/// Writes down that a folder's entries changed. Best effort: not every file system can, and the change is made already.
pub(super) fn sync(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}

/// Gives what root made to the owner of the folder it lies in: after `sudo`, the user could not change his own files.
pub(super) fn adopt(new: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, lchown};
        // SAFETY: it takes nothing and cannot fail.
        let root = unsafe { libc::geteuid() } == 0;
        if let (true, Ok(folder)) = (root, fs::metadata(folder_of(new)))
            && folder.uid() != 0
        {
            let _ = lchown(new, Some(folder.uid()), Some(folder.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = new;
}
