//! Reads lists, pipelines and simple commands.
//!
//! The parser refuses nothing: what a shell would reject is read as the nearest thing that makes sense, since a guard
//! has to say something about every text it is given.

use super::{
    reader::{Reader, in_name},
    redirects::REDIRECT,
    script::{Assignment, Command, Compound, Item, Joint, List, Shape, Simple},
    word::{Kind, Parts, Word},
};

/// Reads a whole command line.
pub fn parse(source: &str) -> List<'_> {
    let mut reader = Reader::new(source);
    let mut script = reader.list();
    while reader.peek().is_some() {
        reader.skip_closer();
        let more = reader.list();
        script.items.extend(more.items);
    }
    script
}

impl<'a> Reader<'a> {
    /// Reads commands up to the end of the structure they stand in.
    pub fn list(&mut self) -> List<'a> {
        let mut items = Vec::new();
        loop {
            self.separators();
            if self.at_closer() {
                return List { items };
            }
            items.push(self.item());
        }
    }

    /// Reads `( … )` from the opening parenthesis on; `None` where too many structures are open.
    pub fn enclosed(&mut self) -> Option<List<'a>> {
        if !self.descend() {
            return None;
        }
        let mut pending = std::mem::take(&mut self.pending);
        self.pos += 1;
        let list = self.list();
        self.pos += usize::from(self.peek() == Some(b')'));
        pending.append(&mut self.pending);
        self.pending = pending;
        self.ascend();
        Some(list)
    }

    /// Whether the structure that is open ends here.
    fn at_closer(&self) -> bool {
        match self.peek() {
            None | Some(b')' | b';') => true,
            Some(b'}' | b'f' | b'd' | b'e' | b't') => {
                matches!(self.reserved(), Some("}" | "fi" | "do" | "done" | "esac" | "then" | "elif" | "else"))
            }
            _ => false,
        }
    }

    /// Moves over the end of a structure that was never opened.
    fn skip_closer(&mut self) {
        match self.reserved() {
            Some(word) => self.pos += word.len(),
            None => self.advance(),
        }
    }

    /// Reads a pipeline and what stands after it.
    fn item(&mut self) -> Item<'a> {
        let start = self.pos;
        let mut stages = Vec::with_capacity(1);
        loop {
            stages.push(self.command());
            self.gap();
            match (self.peek(), self.byte(1)) {
                (Some(b'|'), Some(b'|')) => break,
                (Some(b'|'), next) => self.pos += 1 + usize::from(next == Some(b'&')),
                _ => break,
            }
            self.newlines();
        }
        let text = self.since(start);
        let joint = match (self.peek(), self.byte(1)) {
            (Some(b'|'), Some(b'|')) => Joint::Otherwise,
            _ => Joint::Then,
        };
        if self.pos == start {
            self.advance();
        }
        Item { text, stages, joint }
    }

    /// Reads one command of a pipeline.
    pub fn command(&mut self) -> Command<'a> {
        self.prefixes();
        match self.peek() {
            Some(b'(') => return self.parenthesized(),
            Some(b'{' | b'i' | b'w' | b'u' | b'f' | b's' | b'c' | b'[') => {
                if let Some(word) = self.reserved()
                    && let Some(command) = self.compound(word)
                {
                    return command;
                }
            }
            _ => {}
        }
        self.simple()
    }

    /// Moves over the words that change nothing about what runs.
    fn prefixes(&mut self) {
        while let Some(b'!' | b't' | b'c') = self.peek() {
            let start = self.pos;
            let timed = self.take("time");
            if !timed && !self.take("!") && !self.take("coproc") {
                return;
            }
            self.gap();
            if timed && self.peek() == Some(b'-') && !self.take("-p") {
                self.pos = start;
                return;
            }
            self.gap();
        }
    }

    /// Reads a subshell or an arithmetic command.
    fn parenthesized(&mut self) -> Command<'a> {
        let start = self.pos;
        if let Some(text) = self.arithmetic() {
            let mut parts = Parts::default();
            parts.push(Kind::Number(text), true);
            let words = vec![Word::plain("(("), parts.word(self.since(start))];
            return Command::Simple(Simple { words, ..Simple::default() });
        }
        match self.enclosed() {
            Some(list) => self.finished(Shape::Subshell, vec![list], Vec::new()),
            None => {
                self.pos += 1;
                Command::Simple(Simple::default())
            }
        }
    }

    /// Puts a structure together with the redirections after it.
    pub fn finished(&mut self, shape: Shape<'a>, bodies: Vec<List<'a>>, words: Vec<Word<'a>>) -> Command<'a> {
        let mut redirects = Vec::new();
        self.gap();
        while self.at_redirect() {
            redirects.push(self.redirect());
            self.gap();
        }
        Command::Compound(Compound { shape, bodies, words, redirects })
    }

    /// Reads a program with its arguments.
    fn simple(&mut self) -> Command<'a> {
        let mut simple = Simple::default();
        loop {
            self.gap();
            match self.peek() {
                None | Some(b'\n' | b';' | b'|' | b')') => break,
                Some(byte) if REDIRECT.contains(&byte) && self.at_redirect() => {
                    let redirect = self.redirect();
                    simple.redirects.push(redirect);
                    continue;
                }
                Some(b'&') => break,
                Some(b'(') => {
                    if simple.words.len() == 1 && self.empty_parentheses() {
                        return self.function();
                    }
                    match self.enclosed() {
                        Some(list) => simple.nested.push(list),
                        None => {
                            self.pos += 1;
                            break;
                        }
                    }
                    continue;
                }
                Some(_) => {}
            }
            if simple.words.is_empty()
                && let Some(assignment) = self.assignment()
            {
                simple.assignments.push(assignment);
            } else {
                match self.word() {
                    Some(word) => simple.words.push(word),
                    None => break,
                }
            }
        }
        Command::Simple(simple)
    }

    /// Moves over `()`, if that is what stands at the cursor.
    pub fn empty_parentheses(&mut self) -> bool {
        let start = self.pos;
        self.pos += 1;
        self.gap();
        let found = self.peek() == Some(b')');
        self.pos = if found { self.pos + 1 } else { start };
        found
    }

    /// Reads `NAME=value`, where the cursor stands at one.
    fn assignment(&mut self) -> Option<Assignment<'a>> {
        let start = self.pos;
        if self.peek().is_none_or(|byte| !in_name(byte) || byte.is_ascii_digit()) {
            return None;
        }
        let name = self.run(in_name);
        if self.peek() == Some(b'[') {
            self.run(|byte| byte != b']' && byte != b'=' && byte > b' ');
            self.pos += usize::from(self.peek() == Some(b']'));
        }
        self.pos += usize::from(self.peek() == Some(b'+') && self.byte(1) == Some(b'='));
        if self.peek() != Some(b'=') {
            self.pos = start;
            return None;
        }
        self.pos += 1;
        let mut items = Parts::default();
        let array = self.peek() == Some(b'(') && self.array(&mut items);
        let value = if array { items.word(self.since(start)) } else { self.word().unwrap_or(Word::plain("")) };
        Some(Assignment { name, value })
    }
}
