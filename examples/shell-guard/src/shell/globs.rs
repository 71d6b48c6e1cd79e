//! Patterns in paths.

/// Whether a component of a path is a pattern that leaves next to nothing out, such as `*`, `.*`, `.[!.]*` or
/// `!(keep)`.
pub fn catches_all(component: &str) -> bool {
    if component.starts_with("!(") {
        return true;
    }
    let (mut rest, mut star) = (component, false);
    while let Some(first) = rest.chars().next() {
        match first {
            '*' => star = true,
            '?' | '.' => {}
            '[' => match rest.split_once(']') {
                Some((set, after)) if set[1..].starts_with(['!', '^']) || set.contains('-') => {
                    rest = after;
                    continue;
                }
                _ => return false,
            },
            _ => return false,
        }
        rest = &rest[first.len_utf8()..];
    }
    star
}

/// Whether a pattern matches a name. Sets in brackets are taken to match any one character.
pub fn matches(pattern: &str, name: &str) -> bool {
    let pattern = atoms(pattern);
    let name: Vec<char> = name.chars().collect();
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(Atom::Many) => {
                star = Some((p, n));
                p += 1;
            }
            Some(Atom::One) => {
                p += 1;
                n += 1;
            }
            Some(Atom::Just(c)) if *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    p = at + 1;
                    n = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|atom| matches!(atom, Atom::Many))
}

/// A piece of a pattern.
enum Atom {
    /// `*`.
    Many,
    /// `?` or a set.
    One,
    /// A character that stands for itself.
    Just(char),
}

/// The pieces of a pattern.
fn atoms(pattern: &str) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        atoms.push(match c {
            '*' => Atom::Many,
            '?' => Atom::One,
            '[' => match rest.as_str().split_once(']') {
                Some((_, after)) => {
                    rest = after.chars();
                    Atom::One
                }
                None => Atom::Just('['),
            },
            c => Atom::Just(c),
        });
    }
    atoms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_leave_next_to_nothing_out() {
        for pattern in ["*", "**", ".*", ".[!.]*", ".??*", "?*", "*.*", "!(src)", "[a-z]*", "[^.]*"] {
            assert!(catches_all(pattern), "{pattern}");
        }
        for pattern in ["", ".", "..", "?", "*.o", "build*", "[ab]*", "a", "[", "*-cache", ".git*"] {
            assert!(!catches_all(pattern), "{pattern}");
        }
    }

    #[test]
    fn patterns_match_names() {
        for pattern in ["*", ".git", ".g*", ".g?t", ".[fgh]it", ".*t", ".git*", "*.git"] {
            assert!(matches(pattern, ".git"), "{pattern}");
        }
        for pattern in ["", ".gi", ".gitignore", "git", "*.gitx", ".g[", ".?"] {
            assert!(!matches(pattern, ".git"), "{pattern}");
        }
    }
}
