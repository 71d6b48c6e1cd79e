//! Containers between brackets: JSON, TOML's inline arrays and tables, YAML's flow style.
//!
//! What is added stands behind everything that is in the container, comments as well, and takes the white space before it
//! along when it goes. So the way back needs no memory, but for the white space in an empty container.

use serde_json::Value;

use super::Syntax;
use super::editor::View;
use super::gap::{Kind, Piece, pieces};
use super::op::Splice;
use super::render::{self, Shape};
use super::style::{indent, newline, space_before};
use super::tree::{Form, Node};

/// Adds a member (with a key) or an item (without) at the end.
pub(super) fn add(view: &View, node: &Node, key: Option<&str>, value: &Value) -> Option<Vec<Splice>> {
    let inside = node.span.start + 1..node.span.end - 1;
    let Some(last) = node.children().last() else { return first(view, node, key, value) };
    let tail = pieces(view.text, last.outer.end..inside.end, view.syntax)?;
    let end = last_word(&tail);
    let anchor = end.map_or(last.outer.end, |piece| piece.range.end);
    let after_line_comment = end.is_some_and(|piece| piece.kind == Kind::LineComment);
    let (space, shape) = like_last(view, node, newline(view.text, anchor), after_line_comment);
    let item = format!("{space}{}", render::child(view, key, value, &shape));
    Some(if tail.iter().any(|piece| piece.kind == Kind::Comma) {
        vec![Splice::insert(anchor, format!("{item},"))]
    } else if anchor == last.outer.end {
        vec![Splice::insert(anchor, format!(",{item}"))]
    } else {
        vec![Splice::insert(last.outer.end, ","), Splice::insert(anchor, item)]
    })
}

/// The first child of an empty container.
fn first(view: &View, node: &Node, key: Option<&str>, value: &Value) -> Option<Vec<Splice>> {
    let inside = node.span.start + 1..node.span.end - 1;
    let content = pieces(view.text, inside.clone(), view.syntax)?;
    let line = indent(view.text, node.span.start);
    let deeper = format!("{line}{}", view.style.unit);
    if let Some(comment) = last_word(&content) {
        let break_line = newline(view.text, comment.range.end);
        let on_lines = comment.kind == Kind::LineComment || view.text[inside].contains('\n');
        let (space, shape) = match on_lines {
            true => (format!("{break_line}{deeper}"), expanded(view, deeper, break_line)),
            false => (" ".to_owned(), Shape::Inline),
        };
        let item = render::child(view, key, value, &shape);
        return Some(vec![Splice::insert(comment.range.end, format!("{space}{item}"))]);
    }
    let break_line = newline(view.text, inside.end + 1);
    let text = if one_line(view, node) {
        let pad = if key.is_some() { pad(view) } else { "" };
        format!("{pad}{}{pad}", render::child(view, key, value, &Shape::Inline))
    } else {
        let item = render::child(view, key, value, &expanded(view, deeper.clone(), break_line));
        format!("{break_line}{deeper}{item}{break_line}{line}")
    };
    Some(vec![Splice { range: inside, text }])
}

fn pad(view: &View) -> &'static str {
    if view.syntax == Syntax::Toml { " " } else { view.style.pad }
}

/// Whether what comes into an empty container stays on its line.
fn one_line(view: &View, node: &Node) -> bool {
    match view.syntax {
        Syntax::Json | Syntax::Jsonc => {
            let text = view.text.trim_start_matches('\u{feff}').trim();
            !text.contains('\n') && node.span != view.root.span
        }
        // A line break in an inline table is an error for parsers of TOML 1.0.
        Syntax::Toml => node.is_map() || within_inline(view.root, node),
        // In YAML a line break asks for an indentation that depends on what is around.
        Syntax::Yaml => true,
    }
}

fn within_inline(at: &Node, node: &Node) -> bool {
    at.children().iter().any(|child| {
        let around = child.node.span.start <= node.span.start && node.span.end <= child.node.span.end;
        let inline = at.form == Form::Inline && child.node.span == node.span;
        inline || (around || child.node.form != Form::Inline) && within_inline(&child.node, node)
    })
}

fn expanded(view: &View, indent: String, newline: &'static str) -> Shape {
    if view.syntax == Syntax::Yaml { Shape::Inline } else { Shape::Lines { indent, newline } }
}

/// The white space before, and the shape of, a child that follows the last one.
fn like_last(view: &View, node: &Node, break_line: &'static str, after_line_comment: bool) -> (String, Shape) {
    let text = view.text;
    let last = node.children().last().expect("the container is not empty");
    let before = space_before(text, last.outer.start);
    let space = &text[before..last.outer.start];
    let one_line = !text[last.node.span.clone()].contains('\n');
    if let Some(line) = space.rfind('\n') {
        let indent = space[line + 1..].to_owned();
        let like_sibling = node.is_list() && last.node.is_container() && one_line;
        let shape = if like_sibling { Shape::Inline } else { expanded(view, indent.clone(), break_line) };
        return (format!("{break_line}{indent}"), shape);
    }
    let deeper = format!("{}{}", indent(text, node.span.start), view.style.unit);
    if after_line_comment {
        return (format!("{break_line}{deeper}"), expanded(view, deeper, break_line));
    }
    let space = if node.children().len() > 1 { space } else { view.style.comma().trim_start_matches(',') };
    let shape = match one_line {
        true => Shape::Inline,
        false => expanded(view, indent(text, last.outer.end).to_owned(), break_line),
    };
    (space.to_owned(), shape)
}

fn last_word(pieces: &[Piece]) -> Option<&Piece> {
    pieces.iter().rfind(|piece| piece.kind != Kind::Space)
}

/// Takes a child out, with the white space before it and one comma.
pub(super) fn remove(view: &View, node: &Node, index: usize) -> Option<Vec<Splice>> {
    let children = node.children();
    let outer = children[index].outer.clone();
    let next = children.get(index + 1).map(|child| child.outer.start);
    let after = pieces(view.text, outer.end..next.unwrap_or(node.span.end - 1), view.syntax)?;
    let from = index.checked_sub(1).map_or(node.span.start + 1, |previous| children[previous].outer.end);
    let before = pieces(view.text, from..outer.start, view.syntax)?;
    // White space at the end of a comment's line is the comment's.
    let comment = before.iter().rfind(|piece| piece.kind == Kind::LineComment).map_or(0, |piece| piece.range.end);
    let mut start = space_before(view.text, outer.start).max(comment);
    let own_line = view.text[start..outer.start].contains('\n');
    let Some(comma) = after.iter().position(|piece| piece.kind == Kind::Comma) else {
        let mut splices = vec![Splice::delete(start..outer.end)];
        if index > 0 {
            splices.extend(
                before.iter().find(|piece| piece.kind == Kind::Comma).map(|comma| Splice::delete(comma.range.clone())),
            );
        }
        return Some(splices);
    };
    let mut end = after[comma].range.end;
    let follows = |at: usize| after.get(comma + at).map(|piece| piece.kind);
    if matches!(follows(2), Some(Kind::Comment | Kind::LineComment)) && follows(1) == Some(Kind::Space) {
        let space = after[comma + 1].range.clone();
        if !view.text[space.clone()].contains('\n') {
            // A comment behind our entry is not ours: it takes our place on the line.
            (start, end) = (outer.start, space.end);
        }
    } else if index == 0 && !own_line && comma + 2 >= after.len() {
        // The first on a line: the next one moves to its place.
        (start, end) = (outer.start, next.unwrap_or(end));
    }
    let clean = after[..comma].iter().all(|piece| piece.kind == Kind::Space);
    Some(if clean {
        vec![Splice::delete(start..end)]
    } else {
        vec![Splice::delete(start..outer.end), Splice::delete(after[comma].range.start..end)]
    })
}

/// Takes the only child out; what the container was when it was empty comes back, unless there is a comment by now.
pub(super) fn empty(view: &View, node: &Node, was: Option<&str>) -> Option<Vec<Splice>> {
    let inside = node.span.start + 1..node.span.end - 1;
    let was = was.map(str::trim).filter(|was| was.len() >= 2).map_or("", |was| &was[1..was.len() - 1]);
    if !was.trim().is_empty() {
        return None;
    }
    let outer = node.children()[0].outer.clone();
    let around = [inside.start..outer.start, outer.end..inside.end];
    let mut comments = false;
    for gap in around {
        let found = pieces(view.text, gap, view.syntax)?;
        comments |= found.iter().any(|piece| matches!(piece.kind, Kind::Comment | Kind::LineComment));
    }
    if comments {
        return remove(view, node, 0);
    }
    Some(vec![Splice { range: inside, text: was.to_owned() }])
}
