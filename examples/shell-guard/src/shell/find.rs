//! `find`, which deletes what it finds or runs a program on it.

use std::ops::ControlFlow::{Break, Continue};

use super::{
    deletes,
    field::Field,
    globs,
    ground::Place,
    permissions,
    scope::Scope,
    walker::{Feed, Flow, Walker},
    wrappers,
};

/// On how many starting points a program is looked at.
const STARTS: usize = 32;

/// The arguments of `find`, sorted.
#[derive(Debug, Default)]
pub struct Search<'c, 'a> {
    /// Where the search starts.
    starts: Vec<Field<'a>>,
    /// Whether a condition picks out some of what lies there.
    filtered: bool,
    /// Whether what was found is deleted.
    deletes: bool,
    /// Whether the first level is left out, which spares the `.git` of the project.
    below: bool,
    /// The names that are looked for.
    names: Vec<&'c Field<'a>>,
    /// The commands that are run on what was found.
    commands: Vec<&'c [Field<'a>]>,
}

impl<'c, 'a> Search<'c, 'a> {
    /// Sorts the arguments of `find`.
    pub fn new(arguments: &'c [Field<'a>]) -> Self {
        let mut search = Self::default();
        let mut at = 0;
        while let Some(text) = arguments.get(at).map(|field| &*field.text) {
            match text {
                "-H" | "-L" | "-P" => {}
                "-D" => at += 1,
                _ if text.starts_with("-O") => {}
                _ if text.starts_with('-') || matches!(text, "(" | "!" | ")" | ",") => break,
                _ => search.starts.push(arguments[at].clone()),
            }
            at += 1;
        }
        if search.starts.is_empty() {
            search.starts.push(Field::literal("."));
        }
        search.conditions(arguments.get(at..).unwrap_or_default());
        search
    }

    /// Reads the conditions and the actions.
    fn conditions(&mut self, arguments: &'c [Field<'a>]) {
        let (mut at, mut negated) = (0, false);
        while let Some(field) = arguments.get(at) {
            let value = arguments.get(at + 1);
            match &*field.text {
                "!" | "-not" => {
                    negated = true;
                    at += 1;
                    continue;
                }
                "-delete" => self.deletes = true,
                "-prune" if value.is_some_and(|value| matches!(&*value.text, "-o" | "-or")) => {
                    // What was picked out so far is what is spared.
                    self.names.clear();
                    self.filtered = false;
                }
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    let rest = &arguments[at + 1..];
                    let end = rest.iter().position(|field| matches!(&*field.text, ";" | "+")).unwrap_or(rest.len());
                    self.commands.push(&rest[..end]);
                    at += end;
                }
                "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-regex" | "-iregex" => {
                    self.names.extend(value.filter(|_| !negated));
                    self.filtered |= !negated && value.is_some_and(|value| !globs::catches_all(&value.text));
                    at += 1;
                }
                "-newer" | "-mtime" | "-mmin" | "-atime" | "-amin" | "-ctime" | "-cmin" | "-size" | "-user"
                | "-group" | "-perm" | "-links" | "-inum" | "-newermt" => {
                    self.filtered |= !negated;
                    at += 1;
                }
                "-empty" => self.filtered |= !negated,
                "-mindepth" => {
                    self.below = value.is_some_and(|value| !matches!(&*value.text, "0" | "1"));
                    at += 1;
                }
                "-type" | "-maxdepth" => at += 1,
                _ => {}
            }
            negated = false;
            at += 1;
        }
    }

    /// What is found: the starting points, or something below them where there is a condition.
    pub fn targets(&self) -> Vec<Field<'static>> {
        let starts = self.starts.iter();
        if self.filtered {
            starts.map(Field::below).collect()
        } else {
            starts.map(|s| s.clone().into_owned()).collect()
        }
    }

    /// The starting points at which the `.git` of the project is among what is found.
    fn finds_git(&self, scope: &Scope<'_>) -> Option<&Field<'a>> {
        let named = self.names.iter().any(|name| globs::matches(&name.text, ".git"));
        let at_project = |start: &&Field<'a>| {
            let path = scope.resolve(&start.filled(true));
            path.is_some_and(|path| matches!(scope.ground.place(&path), Place::Project | Place::AboveProject))
        };
        self.starts.iter().find(|start| named && !self.below && at_project(start))
    }
}

impl Walker {
    /// Goes through what `find` does with what it finds.
    pub fn find(&mut self, arguments: &[Field<'_>], scope: &Scope<'_>) -> Flow {
        let search = Search::new(arguments);
        let targets = search.targets();
        let removes = search.deletes || search.commands.iter().any(|command| removes(command));
        if removes && let Some(finding) = search.finds_git(scope).map(|start| deletes::finding(Place::Git, start)) {
            return Break(finding);
        }
        if search.deletes
            && let Some(finding) = targets.iter().find_map(|target| deletes::target(target, scope))
        {
            return Break(finding);
        }
        for command in &search.commands {
            for target in targets.iter().take(STARTS) {
                let argv: Vec<_> = command.iter().map(|field| field.replaced("{}", target)).collect();
                if !search.filtered
                    && let Some(finding) = permissions::each(&argv, scope)
                {
                    return Break(finding);
                }
                self.call(&argv, &mut scope.clone(), Feed::Nothing, true)?;
            }
        }
        Continue(())
    }
}

/// Whether a command deletes its arguments.
fn removes(command: &[Field<'_>]) -> bool {
    wrappers::stripped(command).first().is_some_and(|program| wrappers::program(program) == "rm")
}

#[cfg(test)]
mod rows {
    use crate::{shell::table::check, verdict::Rule};

    const BAD: Option<Rule> = Some(Rule::RecursiveDelete);

    #[test]
    fn what_find_deletes() {
        check(&[
            ("root", "find / -name '*.tmp' -delete", BAD),
            ("home", "find ~ -name .DS_Store -delete", BAD),
            ("outside", "find /srv -delete", BAD),
            ("parent", "find .. -name node_modules -exec rm -rf {} +", BAD),
            ("inside", "find . -name '*.pyc' -delete", None),
            ("subfolder", "find target -delete", None),
            ("no path", "find -name '*.o' -delete", None),
            ("everything", "find . -delete", BAD),
            ("everything but the top", "find . -mindepth 1 -delete", BAD),
            ("all files", "find . -type f -delete", BAD),
            ("everything by name", "find . -name '*' -delete", BAD),
            ("everything but", "find . -not -name keep -delete", BAD),
            ("directories by name", "find . -name node_modules -type d -exec rm -rf {} +", None),
            ("not gone into", "find . -name target -prune -exec rm -rf {} +", None),
            ("pruned", "find . -name .git -prune -o -name '*.bak' -delete", None),
            ("git by name", "find . -name .git -exec rm -rf {} +", BAD),
            ("git of clones", "find . -mindepth 2 -name .git -exec rm -rf {} +", None),
            ("temp with a condition", "find /tmp -name 'shop-*' -delete", None),
            ("temp", "find /tmp -delete", BAD),
            ("temp subfolder", "find /tmp/x -delete", None),
            ("several paths", "find src /srv -name '*.o' -delete", BAD),
            ("option before", "find -L /srv -delete", BAD),
            ("only printed", "find / -name '*.tmp'", None),
            ("greped", "find / -name '*.conf' -exec grep -l x {} +", None),
            ("exec plain rm", "find /srv -type f -exec rm {} \\;", BAD),
            ("exec in a shell", "find /srv -exec sh -c 'rm -rf \"$1\"' _ {} \\;", BAD),
            ("exec in a shell inside", "find . -name x -exec sh -c 'rm -rf \"$1\"' _ {} \\;", None),
            ("exec with a wrapper", "find /srv -exec sudo rm -rf {} +", BAD),
            ("name as text", "find . -name 'rm -rf'", None),
            ("unknown start", "find \"$DIR\" -name x -delete", None),
        ]);
    }
}
