//! A single value without which hooks stay off.

use serde_json::Value;

use super::editor::Editor;
use super::install::insert;
use super::ledger::{Ledger, Made, Was};
use super::op::{Op, Splice};
use super::tree::{Data, Form};
use super::uninstall::remove;
use super::{EditError, Edited, Syntax, pointer};

/// Makes a pointer name a plain value, and what is around it where it is missing. The ledger has what stood there; it is
/// empty if there was nothing to do.
pub fn set(text: &str, syntax: Syntax, pointer: &str, value: &Value) -> Result<Edited, EditError> {
    let mut editor = Editor::open(text, syntax)?;
    let (keys, mut made) = (pointer::keys(pointer), Vec::new());
    let (path, taken) = editor.root.walk(&keys);
    if taken < keys.len() {
        if keys.len() - taken == 1 && editor.root.at(&path).form == Form::Implicit {
            made.push(Made { pointer: editor.root.pointer(&path), was: Was::Text(String::new()) });
        }
        insert(&mut editor, &path, &keys[taken..], value.clone(), &mut made)?;
        return Ok(Edited { text: editor.text, made });
    }
    let node = editor.root.at(&path);
    if node.value() != *value {
        if matches!(node.data, Data::Nothing) || node.is_container() || node.form != Form::Inline || path.is_empty() {
            let message = format!("`{pointer}` is {}, and must be `{value}`", node.kind());
            return Err(editor.error(&path, message));
        }
        made.push(Made { pointer: pointer.to_owned(), was: Was::Text(editor.text[node.span.clone()].to_owned()) });
        editor.apply(&Op::Replace { at: path, value: value.clone() })?;
    }
    Ok(Edited { text: editor.text, made })
}

/// Puts back what [`set`] found, if the value is still the one that it wrote.
pub fn unset(text: &str, syntax: Syntax, pointer: &str, value: &Value, made: &[Made]) -> Result<Edited, EditError> {
    let mut editor = Editor::open(text, syntax)?;
    let ledger = Ledger(Some(made));
    let unchanged = || Edited { text: text.to_owned(), made: Vec::new() };
    let Some(path) = editor.root.find(pointer).filter(|path| editor.root.at(path).value() == *value) else {
        return Ok(unchanged());
    };
    if let Some(was) = ledger.text(pointer) {
        let splice = Splice { range: editor.root.at(&path).span.clone(), text: was.to_owned() };
        let text = Splice::apply(text, vec![splice]).unwrap_or_default();
        let before = Editor::open(&text, syntax)?;
        // All but this one value is the same.
        editor.root.at_mut(&path).expect("it was found").data = before.root.at(&path).data.clone();
        return match before.root.says_the_same(&editor.root) {
            true => Ok(Edited { text, made: Vec::new() }),
            false => Err(editor.error(&path, format!("write `{was}` here by hand"))),
        };
    }
    if !ledger.is_ours(pointer) {
        return Ok(unchanged());
    }
    remove(&mut editor, &path, ledger)?;
    let made = ledger.left(&editor);
    Ok(Edited { text: editor.text, made })
}
