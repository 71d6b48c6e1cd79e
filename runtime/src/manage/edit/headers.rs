//! TOML, written: lines under headers. Brackets are written as everywhere.
//!
//! A table that is added stands behind one empty line, and takes it along when it goes.

use std::ops::Range;

use serde_json::{Map, Value};

use super::brackets;
use super::editor::View;
use super::op::{Op, Splice};
use super::render::{self, Shape, toml_inline, toml_key};
use super::style::{after_newline, before_newline, indent, line_end, line_start, newline};
use super::tree::{Form, Node, Path};

/// A header and the lines under it.
struct Section {
    path: Path,
    /// The header; empty at the start of the file for the root.
    header: Range<usize>,
    /// The end of its last line, without the line break; without comments that follow on lines of their own.
    end: usize,
}

pub(super) fn write(view: &View, op: &Op) -> Option<Vec<Splice>> {
    match op {
        Op::Insert { at, key, value } => insert(view, at, key, value),
        Op::Append { at, value } => {
            let list = view.root.at(at);
            match list.form {
                Form::Tables => {
                    let item = Value::Array(vec![value.clone()]);
                    Some(vec![after_family(view, at, sections_of(&names(view.root, at), &item)?)])
                }
                _ => brackets::add(view, plain(list)?, None, value),
            }
        }
        Op::Replace { at, value } => {
            let node = view.root.at(at);
            let text = render::value(view, value, &Shape::Inline);
            (node.form == Form::Inline).then(|| vec![Splice { range: node.span.clone(), text }])
        }
        Op::Remove { at } => remove(view, at),
        Op::Unhead { at } => {
            let table = view.root.at(op.place()).span.clone();
            let end = line_end(view.text, view.root.child(at).outer.end);
            Some(united(view.text, vec![lines(view.text, table.start, end, true)]))
        }
        Op::Empty { at, was } => match view.root.at(at).form {
            Form::Inline => brackets::empty(view, plain(view.root.at(at))?, was.as_deref()),
            // The header stays and is an empty table.
            _ => remove(view, &[at.as_slice(), &[0]].concat()),
        },
        Op::Clear { was } => {
            let mut splices = remove(view, &[0])?;
            let left = Splice::apply(view.text, splices.clone())?;
            if let Some(was) = was.as_deref().filter(|_| blank(&left)) {
                splices = vec![Splice { range: body(view.text), text: was.to_owned() }];
            }
            Some(splices)
        }
    }
}

fn blank(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim().is_empty()
}

/// All but the byte order mark.
fn body(text: &str) -> Range<usize> {
    text.len() - text.trim_start_matches('\u{feff}').len()..text.len()
}

/// A container between brackets, unless a dotted key within hides where a member ends.
fn plain(node: &Node) -> Option<&Node> {
    let dotted = node.children().iter().any(|child| child.node.form == Form::Dotted);
    (node.form == Form::Inline && !dotted).then_some(node)
}

fn insert(view: &View, at: &[usize], key: &str, value: &Value) -> Option<Vec<Splice>> {
    let table = view.root.at(at);
    let name = [names(view.root, at), vec![key.to_owned()]].concat();
    match table.form {
        Form::Inline => return brackets::add(view, plain(table)?, Some(key), value),
        Form::Dotted => return dotted(view, at, key, value).map(|splice| vec![splice]),
        _ => {}
    }
    if let Some(lines) = sections_of(&name, value) {
        return Some(vec![after_family(view, at, lines)]);
    }
    let line = format!("{} = {}", toml_key(key), toml_inline(value));
    if table.form == Form::Implicit {
        let header = format!("[{}]", dotted_name(&names(view.root, at)));
        return Some(vec![after_family(view, &[], vec![header, line])]);
    }
    let sections = sections(view);
    let own = sections.iter().find(|section| section.path == at)?;
    let start = body(view.text).start;
    if own.end > start {
        let lead = indent(view.text, own.end);
        return Some(vec![Splice::insert(own.end, format!("{}{lead}{line}", newline(view.text, own.end)))]);
    }
    // A root without a line of its own: before the first header and all that may belong to it.
    let line_break = newline(view.text, start);
    Some(vec![match blank(view.text) {
        true => Splice { range: body(view.text), text: format!("{line}{line_break}") },
        false => Splice::insert(start, format!("{line}{line_break}{line_break}")),
    }])
}

/// A line behind the last one that starts with the same dotted key.
fn dotted(view: &View, at: &[usize], key: &str, value: &Value) -> Option<Splice> {
    let end = statements(view.root.at(at)).map(|range| range.end).max()?;
    let end = line_end(view.text, end);
    let owner = (0..at.len()).rev().find(|taken| view.root.at(&at[..*taken]).form != Form::Dotted)?;
    if view.root.at(&at[..owner]).form == Form::Inline {
        return None;
    }
    let name = [&names(view.root, at)[names(view.root, &at[..owner]).len()..], &[key.to_owned()]].concat();
    let line = format!("{} = {}", dotted_name(&name), toml_inline(value));
    Some(Splice::insert(end, format!("{}{}{line}", newline(view.text, end), indent(view.text, end))))
}

/// The sections that say a value, as lines with an empty one between two sections; `None` if it is a value for a line.
fn sections_of(name: &[String], value: &Value) -> Option<Vec<String>> {
    let mut sections = Vec::new();
    match value {
        Value::Object(map) => table_sections(&mut sections, name, map, false),
        Value::Array(list) if !list.is_empty() && list.iter().all(Value::is_object) => {
            for item in list {
                table_sections(&mut sections, name, item.as_object()?, true);
            }
        }
        _ => return None,
    }
    Some(sections.join(&String::new()))
}

fn table_sections(sections: &mut Vec<Vec<String>>, name: &[String], map: &Map<String, Value>, item: bool) {
    let (mut lines, mut inner) = (Vec::new(), Vec::new());
    for (key, value) in map {
        match sections_of(&[name, &[key.to_owned()]].concat(), value) {
            Some(section) => inner.push(section),
            None => lines.push(format!("{} = {}", toml_key(key), toml_inline(value))),
        }
    }
    if item || !lines.is_empty() || map.is_empty() {
        let name = dotted_name(name);
        let header = if item { format!("[[{name}]]") } else { format!("[{name}]") };
        sections.push([vec![header], lines].concat());
    }
    sections.extend(inner);
}

fn dotted_name(name: &[String]) -> String {
    name.iter().map(|key| toml_key(key)).collect::<Vec<_>>().join(".")
}

/// The keys of a path; the position in a list is no part of a header.
fn names(root: &Node, path: &[usize]) -> Vec<String> {
    let (mut names, mut node) = (Vec::new(), root);
    for index in path {
        let child = &node.children()[*index];
        if node.is_map() {
            names.push(child.key.clone());
        }
        node = &child.node;
    }
    names
}

/// Sections behind the last one of a table and of everything in it; behind everything if it has none.
fn after_family(view: &View, at: &[usize], lines: Vec<String>) -> Splice {
    if blank(view.text) {
        let line_break = newline(view.text, body(view.text).start);
        return Splice { range: body(view.text), text: lines.join(line_break) + line_break };
    }
    let family = sections(view).into_iter().filter(|section| !at.is_empty() && section.path.starts_with(at));
    let whole = view.text.trim_end_matches([' ', '\t', '\r', '\n']).len();
    let end = family.map(|section| section.end).max().unwrap_or_else(|| line_end(view.text, whole));
    let line_break = newline(view.text, end);
    Splice::insert(end, format!("{line_break}{line_break}{}", lines.join(line_break)))
}

fn remove(view: &View, at: &[usize]) -> Option<Vec<Splice>> {
    let (index, parent) = at.split_last()?;
    let parent = view.root.at(parent);
    if parent.form == Form::Inline {
        return brackets::remove(view, plain(parent)?, *index);
    }
    let child = &parent.children()[*index];
    if child.node.form == Form::Inline {
        return Some(united(view.text, vec![lines(view.text, child.outer.start, child.outer.end, false)]));
    }
    let gone = sections(view).into_iter().filter(|section| section.path.starts_with(at));
    let mut splices: Vec<_> = gone.map(|section| lines(view.text, section.header.start, section.end, true)).collect();
    if child.node.form == Form::Dotted {
        splices.extend(statements(&child.node).map(|line| lines(view.text, line.start, line.end, false)));
    }
    Some(united(view.text, splices))
}

/// Deletions that touch, as one. At the start of the file there is no line break before them, so those behind them go.
fn united(text: &str, mut splices: Vec<Splice>) -> Vec<Splice> {
    splices.sort_by_key(|splice| splice.range.start);
    let mut united: Vec<Splice> = Vec::new();
    for splice in splices {
        match united.last_mut().filter(|last| last.range.end >= splice.range.start) {
            Some(last) => last.range.end = last.range.end.max(splice.range.end),
            None => united.push(splice),
        }
    }
    let starts = |first: &&mut Splice| {
        first.range.start == body(text).start && !text[first.range.start..].starts_with(['\r', '\n'])
    };
    if let Some(first) = united.first_mut().filter(starts) {
        first.range.end = after_newline(text, after_newline(text, first.range.end));
    }
    united
}

/// Lines with the line break before them; a section with one empty line as well.
fn lines(text: &str, start: usize, end: usize, section: bool) -> Splice {
    let (start, end) = (line_start(text, start), line_end(text, end));
    let before = before_newline(text, start).unwrap_or(start);
    let empty = before_newline(text, before).filter(|_| section);
    Splice::delete(empty.unwrap_or(before)..end)
}

/// Every header in the file with its lines, from the first to the last.
fn sections(view: &View) -> Vec<Section> {
    let start = body(view.text).start;
    let mut found = vec![section(view, Path::new(), start..start)];
    collect(view, view.root, &mut Path::new(), &mut found);
    found.sort_by_key(|section| section.header.start);
    found
}

fn collect(view: &View, node: &Node, path: &mut Path, found: &mut Vec<Section>) {
    for (index, child) in node.children().iter().enumerate() {
        path.push(index);
        if child.node.form == Form::Table {
            found.push(section(view, path.clone(), child.node.span.clone()));
        }
        if child.node.form != Form::Inline {
            collect(view, &child.node, path, found);
        }
        path.pop();
    }
}

fn section(view: &View, path: Path, header: Range<usize>) -> Section {
    let last = statements(view.root.at(&path)).map(|range| range.end).fold(header.end, usize::max);
    let end = if last > body(view.text).start { line_end(view.text, last) } else { last };
    Section { path, header, end }
}

/// The lines `key = value` of a table, those with dotted keys included.
fn statements(table: &Node) -> Box<dyn Iterator<Item = Range<usize>> + '_> {
    Box::new(table.children().iter().flat_map(|child| -> Box<dyn Iterator<Item = Range<usize>> + '_> {
        match child.node.form {
            Form::Inline => Box::new(std::iter::once(child.outer.clone())),
            Form::Dotted => statements(&child.node),
            _ => Box::new(std::iter::empty()),
        }
    }))
}
