//! Which parts of a file are ours.

use serde_json::{Map, Value};

use super::Ours;
use super::tree::{Data, Node, Path};

/// An item of a list that holds a command line of ours.
#[derive(Clone, Debug)]
pub(super) struct Handler {
    pub path: Path,
    pub command: String,
}

/// The command line of ours that an object holds: in a string of its own, with the `args` beside it, or in one of an object in
/// it (`action = { command = "…" }`).
pub(super) fn command(node: &Node, ours: Ours) -> Option<String> {
    let inner = || node.live().filter(|(_, member)| member.node.is_map()).find_map(|(_, m)| direct(&m.node, ours));
    node.is_map().then(|| direct(node, ours).or_else(inner)).flatten()
}

fn direct(node: &Node, ours: Ours) -> Option<String> {
    let args = node.member("args").map(|index| node.children()[index].node.value());
    node.live().find_map(|(_, member)| match &member.node.data {
        Data::Text(text) => Some(line(text, args.as_ref())).filter(|line| ours(line)),
        _ => None,
    })
}

/// A command with its arguments as one line, to be looked at and not to be run.
fn line(command: &str, args: Option<&Value>) -> String {
    let Some(args) = args.and_then(Value::as_array) else { return command.to_owned() };
    // With arguments beside it, it is a path as it is, and no line of a shell.
    let special = |c: char| c.is_whitespace() || "'\"\\;&|(){}".contains(c);
    let path = match command.contains(special) {
        true => format!("'{}'", command.replace('\'', r"'\''")),
        false => command.to_owned(),
    };
    args.iter().filter_map(Value::as_str).fold(path, |line, arg| line + " " + arg)
}

/// The same for a value that is to be written.
pub(super) fn holds(value: &Value, ours: Ours) -> bool {
    let direct = |map: &Map<String, Value>| {
        map.values().filter_map(Value::as_str).any(|text| ours(&line(text, map.get("args"))))
    };
    let Value::Object(map) = value else { return false };
    direct(map) || map.values().filter_map(Value::as_object).any(direct)
}

/// All of them below a path, in the order of the file. Only items of lists: what we write is in lists, and an object that
/// is not, a status line for instance, was written by somebody who wants it there.
pub(super) fn handlers(root: &Node, below: &[usize], ours: Ours) -> Vec<Handler> {
    let mut found = Vec::new();
    let item = below.split_last().is_some_and(|(_, parent)| root.at(parent).is_list());
    collect(root.at(below), item, &mut below.to_vec(), ours, &mut found);
    found
}

fn collect(node: &Node, item: bool, path: &mut Path, ours: Ours, found: &mut Vec<Handler>) {
    if let Some(command) = item.then(|| command(node, ours)).flatten() {
        found.push(Handler { path: path.clone(), command });
        return;
    }
    for (index, child) in node.live() {
        path.push(index);
        collect(&child.node, node.is_list(), path, ours, found);
        path.pop();
    }
}

/// What goes with the only item of a list: the object around it, if that is an item itself and holds nothing but plain
/// values beside (a matcher, for instance).
pub(super) fn group(root: &Node, list: &[usize]) -> Option<Path> {
    let (index, group) = list.split_last()?;
    let (_, around) = group.split_last()?;
    let node = root.at(group);
    let plain = node.children().iter().enumerate().all(|(at, member)| at == *index || !member.node.is_container());
    (node.is_map() && plain && root.at(around).is_list()).then(|| group.to_vec())
}

/// Whether somebody switched a handler off: `disabled: true` or `enabled: false`, in it or in an object around it.
pub(super) fn is_disabled(root: &Node, path: &[usize]) -> bool {
    let says = |node: &Node, key: &str, wanted: bool| {
        node.member(key).is_some_and(|index| match &node.children()[index].node.data {
            Data::Plain(_, Value::Bool(truth)) => *truth == wanted,
            // What YAML 1.1 takes for a truth.
            Data::Text(text) => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => wanted,
                "false" | "no" | "off" => !wanted,
                _ => false,
            },
            _ => false,
        })
    };
    (1..=path.len()).any(|depth| {
        let node = root.at(&path[..depth]);
        says(node, "disabled", true) || says(node, "enabled", false)
    })
}
