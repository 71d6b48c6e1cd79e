//! What the host's files say about one gate.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Installed, Verdict, Where, file, folders, hook, is};
use crate::manage::homes;
use crate::table::{Gate, State};

/// A state and why.
type Answer = (State, String);

/// What the files say about a gate, for one hook or for all; `None` if they say nothing.
pub(super) fn answer(gate: &Gate, at: &Where, hook: Option<&Installed>) -> Option<Verdict> {
    let unknown = |file: Option<PathBuf>, why: String| Some(Verdict { state: State::Unknown, file, why });
    if gate.files.is_empty() {
        return unknown(None, "the host keeps this where it cannot be read".to_owned());
    }
    if gate.at.contains("$folder") && at.project.is_none() {
        return unknown(None, "it depends on the folder that the host works in, and none is given".to_owned());
    }
    for path in files(gate, at, hook) {
        let path = match path {
            Ok(path) => path,
            Err(why) => return unknown(None, why),
        };
        match file::read(&path, gate.format) {
            Err(why) => {
                let why = format!("{} cannot be read: {why}", path.display());
                return unknown(Some(path), why);
            }
            Ok(None) => {}
            Ok(Some(root)) => {
                if let Some((state, why)) = look(gate, &root, at, hook) {
                    return Some(Verdict { state, file: Some(path), why });
                }
            }
        }
    }
    None
}

/// What it means that the files say nothing.
pub(super) fn none(gate: &Gate, at: &Where, hook: Option<&Installed>) -> Verdict {
    let file = files(gate, at, hook).find_map(Result::ok);
    let why = match &file {
        Some(path) => format!("{} says nothing about it", path.display()),
        None => "there is no file that could say anything about it".to_owned(),
    };
    Verdict { state: gate.missing, file, why }
}

/// The gate's files; those of a project only where there is one. `$file` is the one that the hook is in.
fn files<'a>(
    gate: &'a Gate,
    at: &'a Where,
    hook: Option<&'a Installed>,
) -> impl Iterator<Item = Result<PathBuf, String>> + 'a {
    let of_user = |path: &str| path.starts_with(['~', '$', '%']) || Path::new(path).is_absolute();
    let there = gate.files.iter().filter(move |path| at.project.is_some() || of_user(path));
    there.map(move |path| match hook {
        Some(hook) if *path == "$file" => Ok(hook.file.clone()),
        _ => homes::place(path, at.homes, at.home, at.project, at.var),
    })
}

/// What one file says.
fn look(gate: &Gate, root: &Value, at: &Where, hook: Option<&Installed>) -> Option<Answer> {
    let Some(hook) = hook else {
        return match at.project {
            Some(project) if gate.at.contains("$folder") => about_folder(gate, root, project),
            _ => about_value(gate, root, &file::keys(gate.at), None),
        };
    };
    // The host may know the file by its real path.
    let real = hook.file.canonicalize().unwrap_or_else(|_| hook.file.clone());
    let names = [&hook.file, &real].map(|path| path.to_string_lossy().into_owned());
    names.iter().find_map(|name| {
        let keys: Vec<String> = file::keys(gate.at).iter().map(|key| hook::fill(key, hook, name)).collect();
        if gate.members.is_empty() && gate.listed.is_empty() {
            return about_value(gate, root, &keys, Some(hook));
        }
        about_list(gate, root, &keys, &|text| hook::fill(text, hook, name))
    })
}

/// Whether a list has the hook.
fn about_list(gate: &Gate, root: &Value, keys: &[String], fill: &dyn Fn(&str) -> String) -> Option<Answer> {
    let list = file::at(root, keys).filter(|v| !v.is_null())?;
    let Some(items) = list.as_array() else {
        return Some((State::Unknown, format!("{} is no list", file::dotted(keys))));
    };
    let says = |item: Option<&Value>, text: &str| item.and_then(Value::as_str) == Some(fill(text).as_str());
    let named = |item: &Value| gate.listed.iter().any(|text| says(Some(item), text));
    let described = |item: &Value| gate.members.iter().all(|(key, text)| says(item.get(key), text));
    let (state, found) = match gate.members.is_empty() {
        true => (State::Off, items.iter().any(named)),
        false => (State::Trusted, items.iter().any(described)),
    };
    found.then(|| (state, format!("the hook is in {}", file::dotted(keys))))
}

fn about_value(gate: &Gate, root: &Value, keys: &[String], hook: Option<&Installed>) -> Option<Answer> {
    let value = file::at(root, keys).filter(|v| !v.is_null())?;
    let name = file::dotted(keys);
    let (Some(recipe), Some(hook)) = (gate.hash, hook) else {
        return Some((judge(gate, value), format!("{name} is {value}")));
    };
    Some(match value.as_str() {
        None => (State::Unknown, format!("{name} is {value}, which is no hash")),
        Some(hash) if recipe.hashes(hook).iter().any(|h| h == hash) => {
            (State::Trusted, format!("{name} is the hash of the hook as it is"))
        }
        Some(_) => (State::Modified, format!("{name} is the hash of another hook than the one that is there now")),
    })
}

/// The answer about the nearest folder: the one whose path is longest.
fn about_folder(gate: &Gate, root: &Value, project: &Path) -> Option<Answer> {
    let candidates = folders::candidates(project, gate.folders);
    let mut nearest: Option<(usize, Answer)> = None;
    for (pointer, denied) in [(gate.at, false), (gate.denied, true)] {
        let keys = file::keys(pointer);
        let Some(place) = keys.iter().position(|key| key == "$folder") else { continue };
        let (before, rest) = (&keys[..place], &keys[place + 1..]);
        let Some(container) = file::at(root, before) else { continue };
        let Some(entries) = folders::entries(container, rest) else {
            return Some((State::Unknown, format!("{} has another form than is known", file::dotted(before))));
        };
        for (folder, value) in entries {
            let path = Path::new(folder);
            let of_parent = gate.parent.iter().any(|json| is(&value, json));
            let meant = if of_parent { path.parent() } else { Some(path) };
            let length = path.components().count();
            let nearer = nearest.as_ref().is_none_or(|(longest, _)| length > *longest);
            if nearer && meant.is_some_and(|meant| candidates.iter().any(|c| c == meant)) {
                let state = if denied { State::Untrusted } else { judge(gate, &value) };
                let list = file::dotted(before);
                nearest = Some((length, (state, format!("{folder} is {value} in {list}"))));
            }
        }
    }
    nearest.map(|(_, answer)| answer)
}

/// What a value says.
fn judge(gate: &Gate, value: &Value) -> State {
    let among = |values: &[&str]| values.iter().any(|json| is(value, json));
    if !gate.off.is_empty() {
        return if among(gate.off) { State::Off } else { State::Trusted };
    }
    if among(gate.trusted) || among(gate.parent) {
        State::Trusted
    } else if gate.untrusted.is_empty() || among(gate.untrusted) {
        State::Untrusted
    } else {
        State::Unknown
    }
}
