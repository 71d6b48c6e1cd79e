//! TOML, read: the parser says what is there and where. Nothing is written by it, it keeps no comments.

use std::num::IntErrorKind;
use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::error::EditError;
use super::style::line_start;
use super::tree::{Child, Data, Form, Node};

pub(super) use super::headers::write;

pub(super) fn parse(text: &str) -> Result<Node, EditError> {
    let document = DeTable::parse(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        EditError::at(text, start, format!("this is no TOML: {}", error.message().trim()))
    })?;
    Reader { text }.table(document.get_ref(), 0..0, Form::Table)
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn table(&self, table: &DeTable, span: Range<usize>, form: Form) -> Result<Node, EditError> {
        let members = table.iter().map(|(key, value)| {
            let node = self.value(value, form == Form::Inline)?;
            let outer = match node.form {
                Form::Inline => key.span().start..node.span.end,
                _ => node.span.clone(),
            };
            Ok(Child { key: key.get_ref().to_string(), outer, node })
        });
        let members = members.collect::<Result<_, EditError>>()?;
        Ok(Node::new(span, form, Data::Map(members)))
    }

    fn value(&self, value: &Spanned<DeValue>, inline: bool) -> Result<Node, EditError> {
        let span = value.span();
        let spelled = &self.text[span.clone()];
        let no_number = || EditError::at(self.text, span.start, format!("this is no TOML: `{spelled}` is no number"));
        let meant = match value.get_ref() {
            DeValue::Table(table) => return self.table(table, span.clone(), self.form(span.start, inline)),
            DeValue::Array(array) => return self.array(array, span),
            DeValue::String(text) => return Ok(Node::new(span, Form::Inline, Data::Text(text.to_string()))),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::from(number),
                // One that is too long stays as it is spelled.
                Err(error) => match error.kind() {
                    IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => Value::from(spelled),
                    _ => return Err(no_number()),
                },
            },
            DeValue::Float(number) => number.as_str().parse::<f64>().map(Value::from).map_err(|_| no_number())?,
            DeValue::Boolean(truth) => Value::from(*truth),
            DeValue::Datetime(_) => Value::from(spelled),
        };
        Ok(Node::new(span, Form::Inline, Data::Plain(spelled.to_owned(), meant)))
    }

    /// A table's span is its header, its brackets, or the key that names it in a header or before a dot.
    fn form(&self, start: usize, inline: bool) -> Form {
        let line = self.text[line_start(self.text, start)..].trim_start_matches(['\u{feff}', ' ', '\t']);
        match self.text.as_bytes().get(start) {
            Some(b'{') => Form::Inline,
            Some(b'[') => Form::Table,
            _ if line.starts_with('[') && !inline => Form::Implicit,
            _ => Form::Dotted,
        }
    }

    /// A list of tables is where its first header is, which is the first table's.
    fn array(&self, array: &DeArray, span: Range<usize>) -> Result<Node, EditError> {
        let form = match array.first().is_some_and(|first| first.span() == span) {
            true => Form::Tables,
            false => Form::Inline,
        };
        let items = array.iter().map(|value| {
            let node = self.value(value, form == Form::Inline)?;
            Ok(Child { key: String::new(), outer: node.span.clone(), node })
        });
        let items = items.collect::<Result<_, EditError>>()?;
        Ok(Node::new(span, form, Data::List(items)))
    }
}
