//! Renders the TypeScript module through which a host that loads code talks to the program.
//!
//! A module is one self-contained file. What all of them need, the bridge to the resident program, is a part that they
//! include, so that it is written once and every module still stands alone.
//!
//! The templates are upon's: much like Jinja, and a quarter of what minijinja took of a user's build. What upon's
//! conditions lack are filters here, read from left to right:
//!
//! - `events | any: "Stop SubagentStop"`: one of these keys is there
//! - `stop | is: "session_stop"`, `a | and: b`, `a | or: (b | and: c)`
//! - `?.subagents`: a value that need not be there, which is false then; without the `?.` it is an error

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;
use upon::fmt::{self, Formatter};
use upon::{Engine, Error, Value as Shown};

/// Renders `template` over `context`; `parts` are `(name, text)` pairs that it may include.
///
/// Nothing is escaped, as what comes out is no HTML: a template writes values that are not plain names with `| json`.
/// A line that holds a `{% … %}` or a `{# … #}` alone leaves nothing behind.
///
/// # Errors
/// A template that does not parse, a part or a filter that does not exist, a variable that `context` does not have: the text
/// says which, and where.
pub fn render(template: &str, parts: &[(&str, &str)], context: &Value) -> Result<String, String> {
    let said = |error: Error| format!("{error:#}").trim_end().to_owned();
    let mut engine = Engine::new();
    engine.set_default_formatter(&print);
    engine.add_function("any", any);
    engine.add_function("is", Shown::eq);
    engine.add_function("and", |a: &Shown, b: &Shown| holds(a) && holds(b));
    engine.add_function("or", |a: &Shown, b: &Shown| holds(a) || holds(b));
    let given = context.clone();
    engine.add_function("json", move |value: &Shown| json(value, &given));
    for (name, text) in parts.iter().chain([&("module", template)]) {
        engine.add_template(*name, prepared(text)).map_err(said)?;
    }
    engine.template("module").render(context).to_string().map_err(said)
}

fn print(out: &mut Formatter<'_>, value: &Shown) -> fmt::Result {
    match value {
        Shown::None => Err("there is no value to write".into()),
        value => fmt::default(out, value),
    }
}

fn any(map: &BTreeMap<String, Shown>, keys: &str) -> bool {
    keys.split(' ').any(|key| map.contains_key(key))
}

/// What upon takes for true.
fn holds(value: &Shown) -> bool {
    match value {
        Shown::None => false,
        Shown::Bool(yes) => *yes,
        Shown::Integer(number) => *number != 0,
        Shown::Float(number) => *number != 0.0,
        Shown::String(text) => !text.is_empty(),
        Shown::List(list) => !list.is_empty(),
        Shown::Map(map) => !map.is_empty(),
    }
}

/// A literal that is right in TypeScript and in JSON, its keys in the order in which they were given: upon sorts them.
fn json(value: &Shown, given: &Value) -> Result<String, String> {
    let sorted = serde_json::to_value(value).map_err(|e| e.to_string())?;
    Ok(find(given, &sorted).unwrap_or(&sorted).to_string())
}

/// The value in `within` that equals `value`; the order of keys is no matter.
fn find<'v>(within: &'v Value, value: &Value) -> Option<&'v Value> {
    match within {
        same if same == value => Some(same),
        Value::Object(map) => map.values().find_map(|inner| find(inner, value)),
        Value::Array(list) => list.iter().find_map(|inner| find(inner, value)),
        _ => None,
    }
}

/// The template as upon is to read it: the same lines, so that its errors name the right one.
///
/// What stands around a lone tag on its line, the line's end too, moves into the tag, and so is not written.
fn prepared(template: &str) -> String {
    let mut text = String::with_capacity(template.len());
    let mut done = 0;
    while let Some(tag) = next_tag(template, done) {
        let (open, close) = (&template[tag.start..tag.start + 2], &template[tag.end - 2..tag.end]);
        let mut inner = template[tag.start + 2..tag.end - 2].to_owned();
        if open == "{#" {
            inner = inner.replace(['{', '}'], " "); // upon would take them for tags
        }
        let line = template[..tag.start].rfind('\n').map_or(0, |at| at + 1);
        let end = template[tag.end..].find('\n').map_or(template.len(), |at| tag.end + at + 1);
        let (before, after) = (&template[line..tag.start], &template[tag.end..end]);
        let lone = open != "{{" && before.trim().is_empty() && after.trim().is_empty();
        if lone {
            // Within the marks of `{%- … -%}`.
            inner.insert_str(usize::from(inner.starts_with('-')), before);
            inner.insert_str(inner.len() - usize::from(inner.ends_with('-')), after);
        }
        push_plain(&mut text, &template[done..if lone { line } else { tag.start }]);
        text.extend([open, &inner, close]);
        done = if lone { end } else { tag.end };
    }
    push_plain(&mut text, &template[done..]);
    text
}

/// Adds what is no tag. A brace that upon would take for a tag's end, as it does behind another, is written by a tag.
fn push_plain(text: &mut String, plain: &str) {
    for c in plain.chars() {
        match c {
            '}' if text.ends_with(['}', '%', '#']) => text.push_str(r#"{{ "}" }}"#),
            c => text.push(c),
        }
    }
}

/// Where the next `{{ … }}`, `{% … %}` or `{# … #}` stands; one that is not closed is for upon to tell of.
fn next_tag(template: &str, from: usize) -> Option<Range<usize>> {
    let (start, close) = template[from..].match_indices('{').find_map(|(at, _)| {
        let close = match template.as_bytes().get(from + at + 1)? {
            b'{' => "}}",
            b'%' => "%}",
            b'#' => "#}",
            _ => return None,
        };
        Some((from + at, close))
    })?;
    let length = template[start + 2..].find(close)?;
    Some(start..start + length + 4)
}

#[cfg(test)]
mod tests {
    use super::{prepared, render};
    use crate::host::Library;
    use crate::vocab::Event;
    use serde_json::json;

    #[test]
    fn renders() {
        let context =
            json!({"name": "a<b&\"c\"", "list": ["x", null], "events": {"Stop": {}}, "part": "p", "no": false});
        let rows = [
            ("{{ name }}", r#"a<b&"c""#),
            ("{{ name | json }}", r#""a<b&\"c\"""#),
            ("{{ list | json }}", r#"["x",null]"#),
            (r#"{% if events | any: "PreCompact Stop" %}y{% else %}n{% endif %}"#, "y"),
            (r#"{% if events | any: "PreCompact" %}y{% else %}n{% endif %}"#, "n"),
            (r#"{% if events | any: "Sto" %}y{% else if part | is: "p" %}p{% endif %}"#, "p"),
            ("{% if name | and: list %}y{% endif %}{% if no | and: list %}n{% endif %}", "y"),
            ("{% if no | or: list %}y{% endif %}{% if no | or: ?.none_here %}n{% endif %}", "y"),
            ("{% if no | and: list | or: part %}y{% endif %}{% if no | and: (list | or: part) %}n{% endif %}", "y"),
            ("{% include \"bridge\" %}", "p & p"),
            ("a\n{% if name %}\nb\n{% endif %}\nc\n", "a\nb\nc\n"),
            ("{% if not ?.none_here %}x, {% endif %}y", "x, y"),
            (r#"{% if ?.none_here | is: "p" %}x, {% endif %}y"#, "y"),
            ("{# {{name}} #}\n{{ events.Stop | json }}", "{}"),
        ];
        for (template, want) in rows {
            let got = render(template, &[("bridge", "{{ part }} & {{ part }}")], &context);
            assert_eq!(got.as_deref(), Ok(want), "{template}");
        }
    }

    #[test]
    fn keys_keep_their_order() {
        let context = json!({"events": {"Stop": {"tools": null, "limit_ms": 5}, "A": {}}, "nothing": null});
        let rows = [
            ("{{ events | json }}", r#"{"Stop":{"tools":null,"limit_ms":5},"A":{}}"#),
            ("{{ events.Stop | json }}", r#"{"tools":null,"limit_ms":5}"#),
            (r#"{{ {"b": 1, "a": nothing} | json }}"#, r#"{"a":null,"b":1}"#),
        ];
        for (template, want) in rows {
            assert_eq!(render(template, &[], &context).as_deref(), Ok(want), "{template}");
        }
    }

    #[test]
    fn lone_tags_leave_nothing_behind() {
        let rows = [
            ("a\n  {% if x %}\n    b\n\t{% endif %} \nc", "a\n    b\nc"),
            ("{% if x %}\r\nb\r\n{% endif %}\r\n", "b\r\n"),
            ("{% if x\n  | and: x %}\nb\n{% endif %}", "b\n"),
            ("a\n\n{% if x %}\n\nb\n\n{% endif %}\n\nc\n", "a\n\n\nb\n\n\nc\n"),
            ("{% if x %}\n{% if x %}\nb\n{% endif %}\n{% endif %}\nc", "b\nc"),
            ("{#\n {% if %} {{ #}\na {# } #}\n  {#- c -#}\nb", "a b"),
            ("a\n  {%- if x -%}\n  b\n{% endif %}", "ab\n"),
            // Not alone.
            ("a {% if x %}\nb{% endif %}\nc", "a \nb\nc"),
            ("  {% if x %}b{% endif %}\n", "  b\n"),
            ("  {{ x }}\n  {{ \"{%\" }}\n", "  1\n  {%\n"),
        ];
        for (template, want) in rows {
            assert_eq!(render(template, &[], &json!({"x": 1})).as_deref(), Ok(want), "{template:?}");
            assert_eq!(prepared(template).matches('\n').count(), template.matches('\n').count());
        }
    }

    #[test]
    fn braces_are_text() {
        let rows = [
            ("{% if x %}\n}\n{% endif %}\n}}\n", "}\n}}\n"),
            ("a}} %} #} {{ x }}}}, {{ x }} {% if x -%}} {%- endif %}}", "a}} %} #} 1}}, 1 }}"),
        ];
        for (template, want) in rows {
            assert_eq!(render(template, &[], &json!({"x": 1})).as_deref(), Ok(want), "{template:?}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let rows = [
            ("{{ missing }}", "missing", "module:1"),
            ("{{ missing | json }}", "missing", "module:1"),
            ("{{ ?.missing }}", "no value", "module:1"),
            ("{% if missing %}{% endif %}", "missing", "module:1"),
            ("{% include \"missing\" %}", "missing", "module:1"),
            ("{{ name | nothing }}", "nothing", "module:1"),
            (r#"{% if name | any: "a" %}{% endif %}"#, "any", "module:1"),
            ("{{ map }}", "map", "module:1"),
            ("{% if name %}", "if name", "module:1"),
            ("\n{% endif %}", "endif", "module:2"),
            ("{{ name", "name", "module:1"),
            // Lines that are gone are counted.
            ("{#\n a\n#}\n  {% if not name %}\n{{ missing }}\n{% endif %}", "missing", "module:5"),
            ("{% if not name %}\n{% endif %}\n   {% if missing %}\n{% endif %}", "missing", "module:3"),
        ];
        for (template, what, place) in rows {
            let error = render(template, &[], &json!({"name": "", "map": {}})).unwrap_err();
            assert!(error.contains(what) && error.contains(place), "{template}: {error}");
        }
        let include = "{% include \"bridge\" %}";
        for part in ["{% if", "{{ missing }}"] {
            let error = render(include, &[("bridge", part)], &json!({})).unwrap_err();
            assert!(error.contains("bridge:1"), "{error}");
        }
    }

    /// A condition is no error where a name is wrong, so the names in our templates are checked here.
    #[test]
    fn conditions_name_what_there_is() {
        let library = Library::builtin();
        let hosts = library.ids().into_iter().map(|id| library.get(id).unwrap().unwrap());
        let modules: Vec<_> = hosts.filter_map(|host| host.module).collect();
        let mut seen = 0;
        for (name, text) in hookwright_templates::PLUGINS {
            assert!(text.is_ascii(), "{name}: upon counts lines wrong after other characters");
            for tag in text.split("{%").skip(1).map(|tag| tag.split("%}").next().unwrap()) {
                for keys in tag.split("any: \"").skip(1) {
                    for event in keys.split('"').next().unwrap().split(' ') {
                        assert!(Event::ALL.iter().any(|e| e.name() == event), "{name}: {event:?}");
                    }
                    seen += 1;
                }
                for option in tag.split("?.").skip(1) {
                    let option = option.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()).next().unwrap();
                    let mut family = modules.iter().filter(|m| *name == format!("{}.ts", m.template));
                    assert!(family.any(|m| m.options.contains_key(option)), "{name}: {option}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
