//! JSON pointers, in every syntax.

/// The keys that a pointer names.
pub(super) fn keys(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|key| key.replace("~1", "/").replace("~0", "~")).collect()
}

/// The pointer to a member of what `parent` points to.
pub(super) fn join(parent: &str, key: &str) -> String {
    format!("{parent}/{}", key.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests {
    use super::{join, keys};

    #[test]
    fn escapes_and_back() {
        for (pointer, wanted) in [
            ("", vec![]),
            ("/hooks/PreToolUse", vec!["hooks", "PreToolUse"]),
            ("/a~1b/m~0n", vec!["a/b", "m~n"]),
            ("/~01", vec!["~1"]),
            ("/", vec![""]),
        ] {
            assert_eq!(keys(pointer), wanted, "{pointer}");
            assert_eq!(wanted.iter().fold(String::new(), |at, key| join(&at, key)), pointer);
        }
    }
}
