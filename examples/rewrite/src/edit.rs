//! Changes of single words in a line.

use std::ops::Range;

use shell_line::Word;

/// Changes, made all at once so that none moves the place of another.
#[derive(Default)]
pub struct Edits(Vec<(Range<usize>, &'static str)>);

impl Edits {
    /// Puts a text in the place of a word; false where that place is not known.
    pub fn replace(&mut self, word: &Word, text: &'static str) -> bool {
        word.range.clone().is_some_and(|range| self.add(range, text))
    }

    /// Puts a text behind a word; false where its place is not known.
    pub fn append(&mut self, word: &Word, text: &'static str) -> bool {
        word.range.clone().is_some_and(|range| self.add(range.end..range.end, text))
    }

    fn add(&mut self, range: Range<usize>, text: &'static str) -> bool {
        self.0.push((range, text));
        true
    }

    /// The line with all changes; `None` where there are none.
    pub fn apply(mut self, line: &str) -> Option<String> {
        self.0.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        let mut changed = line.to_owned();
        self.0.iter().for_each(|(range, text)| changed.replace_range(range.clone(), text));
        (changed != line).then_some(changed)
    }
}
