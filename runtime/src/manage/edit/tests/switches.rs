//! Single values, set and put back.

use serde_json::json;

use crate::manage::edit::Syntax::{self, Json, Jsonc, Toml, Yaml};
use crate::manage::edit::{get, set, unset};

#[test]
fn set_and_put_back() {
    #[rustfmt::skip]
    let cases: [(&str, Syntax, &str, &str); 20] = [
        ("a blank file", Json, "", "{\n  \"a\": {\n    \"b\": true\n  }\n}\n"),
        ("an object that is there", Json, "{\"a\": {\"c\": 1}}", "{\"a\": {\"c\": 1, \"b\": true}}"),
        ("another value", Jsonc, "{\"a\": {\"b\": false, /* c */},}", "{\"a\": {\"b\": true, /* c */},}"),
        ("a number", Json, "{\"a\": {\"b\": 1.50}}", "{\"a\": {\"b\": true}}"),
        ("the value itself", Json, "{\"a\": {\"b\": true}}", "{\"a\": {\"b\": true}}"),
        ("an empty object", Json, "{\n  \"a\": { }\n}", "{\n  \"a\": {\n    \"b\": true\n  }\n}"),
        ("a blank TOML file", Toml, "\n", "[a]\nb = true\n"),
        ("no table", Toml, "c = 1\n[d]\n", "c = 1\n[d]\n\n[a]\nb = true\n"),
        ("a table", Toml, "[a] # a\n\n[d]\n", "[a] # a\nb = true\n\n[d]\n"),
        ("a table with lines", Toml, "[a]\n  c = 1 # c\n# d\n[d]\n", "[a]\n  c = 1 # c\n  b = true\n# d\n[d]\n"),
        ("a table within", Toml, "[a.c]\nd = 1\n", "[a.c]\nd = 1\n\n[a]\nb = true\n"),
        ("a dotted key", Toml, "a.c = 1\nd = 2\n", "a.c = 1\na.b = true\nd = 2\n"),
        ("an inline table", Toml, "a = { c = 1 }\n", "a = { c = 1, b = true }\n"),
        ("an empty inline table", Toml, "a = {}\n", "a = { b = true }\n"),
        ("another TOML value", Toml, "a.b = 0x0F # c\n", "a.b = true # c\n"),
        ("a blank YAML file", Yaml, "", "a:\n  b: true\n"),
        ("a mapping", Yaml, "a:\n  c: 1  # c\nd: 1\n", "a:\n  c: 1  # c\n  b: true\nd: 1\n"),
        ("a flow mapping", Yaml, "a: {c: 1}\n", "a: {c: 1, b: true}\n"),
        ("an empty mapping", Yaml, "a: {}  # c\n", "a:  # c\n  b: true\n"),
        ("another YAML value", Yaml, "a:\n  b: no # c\n", "a:\n  b: true # c\n"),
    ];
    for (name, syntax, before, after) in cases {
        let edited = set(before, syntax, "/a/b", &json!(true)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(edited.text, after, "{name}");
        assert_eq!(get(&edited.text, syntax, "/a/b").unwrap(), Some(json!(true)), "{name}");
        assert_eq!(edited.made.is_empty(), before == after, "{name}: {:?}", edited.made);
        let back = unset(&edited.text, syntax, "/a/b", &json!(true), &edited.made).unwrap();
        assert_eq!(back.text, before, "{name}, put back");
    }
}

#[test]
fn a_value_at_the_root_goes_to_the_top_of_a_toml_file() {
    #[rustfmt::skip]
    let cases = [
        ("before the first header", "# c\n[a]\n", "b = 1\n\n# c\n[a]\n"),
        ("behind other values", "c = 1 # c\n\n[a]\n", "c = 1 # c\nb = 1\n\n[a]\n"),
        ("behind a dotted key", "c.d = 1\n[a]\n", "c.d = 1\nb = 1\n[a]\n"),
        ("with a byte order mark", "\u{feff}[a]\n", "\u{feff}b = 1\n\n[a]\n"),
    ];
    for (name, before, after) in cases {
        let edited = set(before, Toml, "/b", &json!(1)).unwrap();
        assert_eq!(edited.text, after, "{name}");
        assert_eq!(unset(after, Toml, "/b", &json!(1), &edited.made).unwrap().text, before, "{name}, put back");
    }
}

#[test]
fn what_somebody_changed_since_stays() {
    let edited = set("{\"a\": {}}", Json, "/a/b", &json!(true)).unwrap();
    let changed = edited.text.replace("true", "false");
    assert_eq!(unset(&changed, Json, "/a/b", &json!(true), &edited.made).unwrap().text, changed);
    assert_eq!(unset(&edited.text, Json, "/a/b", &json!(true), &[]).unwrap().text, edited.text, "not ours");
    let used = "{\"a\": {\"b\": true, \"c\": 1}}";
    assert_eq!(unset(used, Json, "/a/b", &json!(true), &edited.made).unwrap().text, "{\"a\": {\"c\": 1}}");
}

#[test]
fn a_container_is_never_written_over() {
    for (syntax, text) in
        [(Json, "{\"a\": {\"b\": []}}"), (Toml, "[a.b]\n"), (Yaml, "a:\n  b:\n    c: 1\n"), (Yaml, "a:\n  b:\n")]
    {
        let error = set(text, syntax, "/a/b", &json!(true)).unwrap_err();
        assert!(error.message.contains("and must be `true`"), "{text}: {error}");
    }
}
