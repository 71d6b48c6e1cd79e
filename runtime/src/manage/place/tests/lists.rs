//! Access lists and attributes go from the old file to the new.

use std::ffi::CString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::rights::mode;
use super::sandbox::write;
use super::{Sandbox, skipped};

/// An access list as the kernel stores it: the owner reads and writes, user 1234 may read, nobody else may anything.
fn access_list() -> Vec<u8> {
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, perm, id) in
        [(1_u16, 6_u16, u32::MAX), (2, 4, 1234), (4, 0, u32::MAX), (16, 4, u32::MAX), (32, 0, u32::MAX)]
    {
        list.extend(tag.to_le_bytes());
        list.extend(perm.to_le_bytes());
        list.extend(id.to_le_bytes());
    }
    list
}

fn attribute(path: &Path, name: &str, value: Option<&[u8]>) -> Option<Vec<u8>> {
    let [path, name] = [path.to_str().unwrap(), name].map(|s| CString::new(s).unwrap());
    let mut room = vec![0; 1000];
    // SAFETY: the strings end with zeroes, and the sizes are those of the buffers.
    unsafe {
        if let Some(value) = value
            && libc::setxattr(path.as_ptr(), name.as_ptr(), value.as_ptr().cast(), value.len(), 0) != 0
        {
            return None;
        }
        let size = libc::getxattr(path.as_ptr(), name.as_ptr(), room.as_mut_ptr().cast(), room.len());
        room.truncate(usize::try_from(size).ok()?);
    }
    Some(room)
}

#[test]
fn access_lists_and_attributes_stay() {
    const LIST: &str = "system.posix_acl_access";
    const LIST_FOR_NEW: &str = "system.posix_acl_default";
    let home = Sandbox::new();
    home.write("f", "old");
    home.write("d/plain", "old");
    let (f, plain) = (home.at("f"), home.at("d/plain"));
    fs::set_permissions(&plain, Permissions::from_mode(0o640)).unwrap();
    if attribute(&f, "user.note", Some(b"mine")).is_none() || attribute(&f, LIST, Some(&access_list())).is_none() {
        return skipped("access lists", "the file system of the temporary folder has none");
    }
    attribute(&home.at("d"), LIST_FOR_NEW, Some(&access_list())).unwrap();
    assert_eq!(mode(&f), 0o640, "the group's bits are the list's bounds");

    home.change("f", write("new")).unwrap();
    assert_eq!(attribute(&f, "user.note", None).as_deref(), Some(&b"mine"[..]));
    assert_eq!(attribute(&f, LIST, None), Some(access_list()));
    assert_eq!(mode(&f), 0o640);

    home.change("d/plain", write("new")).unwrap();
    assert_eq!(attribute(&plain, LIST, None), None, "what the folder gives new files is not for old ones");
    assert_eq!((home.read("d/plain").as_deref(), mode(&plain)), (Some("new"), 0o640));
}
