//! Sends a command to the rule that knows its program, and follows those that change the state of the shell.

use std::ops::ControlFlow::{Break, Continue};

use crate::verdict::Finding;

use super::{
    cmdlets, deletes, devices, downloads,
    field::{Field, Gap},
    output::Output,
    permissions, pushes,
    scope::Scope,
    walker::{Feed, Flow, Walker},
    wrappers::{self, Layer},
};

impl Walker {
    /// Goes through a command with its arguments expanded. `deep` says that it is run on everything `find` has found,
    /// so that even a delete that is not recursive goes down a whole tree.
    pub fn call(&mut self, argv: &[Field<'_>], scope: &mut Scope<'_>, feed: Feed<'_, '_>, deep: bool) -> Flow {
        let mut argv = argv;
        loop {
            match wrappers::outermost(argv) {
                Layer::Runs(inner) => argv = inner,
                Layer::Script(text) => return self.text(text, scope, feed),
                Layer::Idle => return Continue(()),
                Layer::Core => break,
            }
        }
        let Some((program, arguments)) = argv.split_first() else { return Continue(()) };
        match wrappers::program(program) {
            "cd" | "chdir" | "pushd" | "popd" | "export" | "local" | "declare" | "typeset" | "readonly" | "unset"
            | "read" => {
                change_state(&program.text, arguments, scope);
                Continue(())
            }
            "sh" | "bash" | "zsh" | "dash" | "ksh" | "mksh" | "ash" | "fish" | "csh" | "tcsh" | "rbash" => {
                self.shell(program, arguments, scope, feed)
            }
            "eval" | "trap" => self.evaluated(&program.text, arguments, scope),
            "source" | "." => self.sourced(arguments, scope, feed),
            "xargs" | "gxargs" => self.nested(|walker| walker.xargs(arguments, scope, feed)),
            "find" | "gfind" => self.nested(|walker| walker.find(arguments, scope)),
            "powershell" | "pwsh" | "cmd" => self.nested(|walker| cmdlets::shell(arguments, scope, feed, walker)),
            name => self.checked(name, arguments, scope, feed, deep),
        }
    }

    /// Applies the rule for a program that changes something.
    fn checked(
        &mut self,
        name: &str,
        arguments: &[Field<'_>],
        scope: &Scope<'_>,
        feed: Feed<'_, '_>,
        deep: bool,
    ) -> Flow {
        let finding = match name {
            "rm" | "grm" | "srm" => deletes::remove(arguments, scope, deep),
            "rimraf" => deletes::remove(arguments, scope, true),
            "git" => pushes::check(arguments),
            "chmod" | "chown" | "chgrp" | "gchmod" | "gchown" | "setfacl" | "chattr" | "chflags" | "chcon" => {
                permissions::check(name, arguments, scope)
            }
            _ if downloads::runs_input(name, arguments) => self.interpreted(name, arguments, scope, feed),
            _ => devices::check(name, arguments, scope),
        };
        finding.map_or(Continue(()), Break)
    }

    /// Checks what an interpreter runs that is no shell.
    fn interpreted(
        &self,
        name: &str,
        arguments: &[Field<'_>],
        scope: &Scope<'_>,
        feed: Feed<'_, '_>,
    ) -> Option<Finding> {
        let given = arguments.iter().any(|field| field.misses(Gap::Download));
        (given || self.read(feed, scope) == Output::Download).then(|| downloads::finding(name))
    }
}

/// Follows a command that changes the directory or the variables of the shell.
fn change_state(name: &str, arguments: &[Field<'_>], scope: &mut Scope<'_>) {
    let mut operands = arguments.iter().filter(|field| field.text == "-" || !field.text.starts_with('-'));
    match name {
        "cd" | "chdir" => scope.enter(operands.next()),
        "pushd" => scope.push(operands.next()),
        "popd" => scope.pop(),
        "unset" | "read" => operands.for_each(|field| scope.forget(&field.text)),
        _ => {
            for field in operands {
                let Some(at) = field.text.find('=').filter(|at| field.holes.iter().all(|hole| hole.at > *at)) else {
                    continue;
                };
                let mut value = Field::default();
                value.append(field, at + 1..field.text.len());
                scope.assign(field.text[..at].trim_end_matches('+'), vec![value]);
            }
        }
    }
}
