//! `xargs`, which runs a program on what it reads.

use std::ops::ControlFlow::Continue;

use super::{
    field::{Field, Gap},
    options::{Argument, Options},
    output::Output,
    scope::Scope,
    walker::{Feed, Flow, Walker},
};

/// How many arguments are taken from the input.
const INPUTS: usize = 32;

impl Walker {
    /// Goes through the command that `xargs` runs.
    pub fn xargs(&mut self, arguments: &[Field<'_>], scope: &Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        let long = &["arg-file", "delimiter", "max-args", "max-procs", "max-chars"];
        let (mut replaced, mut command, mut file) = ("", &arguments[..0], false);
        for argument in Options::new(arguments, "adEILnPs", long).leading() {
            match argument {
                Argument::Short('I', text) => replaced = text,
                Argument::Short('i', _) => replaced = "{}",
                Argument::Long("replace", text) => replaced = if text.is_empty() { "{}" } else { text },
                Argument::Short('a', _) | Argument::Long("arg-file", _) => file = true,
                Argument::Operand(place, _) => command = &arguments[place..],
                _ => {}
            }
        }
        if command.is_empty() {
            return Continue(());
        }
        let output = if file { Output::Unknown } else { self.read(feed, scope) };
        let deep = matches!(output, Output::Found(_));
        let inputs = inputs(output);
        if replaced.is_empty() {
            let argv: Vec<_> = command.iter().chain(&inputs).cloned().collect();
            return self.call(&argv, &mut scope.clone(), Feed::Nothing, deep);
        }
        inputs.iter().try_for_each(|input| {
            let argv: Vec<_> = command.iter().map(|field| field.replaced(replaced, input)).collect();
            self.call(&argv, &mut scope.clone(), Feed::Nothing, deep)
        })
    }
}

/// The arguments that come from the input.
fn inputs(output: Output) -> Vec<Field<'static>> {
    let lines = match output {
        Output::Unknown => return vec![Field::hole(Gap::Unseen)],
        Output::Download => return vec![Field::hole(Gap::Download)],
        Output::Found(fields) => return fields,
        Output::Lines(fields) => fields,
    };
    let mut inputs = Vec::new();
    for line in lines {
        if !line.holes.is_empty() {
            // What a variable holds is as little known as any other input.
            inputs.push(if line.is_open() { Field::hole(Gap::Unseen) } else { line });
            continue;
        }
        let words = line.text.split([' ', '\t', '\n', '\0']).filter(|word| !word.is_empty());
        let pattern = line.glob;
        inputs.extend(words.take(INPUTS).map(|word| Field { glob: pattern, ..Field::literal(word.to_owned()) }));
    }
    inputs.truncate(INPUTS);
    inputs
}

#[cfg(test)]
mod rows {
    use crate::{shell::table::check, verdict::Rule};

    const BAD: Option<Rule> = Some(Rule::RecursiveDelete);

    #[test]
    fn what_xargs_deletes() {
        check(&[
            ("from find outside", "find / -name x | xargs rm -rf", BAD),
            ("from find inside", "find . -name node_modules | xargs rm -rf", None),
            ("null separated", "find . -name '*.pyc' -print0 | xargs -0 rm -f", None),
            ("files from find", "find /srv -type f | xargs rm", BAD),
            ("filtered", "find . -name node_modules | head -5 | xargs rm -rf", None),
            ("from echo", "echo / | xargs rm -rf", BAD),
            ("from echo inside", "echo target dist | xargs rm -rf", None),
            ("from printf", "printf '%s\\n' /srv | xargs rm -r", BAD),
            ("everything", "ls | xargs rm -rf", BAD),
            ("some of everything", "ls | grep old | xargs rm -rf", None),
            ("from git", "git ls-files --others | xargs rm -rf", None),
            ("from a file", "cat list | xargs rm -rf", BAD),
            ("from a file by option", "xargs -a list rm -rf", BAD),
            ("from a redirection", "xargs rm -rf < list", BAD),
            ("from text", "xargs rm -rf <<< /srv", BAD),
            ("from a document", "xargs rm -rf <<EOF\n/srv\nEOF", BAD),
            ("replaced", "find /srv | xargs -I{} rm -rf {}", BAD),
            ("replaced below", "cat list | xargs -I % rm -rf build/%", None),
            ("replaced outside", "cat list | xargs -I{} rm -rf /srv/{}", BAD),
            ("with options", "find /srv | xargs -r -n 1 -P4 rm -rf", BAD),
            ("plain rm of a list", "cat list | xargs rm -f", None),
            ("shell", "echo /srv | xargs -I{} sh -c 'rm -rf {}'", BAD),
            ("something else", "find / -name x | xargs grep rm", None),
            ("without a command", "echo / | xargs", None),
        ]);
    }
}
