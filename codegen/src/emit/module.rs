//! Renders the TypeScript module through which a host that loads code talks to the program.
//!
//! A module is one self-contained file. What all of them need, the bridge to the resident program, is a partial
//! (`{{> bridge}}`), so that it is written once and every module still stands alone.
//!
//! Templates have two helpers besides those of handlebars:
//!
//! | helper | gives |
//! |---|---|
//! | `{{json value}}` | the value as a literal, right in TypeScript and in JSON |
//! | `{{#if (any events "Stop" "PreCompact")}}` | whether the object has one of the keys: code for what is not bound is not emitted |

use handlebars::{Handlebars, handlebars_helper, no_escape};
use serde_json::Value;

handlebars_helper!(json: |value: Json| value.to_string());
handlebars_helper!(any: |object: object, *arguments| {
    arguments.iter().skip(1).filter_map(|key| key.as_str()).any(|key| object.contains_key(key))
});

/// Renders `template` over `context`; `partials` are `(name, text)` pairs that it may include.
///
/// Nothing is escaped, as what comes out is no HTML: a template writes values that are not plain names with `json`.
///
/// # Errors
/// A template that does not parse, a partial or a helper that does not exist, a variable that `context` does not have:
/// the text says which, and where.
pub fn render(template: &str, partials: &[(&str, &str)], context: &Value) -> Result<String, String> {
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    registry.register_escape_fn(no_escape);
    registry.register_helper("json", Box::new(json));
    registry.register_helper("any", Box::new(any));
    for (name, text) in partials {
        registry.register_partial(name, text).map_err(|e| format!("partial `{name}`: {e}"))?;
    }
    registry.render_template(template, context).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::render;
    use serde_json::json;

    #[test]
    fn renders() {
        let context = json!({"name": "a<b&\"c\"", "list": ["x", null], "events": {"Stop": {}}, "part": "p"});
        let rows = [
            ("{{name}}", r#"a<b&"c""#),
            ("{{json name}}", r#""a<b&\"c\"""#),
            ("{{json list}}", r#"["x",null]"#),
            (r#"{{#if (any events "Stop" "PreCompact")}}y{{else}}n{{/if}}"#, "y"),
            (r#"{{#if (any events "PreCompact")}}y{{else}}n{{/if}}"#, "n"),
            ("{{> bridge}}", "p & p"),
            ("a\n{{#if name}}\nb\n{{/if}}\nc\n", "a\nb\nc\n"),
        ];
        for (template, want) in rows {
            let got = render(template, &[("bridge", "{{part}} & {{part}}")], &context);
            assert_eq!(got.as_deref(), Ok(want), "{template}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let rows = [
            ("{{missing}}", "missing"),
            ("{{json missing}}", "json"),
            ("{{> missing}}", "missing"),
            ("{{nothing name}}", "nothing"),
            ("{{#if name}}", "if"),
        ];
        for (template, want) in rows {
            let error = render(template, &[], &json!({"name": ""})).unwrap_err();
            assert!(error.contains(want), "{template}: {error}");
        }
        let error = render("", &[("bridge", "{{#if")], &json!({})).unwrap_err();
        assert!(error.contains("`bridge`"), "{error}");
    }
}
