//! From an older entry of ours to the new one, with as few changes as there are differences.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Insertion;
use super::op::Op;
use super::tree::{Data, Form, Node};

/// The keys that we write, in this or in another version. All others in an entry of ours are the user's and stay:
/// `disabled`, a comment in a `description`, a condition.
pub(super) type Known = BTreeSet<String>;

pub(super) fn keys_of(insertions: &[Insertion]) -> Known {
    fn collect(value: &Value, keys: &mut Known) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| {
                keys.insert(key.clone());
                collect(value, keys);
            }),
            Value::Array(list) => list.iter().for_each(|value| collect(value, keys)),
            _ => {}
        }
    }
    let mut keys = Known::new();
    for insertion in insertions {
        keys.extend(insertion.keys.iter().map(|key| (*key).to_owned()));
        collect(&insertion.entry, &mut keys);
    }
    keys
}

/// The first change on the way from what is at a path to what is wanted there.
pub(super) fn difference(root: &Node, path: &[usize], wanted: &Value, known: &Known) -> Option<Op> {
    let node = root.at(path);
    let deeper = |index: usize| [path, &[index]].concat();
    match (&node.data, wanted) {
        (Data::Map(members), Value::Object(wanted)) => {
            for (key, value) in wanted {
                let Some(index) = node.member(key) else {
                    return Some(Op::Insert { at: path.to_vec(), key: key.clone(), value: value.clone() });
                };
                if let Some(op) = difference(root, &deeper(index), value, known) {
                    return Some(op);
                }
            }
            let old = |key: &str| known.contains(key) && !wanted.contains_key(key);
            let index = members.iter().position(|member| old(&member.key))?;
            Some(Op::Remove { at: deeper(index) })
        }
        (Data::List(items), Value::Array(wanted)) if items.len() == wanted.len() => {
            wanted.iter().enumerate().find_map(|(index, value)| difference(root, &deeper(index), value, known))
        }
        _ if node.value() == *wanted && !matches!(node.data, Data::Nothing | Data::Alias(_)) => None,
        _ if node.form == Form::Inline => Some(Op::Replace { at: path.to_vec(), value: wanted.clone() }),
        // A block, or a table with a header: it goes, and comes back as what it has to be.
        _ => Some(Op::Remove { at: path.to_vec() }),
    }
}
