//! The rule against forced git pushes.

use crate::verdict::{Finding, Rule};

use super::{
    field::Field,
    options::{Argument, Options},
};

/// Checks a git command.
pub fn check(arguments: &[Field<'_>]) -> Option<Finding> {
    let long = &["git-dir", "work-tree", "namespace", "config-env", "super-prefix"];
    let place = Options::new(arguments, "Cc", long).leading().find_map(|argument| match argument {
        Argument::Operand(place, _) => Some(place),
        _ => None,
    })?;
    let (command, rest) = arguments[place..].split_first()?;
    if command.text != "push" {
        return None;
    }
    let what = forced(rest)?;
    let reason = format!(
        "A push with {what} overwrites commits on the remote that may exist nowhere else. Use `git push \
         --force-with-lease`, which stops where the remote has something new."
    );
    Some(Finding { rule: Rule::ForcedPush, reason })
}

/// What makes a push a forced one.
fn forced(arguments: &[Field<'_>]) -> Option<String> {
    let mut forced = None;
    let long = &["repo", "receive-pack", "exec", "push-option"];
    for argument in Options::new(arguments, "o", long) {
        match argument {
            Argument::Short('n', _) | Argument::Long("dry-run", _) => return None,
            Argument::Short('f', _) => forced = Some("`-f`".to_owned()),
            Argument::Long("force", _) => forced = Some("`--force`".to_owned()),
            Argument::Long("no-force", _) => forced = None,
            Argument::Long(name, _) if !name.is_empty() && "mirror".starts_with(name) => {
                forced = Some("`--mirror`".to_owned());
            }
            Argument::Operand(_, field) if field.text.starts_with('+') && field.lead().is_none() => {
                forced = Some(format!("`{}`", field.shown()));
            }
            _ => {}
        }
    }
    forced
}

#[cfg(test)]
mod rows {
    use crate::{shell::table::check, verdict::Rule};

    const BAD: Option<Rule> = Some(Rule::ForcedPush);

    #[test]
    fn forced_pushes() {
        check(&[
            ("force", "git push --force", BAD),
            ("f", "git push -f", BAD),
            ("after", "git push origin main --force", BAD),
            ("cluster", "git push -uf origin main", BAD),
            ("plus", "git push origin +main", BAD),
            ("plus with target", "git push origin +HEAD:main", BAD),
            ("plus with a variable", "git push origin \"+$BRANCH\"", BAD),
            ("mirror", "git push --mirror backup", BAD),
            ("directory", "git -C ../other push --force", BAD),
            ("setting", "git -c push.default=current push -f", BAD),
            ("pager", "git --no-pager push -f", BAD),
            ("git dir", "git --git-dir=.git push --force", BAD),
            ("lease and force", "git push --force-with-lease --force", BAD),
            ("in a chain", "git add . && git commit -m x && git push -f", BAD),
            ("absolute", "/usr/bin/git push -f", BAD),
            ("lease", "git push --force-with-lease", None),
            ("lease with value", "git push --force-with-lease=main:abc origin main", None),
            ("includes", "git push --force-with-lease --force-if-includes", None),
            ("plain", "git push", None),
            ("upstream", "git push -u origin feature/force", None),
            ("dry run", "git push --force --dry-run", None),
            ("taken back", "git push --force --no-force", None),
            ("option value", "git push -o f origin main", None),
            ("branch name", "git push origin fix-f", None),
            ("fetch", "git fetch --force", None),
            ("checkout", "git checkout -f main", None),
            ("push in a message", "git commit -m 'push --force'", None),
            ("alias in text", "git log --grep='git push -f'", None),
            ("stash", "git stash push -f", None),
        ]);
    }
}
