//! Paths as texts, made absolute and plain. Nothing looks at the disk.

use super::globs;

/// Takes off the last components that match everything. True where there was one: the path is then that of the
/// directory whose contents are meant.
pub fn take_contents(path: &mut String) -> bool {
    let mut found = false;
    while let Some((parent, name)) = path.rsplit_once('/')
        && globs::catches_all(name)
    {
        path.truncate(parent.len());
        found = true;
    }
    if path.is_empty() {
        path.push('/');
    }
    found
}

/// Whether a path starts at a root, with or without a drive letter.
pub fn is_absolute(text: &str) -> bool {
    match text.as_bytes() {
        [b'/' | b'\\', ..] => true,
        [letter, b':'] | [letter, b':', b'/' | b'\\', ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

/// An absolute path without `.`, `..`, doubled slashes and a slash at the end. `C:\Dir` becomes `/c:/dir`.
pub fn normalized(text: &str, drives: bool) -> String {
    let bytes = text.as_bytes();
    let mut path = String::with_capacity(text.len() + 1);
    if bytes.get(1) == Some(&b':') || bytes.starts_with(b"\\") {
        extend(&mut path, &text.replace('\\', "/").to_lowercase());
        return path;
    }
    let drive = matches!(bytes, [b'/', letter, b'/', ..] | [b'/', letter] if letter.is_ascii_alphabetic());
    if drives && drive {
        extend(&mut path, &format!("{}:{}", &text[1..2], &text[2..]).to_lowercase());
    } else {
        extend(&mut path, text);
    }
    path
}

/// Goes on from a plain absolute path along the components of another.
pub fn extend(path: &mut String, text: &str) {
    if path == "/" {
        path.clear();
    }
    for component in text.split('/') {
        match component {
            "" | "." => {}
            ".." => path.truncate(path.rfind('/').unwrap_or(0)),
            _ => {
                path.push('/');
                path.push_str(component);
            }
        }
    }
    if path.is_empty() {
        path.push('/');
    }
}

/// Whether a path is the root of a file system.
pub fn is_root(path: &str) -> bool {
    matches!(path.as_bytes(), [b'/'] | [b'/', _, b':'])
}

/// Whether a path is another one or lies above it.
pub fn holds(path: &str, other: &str) -> bool {
    path == other || below(path, other).is_some()
}

/// What a path has below another one.
pub fn below<'p>(base: &str, path: &'p str) -> Option<&'p str> {
    path.strip_prefix(if base == "/" { "" } else { base })?.strip_prefix('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_patterns_come_off() {
        for (path, rest, contents) in [
            ("/a/*", "/a", true),
            ("/a/*/*", "/a", true),
            ("/*", "/", true),
            ("/", "/", false),
            ("/a/*.o", "/a/*.o", false),
            ("/a/*/b", "/a/*/b", false),
        ] {
            let mut text = path.to_owned();
            assert_eq!((take_contents(&mut text), text.as_str()), (contents, rest), "{path}");
        }
    }

    #[test]
    fn paths_from_a_root_are_absolute() {
        for (text, absolute) in [
            ("/", true),
            ("/a", true),
            ("C:", true),
            ("c:\\a", true),
            ("", false),
            ("a", false),
            ("a:b", false),
            ("~", false),
        ] {
            assert_eq!(is_absolute(text), absolute, "{text}");
        }
    }
}
