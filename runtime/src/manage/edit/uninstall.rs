//! Our handlers, taken out of a file.

use super::Ours;
use super::editor::Editor;
use super::error::EditError;
use super::gap::{Kind, Piece, pieces};
use super::ledger::{Ledger, mark};
use super::op::Op;
use super::ours::{group, handlers};
use super::tree::Form;
use super::{Syntax, check};

/// Takes out what is ours, and what became empty by that and came with us.
pub(super) fn all(editor: &mut Editor, ours: Ours, ledger: Ledger) -> Result<(), EditError> {
    let before = check::others(&editor.root, ours, &[]);
    let mut any = false;
    while let Some(last) = handlers(&editor.root, &[], ours).pop() {
        remove(editor, &last.path, ledger)?;
        any = true;
    }
    if check::others(&editor.root, ours, &[]) != before {
        return Err(
            editor.error(&[], "what is not ours would not be the same without us: take our entries out by hand")
        );
    }
    if any {
        root_values(editor, ours, ledger)?;
    }
    Ok(())
}

/// Takes the values out that the root got with us, unless somebody else came who may need them.
fn root_values(editor: &mut Editor, ours: Ours, ledger: Ledger) -> Result<(), EditError> {
    let name = |pointer: &str| super::pointer::keys(pointer).pop().unwrap_or_default();
    let names: Vec<_> = ledger.values().map(|(pointer, _)| name(pointer)).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let now = mark(editor, ours, &names);
    let alone = check::others(&editor.root, ours, &names).is_empty();
    for (pointer, then) in ledger.values().collect::<Vec<_>>().into_iter().rev() {
        if !alone && then != now {
            continue;
        }
        if let Some(path) = editor.root.find(pointer) {
            remove(editor, &path, ledger)?;
        }
    }
    Ok(())
}

pub(super) fn remove(editor: &mut Editor, path: &[usize], ledger: Ledger) -> Result<(), EditError> {
    let op = removal(editor, path, ledger);
    editor.apply(&op)
}

/// How much goes with a child: what would be left empty, as far as it came with us and nobody wrote a comment into it
/// or gave it an anchor or a tag.
fn removal(editor: &Editor, path: &[usize], ledger: Ledger) -> Op {
    let root = &editor.root;
    let mut gone = path;
    let mut around;
    loop {
        let parent = &gone[..gone.len() - 1];
        let node = root.at(parent);
        if node.children().len() > 1 {
            // The root has no header.
            let table = node.form == Form::Table && !parent.is_empty();
            let header_is_ours = table && ledger.text(&root.pointer(parent)) == Some("");
            let lines = node.children().iter().filter(|child| matches!(child.node.form, Form::Inline | Form::Dotted));
            let at = gone.to_vec();
            return if header_is_ours && lines.count() == 1 { Op::Unhead { at } } else { Op::Remove { at } };
        }
        let commented = has_comment(editor, parent, gone);
        if parent.is_empty() {
            return root_removal(editor.syntax, ledger, commented);
        }
        let pointer = root.pointer(parent);
        let lives_by_its_children = matches!(node.form, Form::Implicit | Form::Dotted | Form::Tables);
        if let Some(group) = group(root, parent).filter(|_| node.is_list()) {
            around = group;
            gone = &around;
        } else if lives_by_its_children || ledger.is_ours(&pointer) && !commented && node.marks.is_empty() {
            gone = parent;
        } else {
            return Op::Empty { at: parent.to_vec(), was: ledger.text(&pointer).map(str::to_owned) };
        }
    }
}

/// Whether there is a comment in a container beside its only child.
fn has_comment(editor: &Editor, path: &[usize], child: &[usize]) -> bool {
    let (text, node, child) = (&editor.text, editor.root.at(path), &editor.root.child(child).outer);
    match node.form {
        Form::Inline => {
            let gaps = [node.span.start + 1..child.start, child.end..node.span.end - 1];
            let comment = |piece: &Piece| matches!(piece.kind, Kind::Comment | Kind::LineComment);
            gaps.into_iter().any(|gap| pieces(text, gap, editor.syntax).is_none_or(|found| found.iter().any(comment)))
        }
        Form::Table => text.get(node.span.end..child.start).is_some_and(|gap| gap.contains('#')),
        Form::Block if !path.is_empty() => {
            let mut lines = text[editor.root.child(path).outer.start..child.start].lines();
            let key_line = lines.next().is_some_and(|line| line.contains(" #") || line.contains("\t#"));
            key_line || lines.any(|line| line.trim_start().starts_with('#'))
        }
        _ => false,
    }
}

fn root_removal(syntax: Syntax, ledger: Ledger, commented: bool) -> Op {
    let was = ledger.text("").map(str::to_owned);
    match syntax {
        _ if ledger.has_root() && !commented => Op::Clear { was },
        // A TOML file always has a root.
        Syntax::Toml => Op::Remove { at: vec![0] },
        _ => Op::Empty { at: Vec::new(), was },
    }
}
