//! Reply and entry templates: data with `$variables` in it.
//!
//! A string that is `$name` stands for the variable's value, whatever its type; the key it stands under is left out when
//! the variable has none. `${name}` inside a longer string is replaced by the variable's text. All else is literal.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// A template's tree. Keys keep the order in which they were written.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Bool(bool),
    Int(i64),
    Text(Text),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// A string with variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    Literal(String),
    /// The whole string is one variable.
    Variable(String),
    Pieces(Vec<Piece>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Literal(String),
    Variable(String),
}

impl Text {
    /// Parses a string of a template.
    ///
    /// # Errors
    /// A `${` without its `}`.
    pub fn parse(text: &str) -> Result<Text, String> {
        if let Some(name) = text.strip_prefix('$')
            && is_name(name)
        {
            return Ok(Text::Variable(name.to_owned()));
        }
        if !text.contains("${") {
            return Ok(Text::Literal(text.to_owned()));
        }
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some(start) = rest.find("${") {
            let end = rest[start..].find('}').ok_or_else(|| format!("`{text}`: a `${{` has no `}}`"))? + start;
            if start > 0 {
                pieces.push(Piece::Literal(rest[..start].to_owned()));
            }
            pieces.push(Piece::Variable(rest[start + 2..end].to_owned()));
            rest = &rest[end + 1..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Literal(rest.to_owned()));
        }
        Ok(Text::Pieces(pieces))
    }

    /// The variables in it.
    pub fn variables(&self) -> Vec<&str> {
        match self {
            Text::Literal(_) => Vec::new(),
            Text::Variable(name) => vec![name],
            Text::Pieces(pieces) => pieces
                .iter()
                .filter_map(|p| match p {
                    Piece::Variable(name) => Some(name.as_str()),
                    Piece::Literal(_) => None,
                })
                .collect(),
        }
    }

    /// The text with every variable replaced; `None` when a variable that is the whole text has no value.
    pub fn fill(&self, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        match self {
            Text::Literal(text) => Some(text.clone()),
            Text::Variable(name) => value(name),
            Text::Pieces(pieces) => Some(
                pieces
                    .iter()
                    .map(|p| match p {
                        Piece::Literal(text) => text.clone(),
                        Piece::Variable(name) => value(name).unwrap_or_default(),
                    })
                    .collect(),
            ),
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

impl Node {
    /// Builds a template from TOML data.
    ///
    /// # Errors
    /// A value that JSON has no form for, or a broken `${…}`.
    pub fn from_toml(value: &toml::Value) -> Result<Node, String> {
        Ok(match value {
            toml::Value::Boolean(b) => Node::Bool(*b),
            toml::Value::Integer(i) => Node::Int(*i),
            toml::Value::String(s) => Node::Text(Text::parse(s)?),
            toml::Value::Array(items) => Node::List(items.iter().map(Node::from_toml).collect::<Result<_, _>>()?),
            toml::Value::Table(map) => {
                Node::Map(map.iter().map(|(k, v)| Ok((k.clone(), Node::from_toml(v)?))).collect::<Result<_, String>>()?)
            }
            other => return Err(format!("a {} has no place in a template", other.type_str())),
        })
    }

    /// Every variable in the tree.
    pub fn variables(&self) -> Vec<&str> {
        match self {
            Node::Text(text) => text.variables(),
            Node::List(items) => items.iter().flat_map(Node::variables).collect(),
            Node::Map(map) => map.iter().flat_map(|(_, n)| n.variables()).collect(),
            Node::Bool(_) | Node::Int(_) => Vec::new(),
        }
    }

    /// Every key in the tree.
    pub fn keys(&self) -> Vec<&str> {
        match self {
            Node::List(items) => items.iter().flat_map(Node::keys).collect(),
            Node::Map(map) => map.iter().flat_map(|(k, n)| std::iter::once(k.as_str()).chain(n.keys())).collect(),
            Node::Text(_) | Node::Bool(_) | Node::Int(_) => Vec::new(),
        }
    }

    /// The tree as JSON with variables replaced; a variable without a value takes its key with it.
    pub fn fill(&self, value: &dyn Fn(&str) -> Option<serde_json::Value>) -> Option<serde_json::Value> {
        use serde_json::Value;
        let as_text = |name: &str| match value(name)? {
            Value::String(s) => Some(s),
            other => Some(other.to_string()),
        };
        Some(match self {
            Node::Bool(b) => Value::Bool(*b),
            Node::Int(i) => Value::from(*i),
            Node::Text(Text::Variable(name)) => value(name)?,
            Node::Text(text) => Value::String(text.fill(&as_text)?),
            Node::List(items) => Value::Array(items.iter().filter_map(|n| n.fill(value)).collect()),
            Node::Map(map) => {
                Value::Object(map.iter().filter_map(|(k, n)| Some((k.clone(), n.fill(value)?))).collect())
            }
        })
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Node::from_toml(&toml::Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Text::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn node(toml: &str) -> Node {
        Node::from_toml(&toml.parse::<toml::Table>().unwrap().remove("t").unwrap()).unwrap()
    }

    #[test]
    fn variables_keep_their_type_and_take_their_key_with_them() {
        let t = node(r#"t = { a = "$input", b = "$context", c = "x ${reason}!", d = [1, true, "$context"] }"#);
        let filled = t.fill(&|name| match name {
            "input" => Some(json!({"k": 1})),
            "reason" => Some(json!("why")),
            _ => None,
        });
        assert_eq!(filled, Some(json!({"a": {"k": 1}, "c": "x why!", "d": [1, true]})));
        assert_eq!(t.variables(), ["input", "context", "reason", "context"]);
    }

    #[test]
    fn a_dollar_that_is_no_variable_is_text() {
        assert_eq!(Text::parse("$5"), Ok(Text::Literal("$5".into())));
        assert_eq!(Text::parse("US$ x"), Ok(Text::Literal("US$ x".into())));
        assert!(Text::parse("a ${b").is_err());
    }
}
