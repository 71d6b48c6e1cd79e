//! How a file is laid out, so that what is added looks as if it had always been there.

use super::Syntax;
use super::tree::{Data, Form, Node};

pub(super) struct Style {
    /// One level of indentation.
    pub unit: String,
    /// JSON: what stands between a key and its value.
    pub colon: String,
    /// JSON on one line: what stands within the brackets of an object.
    pub pad: &'static str,
    /// YAML: how far a list is indented from its key.
    pub dash: usize,
}

impl Style {
    pub fn of(text: &str, root: &Node, syntax: Syntax) -> Self {
        let mut style = Style { unit: "  ".to_owned(), colon: ": ".to_owned(), pad: "", dash: 2 };
        match syntax {
            Syntax::Json | Syntax::Jsonc => {
                style.unit = unit(text, root).unwrap_or(style.unit);
                style.colon = colon(text, root).unwrap_or(style.colon);
                style.pad = pad(text, root).unwrap_or("");
            }
            Syntax::Toml => style.unit = unit(text, root).unwrap_or(style.unit),
            Syntax::Yaml => {
                let step = block_step(text, root, &|node| node.is_map()).unwrap_or(2).max(1);
                style.unit = " ".repeat(step);
                style.dash = block_step(text, root, &|node| node.is_list()).unwrap_or(step);
            }
        }
        style
    }

    /// What stands between two items on one line.
    pub fn comma(&self) -> &'static str {
        if self.colon.ends_with(char::is_whitespace) { ", " } else { "," }
    }
}

/// The line break to write behind a byte: like the one that ends its line, or else the one before, or else the first of
/// the file. So in a file with several kinds no line of others gets another one.
pub(super) fn newline(text: &str, at: usize) -> &'static str {
    let rest = &text[at..];
    let space = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    let next = rest[..space].find('\n').map(|newline| at + newline);
    let kind = |newline: usize| if text[..newline].ends_with('\r') { "\r\n" } else { "\n" };
    next.or_else(|| text[..at].rfind('\n')).or_else(|| text.find('\n')).map_or("\n", kind)
}

pub(super) fn line_start(text: &str, at: usize) -> usize {
    let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    text[..at].rfind('\n').map_or(bom, |newline| newline + 1).min(at)
}

/// The end of the line, before its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    if end > at && text[..end].ends_with('\r') && end < text.len() { end - 1 } else { end }
}

/// The white space that the line of a byte starts with.
pub(super) fn indent(text: &str, at: usize) -> &str {
    let start = line_start(text, at);
    let line = &text[start..line_end(text, at)];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Where the white space before a byte starts.
pub(super) fn space_before(text: &str, at: usize) -> usize {
    text[..at].trim_end_matches([' ', '\t', '\r', '\n']).len()
}

/// Just after the line break that ends at or follows a byte.
pub(super) fn after_newline(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    at + if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) }
}

/// Just before the line break that ends at a byte, if there is one.
pub(super) fn before_newline(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].strip_suffix('\n')?;
    Some(before.strip_suffix('\r').unwrap_or(before).len())
}

/// How much deeper than the line of its container a child with a line of its own is: the first that is deeper at all.
fn unit(text: &str, root: &Node) -> Option<String> {
    let mut steps = Vec::new();
    steps_of(text, root, &mut steps);
    steps.iter().find(|step| !step.is_empty()).or(steps.first()).map(|step| (*step).to_owned())
}

fn steps_of<'t>(text: &'t str, node: &Node, steps: &mut Vec<&'t str>) {
    for child in node.children() {
        let own_line = text[space_before(text, child.outer.start)..child.outer.start].contains('\n');
        if node.form == Form::Inline && own_line {
            steps.extend(indent(text, child.outer.start).strip_prefix(indent(text, node.span.start)));
        }
        steps_of(text, &child.node, steps);
    }
}

fn colon(text: &str, node: &Node) -> Option<String> {
    node.children().iter().find_map(|child| {
        let before = space_before(text, child.node.span.start);
        let gap = node.is_map().then(|| text[..before].strip_suffix(':')).flatten().map(|key| {
            let key = key.trim_end_matches([' ', '\t']).len();
            &text[key..child.node.span.start]
        });
        gap.filter(|gap| !gap.contains('\n')).map(str::to_owned).or_else(|| colon(text, &child.node))
    })
}

/// Whether the first object on one line has space within its brackets.
fn pad(text: &str, node: &Node) -> Option<&'static str> {
    if let Some(first) = node.children().first().filter(|_| node.is_map() && !text[node.span.clone()].contains('\n')) {
        match &text[node.span.start + 1..first.outer.start] {
            "" => return Some(""),
            " " => return Some(" "),
            _ => {}
        }
    }
    node.children().iter().find_map(|child| pad(text, &child.node))
}

/// YAML: how far the first block container of a kind is from the key that it belongs to.
fn block_step(text: &str, node: &Node, kind: &dyn Fn(&Node) -> bool) -> Option<usize> {
    let column = |at: usize| at - line_start(text, at);
    node.children().iter().find_map(|child| {
        let inner = &child.node;
        let here = match (&node.data, inner.children().first()) {
            (Data::Map(_), Some(first)) if inner.form == Form::Block && kind(inner) => {
                column(first.outer.start).checked_sub(column(child.outer.start))
            }
            _ => None,
        };
        here.or_else(|| block_step(text, inner, kind))
    })
}
