//! Reads the structures: groups, conditions, loops, choices and functions.

use super::{
    reader::{Reader, in_name},
    script::{Command, Item, Joint, List, Shape, Simple},
    word::Word,
};

impl<'a> Reader<'a> {
    /// Reads the structure a reserved word begins; `None` where the word begins none or too many are open. In the
    /// second case the word is skipped, and what follows is read as plain commands.
    pub fn compound(&mut self, word: &'a str) -> Option<Command<'a>> {
        if !matches!(word, "{" | "if" | "while" | "until" | "for" | "select" | "case" | "function" | "[[") {
            return None;
        }
        self.pos += word.len();
        if !self.descend() {
            self.gap();
            return None;
        }
        let command = match word {
            "{" => {
                let body = self.list();
                self.take("}");
                self.finished(Shape::Group, vec![body], Vec::new())
            }
            "if" => self.conditional(),
            "while" | "until" => {
                let condition = self.list();
                let body = self.loop_body(condition);
                self.finished(Shape::Loop(None), body, Vec::new())
            }
            "for" | "select" => self.for_loop(),
            "case" => self.case(),
            "function" => {
                self.gap();
                self.word();
                self.gap();
                if self.peek() == Some(b'(') {
                    self.empty_parentheses();
                }
                self.function()
            }
            _ => self.test(),
        };
        self.ascend();
        Some(command)
    }

    /// Reads the branches of an `if`; each begins with its condition.
    fn conditional(&mut self) -> Command<'a> {
        let mut bodies = Vec::new();
        loop {
            let mut branch = self.list();
            if self.take("then") {
                branch.items.extend(self.list().items);
            }
            bodies.push(branch);
            if self.take("else") {
                bodies.push(self.list());
            }
            if !self.take("elif") {
                self.take("fi");
                return self.finished(Shape::Branches, bodies, Vec::new());
            }
        }
    }

    /// Reads the body of a loop after what stands before it.
    fn loop_body(&mut self, mut before: List<'a>) -> Vec<List<'a>> {
        self.separators();
        let end = if self.take("do") {
            "done"
        } else if self.take("{") {
            "}"
        } else {
            return vec![before];
        };
        before.items.extend(self.list().items);
        self.take(end);
        vec![before]
    }

    /// Reads a `for` or a `select`.
    fn for_loop(&mut self) -> Command<'a> {
        self.gap();
        let mut words = Vec::new();
        let mut name = None;
        if self.arithmetic().is_none() {
            name = Some(self.run(in_name));
            self.newlines();
            if self.take("in") {
                self.gap();
                while let Some(word) = self.word() {
                    words.push(word);
                    self.gap();
                }
            }
        }
        let bodies = self.loop_body(List::default());
        self.finished(Shape::Loop(name), bodies, words)
    }

    /// Reads a `case`.
    fn case(&mut self) -> Command<'a> {
        let mut bodies = Vec::new();
        self.gap();
        let words = self.word().into_iter().collect();
        self.newlines();
        self.take("in");
        loop {
            self.newlines();
            let start = self.pos;
            if self.take("esac") || !self.case_pattern() {
                break;
            }
            bodies.push(self.list());
            while let Some(b';' | b'&') = self.peek() {
                self.pos += 1;
            }
            if self.pos == start {
                break;
            }
        }
        self.finished(Shape::Branches, bodies, words)
    }

    /// Moves over the patterns of a `case` branch; false where none ends in a parenthesis.
    fn case_pattern(&mut self) -> bool {
        self.pos += usize::from(self.peek() == Some(b'('));
        loop {
            self.gap();
            match self.peek() {
                Some(b')') => {
                    self.pos += 1;
                    return true;
                }
                Some(b'|') => self.pos += 1,
                None | Some(b'\n' | b';' | b'&' | b'(' | b'<' | b'>') => return false,
                Some(_) => {
                    self.word();
                }
            }
        }
    }

    /// Reads the body of a function.
    pub fn function(&mut self) -> Command<'a> {
        if !self.descend() {
            return Command::Simple(Simple::default());
        }
        self.newlines();
        let start = self.pos;
        let stages = vec![self.command()];
        let body = List { items: vec![Item { text: self.since(start), stages, joint: Joint::Then }] };
        self.ascend();
        self.finished(Shape::Function, vec![body], Vec::new())
    }

    /// Reads `[[ … ]]`, in which the operators are not those of the shell.
    fn test(&mut self) -> Command<'a> {
        let mut words = vec![Word::plain("[[")];
        loop {
            self.newlines();
            if self.peek().is_none() || self.take("]]") {
                return Command::Simple(Simple { words, ..Simple::default() });
            }
            match self.word() {
                Some(word) => words.push(word),
                None => self.advance(),
            }
        }
    }
}
