//! Renders the TypeScript module through which a host that loads code talks to the program.
//!
//! A module is one self-contained file. What all of them need, the bridge to the resident program, is a part that they
//! include, so that it is written once and every module still stands alone.
//!
//! The templates are Jinja's, by minijinja: Handlebars and what it needs took two fifths of the build of a user's crate.

use minijinja::value::Value as Shown;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior};
use serde_json::Value;

/// Renders `template` over `context`; `parts` are `(name, text)` pairs that it may include.
///
/// Nothing is escaped, as what comes out is no HTML: a template writes values that are not plain names with `| json`.
///
/// # Errors
/// A template that does not parse, a part or a filter that does not exist, a variable that `context` does not have: the text
/// says which, and where.
pub fn render(template: &str, parts: &[(&str, &str)], context: &Value) -> Result<String, String> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    // A condition may ask for what a family's other hosts have.
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_keep_trailing_newline(true);
    environment.add_filter("json", json);
    let said = |error: Error| format!("{error:#}");
    for (name, text) in parts {
        environment.add_template(name, text).map_err(said)?;
    }
    environment.add_template("module", template).map_err(said)?;
    let module = environment.get_template("module").map_err(said)?;
    module.render(context).map_err(said)
}

/// A literal that is right in TypeScript and in JSON.
fn json(value: Shown) -> Result<String, Error> {
    if value.is_undefined() {
        return Err(Error::new(ErrorKind::UndefinedError, "`json` of a value that is not there"));
    }
    serde_json::to_string(&value).map_err(|e| Error::new(ErrorKind::BadSerialization, e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::render;
    use serde_json::json;

    #[test]
    fn renders() {
        let context = json!({"name": "a<b&\"c\"", "list": ["x", null], "events": {"Stop": {}}, "part": "p"});
        let rows = [
            ("{{ name }}", r#"a<b&"c""#),
            ("{{ name | json }}", r#""a<b&\"c\"""#),
            ("{{ list | json }}", r#"["x",null]"#),
            (r#"{% if "PreCompact" in events or "Stop" in events %}y{% else %}n{% endif %}"#, "y"),
            (r#"{% if "PreCompact" in events %}y{% else %}n{% endif %}"#, "n"),
            ("{% include \"bridge\" %}", "p & p"),
            ("a\n{% if name %}\nb\n{% endif %}\nc\n", "a\nb\nc\n"),
            ("{% if not none_here %}x, {% endif %}y", "x, y"),
            ("{# {{name}} #}\n{{ events.Stop }}", "{}"),
        ];
        for (template, want) in rows {
            let got = render(template, &[("bridge", "{{ part }} & {{ part }}")], &context);
            assert_eq!(got.as_deref(), Ok(want), "{template}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let rows = [
            ("{{ missing }}", "undefined value (in module:1)"),
            ("{{ missing | json }}", "json"),
            ("{% include \"missing\" %}", "missing"),
            ("{{ name | nothing }}", "nothing"),
            ("{% if name %}", "module:1"),
            ("\n{% endif %}", "module:2"),
            ("{{ name", "module:1"),
        ];
        for (template, want) in rows {
            let error = render(template, &[], &json!({"name": ""})).unwrap_err();
            assert!(error.contains(want), "{template}: {error}");
        }
        let error = render("", &[("bridge", "{% if")], &json!({})).unwrap_err();
        assert!(error.contains("bridge"), "{error}");
    }
}
