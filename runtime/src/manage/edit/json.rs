//! JSON, strict and with comments.

use jsonc_parser::ast;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, common::Ranged, parse_to_ast};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::brackets;
use super::editor::View;
use super::error::EditError;
use super::op::{Op, Splice};
use super::render::{self, Shape};
use super::style::{indent, newline, space_before};
use super::tree::{Child, Data, Form, Node};

const BOM: char = '\u{feff}';

/// Reads a file. Two parsers must agree that it is one: jsonc-parser, that says where everything is, and serde_json, that
/// takes nothing which is not JSON.
pub(super) fn parse(text: &str, strict: bool) -> Result<Node, EditError> {
    let body = text.strip_prefix(BOM).unwrap_or(text);
    let shift = text.len() - body.len();
    let options = CollectOptions { comments: CommentCollectionStrategy::Off, tokens: true };
    let parsed = parse_to_ast(body, &options, &dialect()).map_err(|error| {
        EditError::at(text, shift + error.range().start, format!("this is no JSON: {}", error.kind()))
    })?;
    if strict {
        refuse_comments(text, shift, body, parsed.value.is_none())?;
    }
    match parsed.value {
        Some(value) => {
            let tokens = parsed.tokens.unwrap_or_default();
            judge(&tokens, body)
                .map_err(|message| EditError::at(text, shift + value.start(), format!("this is no JSON: {message}")))?;
            Ok(node(&value, shift, body))
        }
        None => Ok(Node::new(text.len()..text.len(), Form::Inline, Data::Nothing)),
    }
}

/// JSON, comments and trailing commas; nothing of JSON5.
fn dialect() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

/// What a strict parser says, where it is about more than a file without any value.
fn refuse_comments(text: &str, shift: usize, body: &str, blank: bool) -> Result<(), EditError> {
    let Err(error) = serde_json::from_str::<IgnoredAny>(body) else { return Ok(()) };
    if blank && body.trim().is_empty() {
        return Ok(());
    }
    let lines = body.split_inclusive('\n').take(error.line().saturating_sub(1));
    let at = (lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1)).min(body.len());
    let rest = body.get(at..).unwrap_or("");
    let what = if rest.starts_with("//") || rest.starts_with("/*") {
        "a comment".to_owned()
    } else if rest.starts_with(['}', ']']) {
        "a comma before a closing bracket".to_owned()
    } else {
        error.to_string()
    };
    let message = format!("this host reads strict JSON and drops the whole file for this: {what}. Take it out first");
    Err(EditError::at(text, shift + at, message))
}

/// Lets serde_json read the same tokens, without comments and trailing commas.
fn judge(tokens: &[TokenAndRange], body: &str) -> Result<(), String> {
    let mut json = String::with_capacity(body.len());
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1).map(|next| &next.token);
        let trailing = matches!(next, Some(Token::CloseBrace | Token::CloseBracket));
        if !(trailing && token.token == Token::Comma) {
            json.push_str(token.text(body));
            json.push(' ');
        }
    }
    serde_json::from_str::<Value>(&json).map(drop).map_err(|error| error.to_string())
}

fn node(value: &ast::Value, shift: usize, body: &str) -> Node {
    let range = value.range();
    let child = |key: &str, start: usize, value: &ast::Value| Child {
        key: key.to_owned(),
        outer: start + shift..value.end() + shift,
        node: node(value, shift, body),
    };
    let data = match value {
        ast::Value::Object(object) => Data::Map(
            object.properties.iter().map(|member| child(member.name.as_str(), member.start(), &member.value)).collect(),
        ),
        ast::Value::Array(array) => {
            Data::List(array.elements.iter().map(|item| child("", item.start(), item)).collect())
        }
        ast::Value::StringLit(string) => Data::Text(string.value.to_string()),
        plain => {
            let spelled = plain.text(body);
            let meant = serde_json::from_str(spelled).unwrap_or_else(|_| Value::from(spelled));
            Data::Plain(spelled.to_owned(), meant)
        }
    };
    Node::new(range.start + shift..range.end + shift, Form::Inline, data)
}

pub(super) fn write(view: &View, op: &Op) -> Option<Vec<Splice>> {
    match op {
        Op::Insert { at, key, value } if at.is_empty() && matches!(view.root.data, Data::Nothing) => {
            Some(vec![root(view, &Value::Object([(key.clone(), value.clone())].into_iter().collect()))])
        }
        Op::Insert { at, key, value } => brackets::add(view, view.root.at(at), Some(key), value),
        Op::Append { at, value } => brackets::add(view, view.root.at(at), None, value),
        Op::Replace { at, value } => {
            let span = view.root.at(at).span.clone();
            let shape = match view.text[span.clone()].contains('\n') {
                true => Shape::Lines {
                    indent: indent(view.text, span.start).to_owned(),
                    newline: newline(view.text, span.end),
                },
                false => Shape::Inline,
            };
            Some(vec![Splice { text: render::value(view, value, &shape), range: span }])
        }
        Op::Unhead { .. } => None,
        Op::Remove { at } => {
            let (index, parent) = at.split_last()?;
            brackets::remove(view, view.root.at(parent), *index)
        }
        Op::Empty { at, was } => brackets::empty(view, view.root.at(at), was.as_deref()),
        Op::Clear { was } => Some(vec![clear(view, was.as_deref())]),
    }
}

/// The root of a file that has none: behind its comments.
fn root(view: &View, value: &Value) -> Splice {
    let start = view.text.len() - view.text.trim_start_matches(BOM).len();
    let end = space_before(view.text, view.text.len()).max(start);
    let line = newline(view.text, end);
    let text = render::value(view, value, &Shape::Lines { indent: String::new(), newline: line });
    if end == start {
        return Splice { range: start..view.text.len(), text: format!("{text}{line}") };
    }
    Splice::insert(end, format!("{line}{text}"))
}

fn clear(view: &View, was: Option<&str>) -> Splice {
    let start = view.text.len() - view.text.trim_start_matches(BOM).len();
    let before = space_before(view.text, view.root.span.start).max(start);
    let alone = before == start && view.text[view.root.span.end..].trim().is_empty();
    match was {
        Some(was) if alone => Splice { range: start..view.text.len(), text: was.to_owned() },
        _ => Splice::delete(before..view.root.span.end),
    }
}
