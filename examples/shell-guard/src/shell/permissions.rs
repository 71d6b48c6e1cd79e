//! The rule against recursive changes of permissions and owners in the directories of the system.

use crate::verdict::{Finding, Rule};

use super::{
    field::{Field, Gap},
    ground::Place,
    options::{Argument, Options},
    paths,
    scope::Scope,
    wrappers,
};

/// Checks a `chmod`, a `chown` or the like.
pub fn check(name: &str, arguments: &[Field<'_>], scope: &Scope<'_>) -> Option<Finding> {
    let recursive = Options::new(arguments, "", &[]).any(|argument| match argument {
        Argument::Short('R', _) => true,
        Argument::Long(name, _) => name.len() > 1 && "recursive".starts_with(name),
        _ => false,
    });
    // The mode or the owner is looked at as well; neither is ever a directory of the system.
    operands(arguments).filter(|_| recursive).find(|field| is_system(field, scope)).map(|field| finding(name, field))
}

/// Checks a command that `find` runs on everything below its starting points.
pub fn each(argv: &[Field<'_>], scope: &Scope<'_>) -> Option<Finding> {
    let (program, arguments) = wrappers::stripped(argv).split_first()?;
    let name = wrappers::program(program);
    if !matches!(name, "chmod" | "chown" | "chgrp") {
        return None;
    }
    operands(arguments).find(|field| is_system(field, scope)).map(|field| finding(name, field))
}

/// The operands among arguments.
fn operands<'c, 'a>(arguments: &'c [Field<'a>]) -> impl Iterator<Item = &'c Field<'a>> {
    Options::new(arguments, "", &[]).filter_map(|argument| match argument {
        Argument::Operand(_, field) => Some(field),
        _ => None,
    })
}

/// Whether a path is a directory of the system, or all that lies in one.
pub fn is_system(field: &Field<'_>, scope: &Scope<'_>) -> bool {
    if field.text.is_empty() || matches!(field.lead(), Some(gap) if gap != Gap::Perhaps) {
        return false;
    }
    let Some(mut path) = scope.resolve(&field.filled(false)) else { return false };
    if field.glob {
        paths::take_contents(&mut path);
    }
    matches!(scope.ground.place(&path), Place::Root | Place::Home | Place::System)
}

/// The finding for a directory of the system.
pub fn finding(name: &str, field: &Field<'_>) -> Finding {
    let reason = format!(
        "`{name}` on everything below `{}` breaks the system or the account, and the old state is written down \
         nowhere. Change the one file or directory that needs it.",
        field.shown()
    );
    Finding { rule: Rule::SystemPermissions, reason }
}

#[cfg(test)]
mod rows {
    use crate::{
        shell::table::{check, check_in},
        verdict::Rule,
    };

    const BAD: Option<Rule> = Some(Rule::SystemPermissions);

    #[test]
    fn changes_in_the_system() {
        check(&[
            ("chmod root", "chmod -R 777 /", BAD),
            ("chmod after", "chmod 777 -R /", BAD),
            ("chmod long", "chmod --recursive 777 /etc", BAD),
            ("chmod contents", "chmod -R 755 /usr/*", BAD),
            ("chmod symbolic", "chmod -R a+rwx /var", BAD),
            ("chmod minus", "chmod -R -w /usr", BAD),
            ("chown", "sudo chown -R ana /usr", BAD),
            ("chown group", "chown -R ana:ana /", BAD),
            ("chown verbose", "chown -vR $USER /opt", BAD),
            ("chgrp", "chgrp -R staff /etc", BAD),
            ("home", "chmod -R 777 ~", BAD),
            ("home contents", "chown -R ana $HOME/*", BAD),
            ("all homes", "chown -R ana /home", BAD),
            ("empty variable", "chmod -R 777 $DIR/", BAD),
            ("acl", "setfacl -R -m u:ana:rwx /etc", BAD),
            ("find", "find / -type d -exec chmod 777 {} +", BAD),
            ("find sudo", "find /etc -exec sudo chown ana {} \\;", BAD),
            ("parents", "chmod -R 777 ../../..", BAD),
            ("not recursive", "chmod 755 /etc", None),
            ("file", "sudo chown ana /etc/hosts", None),
            ("project", "chmod -R 755 .", None),
            ("folder", "chmod -R u+w target", None),
            ("below a system directory", "sudo chown -R www-data /var/www/shop", None),
            ("local programs", "sudo chown -R ana /usr/local", None),
            ("folder in home", "chmod -R 700 ~/.ssh", None),
            ("variable", "chown -R ana \"$DIR\"", None),
            ("find below", "find ~ -name '*.sh' -exec chmod +x {} +", None),
            ("find project", "find . -type d -exec chmod 755 {} +", None),
            ("text", "echo chmod -R 777 /", None),
            ("temp", "chmod -R 777 /tmp/x", None),
        ]);
    }

    #[test]
    fn changes_from_the_root() {
        check_in(
            "/",
            &[("here", "chmod -R 777 .", BAD), ("named", "chown -R ana etc", BAD), ("contents", "chmod -R 777 *", BAD)],
        );
    }
}
