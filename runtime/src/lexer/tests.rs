use serde_json::value::RawValue;

use super::{Long, block, check, walk};

/// Small documents, right and wrong.
const DOCUMENTS: &[&str] = &[
    "{}",
    "[]",
    " {\t}\r\n",
    "null",
    "true",
    "false",
    "nul",
    "truex",
    "\"\"",
    "\"a",
    "\"a\\\"",
    "\"a\\\\\"",
    "0",
    "-0",
    "01",
    "-",
    "1.",
    "1.5",
    "1.e3",
    "1e",
    "1e+",
    "1E-7",
    ".5",
    "+1",
    "[1,2]",
    "[1,]",
    "[,1]",
    "[1 2]",
    "{\"a\":1}",
    "{\"a\":1,}",
    "{\"a\"}",
    "{\"a\":}",
    "{a:1}",
    "{\"a\" : [ { } , [ ] ] }",
    "[}",
    "{]",
    "[[]",
    "[]]",
    "{} {}",
    "",
    " ",
    "\"\\u00e9\"",
    "\"\\u00g9\"",
    "\"\\u12\"",
    "\"\\ud800\"",
    "\"\\x\"",
    "\"\t\"",
    "\"\u{7f}\"",
    "\"é中\"",
    "{\"a\":{\"b\":[1,{\"c\":\"d\"}]},\"e\":null}",
];

fn agrees(text: &str) {
    let mine = check(text.as_bytes()).document.map(|d| &text[d]);
    let theirs = serde_json::from_str::<&RawValue>(text).ok().map(RawValue::get);
    assert_eq!(mine, theirs, "{text:?}");
}

#[test]
fn it_takes_what_serde_takes_and_nothing_else() {
    for document in DOCUMENTS {
        agrees(document);
        // Longer than a block, and with its end at every place of one.
        for pad in 0..130 {
            agrees(&format!("[\"{}\",{document}]", "x".repeat(pad)));
            agrees(&format!("[\"{}\",{document}]", "\\\\".repeat(pad / 2)));
        }
    }
}

#[test]
fn every_damage_is_seen() {
    let text = format!(
        r#"{{"a": "{}", "b\n": [1, -2.5e3, true, null, {{"c": "\u00e9 \\ \" {}"}}], "d": {{}}}}"#,
        "one\\ttwo ".repeat(20),
        "\\\\".repeat(40)
    );
    agrees(&text);
    for place in 0..text.len() {
        agrees(&text[..place]);
        for byte in b"\"\\{}[],:0 x\x01u" {
            let mut bytes = text.clone().into_bytes();
            bytes[place] = *byte;
            agrees(std::str::from_utf8(&bytes).expect("ASCII stays ASCII"));
        }
    }
}

/// What is taken as ASCII is it: a payload's text rests on that.
#[test]
fn no_byte_beyond_ascii_is_overlooked() {
    let text = format!(
        r#" {{"a": "{}", "b\n": [1, "x", true, {{"c": "{}"}}], "d" : "end"}} "#,
        "y".repeat(100),
        "\\\\".repeat(40)
    );
    assert!(check(text.as_bytes()).document.is_some() && !check(text.as_bytes()).beyond_ascii);
    let mut taken = 0;
    for place in 0..text.len() {
        for byte in [0x80, 0xC3, 0xFF] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] = byte;
            let checked = check(&bytes);
            taken += usize::from(checked.document.is_some());
            assert!(checked.document.is_none() || checked.beyond_ascii, "{byte:#x} at {place}");
        }
    }
    assert!(taken > 300, "in strings it is taken: {taken}");
}

#[test]
fn deep_nesting_closes_as_it_opened() {
    for depth in [1, 63, 64, 65, 127, 128, 129, 1000] {
        let open: String = (0..depth).map(|n| if n % 3 == 0 { "{\"k\":" } else { "[" }).collect();
        let close: String = (0..depth).rev().map(|n| if n % 3 == 0 { "}" } else { "]" }).collect();
        agrees(&format!("{open}1{close}"));
        agrees(&format!("{open}1{}", close.replacen(']', "}", 1)));
        agrees(&format!("{open}1{}", &close[1..]));
    }
}

#[test]
fn members_are_found_past_what_is_long() {
    let long = "a\\\"}{".repeat(400);
    let text = format!(r#" {{"s": "{long}", "o": {{"in": "{long}"}}, "l": [1, "{long}" , 3], "e": "end"}} "#);
    let checked = check(text.as_bytes());
    let document = &text[checked.document.expect("it is one")];
    assert_eq!(checked.long.len(), 6, "three strings, their two containers, the whole");
    for long in [Long::NONE, Long::new(&checked.long)] {
        let members: Vec<_> = walk(document, long).collect();
        let keys: Vec<&str> = members.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys, ["\"s\"", "\"o\"", "\"l\"", "\"e\""]);
        assert_eq!(members[3].1, "\"end\"");
        let items: Vec<usize> = walk(members[2].1, long).map(|(_, value)| value.len()).collect();
        assert_eq!(items, [1, long_len(&text), 1]);
    }
    let at_top: Vec<_> = checked.members.into_iter().map(|(key, value)| (&text[key], &text[value])).collect();
    assert_eq!(at_top, walk(document, Long::NONE).collect::<Vec<_>>());
}

/// The length of a long string with its quotes.
fn long_len(text: &str) -> usize {
    text.find(", \"o\"").expect("it is there") - text.find(": ").expect("it is there") - 2
}

#[test]
fn blocks_are_marked_alike_everywhere() {
    for seed in 0..=255_u8 {
        let block: [u8; block::SIZE] = std::array::from_fn(|n| (n as u8).wrapping_mul(37) ^ seed);
        let (a, b) = (block::marks(&block), block::portable(&block));
        assert_eq!(
            (a.quotes, a.backslashes, a.controls, a.usual),
            (b.quotes, b.backslashes, b.controls, b.usual),
            "{block:?}"
        );
        for (n, byte) in block.iter().enumerate() {
            let bit = |marks: u64| marks >> n & 1 == 1;
            assert_eq!((bit(a.quotes), bit(a.backslashes)), (*byte == b'"', *byte == b'\\'), "{byte}");
            assert_eq!((bit(a.controls), bit(a.usual)), (*byte < 0x20, b"nt".contains(byte)), "{byte}");
        }
    }
}
