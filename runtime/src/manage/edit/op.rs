//! One change of a file, said without its syntax.

use std::ops::Range;

use serde_json::Value;

use super::tree::{Child, Data, Node, Path};

pub(super) enum Op {
    /// A new member at the end of a map.
    Insert { at: Path, key: String, value: Value },
    /// A new item at the end of a list.
    Append { at: Path, value: Value },
    /// Another value where there is one.
    Replace { at: Path, value: Value },
    /// A member or item goes, and its container keeps something.
    Remove { at: Path },
    /// TOML: the last line under a header goes, and so does the header.
    Unhead { at: Path },
    /// The only child of a container goes, and the container stays, as it was written when it was empty.
    Empty { at: Path, was: Option<String> },
    /// The root goes, and the file is as blank as it was.
    Clear { was: Option<String> },
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Splice {
    pub range: Range<usize>,
    pub text: String,
}

impl Splice {
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Splice { range: at..at, text: text.into() }
    }

    pub fn delete(range: Range<usize>) -> Self {
        Splice { range, text: String::new() }
    }

    /// The text with all changes made, or nothing if they contradict each other.
    pub fn apply(text: &str, mut splices: Vec<Splice>) -> Option<String> {
        splices.sort_by_key(|splice| (splice.range.start, splice.range.end));
        let (mut edited, mut copied) = (String::with_capacity(text.len() + 256), 0);
        for splice in &splices {
            edited.push_str(text.get(copied..splice.range.start)?);
            edited.push_str(&splice.text);
            copied = splice.range.end;
        }
        edited.push_str(text.get(copied..)?);
        Some(edited)
    }
}

impl Op {
    /// Where the change is made: the container of what comes or goes.
    pub fn place(&self) -> &[usize] {
        match self {
            Op::Insert { at, .. } | Op::Append { at, .. } | Op::Empty { at, .. } => at,
            Op::Replace { at, .. } | Op::Remove { at } | Op::Unhead { at } => &at[..at.len() - 1],
            Op::Clear { .. } => &[],
        }
    }

    /// What a file must say after the change: what it said before, and this change. `None`: the change makes no sense.
    pub fn wanted(&self, before: &Node) -> Option<Node> {
        let mut after = before.clone();
        let child = |key: &str, value: &Value| Child { key: key.to_owned(), outer: 0..0, node: Node::of(value) };
        match self {
            Op::Insert { at, key, value } => match &mut after.at_mut(at)?.data {
                Data::Map(members) => members.push(child(key, value)),
                nothing @ Data::Nothing => *nothing = Data::Map(vec![child(key, value)]),
                _ => return None,
            },
            Op::Append { at, value } => match &mut after.at_mut(at)?.data {
                Data::List(items) => items.push(child("", value)),
                nothing @ Data::Nothing => *nothing = Data::List(vec![child("", value)]),
                _ => return None,
            },
            Op::Replace { at, value } => after.at_mut(at)?.data = Node::of(value).data,
            Op::Remove { at } | Op::Unhead { at } => {
                let (last, parent) = at.split_last()?;
                let children = after.at_mut(parent)?.children_mut()?;
                (*last < children.len()).then(|| children.remove(*last))?;
            }
            Op::Empty { at, was } => {
                let node = after.at_mut(at)?;
                match was {
                    Some(was) if was.trim().is_empty() => node.data = Data::Nothing,
                    _ => node.children_mut()?.clear(),
                }
            }
            Op::Clear { .. } => after.data = Data::Nothing,
        }
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::Splice;

    #[test]
    fn splices_apply_from_left_to_right_and_never_twice() {
        let delete = Splice::delete;
        #[rustfmt::skip]
        let cases = [
            ("none", vec![], Some("abcdef")),
            ("unsorted", vec![delete(4..5), Splice::insert(1, "-")], Some("a-bcdf")),
            ("touching", vec![delete(1..2), delete(2..3)], Some("adef")),
            ("insertions keep their order", vec![Splice::insert(1, "1"), Splice::insert(1, "2")], Some("a12bcdef")),
            ("overlap", vec![delete(1..4), delete(3..5)], None),
            ("beyond the end", vec![delete(5..9)], None),
        ];
        for (name, splices, wanted) in cases {
            assert_eq!(Splice::apply("abcdef", splices).as_deref(), wanted, "{name}");
        }
    }
}
