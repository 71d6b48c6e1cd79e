//! An argument after expansion, with holes where nobody can know the text.

use std::{borrow::Cow, ops::Range};

/// What is known of a text that cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The value of a variable or the output of a command: it may be empty.
    Perhaps,
    /// Some text that is not empty.
    Filled,
    /// What `xargs` reads from an input that is not in the command line.
    Unseen,
    /// What a download prints.
    Download,
}

/// A place in a field where text is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The byte before which the text is missing.
    pub at: usize,
    /// What is known of it.
    pub gap: Gap,
}

/// An argument after expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field<'a> {
    /// The text that is known.
    pub text: Cow<'a, str>,
    /// Whether an unquoted `*`, `?` or `[` makes it a pattern.
    pub glob: bool,
    /// The places where text is missing, in order.
    pub holes: Vec<Hole>,
}

impl<'a> Field<'a> {
    /// A text in which no character is special.
    pub fn literal(text: impl Into<Cow<'a, str>>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A text in which the pattern characters count.
    pub fn pattern(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        Self { glob: has_pattern(&text), text, holes: Vec::new() }
    }

    /// A text of which nothing is known but this.
    pub fn hole(gap: Gap) -> Self {
        Self { holes: vec![Hole { at: 0, gap }], ..Self::default() }
    }

    /// The same field with a text of its own.
    pub fn into_owned(self) -> Field<'static> {
        Field { text: Cow::Owned(self.text.into_owned()), glob: self.glob, holes: self.holes }
    }

    /// Whether there is nothing at all in it.
    pub fn is_void(&self) -> bool {
        self.text.is_empty() && self.holes.is_empty()
    }

    /// Whether nothing of the text is known.
    pub fn is_open(&self) -> bool {
        self.text.is_empty() && !self.holes.is_empty()
    }

    /// Whether a text of this kind is missing anywhere.
    pub fn misses(&self, gap: Gap) -> bool {
        self.holes.iter().any(|hole| hole.gap == gap)
    }

    /// What is missing at the start.
    pub fn lead(&self) -> Option<Gap> {
        self.holes.first().filter(|hole| hole.at == 0).map(|hole| hole.gap)
    }

    /// Adds characters.
    pub fn push(&mut self, text: &str, glob: bool) {
        self.glob |= glob && has_pattern(text);
        self.text.to_mut().push_str(text);
    }

    /// Adds a part of another field.
    pub fn append(&mut self, other: &Field<'_>, range: Range<usize>) {
        let shift = self.text.len();
        self.push(&other.text[range.clone()], other.glob);
        let first = other.holes.partition_point(|hole| hole.at < range.start);
        let end = range.end + usize::from(range.end == other.text.len());
        let last = other.holes.partition_point(|hole| hole.at < end);
        let holes = other.holes.get(first..last).unwrap_or_default();
        self.holes.extend(holes.iter().map(|hole| Hole { at: hole.at - range.start + shift, gap: hole.gap }));
    }

    /// The field with something that is not known but not empty below it.
    pub fn below(&self) -> Field<'static> {
        let mut below = self.clone().into_owned();
        if !below.text.ends_with('/') {
            below.push("/", false);
        }
        below.holes.push(Hole { at: below.text.len(), gap: Gap::Filled });
        below
    }

    /// The field with every occurrence of a text replaced by another field.
    pub fn replaced(&self, text: &str, with: &Field<'_>) -> Field<'a> {
        if text.is_empty() || !self.text.contains(text) {
            return self.clone();
        }
        let mut result = Field::default();
        let mut from = 0;
        for (at, _) in self.text.match_indices(text) {
            result.append(self, from..at);
            result.append(with, 0..with.text.len());
            from = at + text.len();
        }
        result.append(self, from..self.text.len());
        result
    }

    /// The text with a stand-in for everything that is missing but not empty, and for the rest as well if asked.
    pub fn filled(&self, all: bool) -> Cow<'_, str> {
        if self.holes.is_empty() {
            return Cow::Borrowed(&self.text);
        }
        Cow::Owned(self.rendered(|gap| if all || gap == Gap::Filled { "_" } else { "" }))
    }

    /// The text as a script that has the same meaning.
    pub fn script(&self) -> Cow<'_, str> {
        if self.holes.is_empty() {
            return Cow::Borrowed(&self.text);
        }
        Cow::Owned(self.rendered(|gap| if gap == Gap::Filled { "${_:?}" } else { "${_}" }))
    }

    /// The text for a message: not too long, and on one line.
    pub fn shown(&self) -> String {
        let text = self.rendered(|gap| if gap == Gap::Unseen { "…" } else { "$…" });
        let mut shown: String = text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        shown
    }

    /// The text with something in every hole.
    fn rendered(&self, stand_in: impl Fn(Gap) -> &'static str) -> String {
        let mut text = String::with_capacity(self.text.len() + 8);
        let mut from = 0;
        for hole in &self.holes {
            text.push_str(&self.text[from..hole.at]);
            text.push_str(stand_in(hole.gap));
            from = hole.at;
        }
        text.push_str(&self.text[from..]);
        text
    }

    /// Whether, run as a script, it would run what a download prints.
    pub fn runs_download(&self) -> bool {
        self.holes.iter().filter(|hole| hole.gap == Gap::Download).any(|hole| {
            let before = self.text[..hole.at].trim_end_matches([' ', '\t']);
            before.is_empty() || before.ends_with([';', '&', '|', '(', '{', '\n']) || before.ends_with("eval")
        })
    }
}

/// Whether a text has a character that makes an unquoted word a pattern. A parenthesis is that of `!(…)`.
fn has_pattern(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_move_with_the_text_they_stand_in() {
        let mut base = Field::literal("a/");
        base.append(&Field::hole(Gap::Perhaps), 0..0);
        base.push("/b", false);
        assert_eq!(base.script(), "a/${_}/b");
        assert_eq!(base.filled(false), "a//b");
        assert_eq!(base.filled(true), "a/_/b");
        let mut copy = Field::literal("x");
        copy.append(&base, 1..4);
        assert_eq!(copy.script(), "x/${_}/b");
        assert_eq!(Field::literal("rm {} {}").replaced("{}", &base).script(), "rm a/${_}/b a/${_}/b");
    }

    #[test]
    fn a_download_runs_only_where_a_command_stands() {
        for (text, runs) in [("", true), ("x; ", true), ("V=", false), ("echo ", false)] {
            let mut field = Field::literal(text);
            field.append(&Field::hole(Gap::Download), 0..0);
            assert_eq!(field.runs_download(), runs, "{text:?}");
        }
    }

    #[test]
    fn a_shown_text_is_short_and_on_one_line() {
        let shown = Field::literal(format!("a\nb{}", "ü".repeat(200))).shown();
        assert!(shown.starts_with("a b") && shown.ends_with('…') && shown.chars().count() == 81, "{shown}");
    }
}
