//! Goes through a command line the way a shell would, and stops at the first command that breaks a rule.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::verdict::Finding;

use super::{
    cmdlets, devices,
    expansion::{Budget, Expander},
    field::Field,
    output::Output,
    parser,
    reader::Reader,
    scope::Scope,
    script::{Command, Compound, Direction, Item, Joint, List, Redirect, Shape, Simple},
    word::{Kind, Word},
};

/// How deep texts that are run as commands may nest, as in `bash -c "bash -c …"`. What is deeper is not looked at.
const TEXTS: u8 = 6;

/// Whether to go on: a finding ends the walk.
pub type Flow = ControlFlow<Finding>;

/// What a command reads.
#[derive(Clone, Copy, Debug)]
pub enum Feed<'p, 'a> {
    /// Nothing that is in the command line.
    Nothing,
    /// What the commands before it in the pipeline print.
    Pipe(&'p [Command<'a>]),
    /// What a redirection gives it.
    Given(&'p Output),
}

/// Goes through a command line.
#[derive(Debug)]
pub struct Walker {
    /// The work that expansion may make.
    pub budget: Budget,
    /// How many texts this one is nested in.
    depth: u8,
}

impl Walker {
    /// A walker at the start of a command line.
    pub fn new() -> Self {
        Self { budget: Budget::new(), depth: 0 }
    }

    /// An expander for a scope.
    pub fn expander<'s, 'g>(&'s self, scope: &'s Scope<'g>) -> Expander<'s, 'g> {
        Expander::new(scope, &self.budget)
    }

    /// Does something one text deeper, unless this one is too deep already.
    pub fn nested(&mut self, walk: impl FnOnce(&mut Self) -> Flow) -> Flow {
        if self.depth == TEXTS {
            return Continue(());
        }
        self.depth += 1;
        let flow = walk(self);
        self.depth -= 1;
        flow
    }

    /// Goes through a text that is run as commands.
    pub fn text(&mut self, text: &str, scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        self.nested(|walker| walker.list(&parser::parse(text), scope, feed))
    }

    /// Goes through a list. A command after `||` starts where the one before it started, since that one has failed.
    fn list(&mut self, list: &List<'_>, scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        let mut before: Option<Scope<'_>> = None;
        for item in &list.items {
            let start = before.take();
            if item.joint == Joint::Otherwise {
                before = Some(start.clone().unwrap_or_else(|| scope.clone()));
            }
            match start {
                None => self.item(item, scope, feed)?,
                Some(start) => {
                    let mut fallback = start.clone();
                    self.item(item, &mut fallback, feed)?;
                    scope.join(&start, &fallback);
                }
            }
        }
        Continue(())
    }

    /// Goes through a pipeline. Its commands run in shells of their own where there are several.
    fn item(&mut self, item: &Item<'_>, scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        if item.stages.iter().any(cmdlets::is_windows) {
            // What runs while the words are expanded runs before the command changes the directory.
            for stage in &item.stages {
                if let Command::Simple(simple) = stage {
                    self.words(&simple.words, scope)?;
                }
            }
            cmdlets::judge(item.text, scope)?;
            if item.stages.iter().all(cmdlets::is_windows) {
                return Continue(());
            }
        }
        if let [stage] = item.stages.as_slice() {
            return self.command(stage, scope, feed);
        }
        for (index, stage) in item.stages.iter().enumerate() {
            let feed = if index == 0 { feed } else { Feed::Pipe(&item.stages[..index]) };
            self.command(stage, &mut scope.clone(), feed)?;
        }
        Continue(())
    }

    /// Goes through a command.
    fn command(&mut self, command: &Command<'_>, scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        match command {
            Command::Simple(simple) => self.simple(simple, scope, feed),
            Command::Compound(compound) => self.compound(compound, scope, feed),
        }
    }

    /// Goes through a structure.
    fn compound(&mut self, compound: &Compound<'_>, scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        self.words(&compound.words, scope)?;
        let given = self.redirects(&compound.redirects, scope)?;
        let feed = given.as_ref().map_or(feed, Feed::Given);
        match compound.shape {
            Shape::Group => self.bodies(&compound.bodies, scope, feed),
            Shape::Subshell | Shape::Function => self.bodies(&compound.bodies, &mut scope.clone(), feed),
            Shape::Loop(name) => {
                if let Some(name) = name.filter(|_| !compound.words.is_empty()) {
                    let values = self.expander(scope).words(&compound.words);
                    scope.assign(name, values.into_iter().map(Field::into_owned).collect());
                }
                self.bodies(&compound.bodies, scope, feed)
            }
            Shape::Branches => {
                let start = scope.clone();
                for body in &compound.bodies {
                    let mut branch = start.clone();
                    self.list(body, &mut branch, feed)?;
                    scope.join(&start, &branch);
                }
                Continue(())
            }
        }
    }

    /// Goes through lists one after the other.
    fn bodies(&mut self, bodies: &[List<'_>], scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        bodies.iter().try_for_each(|body| self.list(body, scope, feed))
    }

    /// Goes through a program with its arguments.
    fn simple(&mut self, simple: &Simple<'_>, scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        self.words(&simple.words, scope)?;
        self.words(simple.assignments.iter().map(|assignment| &assignment.value), scope)?;
        self.bodies(&simple.nested, &mut scope.clone(), Feed::Nothing)?;
        let given = self.redirects(&simple.redirects, scope)?;
        let feed = given.as_ref().map_or(feed, Feed::Given);
        let argv = self.expander(scope).words(&simple.words);
        if simple.assignments.is_empty() {
            return self.call(&argv, scope, feed, false);
        }
        // With a program the assignments hold for that program only.
        let mut inner = scope.clone();
        for assignment in &simple.assignments {
            let values = self.expander(&inner).value(&assignment.value);
            inner.assign(assignment.name, values.into_iter().map(Field::into_owned).collect());
        }
        if argv.is_empty() {
            *scope = inner;
            return Continue(());
        }
        self.call(&argv, &mut inner, feed, false)?;
        scope.clone_directory(&inner);
        Continue(())
    }

    /// Goes through the commands that run while words are expanded.
    fn words<'w, 'a: 'w>(&mut self, words: impl IntoIterator<Item = &'w Word<'a>>, scope: &Scope<'_>) -> Flow {
        words.into_iter().try_for_each(|word| self.word(word, scope))
    }

    /// Goes through the commands that run while a word is expanded.
    fn word(&mut self, word: &Word<'_>, scope: &Scope<'_>) -> Flow {
        for part in word.parts() {
            match &part.kind {
                Kind::Text(_) => {}
                Kind::Parameter(parameter) => self.words(parameter.operand.as_deref(), scope)?,
                Kind::Output(list) | Kind::Process(list) => self.list(list, &mut scope.clone(), Feed::Nothing)?,
                Kind::Backticks(text) => self.text(text, &mut scope.clone(), Feed::Nothing)?,
                Kind::Number(text) => self.document(text, scope)?,
                Kind::Choice(words) => self.words(words, scope)?,
            }
        }
        Continue(())
    }

    /// Goes through the commands that run while a here-document is expanded.
    fn document(&mut self, text: &str, scope: &Scope<'_>) -> Flow {
        if !text.contains(['$', '`']) {
            return Continue(());
        }
        self.nested(|walker| walker.word(&Reader::document_text(text), scope))
    }

    /// Goes through redirections. Returns what they give the command to read.
    fn redirects(&mut self, redirects: &[Redirect<'_>], scope: &Scope<'_>) -> ControlFlow<Finding, Option<Output>> {
        let mut given = None;
        for redirect in redirects {
            self.word(&redirect.target, scope)?;
            match &redirect.flow {
                Direction::HereDocument(document) if !document.quoted => self.document(document.text(), scope)?,
                Direction::Output => {
                    let targets = self.expander(scope).value(&redirect.target);
                    if let Some(finding) = targets.iter().find_map(|target| devices::redirect(target, scope)) {
                        return Break(finding);
                    }
                }
                _ => {}
            }
            given = self.expander(scope).read(redirect).or(given);
        }
        Continue(given)
    }

    /// What a command reads.
    pub fn read(&self, feed: Feed<'_, '_>, scope: &Scope<'_>) -> Output {
        match feed {
            Feed::Nothing => Output::Unknown,
            Feed::Pipe(stages) => self.expander(scope).pipeline(stages, Output::Unknown),
            Feed::Given(output) => output.clone(),
        }
    }
}
