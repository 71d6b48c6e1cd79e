//! The JSON Schema of host files, by which editors complete and check them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema, schema_for};
use serde_json::{Value, json};

use super::check::{MCP, TOOLS};
use super::homes::Home;
use super::one_or_many::OneOrMany;
use super::source::{Condition, Source};
use super::{Field, Host, Native};
use crate::vocab::Event;

/// The schema of a host file.
pub fn schema() -> Value {
    let mut schema = schema_for!(Host).to_value();
    schema["title"] = "A Hookwright host file".into();
    let events: Vec<&str> = Event::ALL.iter().map(|e| e.name()).collect();
    schema["properties"]["events"]["propertyNames"] = json!({ "enum": events });
    schema["properties"]["tools"]["propertyNames"] = json!({ "enum": TOOLS });
    schema
}

impl JsonSchema for Source {
    fn schema_name() -> Cow<'static, str> {
        "Source".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "`/a/b` a JSON pointer, `$NAME` an environment variable, `=text` a constant; then steps: \
                `| json`, `| text`, `| lines`, `| file`, `| exists`, `| not`, `| positive`, `| /key`",
            "type": "string",
            "pattern": "^(/|\\$|=|$)",
        })
    }
}

impl JsonSchema for Home {
    fn schema_name() -> Cow<'static, str> {
        "Home".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A variable whose value takes the place of the folder, and what is added to it: `NAME`, `NAME/folder`",
            "type": "string",
            "pattern": "^[A-Z][A-Z0-9_]*(/.+)?$",
        })
    }
}

impl JsonSchema for Condition {
    fn schema_name() -> Cow<'static, str> {
        "Condition".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "`/x` is there, `!/x` is not, `/x = text` equals",
            "type": "string",
        })
    }
}

impl<T: JsonSchema> JsonSchema for OneOrMany<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("OneOrMany{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
    }
}

impl JsonSchema for Native {
    fn schema_name() -> Cow<'static, str> {
        "Native".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let payload = generator.subschema_for::<indexmap::IndexMap<Field, OneOrMany<Source>>>();
        let tools: Vec<&str> = TOOLS.iter().copied().chain([MCP]).collect();
        json_schema!({
            "description": "The host's own name of an event, alone or with what it alone tells.",
            "anyOf": [
                { "type": "string" },
                {
                    "type": "object",
                    "required": ["name"],
                    "additionalProperties": false,
                    "properties": {
                        "name": { "type": "string" },
                        "tool": { "enum": tools },
                        "payload": payload,
                    },
                },
            ],
        })
    }
}
