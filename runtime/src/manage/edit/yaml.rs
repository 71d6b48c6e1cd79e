//! YAML, read: saphyr-parser says what is there. Where it starts and ends we look up, for the parser is exact only for some
//! of it.

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span, StrInput};

use super::between::{block_end, indicates, is_open, mark_end, quoted_end, skip};
use super::editor::View;
use super::error::EditError;
use super::mend::Mends;
use super::op::Op;
use super::plain::meaning;
use super::style::line_start;
use super::tree::{Child, Data, Form, Node};

pub(super) use super::block::write;

/// Deeper than any configuration, and shallow enough for any stack.
const DEEPEST: usize = 128;
const TOO_DEEP: &str = "this is nested too deep";

/// Reads a file of one document. A key that is there twice is for the host to judge: most take the last.
pub(super) fn parse(text: &str) -> Result<Node, EditError> {
    let mut mends = Mends::default();
    let mut fault = None;
    loop {
        let (source, places) = mends.source(text);
        let mut reader = Reader::new(text, &source, places, &mends);
        let (read, stopped, spoilt) = (reader.file(), reader.stopped, reader.spoilt);
        match (read, stopped, fault) {
            (Err(error), Some((at, info)), _) if mends.learn(text, at, &info) => fault = Some(error),
            (Ok(_), _, Some(error)) if mends.undo(text, &spoilt) => fault = Some(error),
            (Ok(root), _, Some(error)) => return if mends.are_idle(&root) { Ok(root) } else { Err(error) },
            (read, ..) => return read,
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// Where each character starts, for the parser counts characters.
    bytes: Vec<usize>,
    parser: Parser<'a, StrInput<'a>>,
    /// Behind what was read last.
    at: usize,
    /// Where the parser found a fault, and which.
    stopped: Option<(usize, String)>,
    mends: &'a Mends,
    /// Mends that changed a text.
    spoilt: Vec<usize>,
}

type Spanned<'a> = (Event<'a>, Span);

impl<'a> Reader<'a> {
    fn new(text: &'a str, source: &'a str, bytes: Vec<usize>, mends: &'a Mends) -> Self {
        Reader { text, bytes, parser: Parser::new_from_str(source), at: 0, stopped: None, mends, spoilt: Vec::new() }
    }

    fn file(&mut self) -> Result<Node, EditError> {
        let mut root = None;
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => break,
                (Event::DocumentStart(_), span) if root.is_some() => {
                    let message =
                        "there is more than one document in this file, and the host reads none of them: keep one";
                    return Err(EditError::at(self.text, self.byte(span.start), message));
                }
                (Event::DocumentStart(explicit), span) => {
                    self.at = if explicit { self.byte(span.end) } else { self.bare_start() };
                    let value = self.next()?;
                    root = Some(self.value(value, false, 0)?);
                }
                _ => {}
            }
        }
        let blank = |root: &Node| matches!(root.data, Data::Nothing) && root.marks.is_empty();
        let end = self.text.len();
        Ok(root.filter(|root| !blank(root)).unwrap_or_else(|| Node::new(end..end, Form::Block, Data::Nothing)))
    }

    /// The start of a document without `---`. In front of it there may be the end of one that is none.
    fn bare_start(&self) -> usize {
        let mut at = skip(self.text, 0);
        while indicates(self.text, at, "...") {
            at = skip(self.text, at + 3);
        }
        at
    }

    fn next(&mut self) -> Result<Spanned<'a>, EditError> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => {
                let at = self.byte(*error.marker());
                self.stopped = Some((at, error.info().to_owned()));
                let message = match error.info() {
                    "recursion limit exceeded" => TOO_DEEP.to_owned(),
                    info => format!("this is no YAML: {info}"),
                };
                Err(EditError::at(self.text, at, message))
            }
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn byte(&self, marker: Marker) -> usize {
        self.bytes.get(marker.index()).copied().unwrap_or(self.text.len())
    }

    /// What comes next, with its anchor and tag.
    fn value(&mut self, (event, span): Spanned<'a>, flow: bool, depth: usize) -> Result<Node, EditError> {
        let first = skip(self.text, self.at);
        if depth > DEEPEST {
            return Err(EditError::at(self.text, first, TOO_DEEP));
        }
        let (mut marks, mut start) = (String::new(), first);
        for _ in 0..marked(&event) {
            self.at = mark_end(self.text, start);
            marks = format!("{marks}{} ", &self.text[start..self.at]);
            start = skip(self.text, self.at);
        }
        let mut node = match event {
            Event::Scalar(text, ScalarStyle::Plain, ..) if text.is_empty() => {
                Node::new(self.at..self.at, Form::Inline, Data::Nothing)
            }
            _ if !self.agrees(&event, span, first, start) => return Err(self.lost(first)),
            Event::Scalar(text, style, ..) => self.scalar(&text, style, start, self.byte(span.end))?,
            Event::Alias(_) => {
                let end = self.byte(span.end);
                Node::new(start..end, Form::Inline, Data::Alias(self.text[start + 1..end].to_owned()))
            }
            _ => self.container(&event, span, start, flow, depth)?,
        };
        self.at = node.span.end;
        node.marks = marks;
        Ok(node)
    }

    /// Whether the parser sees a value where we do.
    fn agrees(&self, event: &Event, span: Span, first: usize, start: usize) -> bool {
        let (here, end) = (&self.text[start..], self.byte(span.end));
        let said = self.byte(span.start) == first;
        match event {
            // For these it names the first line of the text, or what is behind the dash.
            Event::Scalar(_, ScalarStyle::Literal | ScalarStyle::Folded, ..) => {
                here.starts_with(['|', '>']) && end > start
            }
            Event::SequenceStart(..) => said || indicates(self.text, start, "-"),
            Event::MappingStart(..) => said,
            _ => said && end > start,
        }
    }

    /// Without a place there can be no edit. The parser also takes a bracket for one of another kind here and there.
    fn lost(&self, at: usize) -> EditError {
        EditError::at(self.text, at, "this is no YAML, or none whose parts can be told apart: mind the brackets")
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, start: usize, next: usize) -> Result<Node, EditError> {
        let (end, data) = match style {
            ScalarStyle::Plain => (next, meaning(text)),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                let end = quoted_end(self.text, start).ok_or_else(|| self.lost(start))?;
                (end, Data::Text(text.to_owned()))
            }
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let open = next == self.text.len() && !self.text.ends_with('\n');
                let open = open && is_open(&self.text[start..next], text);
                let text = text.strip_suffix('\n').filter(|_| open).unwrap_or(text);
                (block_end(self.text, start, next), Data::Text(text.to_owned()))
            }
        };
        let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        self.spoilt.extend(self.mends.within(start..end, block));
        Ok(Node::new(start..end, Form::Inline, data))
    }

    fn container(
        &mut self,
        event: &Event,
        span: Span,
        start: usize,
        flow: bool,
        depth: usize,
    ) -> Result<Node, EditError> {
        let is_map = matches!(event, Event::MappingStart(..));
        // Not so the bracket that a key or an item starts with.
        let bracket = self.text[start..].starts_with(if is_map { '{' } else { '[' }) && self.byte(span.end) > start;
        let flow = flow || bracket;
        self.at = start + usize::from(bracket);
        let mut children = Vec::new();
        loop {
            match self.next()? {
                (Event::MappingEnd | Event::SequenceEnd, _) => break,
                (Event::StreamEnd | Event::DocumentEnd, _) => return Err(self.lost(start)),
                first if is_map => children.push(self.member(first, flow, depth + 1)?),
                first => children.push(self.item(first, flow, depth + 1)?),
            }
        }
        if bracket {
            let close = self.child(true);
            if !self.text[close..].starts_with(if is_map { '}' } else { ']' }) {
                return Err(self.lost(start));
            }
            self.at = close + 1;
        }
        let data = if is_map { Data::Map(children) } else { Data::List(children) };
        Ok(Node::new(start..self.at, if flow { Form::Inline } else { Form::Block }, data))
    }

    /// Goes to the start of the next child, or to the bracket that closes.
    fn child(&mut self, flow: bool) -> usize {
        self.at = skip(self.text, self.at);
        if flow && self.text[self.at..].starts_with(',') {
            self.at = skip(self.text, self.at + 1);
        }
        self.at
    }

    fn member(&mut self, key: Spanned<'a>, flow: bool, depth: usize) -> Result<Child, EditError> {
        let start = self.child(flow);
        let explicit = indicates(self.text, start, "?");
        self.at += usize::from(explicit);
        let key_start = skip(self.text, self.at);
        let key = match self.value(key, flow, depth)? {
            Node { data: Data::Text(text) | Data::Plain(text, _), marks, .. } if is_word(&marks) => text,
            Node { data: Data::Nothing, marks, .. } if marks.is_empty() => String::new(),
            // What is no plain word or string cannot be one of ours: its text behind a character that no key has.
            _ => format!("\0{}", &self.text[key_start..self.at]),
        };
        if let Some(colon) = self.colon(start, explicit, flow) {
            self.at = colon + 1;
        }
        let value = self.next()?;
        let node = self.value(value, flow, depth)?;
        Ok(Child { key, outer: start..self.at, node })
    }

    /// The colon behind a key. One that is marked with `?` may have none, and the next one be of the key around it.
    fn colon(&self, start: usize, explicit: bool, flow: bool) -> Option<usize> {
        let at = skip(self.text, self.at);
        let column = |at: usize| self.text[line_start(self.text, at)..at].chars().count();
        let ours = match flow {
            true => self.text[at..].starts_with(':'),
            false => indicates(self.text, at, ":") && (!explicit || column(at) == column(start)),
        };
        ours.then_some(at)
    }

    fn item(&mut self, value: Spanned<'a>, flow: bool, depth: usize) -> Result<Child, EditError> {
        let start = self.child(flow);
        if !flow && !indicates(self.text, start, "-") {
            return Err(self.lost(start));
        }
        self.at += usize::from(!flow);
        let node = self.value(value, flow, depth)?;
        Ok(Child { key: String::new(), outer: start..self.at, node })
    }
}

/// Whether a key with such marks is the word that it is without them.
fn is_word(marks: &str) -> bool {
    marks.split_whitespace().all(|mark| mark.starts_with('&') || matches!(mark, "!" | "!!str"))
}

/// How many of anchor and tag a value has.
fn marked(event: &Event) -> usize {
    match event {
        Event::Scalar(_, _, anchor, tag) | Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
            usize::from(*anchor > 0) + usize::from(tag.is_some())
        }
        _ => 0,
    }
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
