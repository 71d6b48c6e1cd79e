//! Files of a person who uses every host, and other tools with it.
//!
//! In `fixtures/manage/*.txt` a file is `==== path` and its text. `␍` stands for a carriage return, `␄` for the end of a
//! file without a final line break, `<BOM>` for a byte order mark.

use std::path::Path;

use hookwright_tests::home::Home;

pub const HOME: &str = include_str!("../../fixtures/manage/home.txt");
pub const PROJECT: &str = include_str!("../../fixtures/manage/project.txt");

/// How the same files were saved by another editor.
#[derive(Clone, Copy, Debug)]
pub enum Saved {
    AsTheyAre,
    Tabs,
    Crlf,
    Bom,
    NoFinalNewline,
}

impl Saved {
    pub const ALL: [Saved; 5] = [Saved::AsTheyAre, Saved::Tabs, Saved::Crlf, Saved::Bom, Saved::NoFinalNewline];

    fn text(self, path: &str, text: &str) -> String {
        match self {
            Saved::AsTheyAre => text.to_owned(),
            // YAML knows no tabs.
            Saved::Tabs if path.ends_with(".yaml") => text.to_owned(),
            Saved::Tabs => text.split_inclusive('\n').map(tabs).collect(),
            Saved::Crlf => text.replace("\r\n", "\n").replace('\n', "\r\n"),
            Saved::Bom => format!("\u{feff}{}", text.trim_start_matches('\u{feff}')),
            Saved::NoFinalNewline => text.trim_end().to_owned(),
        }
    }
}

fn tabs(line: &str) -> String {
    let rest = line.trim_start_matches(' ');
    "\t".repeat((line.len() - rest.len()).div_ceil(2)) + rest
}

/// Path and text of each file in a table.
pub fn files(table: &'static str) -> impl Iterator<Item = (&'static str, String)> {
    table.split("==== ").skip(1).map(|part| {
        let (path, text) = part.split_once('\n').expect("a file has a name");
        (path, text.replace("␄\n", "").replace('␍', "\r").replace("<BOM>", "\u{feff}"))
    })
}

/// Fills a home and its project.
pub fn fill(home: &Home, saved: Saved) {
    for (folder, table) in [("home", HOME), ("project", PROJECT)] {
        for (path, text) in files(table) {
            home.write(&Path::new(folder).join(path), saved.text(path, &text));
        }
    }
}
