//! Tells the options of a program from its operands, the way `getopt` does.

use super::field::Field;

/// An argument of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument<'c, 'a> {
    /// `-x`, alone or in a cluster, with its value where it takes one.
    Short(char, &'c str),
    /// `--name`, with its value where it has one.
    Long(&'c str, &'c str),
    /// Anything else, with its place among the arguments.
    Operand(usize, &'c Field<'a>),
}

/// The arguments of a program, one at a time.
#[derive(Debug)]
pub struct Options<'c, 'a> {
    arguments: &'c [Field<'a>],
    at: usize,
    cluster: &'c str,
    ended: bool,
    short: &'static str,
    long: &'static [&'static str],
}

impl<'c, 'a> Options<'c, 'a> {
    /// The arguments of a program; `short` and `long` are the options that take a value.
    pub fn new(arguments: &'c [Field<'a>], short: &'static str, long: &'static [&'static str]) -> Self {
        Self { arguments, at: 0, cluster: "", ended: false, short, long }
    }

    /// The arguments up to the first operand, for a program that runs another one.
    pub fn leading(self) -> impl Iterator<Item = Argument<'c, 'a>> {
        let mut found = false;
        self.take_while(move |argument| !std::mem::replace(&mut found, matches!(argument, Argument::Operand(..))))
    }

    /// The text of the next argument, as the value of an option.
    fn value(&mut self) -> &'c str {
        let value = self.arguments.get(self.at).map_or("", |field| &field.text);
        self.at += 1;
        value
    }
}

impl<'c, 'a> Iterator for Options<'c, 'a> {
    type Item = Argument<'c, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(letter) = self.cluster.chars().next() {
            self.cluster = &self.cluster[letter.len_utf8()..];
            if !self.short.contains(letter) {
                return Some(Argument::Short(letter, ""));
            }
            let attached = std::mem::take(&mut self.cluster);
            let value = if attached.is_empty() { self.value() } else { attached };
            return Some(Argument::Short(letter, value));
        }
        let place = self.at;
        let field = self.arguments.get(place)?;
        self.at += 1;
        let text: &'c str = &field.text;
        if self.ended || text.len() < 2 || !text.starts_with('-') || field.lead().is_some() {
            return Some(Argument::Operand(place, field));
        }
        if text == "--" {
            self.ended = true;
            return self.next();
        }
        let Some(name) = text.strip_prefix("--") else {
            self.cluster = &text[1..];
            return self.next();
        };
        Some(match name.split_once('=') {
            Some((name, value)) => Argument::Long(name, value),
            None if self.long.contains(&name) => Argument::Long(name, self.value()),
            None => Argument::Long(name, ""),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &'static str) -> String {
        let fields: Vec<_> = line.split(' ').map(Field::literal).collect();
        let shown = Options::new(&fields, "nu", &["user"]).map(|argument| match argument {
            Argument::Short(letter, value) => format!("{letter}={value}"),
            Argument::Long(name, value) => format!("{name}={value}"),
            Argument::Operand(place, field) => format!("{place}:{}", field.text),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_are_told_from_operands() {
        assert_eq!(read("-rf a -x"), "r= f= 1:a x=");
        assert_eq!(read("-n 5 -n5 -rn5 -rn 5 a"), "n=5 n=5 r= n=5 r= n=5 6:a");
        assert_eq!(read("--user x --user=y --all - -- -r"), "user=x user=y all= 4:- 6:-r");
        assert_eq!(read("-n"), "n=");
    }

    #[test]
    fn leading_options_end_with_the_first_operand() {
        let fields: Vec<_> = ["-r", "a", "-b", "c"].into_iter().map(Field::literal).collect();
        assert_eq!(Options::new(&fields, "", &[]).leading().count(), 2);
    }
}
