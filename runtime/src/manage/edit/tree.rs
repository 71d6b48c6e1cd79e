//! What a parsed file says and where it says it: one shape for all syntaxes.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde_json::{Map, Value};

use super::pointer;

/// Where a node is: the position of a child in each container on the way. Positions and not keys, since a key can be there
/// twice.
pub(super) type Path = Vec<usize>;

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub span: Range<usize>,
    pub form: Form,
    pub data: Data,
    /// YAML: anchor and tag.
    pub marks: String,
}

/// How a node is written, for a container can be written in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A scalar, or a container between brackets.
    Inline,
    /// YAML: by indentation.
    Block,
    /// TOML: under a header of its own, or the root.
    Table,
    /// TOML: exists since a header names something in it.
    Implicit,
    /// TOML: exists since a dotted key names something in it.
    Dotted,
    /// TOML: a list of tables with a header each.
    Tables,
}

#[derive(Clone, Debug)]
pub(super) enum Data {
    Map(Vec<Child>),
    List(Vec<Child>),
    Text(String),
    /// A number, a boolean, null, a date: as it is spelled, and what it means.
    Plain(String, Value),
    /// A place for a value that has none: YAML's `key:`, or a blank file.
    Nothing,
    /// YAML: what is written elsewhere.
    Alias(String),
}

/// A member of a map, or an item of a list (with an empty key).
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub key: String,
    /// From the first byte of its key (or dash, or header) to the last of its value.
    pub outer: Range<usize>,
    pub node: Node,
}

impl Node {
    pub fn new(span: Range<usize>, form: Form, data: Data) -> Self {
        Node { span, form, data, marks: String::new() }
    }

    pub fn children(&self) -> &[Child] {
        match &self.data {
            Data::Map(children) | Data::List(children) => children,
            _ => &[],
        }
    }

    pub fn children_mut(&mut self) -> Option<&mut Vec<Child>> {
        match &mut self.data {
            Data::Map(children) | Data::List(children) => Some(children),
            _ => None,
        }
    }

    pub fn is_list(&self) -> bool {
        matches!(self.data, Data::List(_))
    }

    pub fn is_map(&self) -> bool {
        matches!(self.data, Data::Map(_))
    }

    pub fn is_container(&self) -> bool {
        self.is_map() || self.is_list()
    }

    /// The position of a member. Of two with the same key the last counts, as it does for the hosts' own parsers.
    pub fn member(&self, key: &str) -> Option<usize> {
        if !self.is_map() {
            return None;
        }
        self.children().iter().rposition(|child| child.key == key)
    }

    /// The children that count.
    pub fn live(&self) -> impl Iterator<Item = (usize, &Child)> {
        let children = || self.children().iter().enumerate();
        let last: HashMap<&str, usize> =
            children().filter(|_| self.is_map()).map(|(index, child)| (child.key.as_str(), index)).collect();
        children().filter(move |(index, child)| last.get(child.key.as_str()).is_none_or(|last| last == index))
    }

    pub fn at(&self, path: &[usize]) -> &Node {
        path.iter().fold(self, |node, index| &node.children()[*index].node)
    }

    pub fn at_mut(&mut self, path: &[usize]) -> Option<&mut Node> {
        path.iter().try_fold(self, |node, index| Some(&mut node.children_mut()?.get_mut(*index)?.node))
    }

    /// The child that a path, which must not be empty, ends at.
    pub fn child(&self, path: &[usize]) -> &Child {
        let (last, parent) = path.split_last().expect("a child has a path");
        &self.at(parent).children()[*last]
    }

    /// As far along the keys as there is something: the path, and how many keys it took.
    pub fn walk(&self, keys: &[String]) -> (Path, usize) {
        let (mut path, mut node) = (Path::new(), self);
        for (taken, key) in keys.iter().enumerate() {
            let Some(index) = node.member(key) else { return (path, taken) };
            path.push(index);
            node = &node.children()[index].node;
        }
        (path, keys.len())
    }

    /// The path of what a pointer names, if it is there.
    pub fn find(&self, pointer: &str) -> Option<Path> {
        let keys = pointer::keys(pointer);
        let (path, taken) = self.walk(&keys);
        (taken == keys.len()).then_some(path)
    }

    /// The pointer of a path.
    pub fn pointer(&self, path: &[usize]) -> String {
        let (mut at, mut node) = (String::new(), self);
        for index in path {
            let child = &node.children()[*index];
            at = if node.is_list() { format!("{at}/{index}") } else { pointer::join(&at, &child.key) };
            node = &child.node;
        }
        at
    }

    /// A node as it would be parsed from what this module writes; it has no place yet.
    pub fn of(value: &Value) -> Self {
        let child = |key: &str, value: &Value| Child { key: key.to_owned(), outer: 0..0, node: Node::of(value) };
        let data = match value {
            Value::Object(map) => Data::Map(map.iter().map(|(key, value)| child(key, value)).collect()),
            Value::Array(list) => Data::List(list.iter().map(|value| child("", value)).collect()),
            Value::String(text) => Data::Text(text.clone()),
            plain => Data::Plain(plain.to_string(), plain.clone()),
        };
        Node::new(0..0, Form::Inline, data)
    }

    pub fn value(&self) -> Value {
        match &self.data {
            Data::Map(children) => Value::Object(
                children.iter().map(|child| (child.key.clone(), child.node.value())).collect::<Map<_, _>>(),
            ),
            Data::List(children) => Value::Array(children.iter().map(|child| child.node.value()).collect()),
            Data::Text(text) => Value::String(text.clone()),
            Data::Plain(_, value) => value.clone(),
            Data::Nothing => Value::Null,
            Data::Alias(name) => Value::String(format!("*{name}")),
        }
    }

    /// Whether both say the same, to the spelling of a number. The order of members is free, but for those of one key.
    pub fn says_the_same(&self, other: &Node) -> bool {
        let equal = |a: &Child, b: &Child| a.node.says_the_same(&b.node);
        self.marks == other.marks
            && match (&self.data, &other.data) {
                (Data::Map(a), Data::Map(b)) => {
                    let (a, b) = (by_key(a), by_key(b));
                    a.len() == b.len()
                        && a.iter().zip(&b).all(|((key, a), (other, b))| {
                            key == other && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
                        })
                }
                (Data::List(a), Data::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
                (Data::Text(a), Data::Text(b)) | (Data::Alias(a), Data::Alias(b)) => a == b,
                (Data::Plain(a, _), Data::Plain(b, _)) => a == b,
                (Data::Nothing, Data::Nothing) => true,
                _ => false,
            }
    }

    /// For messages.
    pub fn kind(&self) -> &'static str {
        match &self.data {
            Data::Map(_) => "an object",
            Data::List(_) => "a list",
            Data::Text(_) => "a string",
            Data::Plain(_, Value::Null) => "null",
            Data::Plain(_, Value::Bool(_)) => "a boolean",
            Data::Plain(..) => "a number or date",
            Data::Nothing => "nothing",
            Data::Alias(_) => "an alias",
        }
    }
}

fn by_key(children: &[Child]) -> BTreeMap<&str, Vec<&Child>> {
    let mut sorted: BTreeMap<&str, Vec<&Child>> = BTreeMap::new();
    for child in children {
        sorted.entry(&child.key).or_default().push(child);
    }
    sorted
}
