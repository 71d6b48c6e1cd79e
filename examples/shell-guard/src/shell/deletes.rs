//! The rule against recursive deletes outside the project.
//!
//! What happens with a text nobody knows, such as the value of a variable that the command line does not set:
//!
//! * It is the whole target (`rm -rf "$DIR"`): allowed. An empty value deletes nothing.
//! * It is followed by something (`$DIR/*`, `$DIR/usr`): judged as if it were empty, and declined where that means the
//!   root, a directory of the system, the home directory or the project. `${DIR:?}/*` is allowed, being never empty.
//! * Something stands before it (`build/$NAME`, `/tmp/$NAME`): judged both as if it were empty and as if it were a
//!   plain name.

use crate::verdict::{Finding, Rule};

use super::{
    field::{Field, Gap},
    ground::Place,
    options::{Argument, Options},
    paths,
    scope::Scope,
};

/// Checks an `rm`; `deep` says that it goes down a tree whatever its options are.
pub fn remove(arguments: &[Field<'_>], scope: &Scope<'_>, deep: bool) -> Option<Finding> {
    let mut recursive = deep;
    for argument in Options::new(arguments, "", &[]) {
        match argument {
            Argument::Short('r' | 'R', _) => recursive = true,
            Argument::Long("help" | "version", _) => return None,
            Argument::Long(name, _) => recursive |= !name.is_empty() && "recursive".starts_with(name),
            _ => {}
        }
    }
    if !recursive {
        return None;
    }
    Options::new(arguments, "", &[]).find_map(|argument| match argument {
        Argument::Operand(_, field) => target(field, scope),
        _ => None,
    })
}

/// Checks a path that is deleted with all that lies below it.
pub fn target(field: &Field<'_>, scope: &Scope<'_>) -> Option<Finding> {
    if field.text.is_empty() {
        return field.misses(Gap::Unseen).then(unseen);
    }
    let bad = match field.lead() {
        None => place(&field.filled(true), field.glob, scope).filter(|place| is_protected(*place)),
        Some(Gap::Filled | Gap::Unseen) => return None,
        Some(Gap::Perhaps | Gap::Download) => None,
    };
    if let Some(place) = bad {
        let adrift = scope.resolve(&field.text).is_none();
        return Some(if adrift { unknown_directory(field) } else { finding(place, field) });
    }
    let perhaps = |gap: Gap| matches!(gap, Gap::Perhaps | Gap::Download | Gap::Unseen);
    if !field.holes.iter().any(|hole| perhaps(hole.gap)) {
        return None;
    }
    let emptied = field.filled(false);
    let place = place(&emptied, field.glob, scope)?;
    let lenient = field.lead().is_some() && emptied.starts_with('/');
    let declined = if lenient { is_protected(place) && place != Place::Outside } else { is_protected(place) };
    declined.then(|| open(field, &emptied))
}

/// What a path means. A relative one is outside where it could be anything.
fn place(text: &str, glob: bool, scope: &Scope<'_>) -> Option<Place> {
    let Some(mut path) = scope.resolve(text) else {
        let mut relative = format!("/{}", text.trim_end_matches('/'));
        let contents = glob && paths::take_contents(&mut relative);
        let wide = contents || text.starts_with("..") || matches!(relative.as_str(), "/" | "/.");
        return wide.then_some(Place::Outside);
    };
    if glob {
        paths::take_contents(&mut path);
    }
    Some(scope.ground.place(&path))
}

/// Whether git cannot bring back what lies there.
fn is_protected(place: Place) -> bool {
    !matches!(place, Place::Inside | Place::Temporary)
}

/// The finding for a place.
pub fn finding(place: Place, field: &Field<'_>) -> Finding {
    let shown = field.shown();
    let reason = match place {
        Place::Root => format!(
            "`{shown}` is the root of the file system, and nothing brings back what is deleted there. Delete one named \
             directory inside the project instead."
        ),
        Place::Home => format!(
            "`{shown}` is the home directory or holds it, and nothing brings back what is deleted there. Delete one \
             named directory inside the project instead."
        ),
        Place::Project => format!(
            "`{shown}` is the project directory as a whole, with all work that is not committed. Name the directories \
             to delete, such as `target` or `build`."
        ),
        Place::AboveProject => format!(
            "`{shown}` holds the project directory itself. Name the directories inside the project that are to be \
             deleted."
        ),
        Place::Git => format!(
            "This deletes `.git` of the project or a part of it (`{shown}`), and with it commits that exist nowhere \
             else. Use git's own commands, such as `git worktree prune` or `git rebase --abort`."
        ),
        Place::AllTemporary => format!(
            "`{shown}` is the directory for temporary files of every program. Delete the one subfolder that is meant."
        ),
        Place::System | Place::Outside | Place::Inside | Place::Temporary => format!(
            "`{shown}` lies outside the project, where git cannot bring back what a recursive delete takes. Delete \
             inside the project only, or ask the user to delete it."
        ),
    };
    Finding { rule: Rule::RecursiveDelete, reason }
}

/// The finding for a path that an empty value makes a wide one.
fn open(field: &Field<'_>, emptied: &str) -> Finding {
    let (shown, emptied) = (field.shown(), Field::literal(emptied).shown());
    let reason = format!(
        "If the value in `{shown}` is empty, this deletes `{emptied}`. Write `${{NAME:?}}`, which stops at an empty \
         value, or name the directory."
    );
    Finding { rule: Rule::RecursiveDelete, reason }
}

/// The finding for a delete of everything in a directory that could be any.
fn unknown_directory(field: &Field<'_>) -> Finding {
    let reason = format!(
        "Which directory `{}` is deleted in cannot be told here, and with an empty value or a failed `cd` it is the \
         wrong one. Name the directory in the path, as in `rm -rf build/*`.",
        field.shown()
    );
    Finding { rule: Rule::RecursiveDelete, reason }
}

/// The finding for paths that are read from an input.
fn unseen() -> Finding {
    let reason = "This deletes recursively whatever names it reads, which cannot be checked. List the names first, and \
                  delete them by name inside the project.";
    Finding { rule: Rule::RecursiveDelete, reason: reason.to_owned() }
}
