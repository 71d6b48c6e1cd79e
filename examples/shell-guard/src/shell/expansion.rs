//! Expands words to fields: variables, command substitutions, braces, tildes and the splitting at blanks.

use std::cell::Cell;

use super::{
    field::{Field, Gap},
    parser,
    reader::Reader,
    scope::Scope,
    word::{Body, Form, Kind, Parameter, Part, Word},
};

/// How many fields a word may become by its braces and by variables with several values.
const ALTERNATIVES: usize = 32;

/// How deep command substitutions are followed to learn what they print.
const OUTPUTS: u8 = 4;

/// How much work expansion may make in one command line; a variable used after that is an unknown one, and of a brace
/// list only the first item counts. This keeps the time linear whatever the values are.
#[derive(Debug)]
pub struct Budget(Cell<usize>);

impl Budget {
    /// The budget of one command line.
    pub fn new() -> Self {
        Self(Cell::new(1 << 20))
    }

    /// Takes a part of the budget; false where it is used up.
    fn spend(&self, amount: usize) -> bool {
        let left = self.0.get().checked_sub(amount + 16);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// Expands words in a scope.
#[derive(Clone, Copy, Debug)]
pub struct Expander<'s, 'g> {
    /// The state of the shell.
    pub scope: &'s Scope<'g>,
    /// The work that may still be done.
    pub budget: &'s Budget,
    /// How many command substitutions this one stands in.
    depth: u8,
}

impl<'s, 'g> Expander<'s, 'g> {
    /// An expander at the top of a command line.
    pub fn new(scope: &'s Scope<'g>, budget: &'s Budget) -> Self {
        Self { scope, budget, depth: 0 }
    }

    /// An expander for a command substitution; `None` where too many are open.
    pub fn deeper<'t>(self, scope: &'t Scope<'g>) -> Option<Expander<'t, 'g>>
    where
        's: 't,
    {
        (self.depth < OUTPUTS).then_some(Expander { scope, budget: self.budget, depth: self.depth + 1 })
    }

    /// Expands words one after the other.
    pub fn words<'a>(self, words: &[Word<'a>]) -> Vec<Field<'a>> {
        let mut fields = Vec::with_capacity(words.len());
        for word in words {
            self.word(word, &mut fields);
        }
        fields
    }

    /// Expands a word to the fields it becomes.
    pub fn word<'a>(self, word: &Word<'a>, fields: &mut Vec<Field<'a>>) {
        match &word.body {
            Body::Plain => {
                let home = if word.raw.starts_with('~') { self.scope.tilde(word.raw) } else { None };
                fields.push(home.unwrap_or_else(|| Field::pattern(word.raw)));
            }
            Body::Parts(parts) => {
                let last = self.parts(parts, true, fields);
                let quoted = parts.iter().any(|part| part.quoted);
                fields.extend(last.into_iter().filter(|field| quoted || !field.is_void()));
            }
        }
    }

    /// Expands a word that is not split, such as the value of an assignment, to the values it may have.
    pub fn value<'a>(self, word: &Word<'a>) -> Vec<Field<'a>> {
        match &word.body {
            Body::Plain => {
                let mut fields = Vec::with_capacity(1);
                self.word(word, &mut fields);
                fields
            }
            Body::Parts(parts) => self.parts(parts, false, &mut Vec::new()),
        }
    }

    /// Puts the parts of a word together. Returns the fields that end with the word, and hands over those that ended
    /// before.
    fn parts<'a>(self, parts: &[Part<'a>], split: bool, ended: &mut Vec<Field<'a>>) -> Vec<Field<'a>> {
        let mut open = vec![Field::default()];
        for (index, part) in parts.iter().enumerate() {
            if let Kind::Text(text) = &part.kind {
                let home = if index == 0 && !part.quoted { self.scope.tilde(text) } else { None };
                match home {
                    Some(home) => open = vec![home],
                    None => open.iter_mut().for_each(|field| field.push(text, !part.quoted)),
                }
                continue;
            }
            let choices = self.choices(part);
            let splits = split && !part.quoted && !matches!(part.kind, Kind::Choice(_));
            let Some(first) = choices.first() else { continue };
            let size: usize = open.iter().map(|field| field.text.len() + 16).sum();
            if choices.len() == 1 || !self.budget.spend(size * choices.len()) {
                open.iter_mut().for_each(|field| join(field, first, splits, ended));
                continue;
            }
            let pairs = open.iter().flat_map(|field| choices.iter().map(move |choice| (field, choice)));
            let joined = pairs.take(ALTERNATIVES).map(|(field, choice)| {
                let mut field = field.clone();
                join(&mut field, choice, splits, ended);
                field
            });
            open = joined.collect();
        }
        open
    }

    /// The texts a part may stand for.
    fn choices<'a>(self, part: &Part<'a>) -> Vec<Field<'a>> {
        match &part.kind {
            Kind::Text(text) => vec![Field::literal(text.clone())],
            Kind::Parameter(parameter) => self.parameter(parameter),
            Kind::Output(list) => self.output(list).into_fields(),
            Kind::Backticks(text) => self.output(&parser::parse(text)).into_fields(),
            Kind::Process(list) => {
                let mut field = Field::literal("/dev/fd/");
                let output = self.output(list).into_fields();
                let gap =
                    if output.iter().any(|line| line.misses(Gap::Download)) { Gap::Download } else { Gap::Filled };
                field.append(&Field::hole(gap), 0..0);
                vec![field]
            }
            Kind::Number(_) => vec![Field::hole(Gap::Filled)],
            Kind::Choice(words) => {
                let mut fields = Vec::new();
                for word in words {
                    fields.extend(self.value(word));
                    if fields.len() >= ALTERNATIVES {
                        break;
                    }
                }
                fields
            }
        }
    }

    /// The values the use of a variable may have.
    fn parameter<'a>(self, parameter: &Parameter<'a>) -> Vec<Field<'a>> {
        let known = self.scope.values(parameter.name).filter(|values| {
            let size: usize = values.iter().map(|value| value.text.len()).sum();
            self.budget.spend(size)
        });
        let operand = || parameter.operand.as_ref().map(|word| self.value(word)).unwrap_or_default();
        let filled = |values: &[Field<'static>]| values.iter().any(|value| !value.text.is_empty());
        match (parameter.form, known) {
            (Form::Plain, Some(values)) => values.into_owned(),
            (Form::Required | Form::Default, Some(values)) if filled(&values) => values.into_owned(),
            (Form::Required | Form::Length, _) => vec![Field::hole(Gap::Filled)],
            (Form::Default, known) => {
                let mut values = operand();
                if values.iter().all(Field::is_void) {
                    return vec![Field::hole(Gap::Perhaps)];
                }
                let gap = if known.is_some_and(|values| values.iter().any(|value| value.misses(Gap::Download))) {
                    Gap::Download
                } else {
                    Gap::Filled
                };
                values.push(Field::hole(gap));
                values
            }
            (Form::Alternate, _) => operand(),
            (Form::Plain | Form::Changed, _) => vec![Field::hole(Gap::Perhaps)],
        }
    }

    /// The text of a here-document as the command gets it.
    pub fn document(self, text: &str) -> Field<'static> {
        let word = Reader::document_text(text);
        self.value(&word).into_iter().next().unwrap_or_default().into_owned()
    }
}

/// Adds one of the values of a part to a field. A value that is split ends the field and begins others.
fn join<'a>(field: &mut Field<'a>, choice: &Field<'a>, splits: bool, ended: &mut Vec<Field<'a>>) {
    let mut from = 0;
    if splits {
        for (at, blank) in choice.text.match_indices([' ', '\t', '\n']) {
            field.append(choice, from..at);
            from = at + blank.len();
            if !field.is_void() {
                ended.push(std::mem::take(field));
            }
        }
    }
    field.append(choice, from..choice.text.len());
    field.glob |= splits && choice.text.contains('*');
}
