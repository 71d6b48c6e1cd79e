//! Reads the command lines of PowerShell and cmd: words, pipelines, and the variables in paths.

use super::{
    field::{Field, Gap},
    scope::Scope,
};

/// A word of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Token {
    /// The text without quotes.
    pub text: String,
    /// The text in lower case, as names are compared.
    pub lower: String,
}

/// Commands that stand in one statement: those of a pipeline, and those in its parentheses and blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// The commands, each with its words.
    pub commands: Vec<Vec<Token>>,
}

/// Reads a command line.
pub fn statements(text: &str) -> Vec<Statement> {
    let mut lexer = Lexer { text, pos: 0, word: None, statements: vec![Statement::default()] };
    while lexer.step() {}
    lexer.end_statement();
    lexer.statements
}

/// A cursor with what was read so far.
struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    word: Option<String>,
    statements: Vec<Statement>,
}

impl Lexer<'_> {
    /// Reads one character or one quoted text; false at the end.
    fn step(&mut self) -> bool {
        let rest = &self.text[self.pos..];
        let Some(first) = rest.chars().next() else { return false };
        self.pos += first.len_utf8();
        let after = &rest[first.len_utf8()..];
        match first {
            '\n' | ';' => self.end_statement(),
            ' ' | '\t' | '\r' | ',' => self.end_word(),
            '|' if after.starts_with('|') => self.end_statement(),
            '|' | '(' | ')' | '{' | '}' if !rest.starts_with("${") => self.end_command(),
            '$' if after.starts_with('{') => {
                let name = &after[..after.find('}').map_or(after.len(), |end| end + 1)];
                self.push("$");
                self.push(name);
                self.pos += name.len();
            }
            '&' if self.is_fresh() => {}
            '&' => self.end_statement(),
            '#' if self.word.is_none() => self.pos += after.find('\n').unwrap_or(after.len()),
            '<' if after.starts_with('#') => self.pos += after.find("#>").map_or(after.len(), |end| end + 2),
            '@' if after.starts_with(['"', '\'']) => {
                let close = if after.starts_with('"') { "\n\"@" } else { "\n'@" };
                let end = after.find(close).unwrap_or(after.len());
                self.push(&after[1..end.max(1)]);
                self.pos += (end + close.len()).min(after.len());
            }
            '\'' => {
                let end = after.find('\'').unwrap_or(after.len());
                self.push(&after[..end]);
                self.pos += (end + 1).min(after.len());
            }
            '"' => self.quoted(),
            '`' | '^' => {
                let width = after.chars().next().map_or(0, char::len_utf8);
                match &after[..width] {
                    "\n" | "\r" => self.end_word(),
                    next => self.push(next),
                }
                self.pos += width;
            }
            _ => self.push(&rest[..first.len_utf8()]),
        }
        true
    }

    /// Reads the rest of a text in double quotes.
    fn quoted(&mut self) {
        self.push("");
        loop {
            let rest = &self.text[self.pos..];
            let end = rest.find(['"', '`']).unwrap_or(rest.len());
            self.push(&rest[..end]);
            self.pos += end;
            let mut after = rest[end..].chars();
            match after.next() {
                Some('`') => {
                    let next = after.next().map_or(0, char::len_utf8);
                    self.push(&rest[end + 1..end + 1 + next]);
                    self.pos += 1 + next;
                }
                Some(_) => {
                    self.pos += 1;
                    return;
                }
                None => return,
            }
        }
    }

    fn push(&mut self, text: &str) {
        self.word.get_or_insert_default().push_str(text);
    }

    /// Whether no word of the current command was read yet.
    fn is_fresh(&self) -> bool {
        let last = self.statements.last().and_then(|statement| statement.commands.last());
        self.word.is_none() && last.is_none_or(Vec::is_empty)
    }

    fn end_word(&mut self) {
        let Some(text) = self.word.take() else { return };
        let Some(statement) = self.statements.last_mut() else { return };
        let token = Token { lower: text.to_lowercase(), text };
        match statement.commands.last_mut() {
            Some(command) => command.push(token),
            None => statement.commands.push(vec![token]),
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        if !self.is_fresh()
            && let Some(statement) = self.statements.last_mut()
        {
            statement.commands.push(Vec::new());
        }
    }

    fn end_statement(&mut self) {
        self.end_word();
        if self.statements.last().is_some_and(|statement| !statement.commands.is_empty()) {
            self.statements.push(Statement::default());
        }
    }
}

/// A path as the rules for deletes take it: with variables replaced and slashes turned.
pub fn path(text: &str, scope: &Scope<'_>) -> Field<'static> {
    let home = || scope.ground.home.clone();
    let mut field = Field::default();
    let mut rest = text;
    if let Some(after) = text.strip_prefix('~').filter(|after| after.is_empty() || after.starts_with(['/', '\\'])) {
        field.push(&home(), false);
        rest = after;
    }
    while let Some(at) = rest.find(['$', '%']) {
        field.push(&rest[..at].replace('\\', "/"), true);
        let (name, after) = variable(&rest[at..]);
        rest = after;
        match name.to_lowercase().as_str() {
            "" => field.push(if after.len() < text.len() { "%" } else { "$" }, false),
            "home" | "userprofile" | "homepath" => field.push(&home(), false),
            "appdata" | "localappdata" => field.push(&format!("{}/appdata", home()), false),
            "temp" | "tmp" => field.push("/tmp", false),
            "pwd" | "cd" => field.push(scope.cwd.as_deref().unwrap_or("."), false),
            "systemdrive" | "homedrive" => field.push("c:", false),
            "systemroot" | "windir" => field.push("c:/windows", false),
            "programfiles" => field.push("c:/program files", false),
            _ => field.append(&Field::hole(Gap::Perhaps), 0..0),
        }
    }
    field.push(&rest.replace('\\', "/"), true);
    field
}

/// The name of the variable a text begins with, and what follows it.
fn variable(text: &str) -> (&str, &str) {
    if let Some(after) = text.strip_prefix('%') {
        return match after.split_once('%') {
            Some((name, rest)) if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => (name, rest),
            _ => ("", after),
        };
    }
    let after = &text[1..];
    let (name, rest) = match after.strip_prefix('{') {
        Some(inner) => inner.split_once('}').unwrap_or((inner, "")),
        None => {
            let end = after.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':')).unwrap_or(after.len());
            after.split_at(end)
        }
    };
    let scoped = name.get(..4).is_some_and(|scope| scope.eq_ignore_ascii_case("env:"));
    // `$item.FullName` is a property, of which nothing is known either.
    let property = rest.strip_prefix('.').filter(|after| after.starts_with(|c: char| c.is_alphabetic()));
    let rest = property.map_or(rest, |after| after.trim_start_matches(|c: char| c.is_alphanumeric()));
    (if scoped { &name[4..] } else { name }, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        let command = |words: &Vec<Token>| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join("·");
        let statement = |s: &Statement| s.commands.iter().map(command).collect::<Vec<_>>().join(" | ");
        statements(text).iter().map(statement).collect::<Vec<_>>().join(" ; ")
    }

    #[test]
    fn statements_are_told_apart() {
        for (text, expected) in [
            ("a 'b c' \"d `\" e\"; f", "a·b c·d \" e ; f ; "),
            ("irm x | iex", "irm·x | iex"),
            ("iex (irm x)", "iex | irm·x | "),
            ("& { a }", "a | "),
            ("a # b\nc <# d #> e", "a ; c·e"),
            ("rd /s C:\\ & b", "rd·/s·C:\\ ; b"),
            ("a `\n b ^\n c", "a·b·c"),
            ("$x = @\"\nrm\n\"@\nb", "$x·=·\nrm ; b"),
        ] {
            assert_eq!(shape(text).trim_end_matches(" ; "), expected.trim_end_matches(" ; "), "{text:?}");
        }
    }

    #[test]
    fn texts_without_an_end_are_read() {
        for text in ["'", "\"", "\"`", "`", "@\"", "@'", "<#", "${", "$", "%", "a|", "((((", "@\"\"@"] {
            statements(text);
        }
    }
}
