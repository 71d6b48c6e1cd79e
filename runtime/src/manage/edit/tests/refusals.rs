//! What is not edited, and what it says instead.

use serde_json::json;

use super::cases::{flat, insertion, ours, put};
use crate::manage::edit::Syntax::{self, Json, Jsonc, Toml, Yaml};
use crate::manage::edit::{get, uninstall};

#[test]
fn install_says_what_is_wrong_and_where() {
    let mut wrong = Vec::new();
    #[rustfmt::skip]
    type Case = (&'static str, Syntax, &'static str, (usize, usize), &'static str);
    let cases: [Case; 40] = [
        ("cut off", Json, "{\n  \"a\": [1,\n", (2, 8), "this is no JSON"),
        ("no comma", Jsonc, "{\"a\": 1 \"b\": 2}", (1, 8), "this is no JSON"),
        ("JSON5", Jsonc, "{a: 'x'}", (1, 2), "this is no JSON"),
        ("a number that is none", Jsonc, "{\"a\": 01}", (1, 8), "this is no JSON"),
        ("a line break in a string", Jsonc, "{\"a\": \"\n\"}", (1, 1), "this is no JSON"),
        ("two values", Json, "{}\n{}", (2, 1), "this is no JSON"),
        ("a comment", Json, "{\n  // why\n  \"a\": 1\n}", (2, 3), "drops the whole file for this: a comment"),
        ("a comment behind", Json, "{} /* why */", (1, 4), "a comment"),
        ("nothing but a comment", Json, "// why\n", (1, 1), "a comment"),
        ("a trailing comma", Json, "{\"a\": 1,\n}", (2, 1), "a comma before a closing bracket"),
        ("null", Json, "null", (1, 1), "the root is null, and must be an object"),
        ("a list", Jsonc, " []", (1, 2), "the root is a list, and must be an object"),
        ("a string", Json, "\"{}\"", (1, 1), "the root is a string"),
        ("null for a container", Json, "{\"hooks\": null}", (1, 2), "`/hooks` is null, and must be an object"),
        ("a list for an object", Json, "{\"hooks\": []}", (1, 2), "`/hooks` is a list, and must be an object"),
        (
            "an object for a list",
            Json,
            "{\"hooks\": {\n\"stop\": {}}}",
            (2, 1),
            "`/hooks/stop` is an object, and must be a list",
        ),
        ("a boolean", Jsonc, "{\"hooks\": {\"stop\": false}}", (1, 12), "`/hooks/stop` is a boolean"),
        ("no TOML", Toml, "a = 1\nb = \n", (2, 5), "this is no TOML"),
        ("a key twice", Toml, "a = 1\na = 2\n", (2, 1), "this is no TOML"),
        ("carriage returns alone", Toml, "a = 1\rb = 2", (1, 7), "this is no TOML"),
        ("a number", Toml, "hooks = 1", (1, 1), "`/hooks` is a number or date"),
        ("a number without digits", Toml, "a = 1\nb = [0x]\n", (2, 6), "this is no TOML: `0x` is no number"),
        ("a digit of another script", Toml, "a = 1_0\u{661}\n", (1, 5), "is no number"),
        ("a list of tables", Toml, "x = 1\n[[hooks]]\n", (2, 1), "`/hooks` is a list, and must be an object"),
        (
            "dotted keys in an inline table",
            Toml,
            "hooks = { stop.x = 1, stop.y = [] }",
            (1, 11),
            "`/hooks/stop` is an object",
        ),
        (
            "where a member ends cannot be told",
            Toml,
            "hooks = { a.x = 1 }",
            (1, 1),
            "`/hooks` is written in a way that cannot be edited without changing more: add `stop`",
        ),
        ("no YAML", Yaml, "a: [1\nb: 2\n", (2, 2), "this is no YAML"),
        ("tabs for indentation", Yaml, "a:\n\tb: 1\n", (2, 2), "this is no YAML: tabs"),
        ("two documents", Yaml, "a: 1\n---\nb: 2\n", (2, 1), "more than one document"),
        ("a list", Yaml, "- a\n", (1, 1), "the root is a list"),
        ("a word", Yaml, "a\n", (1, 1), "the root is a string"),
        ("null", Yaml, "~\n", (1, 1), "the root is null"),
        ("null for a container", Yaml, "hooks: ~\n", (1, 1), "`/hooks` is null"),
        ("an alias", Yaml, "a: &a []\nhooks:\n  stop: *a\n", (3, 3), "`/hooks/stop` is an alias, and must be a list"),
        (
            "what is read elsewhere too",
            Yaml,
            "hooks:\n  stop: &a\n    - x\n  end: *a\n",
            (2, 3),
            "what is here is read elsewhere too, as `*a`",
        ),
        ("around it", Yaml, "hooks: &a\n  stop: []\nb: *a\n", (1, 1), "read elsewhere too"),
        ("a merge", Yaml, "a: &a {stop: []}\nhooks:\n  <<: *a\n", (2, 1), "a key of ours would hide"),
        ("a tag", Yaml, "hooks: !include x.yaml\n", (1, 1), "`/hooks` is a string"),
        ("carriage returns alone", Yaml, "a: 1\rb: 2\n", (1, 5), "a carriage return alone"),
        (
            "no line break behind text that keeps it",
            Yaml,
            "hooks:\n  stop:\n    - |+\n      x",
            (2, 3),
            "`/hooks/stop` is written in a way",
        ),
    ];
    for (name, syntax, text, (line, column), message) in cases {
        let error = put(text, syntax, &flat("/hooks/stop"), None).map(|edited| edited.text).expect_err(name);
        if !error.message.contains(message) || (error.line, error.column) != (line, column) {
            wrong.push(format!("{name} must be {line}:{column} {message}\n  is {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_entry_without_one_command_of_ours_is_a_mistake() {
    for (entry, holds) in [
        (json!({"command": "theirs"}), "holds 0"),
        (json!("acme stop"), "holds 0"),
        (json!({"hooks": [{"command": "acme 1"}, {"command": "acme 2"}]}), "holds 2"),
    ] {
        let error = put("", Json, &insertion("/hooks", entry), None).unwrap_err();
        assert!(error.message.contains(holds), "{error}");
    }
}

#[test]
fn uninstall_does_not_take_out_what_is_used_elsewhere() {
    let text = "hooks:\n  stop:\n    - &a\n      command: acme stop\nb: *a\n";
    let error = uninstall(text, Yaml, &ours, None).unwrap_err();
    assert!(error.message.contains("remove our entry there by hand"), "{error}");
    assert_eq!((error.line, error.column), (1, 1));
}

#[test]
fn nesting_has_an_end() {
    for (syntax, open, close) in
        [(Json, "{\"a\":", "}"), (Jsonc, "[", "]"), (Toml, "[", "]"), (Yaml, "[", "]"), (Yaml, "- ", "")]
    {
        let text =
            format!("{}{}1{}", if syntax == Toml { "a = " } else { "" }, open.repeat(5_000), close.repeat(5_000));
        assert!(get(&text, syntax, "/a").is_err(), "{syntax:?} {open}");
    }
}
