//! TOML, read: toml_edit says what is there and where. What it would write is not used: it turns CRLF into LF.

use std::ops::Range;

use serde_json::Value;
use toml_edit::{Array, Document, InlineTable, Item, Key, Table, Value as TomlValue};

use super::error::EditError;
use super::tree::{Child, Data, Form, Node};

pub(super) use super::headers::write;

pub(super) fn parse(text: &str) -> Result<Node, EditError> {
    let document = Document::parse(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        EditError::at(text, start, format!("this is no TOML: {}", error.message().trim()))
    })?;
    Ok(Reader { text }.table(document.as_table(), Form::Table))
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn table(&self, table: &Table, form: Form) -> Node {
        let members = table.iter().filter_map(|(name, _)| table.get_key_value(name));
        let members = members.map(|(key, item)| self.member(key, item)).collect();
        Node::new(table.span().unwrap_or(0..0), form, Data::Map(members))
    }

    fn member(&self, key: &Key, item: &Item) -> Child {
        let node = match item {
            Item::Table(table) if table.is_dotted() => self.table(table, Form::Dotted),
            Item::Table(table) if table.is_implicit() => self.table(table, Form::Implicit),
            Item::Table(table) => self.table(table, Form::Table),
            Item::ArrayOfTables(tables) => {
                let item = |table| {
                    let node = self.table(table, Form::Table);
                    Child { key: String::new(), outer: node.span.clone(), node }
                };
                let items = tables.iter().map(item).collect();
                Node::new(tables.span().unwrap_or(0..0), Form::Tables, Data::List(items))
            }
            Item::Value(value) => self.value(value),
            Item::None => Node::new(0..0, Form::Inline, Data::Nothing),
        };
        let outer = match node.form {
            Form::Inline => start(key)..node.span.end,
            _ => node.span.clone(),
        };
        Child { key: key.get().to_owned(), outer, node }
    }

    fn value(&self, value: &TomlValue) -> Node {
        let span = value.span().unwrap_or(0..0);
        match value {
            TomlValue::InlineTable(table) => self.inline_table(table, span),
            TomlValue::Array(array) => self.array(array, span),
            TomlValue::String(text) => Node::new(span, Form::Inline, Data::Text(text.value().clone())),
            plain => {
                let spelled = self.text[span.clone()].to_owned();
                let meant = match plain {
                    TomlValue::Integer(number) => Value::from(*number.value()),
                    TomlValue::Float(number) => Value::from(*number.value()),
                    TomlValue::Boolean(truth) => Value::from(*truth.value()),
                    _ => Value::from(spelled.as_str()),
                };
                Node::new(span, Form::Inline, Data::Plain(spelled, meant))
            }
        }
    }

    fn inline_table(&self, table: &InlineTable, span: Range<usize>) -> Node {
        let members = table.iter().filter_map(|(name, value)| {
            let node = self.value(value);
            Some(Child { key: name.to_owned(), outer: start(table.key(name)?)..node.span.end, node })
        });
        let members = members.collect();
        let form = if table.is_dotted() { Form::Dotted } else { Form::Inline };
        Node::new(span, form, Data::Map(members))
    }

    fn array(&self, array: &Array, span: Range<usize>) -> Node {
        let items = array.iter().map(|value| {
            let node = self.value(value);
            Child { key: String::new(), outer: node.span.clone(), node }
        });
        let items = items.collect();
        Node::new(span, Form::Inline, Data::List(items))
    }
}

fn start(key: &Key) -> usize {
    key.span().map_or(0, |span| span.start)
}
