//! What is remembered of a session, each kind of thing up to a number, and how it is told.

use hookwright::mask;
use serde::{Deserialize, Serialize};

const NOTES: usize = 20;
const PROMPTS: usize = 8;
const FILES: usize = 40;
/// How much of a prompt or an answer is kept, in bytes.
const LONGEST: usize = 400;
/// How a prompt begins that is to be kept for good.
const NOTE: &str = "remember:";

/// What is remembered of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    notes: Vec<String>,
    prompts: Vec<String>,
    files: Vec<String>,
    said: String,
}

impl Memory {
    /// The user asked for something, or for something to be remembered.
    pub fn ask(&mut self, prompt: &str) {
        // `opencode run "…"` puts quotes around what has a space in it.
        let unquoted = prompt.trim().strip_prefix('"').and_then(|prompt| prompt.strip_suffix('"'));
        let prompt = unquoted.unwrap_or(prompt).trim();
        let note = prompt.get(..NOTE.len()).filter(|start| start.eq_ignore_ascii_case(NOTE));
        match note {
            Some(start) => push(&mut self.notes, short(&prompt[start.len()..]), NOTES),
            None => push(&mut self.prompts, short(prompt), PROMPTS),
        }
    }

    /// Files were changed.
    pub fn edit(&mut self, paths: impl Iterator<Item = String>) {
        paths.for_each(|path| push(&mut self.files, path, FILES));
    }

    /// The agent ended its turn with these words.
    pub fn say(&mut self, text: &str) {
        self.said = short(text);
    }

    /// All of it under a heading; `None` when there is nothing.
    pub fn told(&self, heading: &str) -> Option<String> {
        let list = |title: &str, lines: &[String]| match lines {
            [] => String::new(),
            lines => format!("\n\n{title}\n- {}", lines.join("\n- ")),
        };
        let mut text = list("The user's notes:", &self.notes);
        text += &list("What the user asked for, the latest last:", &self.prompts);
        text += &list("Files that were changed:", &self.files);
        if !self.said.is_empty() {
            text += &format!("\n\nYour last answer began: {}", self.said);
        }
        (!text.is_empty()).then(|| format!("{heading}{text}"))
    }
}

/// Adds a line, or moves it to the end; the oldest goes.
fn push(lines: &mut Vec<String>, line: String, most: usize) {
    if line.is_empty() {
        return;
    }
    lines.retain(|have| *have != line);
    lines.push(line);
    let old = lines.len().saturating_sub(most);
    lines.drain(..old);
}

/// In one line, without secrets, not too long.
fn short(text: &str) -> String {
    let masked = mask(text);
    let line = masked.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.len() <= LONGEST {
        return line;
    }
    format!("{}…", &line[..line.floor_char_boundary(LONGEST)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_told_under_its_title() {
        let mut memory = Memory::default();
        assert_eq!(memory.told("x"), None);
        memory.ask("fix the\nparser, with API_KEY=hunter22");
        memory.ask("Remember: never touch main");
        memory.ask("\"remember: never touch main\"");
        memory.edit(["src/a.rs", "src/b.rs", "src/a.rs"].into_iter().map(String::from));
        memory.say("I have fixed it.");
        let told = memory.told("Before:").unwrap();
        let wanted = "Before:\n\nThe user's notes:\n- never touch main\n\nWhat the user asked for, the latest last:\n- fix the \
                      parser, with API_KEY=[masked]\n\nFiles that were changed:\n- src/b.rs\n- src/a.rs\n\nYour last answer \
                      began: I have fixed it.";
        assert_eq!(told, wanted);
    }

    #[test]
    fn it_has_a_size_and_the_latest_stays() {
        let mut memory = Memory::default();
        for number in 0..500 {
            memory.ask(&format!("remember: {number} {}", "ü".repeat(1000)));
            memory.ask(&format!("do {number} {}", "x".repeat(1000)));
            memory.edit([format!("src/{number}.rs")].into_iter());
        }
        let told = memory.told("Before:").unwrap();
        assert!(told.contains("- do 499 ") && told.contains("- src/499.rs") && !told.contains("do 491 "), "{told}");
        // Hosts cut or drop more than about 10,000 characters.
        assert!(told.chars().count() < 9_500, "{}", told.chars().count());
    }
}
