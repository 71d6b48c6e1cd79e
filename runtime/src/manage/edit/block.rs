//! YAML, written: lines by indentation. Brackets are written as everywhere.
//!
//! What is added starts with the line break that ends the line before it, and takes it along when it goes.

use std::ops::Range;

use serde_json::Value;

use super::between::{mark_end, skip};
use super::brackets;
use super::editor::View;
use super::op::{Op, Splice};
use super::render::{self, Shape, yaml_flow, yaml_key};
use super::style::{after_newline, before_newline, line_end, line_start, newline, space_before};
use super::tree::{Child, Data, Form, Node};
use super::yaml::lead;

pub(super) fn write(view: &View, op: &Op) -> Option<Vec<Splice>> {
    match op {
        Op::Insert { at, key, value } => add(view, at, Some(key), value),
        Op::Append { at, value } => add(view, at, None, value),
        Op::Replace { at, value } => {
            let node = view.root.at(at);
            // What has no value yet ends just behind its colon or dash.
            let space = if matches!(node.data, Data::Nothing) { " " } else { "" };
            let text = format!("{space}{}", render::value(view, value, &Shape::Inline));
            (node.form == Form::Inline).then(|| vec![Splice { range: node.span.clone(), text }])
        }
        Op::Unhead { .. } => None,
        Op::Remove { at } => {
            let (index, parent) = at.split_last()?;
            let parent = view.root.at(parent);
            match parent.form {
                Form::Inline => brackets::remove(view, parent, *index),
                _ => remove(view, parent, *index).map(|splice| vec![splice]),
            }
        }
        Op::Empty { at, was } => empty(view, at, was.as_deref()),
        Op::Clear { was } => {
            let splice = match view.root.form {
                Form::Inline => Splice::delete(space_before(view.text, view.root.span.start)..view.root.span.end),
                _ => remove(view, view.root, 0)?,
            };
            let left = Splice::apply(view.text, vec![splice.clone()])?;
            let body = body(view.text);
            let blank = left.trim_start_matches('\u{feff}').trim().is_empty();
            Some(vec![match was {
                Some(was) if blank => Splice { range: body, text: was.clone() },
                _ => splice,
            }])
        }
    }
}

/// All but the byte order mark.
fn body(text: &str) -> Range<usize> {
    text.len() - text.trim_start_matches('\u{feff}').len()..text.len()
}

fn column(text: &str, at: usize) -> usize {
    text[line_start(text, at)..at].chars().count()
}

fn add(view: &View, at: &[usize], key: Option<&str>, value: &Value) -> Option<Vec<Splice>> {
    let node = view.root.at(at);
    match (&node.data, node.form) {
        (Data::Nothing, _) if at.is_empty() => blank_root(view, key, value),
        (Data::Nothing, _) => {
            let parent = &at[..at.len() - 1];
            (view.root.at(parent).form == Form::Block && node.marks.is_empty()).then_some(())?;
            Some(vec![under_key(view, view.root.child(at), key, value)])
        }
        (_, Form::Inline) if node.children().is_empty() => match unfold(view, at, key, value) {
            Some(splices) => Some(splices),
            None => brackets::add(view, node, key, value),
        },
        (_, Form::Inline) => brackets::add(view, node, key, value),
        _ => {
            let last = node.children().last()?;
            let end = if at.is_empty() { document_end(view.text, last) } else { line_end(view.text, last.outer.end) };
            let lines = lines(view, key, value, column(view.text, last.outer.start));
            Some(vec![behind(view.text, end, &lines)])
        }
    }
}

/// Lines behind the line that ends at a byte.
fn behind(text: &str, end: usize, lines: &[String]) -> Splice {
    let line_break = newline(text, end);
    Splice::insert(end, lines.iter().map(|line| format!("{line_break}{line}")).collect::<String>())
}

/// The end of the last line of a document that is not blank, comments included.
fn document_end(text: &str, last: &Child) -> usize {
    let (mut end, mut at) = (line_end(text, last.outer.end), last.outer.end);
    while at < text.len() {
        at = after_newline(text, line_end(text, at));
        let line = &text[at..line_end(text, at)];
        if line.starts_with("...") {
            break;
        }
        if !line.trim().is_empty() {
            end = line_end(text, at);
        }
    }
    end
}

fn blank_root(view: &View, key: Option<&str>, value: &Value) -> Option<Vec<Splice>> {
    let (text, lines) = (view.text, lines(view, key, value, 0));
    let body = body(text);
    if text[body.clone()].trim().is_empty() {
        let line_break = newline(text, body.start);
        let lines: String = lines.iter().map(|line| format!("{line}{line_break}")).collect();
        return Some(vec![Splice { range: body, text: lines }]);
    }
    let (mut end, mut at) = (body.start, body.start);
    while at < text.len() {
        let line = &text[at..line_end(text, at)];
        if line.starts_with("...") {
            break;
        }
        if !line.trim().is_empty() {
            end = line_end(text, at);
        }
        at = after_newline(text, line_end(text, at));
    }
    Some(vec![behind(text, end, &lines)])
}

/// The first child of a key without a value.
fn under_key(view: &View, owner: &Child, key: Option<&str>, value: &Value) -> Splice {
    let end = line_end(view.text, owner.outer.end);
    behind(view.text, end, &lines(view, key, value, child_column(view, owner, key)))
}

fn child_column(view: &View, owner: &Child, key: Option<&str>) -> usize {
    let deeper = if key.is_some() { view.style.unit.len() } else { view.style.dash };
    column(view.text, owner.outer.start) + deeper
}

/// `{}` or `[]` on the line of its key, or alone: our lines come instead, for what is ours is long.
fn unfold(view: &View, at: &[usize], key: Option<&str>, value: &Value) -> Option<Vec<Splice>> {
    let (text, node) = (view.text, view.root.at(at));
    let inside = &text[node.span.start + 1..node.span.end - 1];
    if !node.marks.is_empty() || !inside.trim().is_empty() || inside.contains('\n') {
        return None;
    }
    let end = line_end(text, node.span.end);
    let Some((_, parent)) = at.split_last() else {
        let alone = line_start(text, node.span.start) == node.span.start && node.span.end == end;
        let lines = lines(view, key, value, 0).join(newline(text, end));
        return alone.then(|| vec![Splice { range: node.span.clone(), text: lines }]);
    };
    let (owner, lead) = (view.root.child(at), lead(text, view.root, at));
    let same_line =
        text[..lead].ends_with(':') && lead > owner.outer.start && !text[owner.outer.clone()].contains('\n');
    if view.root.at(parent).form != Form::Block || !view.root.at(parent).is_map() || !same_line {
        return None;
    }
    let lines = lines(view, key, value, child_column(view, owner, key));
    Some(vec![Splice::delete(lead..node.span.end), behind(text, end, &lines)])
}

/// A child of a block container as lines, without line breaks.
fn lines(view: &View, key: Option<&str>, value: &Value, column: usize) -> Vec<String> {
    let mut found = Vec::new();
    match key {
        Some(key) => member_lines(view, &mut found, key, value, column),
        None => item_lines(view, &mut found, value, column),
    }
    found
}

fn member_lines(view: &View, lines: &mut Vec<String>, key: &str, value: &Value, column: usize) {
    let lead = format!("{}{}:", " ".repeat(column), yaml_key(key));
    match value {
        Value::Object(map) if !map.is_empty() => {
            lines.push(lead);
            for (key, value) in map {
                member_lines(view, lines, key, value, column + view.style.unit.len());
            }
        }
        Value::Array(list) if !list.is_empty() => {
            lines.push(lead);
            for item in list {
                item_lines(view, lines, item, column + view.style.dash);
            }
        }
        plain => lines.push(format!("{lead} {}", yaml_flow(plain))),
    }
}

fn item_lines(view: &View, lines: &mut Vec<String>, value: &Value, column: usize) {
    let start = lines.len();
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                member_lines(view, lines, key, value, column + 2);
            }
            // The dash takes the place of the indentation of the first key.
            lines[start].replace_range(column..column + 1, "-");
        }
        plain => lines.push(format!("{}- {}", " ".repeat(column), yaml_flow(plain))),
    }
}

/// Takes the lines of a child out.
fn remove(view: &View, parent: &Node, index: usize) -> Option<Splice> {
    let (text, outer) = (view.text, parent.children()[index].outer.clone());
    let (start, end) = (line_start(text, outer.start), line_end(text, outer.end));
    if !text[start..outer.start].trim().is_empty() {
        // Behind the dash of an item: the next key moves to its place.
        let next = parent.children().get(index + 1)?;
        return Some(Splice::delete(outer.start..next.outer.start));
    }
    Some(match before_newline(text, start) {
        Some(before) => Splice::delete(before..end),
        None => Splice::delete(start..after_newline(text, end)),
    })
}

/// Takes the only child out, and writes what stood there when there was none.
fn empty(view: &View, at: &[usize], was: Option<&str>) -> Option<Vec<Splice>> {
    let node = view.root.at(at);
    if node.form == Form::Inline {
        return brackets::empty(view, node, was);
    }
    let (brackets, blank) = (if node.is_list() { "[]" } else { "{}" }, was.is_some_and(|was| was.trim().is_empty()));
    let was = was.filter(|was| blank || was.trim().starts_with(&brackets[..1]) && was.trim().ends_with(&brackets[1..]));
    if at.is_empty() {
        let outer = node.children()[0].outer.clone();
        let lines = line_start(view.text, outer.start)..line_end(view.text, outer.end);
        return Some(vec![Splice { range: lines, text: was.unwrap_or(brackets).to_owned() }]);
    }
    let gone = remove(view, node, 0)?;
    if blank {
        return Some(vec![gone]);
    }
    let colon = key_end(view, at)?;
    Some(vec![Splice::insert(colon, was.map_or_else(|| format!(" {brackets}"), str::to_owned)), gone])
}

/// Just behind the colon of the key whose value is a block on the lines below, or behind the marks of the value.
fn key_end(view: &View, at: &[usize]) -> Option<usize> {
    let (node, owner) = (view.root.at(at), view.root.child(at));
    let line = &view.text[owner.outer.start..line_end(view.text, owner.outer.start)];
    let colon = if line.starts_with(['"', '\'']) {
        let quote = &line[..1];
        let close = 1 + line[1..].find(quote)? + 1;
        close + line[close..].find(':')?
    } else {
        let ends_key = |at: &usize| line[at + 1..].chars().next().is_none_or(char::is_whitespace);
        line.match_indices(':').map(|(at, _)| at).find(ends_key)?
    };
    let marks = node.marks.split_whitespace();
    Some(marks.fold(owner.outer.start + colon + 1, |at, _| mark_end(view.text, skip(view.text, at))))
}
