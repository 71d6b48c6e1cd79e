//! Renders the TypeScript module through which a host that loads code talks to the program.
//!
//! A module is one self-contained file. What all of them need, the bridge to the resident program, is a partial
//! (`{{> bridge}}`), so that it is written once and every module still stands alone.
//!
//! What a template can say stands in `template.rs`.

use serde_json::Value;

use super::template;

/// Renders `template` over `context`; `partials` are `(name, text)` pairs that it may include.
///
/// Nothing is escaped, as what comes out is no HTML: a template writes values that are not plain names with `json`.
///
/// # Errors
/// A template that does not parse, a partial or a helper that does not exist, a variable that `context` does not have:
/// the text says which, and where.
pub fn render(template: &str, partials: &[(&str, &str)], context: &Value) -> Result<String, String> {
    template::render(template, partials, context)
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
            (
                "a\n  {{#if (eq part \"q\")}}\nb\n{{else if (and name (not none))}}\nc\n{{else}}\nd\n  {{/if}}\ne",
                "a\nc\ne",
            ),
            ("{{#unless none}}{{#if (or none\n  list)}}x{{/if}}, {{/unless}}y", "x, y"),
            ("{{!-- {{name}} --}}\n{{events.Stop}}", "{}"),
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
            ("{{#if}}{{/if}}", "one condition"),
            ("{{#if (some name)}}{{/if}}", "`some`"),
            ("{{#if (eq name}}{{/if}}", "line 1"),
            ("\n{{/if}}", "line 2: `if` is not open"),
            ("{{#each list}}{{/each}}", "`each`"),
            ("{{else}}", "`else`"),
            ("{{name", "not closed"),
        ];
        for (template, want) in rows {
            let error = render(template, &[], &json!({"name": ""})).unwrap_err();
            assert!(error.contains(want), "{template}: {error}");
        }
        let error = render("", &[("bridge", "{{#if")], &json!({})).unwrap_err();
        assert!(error.contains("`bridge`"), "{error}");
    }
}
