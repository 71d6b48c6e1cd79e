//! What a YAML file says, and where: all that a splice relies on.

use proptest::prelude::*;

use super::cases::{flat, ours, put};
use crate::manage::edit::Syntax::Yaml;
use crate::manage::edit::tree::{Data, Form, Node};
use crate::manage::edit::uninstall;
use crate::manage::edit::yaml::parse;

/// A line for each child, with its text and the text of its value.
fn show(text: &str, node: &Node, lines: &mut Vec<String>) {
    for child in node.children() {
        let inner = &child.node;
        let kind = match &inner.data {
            Data::Map(_) if inner.form == Form::Block => "block map".to_owned(),
            Data::List(_) if inner.form == Form::Block => "block list".to_owned(),
            Data::Map(_) => "map".to_owned(),
            Data::List(_) => "list".to_owned(),
            Data::Text(text) => format!("{text:?}"),
            Data::Plain(spelled, _) => spelled.clone(),
            Data::Nothing => "nothing".to_owned(),
            Data::Alias(name) => format!("*{name}"),
        };
        let (outer, span) = (&text[child.outer.clone()], &text[inner.span.clone()]);
        lines.push(format!("{:?}={outer:?} {}{kind} {span:?}", child.key, inner.marks));
        show(text, inner, lines);
    }
}

#[rustfmt::skip]
const CASES: &[(&str, &str, &[&str])] = &[
    ("characters of many bytes", "ä: 'é€' # 🦀\nü: x ö # ß\n", &[r#""ä"="ä: 'é€'" "é€" "'é€'""#, r#""ü"="ü: x ö" "x ö" "x ö""#]),
    ("plain over lines", "a: x\n  y # c\nb: 1", &[r#""a"="a: x\n  y" "x y" "x\n  y""#, r#""b"="b: 1" 1 "1""#]),
    ("quoted over lines", "a: \"x\n  y\" # c\n'b': ''", &[r#""a"="a: \"x\n  y\"" "x y" "\"x\n  y\"""#, r#""b"="'b': ''" "" "''""#]),
    ("nothing", "a: # c\nb:\nc: ~\nd:", &[r#""a"="a:" nothing """#, r#""b"="b:" nothing """#, r#""c"="c: ~" ~ "~""#, r#""d"="d:" nothing """#]),
    ("items", "- # c\n-\n- - 1\n  - a: 2\n# c\n- 3\n", &[
        r#"""="-" nothing """#, r#"""="-" nothing """#,
        r#"""="- - 1\n  - a: 2" block list "- 1\n  - a: 2""#, r#"""="- 1" 1 "1""#,
        r#"""="- a: 2" block map "a: 2""#, r#""a"="a: 2" 2 "2""#, r#"""="- 3" 3 "3""#,
    ]),
    ("items at the column of their key", "a:\n- [1]\n# c\n- {b: 2}\nc: d", &[
        r#""a"="a:\n- [1]\n# c\n- {b: 2}" block list "- [1]\n# c\n- {b: 2}""#, r#"""="- [1]" list "[1]""#, r#"""="1" 1 "1""#,
        r#"""="- {b: 2}" map "{b: 2}""#, r#""b"="b: 2" 2 "2""#, r#""c"="c: d" "d" "d""#,
    ]),
    ("brackets over lines", "a: [\n  1, # ]\n  {b: , \"c\":2,},\n]\nd: {}", &[
        r#""a"="a: [\n  1, # ]\n  {b: , \"c\":2,},\n]" list "[\n  1, # ]\n  {b: , \"c\":2,},\n]""#, r#"""="1" 1 "1""#,
        r#"""="{b: , \"c\":2,}" map "{b: , \"c\":2,}""#, r#""b"="b:" nothing """#, r#""c"="\"c\":2" 2 "2""#, r#""d"="d: {}" map "{}""#,
    ]),
    ("pairs in a list", "[a: 1, : 2, ? b, ? c : 3, d]", &[
        r#"""="a: 1" map "a: 1""#, r#""a"="a: 1" 1 "1""#, r#"""=": 2" map ": 2""#, r#"""=": 2" 2 "2""#,
        r#"""="? b" map "? b""#, r#""b"="? b" nothing """#, r#"""="? c : 3" map "? c : 3""#, r#""c"="? c : 3" 3 "3""#, r#"""="d" "d" "d""#,
    ]),
    ("marks", "a: &x !t b # c\nc: !<t:a,b>\nd: &y # c\n  - *x\n&k e: !!str\n  |\n  f\n", &[
        r#""a"="a: &x !t b" &x !t "b" "b""#, r#""c"="c: !<t:a,b>" !<t:a,b> nothing """#,
        r#""d"="d: &y # c\n  - *x" &y block list "- *x""#, r#"""="- *x" *x "*x""#,
        r#""e"="&k e: !!str\n  |\n  f" !!str "f\n" "|\n  f""#,
    ]),
    ("marks of a map, and of its first key", "!m\n&k a: 1", &[r#""a"="&k a: 1" 1 "1""#]),
    ("keys that are words all the same", "&k !!str a: 1\n! 'b': 2\n!t c: 3", &[
        r#""a"="&k !!str a: 1" 1 "1""#, r#""b"="! 'b': 2" 2 "2""#, r#""\0!t c"="!t c: 3" 3 "3""#,
    ]),
    ("keys that are no words", "? a\n: b\n? c\n[d]: 1\n? ? e\n: 2\n? |\n  f\n: 3", &[
        r#""a"="? a\n: b" "b" "b""#, r#""c"="? c" nothing """#, r#""\0[d]"="[d]: 1" 1 "1""#,
        r#""\0? e"="? ? e\n: 2" 2 "2""#, r#""f\n"="? |\n  f\n: 3" 3 "3""#,
    ]),
    ("block scalars", "a: |\n  x\n\n# c\nb: >-\n  y\n  z\nc: |+\n  x\n\nd: | # c\n", &[
        r#""a"="a: |\n  x" "x\n" "|\n  x""#, r#""b"="b: >-\n  y\n  z" "y z" ">-\n  y\n  z""#,
        r#""c"="c: |+\n  x\n" "x\n\n" "|+\n  x\n""#, r#""d"="d: |" "" "|""#,
    ]),
    ("a block scalar without a last line break", "a:\n  - |\n    é", &[
        r#""a"="a:\n  - |\n    é" block list "- |\n    é""#, r#"""="- |\n    é" "é" "|\n    é""#,
    ]),
    ("directives and document markers", "%YAML 1.2\n# c\n--- # c\na: 1\n... # c\n", &[r#""a"="a: 1" 1 "1""#]),
    ("an end in front", "...\n# c\n...\na: 1\n...", &[r#""a"="a: 1" 1 "1""#]),
    ("on the line of its marker", "--- [a]\n", &[r#"""="a" "a" "a""#]),
    ("tabs", "a:\t1\t# c\nb:\t-2\nc: [\t3\t]\nd:\t|\n  \tx", &[
        r#""a"="a:\t1" 1 "1""#, r#""b"="b:\t-2" -2 "-2""#, r#""c"="c: [\t3\t]" list "[\t3\t]""#, r#"""="3" 3 "3""#,
        r#""d"="d:\t|\n  \tx" "\tx" "|\n  \tx""#,
    ]),
    ("tabs behind colons, and in texts", "a:\tb\nc: |\n  d:\te\nf: 'g:\th'\ni:\tj # k:\tl", &[
        r#""a"="a:\tb" "b" "b""#, r#""c"="c: |\n  d:\te" "d:\te\n" "|\n  d:\te""#,
        r#""f"="f: 'g:\th'" "g:\th" "'g:\th'""#, r#""i"="i:\tj" "j" "j""#,
    ]),
    ("brackets over lines that are not indented", "a:\n  b: [\n  c,\n  {\n  d: e\n  }\n  ]\nf: |\n  ]\ng: []", &[
        r#""a"="a:\n  b: [\n  c,\n  {\n  d: e\n  }\n  ]" block map "b: [\n  c,\n  {\n  d: e\n  }\n  ]""#,
        r#""b"="b: [\n  c,\n  {\n  d: e\n  }\n  ]" list "[\n  c,\n  {\n  d: e\n  }\n  ]""#,
        r#"""="c" "c" "c""#, r#"""="{\n  d: e\n  }" map "{\n  d: e\n  }""#, r#""d"="d: e" "e" "e""#,
        r#""f"="f: |\n  ]" "]\n" "|\n  ]""#, r#""g"="g: []" list "[]""#,
    ]),
    ("quotes over lines that are not indented", "a: 'b\nc\n\n d'\ne: f", &[
        r#""a"="a: 'b\nc\n\n d'" "b c\nd" "'b\nc\n\n d'""#, r#""e"="e: f" "f" "f""#,
    ]),
    ("a block scalar with space behind its last line break", "a: |\n  b\n ", &[r#""a"="a: |\n  b\n " "b\n" "|\n  b\n ""#]),
    ("words with indicators", "a: -b\nc: ?d\n:e: :f\ng: h#i\nj: k:l\n", &[
        r#""a"="a: -b" "-b" "-b""#, r#""c"="c: ?d" "?d" "?d""#, r#"":e"=":e: :f" ":f" ":f""#, r#""g"="g: h#i" "h#i" "h#i""#, r#""j"="j: k:l" "k:l" "k:l""#,
    ]),
];

/// The line breaks of the texts are `\n`, and then `\r\n` behind a byte order mark.
#[test]
fn everything_is_where_it_is() {
    for (name, text, wanted) in CASES {
        for text in [(*text).to_owned(), format!("\u{feff}{}", text.replace('\n', "\r\n"))] {
            let mut lines = Vec::new();
            show(&text, &parse(&text).unwrap_or_else(|error| panic!("{name}: {error}")), &mut lines);
            let lines: Vec<_> = lines.iter().map(|line| line.replace("\\r\\n", "\\n")).collect();
            assert_eq!(lines, *wanted, "{name}");
        }
    }
}

#[test]
fn the_root_has_marks_too() {
    for (text, marks, span) in [
        ("--- &a !m\nb: 1\n", "&a !m ", 10..14),
        ("--- !m # c\n", "!m ", 6..6),
        ("&a [b]", "&a ", 3..6),
        ("# c\n---\n...\n", "", 12..12),
        ("\u{feff}", "", 3..3),
    ] {
        let root = parse(text).unwrap();
        assert_eq!((root.marks.as_str(), root.span), (marks, span), "{text:?}");
    }
}

#[test]
fn no_yaml_is_refused_where_it_is_wrong() {
    #[rustfmt::skip]
    let cases = [
        ("a string that does not end", "a: 1\nb: \"x\n", (2, 4), "unexpected end of stream"),
        ("an unknown escape", "é: \"\\q\"", (1, 4), "unknown escape"),
        ("two values", "a: \"b\" c", (1, 8), "invalid trailing content"),
        ("two colons", "a: b: c", (1, 5), "mapping values are not allowed"),
        ("a list in a line", "a: - b", (1, 4), "not allowed in this context"),
        ("a list behind a tab", "a:\t- b", (1, 4), "not allowed in this context"),
        ("an indentation between two others", "a:\n    b: 1\n  c: 2\n", (3, 3), ""),
        ("a tab before a key", "a:\n  b:\n\tc: 1\n", (3, 2), "tabs"),
        ("a bracket too many", "a: {}}", (1, 6), "bracket"),
        ("a bracket of another kind", "a: [1}", (1, 6), ""),
        ("a bracket of another kind that a pair takes", "a: [b: 1}, {c: 2}, {d: 3}]", (1, 9), "mind the brackets"),
        ("no comma", "{a: 1 b: 2}", (1, 8), ""),
        ("two commas", "[a,, b]", (1, 4), ""),
        ("an alias of nothing", "a: *b", (1, 4), "unknown anchor"),
        ("two anchors", "a: &b &c d", (1, 7), ""),
        ("a character that no word starts with", "a: @b", (1, 4), "unexpected character"),
        ("a comment without space", "a: 'b'#c", (1, 7), "whitespace"),
        ("a directive without a document", "%YAML 1.2\na: 1\n", (2, 1), "document start"),
        ("a second document", "a: 1\n...\nb: 2\n", (3, 1), "more than one document"),
        ("a second document with nothing in it", "a: 1\n---\n", (2, 1), "more than one document"),
    ];
    let wrong = cases.iter().filter_map(|(name, text, place, message)| {
        let error = match parse(text) {
            Ok(root) => return Some(format!("{name}: is {root:?}")),
            Err(error) => error,
        };
        let right = (error.line, error.column) == *place && error.message.contains(message);
        (!right).then(|| format!("{name}: {error}"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nesting_says_that_it_is_too_deep() {
    for (open, close) in [("[", "]"), ("- ", ""), ("? ", ""), ("{a: ", "}")] {
        for many in [130, 5_000] {
            let error = parse(&format!("{}1{}", open.repeat(many), close.repeat(many))).unwrap_err();
            assert!(error.message.contains("too deep"), "{open} {many}: {error}");
        }
        parse(&format!("{}1{}", open.repeat(100), close.repeat(100))).unwrap();
    }
}

/// Files that the generator of the properties does not write.
#[test]
fn strange_files_come_back_as_they_were() {
    for text in [
        "ä: 'é€'  # 🦀\nhooks:\n  ö: ü\n  # 🦀",
        "hooks: &h\n  stop: !t\n    - &c x\na: *c\n",
        "hooks: {ä: [é, 'ö',], # 🦀\n  stop: [\n    x, # ü\n  ]\n }\n",
        "hooks:\n  stop:\n    -\n    - # c\n    -\n",
        "hooks:\n  stop:\n  - - a\n  - ? b\n    : c\n  # d\n\nb: 1",
        "? hooks\n: stop: []\n",
        "? [a, b]\n: - c\n? d\nhooks:\n  ? e\n  ? stop\n  : - f\n",
        "%YAML 1.2\n%TAG !e! tag:e,2000:\n--- !e!x # c\nhooks:\n  stop: !e!y []\n...\n",
        "...\n# c\nhooks:\n",
        "hooks:\n  stop:\n    - |+\n      x\n\n\n  end: >-\n    y\n\n    z\n",
        "a: |-\n  b",
        "a: >+",
        "a: |\n  b\n  ",
        "a: |\n  b\n\n ",
        "a:\t1\nhooks:\t# c\n  stop:\t[\tx\t]\t# c\n",
        "hooks:\n  stop:\n    - \"a\n      b\"\n    - c\n      d  # e\n",
        "<<: {a: 1}\nhooks: {}\n",
        "{hooks: {stop: [a: 1, ? b, 'c':d]}}",
        "hooks:\n  stop:\n  # none\n",
        "hooks:\n  stop: # none",
    ] {
        for text in [text.to_owned(), format!("\u{feff}{}", text.replace('\n', "\r\n"))] {
            let installed = put(&text, Yaml, &flat("/hooks/stop"), None);
            let installed = installed.unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert!(installed.text.contains("/x/acme stop"), "{text:?}");
            let removed = uninstall(&installed.text, Yaml, &ours, Some(&installed.made));
            let removed = removed.unwrap_or_else(|error| panic!("{:?}: {error}", installed.text));
            assert_eq!(removed.text, text, "after {:?}", installed.text);
        }
    }
}

#[test]
fn a_value_comes_where_there_is_none() {
    let update = |text: &str| {
        let entry = serde_json::json!({"command": "/x/acme stop", "timeout": 5});
        put(text, Yaml, &super::cases::insertion("/hooks", entry), None).map(|edited| edited.text)
    };
    for (text, wanted) in [
        ("hooks:\n  - timeout:\n    command: /x/acme stop\n", "hooks:\n  - timeout: 5\n    command: /x/acme stop\n"),
        (
            "hooks:\n  - command: /x/acme stop\n    timeout: # c",
            "hooks:\n  - command: /x/acme stop\n    timeout: 5 # c",
        ),
        ("hooks: [{command: /x/acme stop, timeout: }]\n", "hooks: [{command: /x/acme stop, timeout: 5 }]\n"),
    ] {
        assert_eq!(update(text).as_deref(), Ok(wanted), "{text:?}");
    }
}

/// Children are in their parent, one behind the other, and every range is one of the text.
fn is_in_order(text: &str, node: &Node) -> bool {
    let mut at = node.span.start;
    let children = node.children().iter().all(|child| {
        let (outer, inner) = (&child.outer, &child.node.span);
        let after = at <= outer.start && outer.end <= node.span.end;
        at = outer.end;
        after && outer.start <= inner.start && inner.end <= outer.end && is_in_order(text, &child.node)
    });
    children && text.get(node.span.clone()).is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_read_is_in_order(
        parts in prop::collection::vec(
            prop::sample::select(&[
                "a", "b: ", "c:", "- ", "-", "? ", ": ", ":", ", ", "[", "]", "{", "}", "\n", "\n", "\n  ", "\r\n", "\r", "\t",
                " ", "# c", " # é", "é", "🦀: ", "'", "\"", "\\", "|", ">+", "|-", "&a ", "*a", "!t ", "!", "---", "...", "%é",
                "\u{feff}", "<<: ", "~", "1",
            ][..]),
            0..24,
        ),
    ) {
        let text: String = parts.concat();
        if let Ok(root) = parse(&text) {
            prop_assert!(is_in_order(&text, &root), "{text:?} {root:?}");
        }
    }
}
