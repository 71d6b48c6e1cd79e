//! `deviations.toml`: where we differ, and why.

use std::collections::BTreeMap;

use hookwright_tests::golden::crate_dir;
use serde::Deserialize;
use serde_json::Value;

use super::Differences;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    deviation: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    why: String,
    known: String,
    /// By case: what we answer where it is another answer.
    ours: BTreeMap<String, Differences>,
}

/// How a fact about a host can be known, before its version.
const GRADES: &[&str] = &["live, ", "source, ", "docs, "];

/// What is no fact about a host, but what this project is for.
const OWN: &str = "own";

impl Row {
    fn fault(&self) -> Option<String> {
        let Row { why, known, ours } = self;
        let graded = |grade: &&str| known.strip_prefix(*grade).is_some_and(|of| !of.trim().is_empty());
        if why.trim().is_empty() {
            return Some(format!("the row of {:?} has no `why`", ours.keys().next()));
        }
        if known != OWN && !GRADES.iter().any(graded) {
            return Some(format!(
                "\"{why}\": `known` is \"{OWN}\" or begins with one of {GRADES:?} and says of which version"
            ));
        }
        if ours.is_empty() {
            return Some(format!("\"{why}\": the row is about no case"));
        }
        let empty = ours.iter().find(|(_, differences)| differences.is_empty());
        empty.map(|(case, _)| format!("\"{why}\": the row says nothing of {case}"))
    }
}

impl Table {
    pub fn read() -> Table {
        let path = crate_dir().join("deviations.toml");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Table::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    fn parse(text: &str) -> Result<Table, String> {
        let table: Table = toml::from_str(text).map_err(|e| e.to_string())?;
        match table.deviation.iter().find_map(Row::fault) {
            None => Ok(table),
            Some(fault) => Err(fault),
        }
    }

    /// The cases that it names.
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.deviation.iter().flat_map(|row| row.ours.keys().map(String::as_str))
    }

    /// What is wrong with what the table says of a case, when these are its differences.
    pub fn fault(&self, case: &str, found: &Differences) -> Option<String> {
        let mut said = Differences::new();
        let mut lines = Vec::new();
        for (at, value) in self.deviation.iter().filter_map(|row| row.ours.get(case)).flatten() {
            if said.insert(at.clone(), value.clone()).is_some() {
                lines.push(format!("  two rows explain {at}"));
            }
        }
        for (at, ours) in found {
            match said.get(at) {
                None => lines.push(format!("  no row explains {}", assignment(at, ours))),
                Some(said) if said != ours => {
                    lines.push(format!("  {}, but the row says {said}", assignment(at, ours)))
                }
                Some(_) => {}
            }
        }
        for at in said.keys().filter(|at| !found.contains_key(*at)) {
            lines.push(format!("  a row explains {at}, where we agree by now"));
        }
        (!lines.is_empty()).then(|| format!("{case}:\n{}", lines.join("\n")))
    }
}

/// What we answer at one place, as it stands in a row.
fn assignment(at: &str, ours: &Value) -> String {
    format!("\"{at}\" = {}", inline(ours))
}

fn inline(value: &Value) -> String {
    match value {
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Object(map) => {
            let pairs: Vec<String> = map.iter().map(|(k, v)| format!("{} = {}", key(k), inline(v))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

fn key(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { key.to_owned() } else { Value::from(key).to_string() }
}

#[test]
fn a_row_without_why_known_or_cases_is_refused() {
    let fault = |row: &str| Table::parse(&format!("[[deviation]]\n{row}")).err().unwrap_or_default();
    let (why, known, ours) = ("why = \"it is so\"\n", "known = \"live, Acme 1.0\"\n", "ours.\"a/1\".exit = 2\n");
    assert_eq!(fault(&format!("{why}{known}{ours}")), "");
    for (row, wanted) in [
        (format!("{known}{ours}"), "missing field `why`"),
        (format!("{why}{ours}"), "missing field `known`"),
        (format!("{why}{known}"), "missing field `ours`"),
        (format!("why = \" \"\n{known}{ours}"), "has no `why`"),
        (format!("{why}known = \"\"\n{ours}"), "`known` is"),
        (format!("{why}known = \"live, \"\n{ours}"), "`known` is"),
        (format!("{why}known = \"somebody says so\"\n{ours}"), "`known` is"),
        (format!("{why}{known}ours = {{}}"), "about no case"),
        (format!("{why}{known}ours.\"a/1\" = {{}}"), "says nothing of a/1"),
    ] {
        assert!(fault(&row).contains(wanted), "{row}: {}", fault(&row));
    }
}

#[test]
fn a_row_names_exactly_what_differs_now() {
    let table = |ours: &str| -> Table {
        let row = |ours: &str| format!("[[deviation]]\nwhy = \"it is so\"\nknown = \"own\"\n{ours}\n");
        toml::from_str(&ours.split('|').map(row).collect::<String>()).expect("it is a table")
    };
    let found =
        Differences::from([("stdout".to_owned(), serde_json::json!({ "deny": "x" })), ("exit".to_owned(), 2.into())]);
    let stdout = r#"ours."a/1".stdout = { deny = "x" }"#;
    for (rows, wanted) in [
        (format!("{stdout}|ours.\"a/1\".exit = 2"), None),
        (stdout.to_owned(), Some("no row explains \"exit\" = 2")),
        (format!("{stdout}|ours.\"a/1\".exit = 1"), Some("\"exit\" = 2, but the row says 1")),
        (
            format!("{stdout}|ours.\"a/1\" = {{ exit = 2, stderr = \"x\" }}"),
            Some("a row explains stderr, where we agree by now"),
        ),
        (
            format!("{stdout}|ours.\"a/1\" = {{ exit = 2, stdout = {{ deny = \"x\" }} }}"),
            Some("two rows explain stdout"),
        ),
        (format!("{stdout}|ours.\"a/2\".exit = 2"), Some("no row explains \"exit\" = 2")),
    ] {
        let fault = table(&rows).fault("a/1", &found);
        assert_eq!(fault.as_deref().map(|f| f.trim_start_matches("a/1:\n  ")), wanted, "{rows}");
    }
}
