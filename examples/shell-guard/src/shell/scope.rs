//! What a shell would know while it runs a command line: its directory and its variables.

use std::{borrow::Cow, rc::Rc};

use super::{
    field::{Field, Gap},
    ground::Ground,
};

/// How many variables are remembered; of more the oldest are forgotten.
const VARIABLES: usize = 32;

/// How many values a variable may have, as in a `for`.
const VALUES: usize = 32;

/// How long the value of a variable may be to be remembered.
const LENGTH: usize = 1024;

/// How many directories `pushd` remembers.
const DIRECTORIES: usize = 16;

/// The state of a shell. A copy is cheap: it shares the variables until one of the two changes them.
#[derive(Clone, Debug)]
pub struct Scope<'g> {
    /// The fixed points paths are judged by.
    pub ground: &'g Ground,
    /// The current directory, where it is known.
    pub cwd: Option<Rc<str>>,
    /// The directory before.
    previous: Option<Rc<str>>,
    /// What `popd` goes back to.
    stack: Vec<Option<Rc<str>>>,
    /// The variables set by the command line, each with the values it may have.
    variables: Rc<Vec<(String, Vec<Field<'static>>)>>,
}

impl<'g> Scope<'g> {
    /// The state in which a command line starts.
    pub fn new(ground: &'g Ground) -> Self {
        Self {
            ground,
            cwd: ground.cwd.as_deref().map(Rc::from),
            previous: None,
            stack: Vec::new(),
            variables: Rc::default(),
        }
    }

    /// A path made absolute and plain; `None` where it is relative and the current directory is not known.
    pub fn resolve(&self, text: &str) -> Option<String> {
        self.ground.resolve(text, self.cwd.as_deref())
    }

    /// Sets a variable. A value that is too large is not remembered, which makes the variable an unknown one.
    pub fn assign(&mut self, name: &str, values: Vec<Field<'static>>) {
        let fits = values.len() <= VALUES
            && values.iter().all(|value| value.text.len() <= LENGTH && value.holes.len() <= VALUES);
        let values = if fits { values } else { vec![Field::hole(Gap::Perhaps)] };
        let variables = Rc::make_mut(&mut self.variables);
        match variables.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = values,
            None => {
                if variables.len() == VARIABLES {
                    variables.remove(0);
                }
                variables.push((name.to_owned(), values));
            }
        }
    }

    /// Makes a variable an unknown one.
    pub fn forget(&mut self, name: &str) {
        self.assign(name, vec![Field::hole(Gap::Perhaps)]);
    }

    /// The values a variable may have; `None` where nothing is known of it.
    pub fn values(&self, name: &str) -> Option<Cow<'_, [Field<'static>]>> {
        if let Some(values) = self.assigned(name) {
            return Some(Cow::Borrowed(values));
        }
        let known = |text: &str| Some(Cow::Owned(vec![Field::literal(text.to_owned())]));
        match name {
            "HOME" => known(&self.ground.home),
            "PWD" => known(self.cwd.as_deref()?),
            "OLDPWD" => known(self.previous.as_deref()?),
            "TMPDIR" | "TMP" | "TEMP" => known("/tmp"),
            "IFS" => known(" "),
            "$" | "?" | "#" | "!" | "-" | "UID" | "EUID" | "PPID" | "USER" | "LOGNAME" | "HOSTNAME" | "RANDOM"
            | "LINENO" | "SECONDS" | "SHELL" | "BASHPID" | "EPOCHSECONDS" => {
                Some(Cow::Owned(vec![Field::hole(Gap::Filled)]))
            }
            _ => None,
        }
    }

    /// Sets the positional parameters.
    pub fn arguments(&mut self, arguments: &[Field<'_>]) {
        for (index, argument) in arguments.iter().take(10).enumerate() {
            self.assign(&index.to_string(), vec![argument.clone().into_owned()]);
        }
        let all: Vec<_> = arguments.iter().skip(1).take(VALUES).map(|field| field.clone().into_owned()).collect();
        self.assign("@", all.clone());
        self.assign("*", all);
    }

    /// Follows a `cd`.
    pub fn enter(&mut self, target: Option<&Field<'_>>) {
        let next = match target {
            None => Some(Rc::from(self.ground.home.as_str())),
            Some(field) if field.text == "-" => self.previous.clone(),
            Some(field) if field.is_open() || field.lead().is_some() => None,
            Some(field) => self.resolve(&field.filled(true)).map(Rc::from),
        };
        self.previous = std::mem::replace(&mut self.cwd, next);
    }

    /// Follows a `pushd`.
    pub fn push(&mut self, target: Option<&Field<'_>>) {
        if self.stack.len() < DIRECTORIES {
            self.stack.push(self.cwd.clone());
        }
        self.enter(target);
    }

    /// Follows a `popd`.
    pub fn pop(&mut self) {
        let back = self.stack.pop().flatten();
        self.previous = std::mem::replace(&mut self.cwd, back);
    }

    /// What `~`, `~user` and the like stand for; `rest` is what follows up to the end of the word.
    pub fn tilde(&self, word: &str) -> Option<Field<'static>> {
        let after = word.strip_prefix('~')?;
        let (user, rest) = after.split_at(after.find('/').unwrap_or(after.len()));
        let base = match user {
            "" => self.values("HOME")?.first()?.clone(),
            "+" => Field::literal(self.cwd.as_deref()?.to_owned()),
            "-" => Field::literal(self.previous.as_deref()?.to_owned()),
            _ if user.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')) => {
                Field::literal(format!("/home/{user}"))
            }
            _ => return None,
        };
        let mut field = base;
        field.push(rest, true);
        Some(field)
    }

    /// Takes over what changed on another way from the same start. A variable then has the values of both ways; for
    /// the directory there is room for one, and the first change counts.
    pub fn join(&mut self, start: &Self, other: &Self) {
        if self.cwd == start.cwd {
            self.clone_directory(other);
        }
        if Rc::ptr_eq(&start.variables, &other.variables) {
            return;
        }
        for (name, values) in other.variables.iter() {
            if start.assigned(name) != Some(values.as_slice()) {
                let mut all = self.assigned(name).map_or_else(Vec::new, <[_]>::to_vec);
                all.retain(|value| !value.is_open() && !values.contains(value));
                all.extend_from_slice(values);
                self.assign(name, all);
            }
        }
    }

    /// The values that the command line has given a variable.
    fn assigned(&self, name: &str) -> Option<&[Field<'static>]> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, values)| values.as_slice())
    }

    /// Goes to the directory another shell has gone to.
    pub fn clone_directory(&mut self, other: &Self) {
        self.cwd.clone_from(&other.cwd);
        self.previous.clone_from(&other.previous);
        self.stack.clone_from(&other.stack);
    }

    /// The project, as a path.
    pub fn project(&self) -> Option<&str> {
        self.ground.project.as_deref()
    }
}
