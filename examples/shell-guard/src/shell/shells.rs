//! Programs that run their arguments or their input as commands: shells, `eval`, `source`.

use std::ops::ControlFlow::{Break, Continue};

use super::{
    downloads,
    field::{Field, Gap},
    options::{Argument, Options},
    output::Output,
    scope::Scope,
    walker::{Feed, Flow, Walker},
};

impl Walker {
    /// Goes through what a shell runs.
    pub fn shell(
        &mut self,
        program: &Field<'_>,
        arguments: &[Field<'_>],
        scope: &Scope<'_>,
        feed: Feed<'_, '_>,
    ) -> Flow {
        let (mut command, mut input, mut operands) = (false, false, &arguments[arguments.len()..]);
        for argument in Options::new(arguments, "oO", &["rcfile", "init-file"]).leading() {
            match argument {
                Argument::Short('c', _) | Argument::Long("command", _) => command = true,
                Argument::Short('s', _) => input = true,
                Argument::Long("version" | "help", _) => return Continue(()),
                Argument::Operand(place, _) => operands = &arguments[place..],
                _ => {}
            }
        }
        let mut inner = scope.clone();
        let first = operands.first();
        if command {
            let Some(script) = first else { return Continue(()) };
            inner.arguments(&operands[1..]);
            return self.run(script, &program.text, &mut inner, feed);
        }
        match first {
            Some(file) if file.misses(Gap::Download) => Break(downloads::finding(&program.text)),
            Some(file) if !input && !matches!(&*file.text, "-" | "/dev/stdin" | "/dev/fd/0") => Continue(()),
            _ => self.run_input(&program.text, &mut inner, feed),
        }
    }

    /// Goes through `eval` and `trap`.
    pub fn evaluated(&mut self, name: &str, arguments: &[Field<'_>], scope: &mut Scope<'_>) -> Flow {
        let count = if name == "trap" { arguments.len().min(1) } else { arguments.len() };
        let mut script = Field::default();
        for argument in arguments[..count].iter().filter(|field| field.text != "--") {
            if !script.is_void() {
                script.push(" ", false);
            }
            script.append(argument, 0..argument.text.len());
        }
        self.run(&script, name, scope, Feed::Nothing)
    }

    /// Goes through `source` and `.`.
    pub fn sourced(&mut self, arguments: &[Field<'_>], scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        match arguments.first() {
            Some(file) if file.misses(Gap::Download) => Break(downloads::finding("source")),
            Some(file) if matches!(&*file.text, "/dev/stdin" | "/dev/fd/0" | "-") => {
                self.run_input("source", scope, feed)
            }
            _ => Continue(()),
        }
    }

    /// Goes through what a program reads and runs.
    fn run_input(&mut self, name: &str, scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        match self.read(feed, scope) {
            Output::Download => Break(downloads::finding(name)),
            Output::Lines(lines) => {
                let mut script = Field::default();
                for line in &lines {
                    script.append(line, 0..line.text.len());
                    script.push(" ", false);
                }
                self.run(&script, name, scope, Feed::Nothing)
            }
            Output::Unknown | Output::Found(_) => Continue(()),
        }
    }

    /// Goes through a text that a program runs.
    fn run(&mut self, script: &Field<'_>, name: &str, scope: &mut Scope<'_>, feed: Feed<'_, '_>) -> Flow {
        if script.runs_download() {
            return Break(downloads::finding(name));
        }
        self.text(&script.script(), scope, feed)
    }
}

#[cfg(test)]
mod rows {
    use crate::{shell::table::check, verdict::Rule};

    const BAD: Option<Rule> = Some(Rule::RecursiveDelete);

    #[test]
    fn texts_that_are_run() {
        check(&[
            ("bash c", "bash -c 'rm -rf /'", BAD),
            ("login", "sh -lc 'rm -rf /'", BAD),
            ("cluster", "bash -xec 'cd web; rm -rf /'", BAD),
            ("double quotes", "bash -c \"rm -rf /\"", BAD),
            ("twice", "bash -c \"bash -c 'rm -rf /'\"", BAD),
            ("three times", "bash -c \"bash -c \\\"bash -c 'rm -rf /'\\\"\"", BAD),
            ("options", "bash --norc -o pipefail -c 'rm -rf /'", BAD),
            ("wrapped", "sudo bash -c 'rm -rf /'", BAD),
            ("arguments", "sh -c 'rm -rf \"$1\"' _ /srv", BAD),
            ("all arguments", "sh -c 'rm -rf \"$@\"' _ target /srv", BAD),
            ("eval", "eval 'rm -rf /'", BAD),
            ("eval words", "eval rm -rf /", BAD),
            ("eval twice", "eval eval rm -rf /", BAD),
            ("eval variable", "X='rm -rf /srv'; eval \"$X\"", BAD),
            ("trap", "trap 'rm -rf /srv' EXIT", BAD),
            ("document", "bash <<EOF\nrm -rf /srv\nEOF", BAD),
            ("quoted document", "sh -s <<'EOF'\nset -e\nrm -rf /srv\nEOF", BAD),
            ("indented document", "bash <<-EOF\n\trm -rf /srv\n\tEOF", BAD),
            ("document through cat", "cat <<EOF | sh\nrm -rf /srv\nEOF", BAD),
            ("here string", "bash <<< 'rm -rf /srv'", BAD),
            ("echo into a shell", "echo 'rm -rf /srv' | sh", BAD),
            ("outer variable", "bash -c \"rm -rf $DIR/*\"", BAD),
            ("directory goes in", "cd /srv && bash -c 'rm -rf data'", BAD),
            ("variable goes in", "D=/srv sh -c 'rm -rf $D'", BAD),
            ("trap inside", "trap 'rm -rf \"$tmp\"' EXIT", None),
            ("inside", "bash -c 'rm -rf target'", None),
            ("positional unknown", "sh -c 'rm -rf \"$1\"'", None),
            ("script", "bash run.sh 'rm -rf /'", None),
            ("name after c", "bash -c 'echo hi' 'rm -rf /'", None),
            ("outer named", "bash -c \"rm -rf $DIR/build\"", None),
            ("document for a script", "bash run.sh <<EOF\nrm -rf /\nEOF", None),
            ("document for python", "python3 - <<'EOF'\nprint('rm -rf /')\nEOF", None),
            ("echo in eval", "eval 'echo rm -rf /'", None),
        ]);
    }
}
