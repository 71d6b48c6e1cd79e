//! What is not ours in a file, as a text that says nothing about layout: before and after an edit it is the same.

use super::Ours;
use super::ours::command;
use super::tree::{Data, Node};

/// All that a file says, without our handlers, without the given members of the root, and without what is empty or
/// becomes so by that: an edit may make and remove empty containers.
pub(super) fn others(root: &Node, ours: Ours, values: &[&str]) -> String {
    say(root, ours, false, values).unwrap_or_default()
}

fn say(node: &Node, ours: Ours, item: bool, left_out: &[&str]) -> Option<String> {
    if item && (command(node, ours).is_some() || is_group_of_ours(node, ours)) {
        return None;
    }
    let said = match &node.data {
        Data::Text(text) => Some(format!("{text:?}")),
        Data::Alias(name) => Some(format!("*{name}")),
        Data::Plain(spelled, _) => Some(spelled.clone()),
        Data::Nothing => None,
        Data::List(items) => joined(items.iter().filter_map(|item| say(&item.node, ours, true, &[])).collect(), '['),
        Data::Map(members) => {
            let mut members: Vec<_> = members.iter().filter(|member| !left_out.contains(&&*member.key)).collect();
            members.sort_by(|a, b| a.key.cmp(&b.key));
            let say = |member: &super::tree::Child| {
                say(&member.node, ours, false, &[]).map(|said| format!("{:?}:{said}", member.key))
            };
            joined(members.into_iter().filter_map(say).collect(), '{')
        }
    };
    match node.marks.as_str() {
        "" => said,
        marks => Some(format!("{marks}{}", said.unwrap_or_default())),
    }
}

fn joined(parts: Vec<String>, open: char) -> Option<String> {
    let close = if open == '[' { ']' } else { '}' };
    (!parts.is_empty()).then(|| format!("{open}{}{close}", parts.join(",")))
}

/// An item of a list that does nothing but hold handlers of ours: a list of them, and plain values.
fn is_group_of_ours(node: &Node, ours: Ours) -> bool {
    let mut containers = node.children().iter().filter(|member| member.node.is_container());
    let only = containers.next().filter(|_| node.is_map() && containers.next().is_none());
    only.is_some_and(|only| {
        let items = only.node.children();
        only.node.is_list() && !items.is_empty() && items.iter().all(|item| command(&item.node, ours).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::others;
    use crate::manage::edit::Syntax;
    use crate::manage::edit::editor::parse;

    #[test]
    fn says_all_but_ours() {
        #[rustfmt::skip]
        let cases = [
            ("nothing", "{}", ""),
            ("members in any order", r#"{"b": 1.0, "a": "x"}"#, r#"{"a":"x","b":1.0}"#),
            ("empty containers are not said", r#"{"a": {"b": [[], {}]}, "c": [1]}"#, r#"{"c":[1]}"#),
            ("our handler", r#"{"h": [{"c": "acme"}, {"c": "other"}]}"#, r#"{"h":[{"c":"other"}]}"#),
            ("our group", r#"{"h": [{"m": "x", "hooks": [{"c": "acme"}]}]}"#, ""),
            ("others in our group", r#"{"h": [{"m": "x", "hooks": [{"c": "acme"}, {"c": "o"}]}]}"#, r#"{"h":[{"hooks":[{"c":"o"}],"m":"x"}]}"#),
            ("ours outside of a list", r#"{"status": {"c": "acme"}}"#, r#"{"status":{"c":"acme"}}"#),
            ("both of one key", r#"{"a": 1, "a": 2}"#, r#"{"a":1,"a":2}"#),
            ("a member left out", r#"{"version": 1, "a": {"version": 1}}"#, r#"{"a":{"version":1}}"#),
        ];
        for (name, text, wanted) in cases {
            let root = parse(text, Syntax::Json).unwrap();
            assert_eq!(others(&root, &|text| text == "acme", &["version"]), wanted, "{name}");
        }
    }
}
