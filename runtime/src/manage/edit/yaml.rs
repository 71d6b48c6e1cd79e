//! YAML, read: yaml-edit says what is there and where. What it would write is not used.

use std::ops::Range;

use rowan::ast::AstNode;
use serde_json::Value;
use yaml_edit::validator::{Rule, Severity, Validator};
use yaml_edit::{Lang, Scalar, ScalarType, ScalarValue, SyntaxKind, YamlFile};

use super::editor::View;
use super::error::EditError;
use super::op::Op;
use super::style::{before_newline, line_start};
use super::tree::{Child, Data, Form, Node};

pub(super) use super::block::write;

type Cst = rowan::SyntaxNode<Lang>;
type Token = rowan::SyntaxToken<Lang>;

/// Deeper than any configuration, and shallow enough for any stack.
const DEEPEST: usize = 128;

/// Reads a file of one document. Its parser takes much that is no YAML, so its validator must find nothing either.
pub(super) fn parse(text: &str) -> Result<Node, EditError> {
    let parsed = YamlFile::parse(text);
    if let Some(error) = parsed.positioned_errors().first() {
        let message = error.message.split(". ").next().unwrap_or_default();
        return Err(EditError::at(text, error.range.start as usize, format!("this is no YAML: {message}")));
    }
    let file = parsed.tree();
    let violations = Validator::new().validate_syntax(file.syntax());
    // A key that is there twice is for the host to judge: most take the last.
    let grave = |severity, rule| severity == Severity::Error && rule != Rule::DuplicateKeys;
    if let Some(found) = violations.iter().find(|violation| grave(violation.severity, violation.rule)) {
        let start = found.text_range.map_or(0, |range| range.start as usize);
        return Err(EditError::at(text, start, format!("this is no YAML: {}", found.message)));
    }
    let mut documents = file.documents();
    let first = documents.next();
    if let Some(second) = documents.next() {
        let message = "there is more than one document in this file, and the host reads none of them: keep one";
        return Err(EditError::at(text, range(second.syntax()).start, message));
    }
    let blank = || Node::new(text.len()..text.len(), Form::Block, Data::Nothing);
    match first {
        Some(document) => Ok(Reader { text }.within(document.syntax(), false, 0)?.unwrap_or_else(blank)),
        None => Ok(blank()),
    }
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    /// The one value in a document, a slot for a value, or a tagged node.
    fn within(&self, slot: &Cst, flow: bool, depth: usize) -> Result<Option<Node>, EditError> {
        if depth > DEEPEST {
            return Err(EditError::at(self.text, range(slot).start, "this is nested too deep"));
        }
        let mut values = slot.children().filter(|child| is_value(child.kind()));
        let Some(value) = values.next() else { return Ok(None) };
        if let Some(second) = values.next() {
            return Err(EditError::at(self.text, range(&second).start, "this is no YAML: two values in one place"));
        }
        let mut marks = marks(slot);
        let mut node = match value.kind() {
            SyntaxKind::TAGGED_NODE => {
                let empty = || Node::new(range(&value).end..range(&value).end, Form::Inline, Data::Nothing);
                self.within(&value, flow, depth + 1)?.unwrap_or_else(empty)
            }
            _ => self.value(&value, flow, depth + 1)?,
        };
        marks.push_str(&node.marks);
        node.marks = marks;
        Ok(Some(node))
    }

    fn value(&self, value: &Cst, flow: bool, depth: usize) -> Result<Node, EditError> {
        let bracket = value
            .children_with_tokens()
            .any(|child| matches!(child.kind(), SyntaxKind::LEFT_BRACE | SyntaxKind::LEFT_BRACKET));
        let flow = flow || bracket;
        let (form, children) = (if flow { Form::Inline } else { Form::Block }, value.children());
        Ok(match value.kind() {
            SyntaxKind::MAPPING => {
                let entries = children.filter(|entry| entry.kind() == SyntaxKind::MAPPING_ENTRY);
                let members: Vec<_> =
                    entries.map(|entry| self.member(&entry, flow, depth)).collect::<Result<_, _>>()?;
                Node::new(around(range(value), &members, bracket), form, Data::Map(members))
            }
            SyntaxKind::SEQUENCE => {
                let entries = children.filter(|entry| entry.kind() == SyntaxKind::SEQUENCE_ENTRY);
                let items: Vec<_> = entries.map(|entry| self.item(&entry, flow, depth)).collect::<Result<_, _>>()?;
                Node::new(around(range(value), &items, bracket), form, Data::List(items))
            }
            SyntaxKind::ALIAS => {
                let name = value.text().to_string().trim_start_matches('*').to_owned();
                Node::new(range(value), Form::Inline, Data::Alias(name))
            }
            _ => Node::new(range(value).start..content_end(value), Form::Inline, self.scalar(value)),
        })
    }

    fn member(&self, entry: &Cst, flow: bool, depth: usize) -> Result<Child, EditError> {
        let slot = |kind| entry.children().find(|child| child.kind() == kind);
        let key = match slot(SyntaxKind::KEY) {
            Some(key) => self.key(&key),
            None => String::new(),
        };
        let outer = range(entry).start..content_end(entry);
        let nothing = || Node::new(outer.end..outer.end, Form::Block, Data::Nothing);
        let node = match slot(SyntaxKind::VALUE) {
            Some(value) => self.within(&value, flow, depth)?.unwrap_or_else(nothing),
            None => nothing(),
        };
        Ok(Child { key, outer, node })
    }

    fn item(&self, entry: &Cst, flow: bool, depth: usize) -> Result<Child, EditError> {
        let outer = range(entry).start..content_end(entry);
        let nothing = || Node::new(outer.end..outer.end, Form::Block, Data::Nothing);
        let node = self.within(entry, flow, depth)?.unwrap_or_else(nothing);
        Ok(Child { key: String::new(), outer, node })
    }

    fn scalar(&self, value: &Cst) -> Data {
        let Some(scalar) = Scalar::cast(value.clone()) else { return Data::Nothing };
        let mut text = scalar.as_string();
        if scalar.is_block() && range(value).end == self.text.len() && !self.text.ends_with('\n') {
            // yaml-edit reads a line break here that is not there yet. It would be if a line of ours came behind.
            text.truncate(text.strip_suffix('\n').unwrap_or(&text).len());
        }
        if scalar.is_quoted() || scalar.is_block() {
            return Data::Text(text);
        }
        if value.text().is_empty() {
            return Data::Nothing;
        }
        let meant = match ScalarValue::from_scalar(&scalar).scalar_type() {
            ScalarType::Null => Value::Null,
            ScalarType::Boolean => Value::from(text.eq_ignore_ascii_case("true")),
            ScalarType::Integer => scalar.as_i64().map_or_else(|| Value::from(text.as_str()), Value::from),
            ScalarType::Float => scalar.as_f64().map_or_else(|| Value::from(text.as_str()), Value::from),
            _ => return Data::Text(text),
        };
        Data::Plain(text, meant)
    }

    /// A key that is no plain word or string cannot be one of ours: its text behind a character that no key has.
    fn key(&self, key: &Cst) -> String {
        let scalar = key.children().find_map(Scalar::cast).filter(|_| marks(key).is_empty());
        scalar.map_or_else(|| format!("\0{}", key.text()), |scalar| scalar.as_string())
    }
}

fn is_value(kind: SyntaxKind) -> bool {
    use SyntaxKind::{ALIAS, MAPPING, SCALAR, SEQUENCE, TAGGED_NODE};
    matches!(kind, MAPPING | SEQUENCE | SCALAR | ALIAS | TAGGED_NODE)
}

/// Anchor and tag, as they are spelled.
fn marks(slot: &Cst) -> String {
    let tokens = slot.children_with_tokens().filter_map(|child| child.into_token());
    let marks = tokens.filter(|token| matches!(token.kind(), SyntaxKind::ANCHOR | SyntaxKind::TAG));
    marks.map(|mark| format!("{} ", mark.text())).collect()
}

fn range(node: &Cst) -> Range<usize> {
    let range = node.text_range();
    range.start().into()..range.end().into()
}

/// A container ends with its last child, unless a bracket closes it.
fn around(range: Range<usize>, children: &[Child], bracket: bool) -> Range<usize> {
    match children.last() {
        Some(last) if !bracket => range.start..last.outer.end,
        _ => range,
    }
}

/// Where an entry or scalar ends, without the comment and the line break behind it.
fn content_end(node: &Cst) -> usize {
    use SyntaxKind::{COMMA, COMMENT, INDENT, NEWLINE, WHITESPACE};
    let trivia = |token: &Token| {
        let separator = token.kind() == COMMA && token.parent().as_ref() == Some(node);
        matches!(token.kind(), NEWLINE | INDENT | WHITESPACE | COMMENT) || token.text().is_empty() || separator
    };
    let tokens = node.descendants_with_tokens().filter_map(|element| element.into_token());
    let Some(last) = tokens.filter(|token| !trivia(token)).last() else { return range(node).start };
    let end = usize::from(last.text_range().end());
    let block = last.parent().and_then(Scalar::cast).filter(Scalar::is_block);
    block.map_or(end, |scalar| block_end(&scalar, end))
}

/// Blank lines at the end of a block scalar are part of it if it keeps them, or if one is deeper than its text.
fn block_end(scalar: &Scalar, end: usize) -> usize {
    let (text, start) = (scalar.value(), range(scalar.syntax()).start);
    let header = text.lines().next().unwrap_or("");
    let indicators = header.split([' ', '\t', '#']).next().unwrap_or("");
    let tail = &text[end - start..];
    if !indicators.contains('+') && !tail.contains([' ', '\t']) {
        return end;
    }
    start + before_newline(&text, text.len()).unwrap_or(text.len())
}

/// Where the white space before a value starts, if the value is on the line of its key.
pub(super) fn lead(text: &str, root: &Node, path: &[usize]) -> usize {
    let start = if path.is_empty() { root.span.start } else { root.at(path).span.start };
    let line = line_start(text, start);
    line + text[line..start].trim_end_matches([' ', '\t']).len()
}

/// What no splice of lines can do: a line break that is none for us, and what is written once and read in several places.
pub(super) fn refuse(view: &View, op: &Op) -> Result<(), EditError> {
    let alone = |(at, _): &(usize, &str)| !view.text[at + 1..].starts_with('\n');
    if let Some((at, _)) = view.text.match_indices('\r').find(alone) {
        let message = "this line ends with a carriage return alone: save the file with usual line breaks first";
        return Err(EditError::at(view.text, at, message));
    }
    let mut node = view.root;
    for (depth, index) in op.place().iter().map(Some).chain([None]).enumerate() {
        let path = &op.place()[..depth];
        let start = if path.is_empty() { node.span.start } else { view.root.child(path).outer.start };
        let refuse = |why: String| Err(EditError::at(view.text, start, why));
        let anchor = node.marks.split(' ').find_map(|mark| mark.strip_prefix('&'));
        if let Some(anchor) = anchor.filter(|anchor| aliased(view.root, anchor)) {
            return refuse(format!(
                "what is here is read elsewhere too, as `*{anchor}`: write it out there, or edit both by hand"
            ));
        }
        let missing = index.is_none() && matches!(op, Op::Insert { .. });
        if missing && node.member("<<").is_some() {
            return refuse(
                "`<<` merges other keys in here, which a key of ours would hide: add ours by hand".to_owned(),
            );
        }
        if let Some(index) = index {
            node = &node.children()[*index].node;
        }
    }
    Ok(())
}

fn aliased(node: &Node, anchor: &str) -> bool {
    match &node.data {
        Data::Alias(name) => name == anchor,
        _ => node.children().iter().any(|child| aliased(&child.node, anchor)),
    }
}
