//! YAML that the hosts' parsers take and ours does not, changed on its way to ours. The file stays as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::between::quoted_end;
use super::style::line_start;
use super::tree::{Data, Form, Node};

/// How many bytes are read again for mends, if that is not only a few times. What needs more is an attack, or no YAML.
const MOST: usize = 1 << 20;

#[derive(Default)]
pub(super) struct Mends {
    /// A space is read there.
    tabs: BTreeSet<usize>,
    /// So many spaces are read in front.
    indents: BTreeMap<usize, usize>,
    /// Bytes that were read again.
    again: usize,
}

impl Mends {
    /// What the parser gets, and where in the file each of its characters is.
    pub fn source(&self, text: &str) -> (String, Vec<usize>) {
        let (mut source, mut places) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
        for (at, character) in text.char_indices() {
            let spaces = self.indents.get(&at).copied().unwrap_or(0);
            source.extend(std::iter::repeat_n(' ', spaces));
            places.extend(std::iter::repeat_n(at, spaces + 1));
            source.push(if self.tabs.contains(&at) { ' ' } else { character });
        }
        (source, places)
    }

    /// Finds a mend for a fault of the parser's, if there is one, and for all like it: for each the file is read again.
    pub fn learn(&mut self, text: &str, at: usize, fault: &str) -> bool {
        let rest = &text[at..];
        self.goes_on(text)
            && match fault {
                // A tab between a key and its value.
                "':' must be followed by a valid YAML whitespace" => {
                    let tab = tab_behind_colon(text, at).is_some_and(|tab| self.tabs.insert(tab));
                    self.tabs.extend(rest.match_indices(":\t").map(|(colon, _)| at + colon + 1));
                    tab
                }
                // Between brackets, indentation says nothing.
                "invalid indentation" | "invalid indentation in flow construct" => {
                    let first = self.indents.is_empty();
                    let closing = rest.match_indices([']', '}']).map(|(bracket, _)| at + bracket);
                    let all = closing.filter(|_| first).chain([at]);
                    self.indent(text, all)
                }
                // Nor does it between quotes.
                "invalid indentation in quoted scalar" => {
                    let end = quoted_end(text, at).unwrap_or(at);
                    let lines = text[at..end].match_indices('\n').map(|(newline, _)| at + newline + 1);
                    self.indent(text, lines)
                }
                _ => false,
            }
    }

    fn goes_on(&mut self, text: &str) -> bool {
        self.again += text.len();
        self.again <= MOST.max(5 * text.len())
    }

    /// Makes lines that start at some bytes deeper than any structure. Whether there were any.
    fn indent(&mut self, text: &str, lines: impl IntoIterator<Item = usize>) -> bool {
        let (before, depth) = (self.indents.len(), deepest(text));
        self.indents.extend(lines.into_iter().filter(|at| is_first(text, *at)).map(|at| (at, depth)));
        self.indents.len() > before
    }

    /// The mends in a text, or in a block scalar: only there an indentation may be text.
    pub fn within(&self, range: Range<usize>, block: bool) -> Vec<usize> {
        let indents = self.indents.range(range.clone()).map(|(at, _)| *at).filter(|_| block);
        self.tabs.range(range).copied().chain(indents).collect()
    }

    /// Takes mends back. Whether there were any.
    pub fn undo(&mut self, text: &str, spoilt: &[usize]) -> bool {
        let undone = spoilt.iter().filter(|at| self.tabs.remove(at) || self.indents.remove(at).is_some()).count();
        undone > 0 && self.goes_on(text)
    }

    /// Whether every indentation that is not in the file is one that says nothing.
    pub fn are_idle(&self, root: &Node) -> bool {
        self.indents.keys().all(|at| is_in_brackets(root, *at))
    }
}

/// The tab that alone parts what is at a byte from the colon of a key on the same line.
fn tab_behind_colon(text: &str, at: usize) -> Option<usize> {
    let key = text[..at].trim_end_matches('\t');
    let word = key.strip_suffix(':')?.rsplit('\n').next()?;
    (key.len() < at && !word.trim().is_empty()).then_some(key.len())
}

/// Whether there is nothing but white space before a byte on its line.
fn is_first(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim().is_empty()
}

/// A column that is deeper than what any line starts with, for all lines that people write.
fn deepest(text: &str) -> usize {
    let column = |line: &str| line.len() - line.trim_start_matches([' ', '\t', '-', '?', ':']).len();
    text.lines().map(column).max().unwrap_or(0).min(500) + 1
}

/// Whether a byte is between brackets or quotes.
fn is_in_brackets(node: &Node, at: usize) -> bool {
    let around = node.span.start < at && at < node.span.end;
    let closed = node.form == Form::Inline && (node.is_container() || matches!(node.data, Data::Text(_)));
    around && closed || node.children().iter().any(|child| is_in_brackets(&child.node, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_behind_a_colon_is_found() {
        for (before, wanted) in [
            ("a:\t", Some(2)),
            ("ä: 1\nb:\t\t", Some(8)),
            ("a: ", None),
            ("a: \t", None),
            ("a\t", None),
            ("? a\n:\t", None),
            ("? a\n  :\t", None),
            ("\t", None),
            ("", None),
        ] {
            assert_eq!(tab_behind_colon(&format!("{before}x:\ty"), before.len()), wanted, "{before:?}");
        }
    }

    const TAB: &str = "':' must be followed by a valid YAML whitespace";

    #[test]
    fn the_parser_gets_what_is_mended_and_the_file_keeps_its_places() {
        let mut mends = Mends::default();
        let text = "é:\t[\n]";
        assert!(mends.learn(text, 4, TAB));
        assert!(mends.learn(text, 6, "invalid indentation"));
        assert!(!mends.learn(text, 6, "invalid indentation"), "once is enough");
        assert!(!mends.learn(text, 4, "invalid indentation"), "not where a line starts");
        assert!(!mends.learn(text, 6, "something else"));
        assert_eq!(mends.source(text), ("é: [\n ]".to_owned(), vec![0, 2, 3, 4, 5, 6, 6]));
    }

    #[test]
    fn what_was_mended_in_vain_is_taken_back() {
        let mut mends = Mends::default();
        let text = "a:\tb\nc: |\n  d:\te\n  ]\nf: [\n]\n";
        assert!(mends.learn(text, 3, TAB));
        assert!(mends.learn(text, 26, "invalid indentation"));
        let (tab, bracket) = (text.rfind('\t').unwrap(), text.find(']').unwrap());
        assert_eq!(mends.within(8..tab + 1, true), [tab]);
        assert!(mends.undo(text, &[tab]) && !mends.undo(text, &[tab, bracket]));
        assert_eq!(mends.source(text).0, "a: b\nc: |\n  d:\te\n  ]\nf: [\n   ]\n");
    }

    #[test]
    fn there_is_an_end_to_mending() {
        let text = "a: [\nb,\n".repeat(20_000);
        let mut mends = Mends::default();
        let learnt = (0..20_000).take_while(|line| mends.learn(&text, line * 8 + 5, "invalid indentation")).count();
        assert_eq!(learnt, MOST.max(5 * text.len()) / text.len());
    }
}
