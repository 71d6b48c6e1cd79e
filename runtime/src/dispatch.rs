//! Runs the handlers that an event means, and makes one verdict of theirs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};

use crate::event::Incoming;
use crate::registry::{Hook, OnError};
use crate::response::Verdict;
use crate::table::{Decision, Program};

/// The hooks that an event means, in declared order.
pub(crate) fn meant<'h>(program: &Program, hooks: &'h [Hook], incoming: &Incoming) -> Vec<&'h Hook> {
    let kind = incoming.kind();
    let mut meant: Vec<&Hook> = hooks.iter().filter(|h| h.event == kind && h.matcher.means(incoming)).collect();
    if meant.len() > 1 {
        let order = |hook: &&Hook| program.hooks.iter().position(|d| d.id == hook.id).unwrap_or(usize::MAX);
        meant.sort_by_cached_key(order);
    }
    meant
}

/// What the hooks decide together, and the native input as they changed it.
#[derive(Default)]
pub(crate) struct Decided {
    pub verdict: Verdict,
    /// The whole native input after all changes; `None` when nothing was changed.
    pub input: Option<Value>,
}

/// Runs the hooks in turn; each sees the rewrites of those before it.
pub(crate) fn run(hooks: &[&Hook], incoming: &Incoming) -> Decided {
    let mut decided = Decided::default();
    let mut incoming = incoming.clone();
    for hook in hooks {
        decided.add(run_one(hook, &incoming), &mut incoming);
    }
    decided
}

/// What verdicts that are already there come to.
pub(crate) fn decide(verdicts: impl Iterator<Item = Verdict>, incoming: &Incoming) -> Decided {
    let mut decided = Decided::default();
    let mut incoming = incoming.clone();
    verdicts.for_each(|verdict| decided.add(verdict, &mut incoming));
    decided
}

impl Decided {
    /// Adds one hook's verdict: deny > ask > modify > allow, contexts joined. The event then holds the changed input.
    fn add(&mut self, mut verdict: Verdict, incoming: &mut Incoming) {
        let changes = std::mem::take(&mut verdict.changes);
        if !changes.is_empty() {
            match changed(incoming, &changes) {
                Some(input) => {
                    *incoming = incoming.with_input(input.to_string().into());
                    self.input = Some(input);
                }
                None => verdict = unchangeable(incoming, changes),
            }
        }
        combine(&mut self.verdict, verdict);
    }
}

/// The native input with canonical keys changed; `None` when it has no place for one of them.
fn changed(incoming: &Incoming, changes: &Map<String, Value>) -> Option<Value> {
    let mut input: Value = serde_json::from_str(&incoming.native_input()).ok()?;
    let definition = incoming.named().definition();
    for (key, value) in changes {
        let path =
            definition.and_then(|d| d.input.iter().find(|(canonical, _)| canonical == key)).map(|(_, path)| *path);
        *place(&mut input, path.unwrap_or(&[key.as_str()]))? = value.clone();
    }
    Some(input)
}

/// The value at a path; the last key of it may be new.
fn place<'v>(mut value: &'v mut Value, path: &[&str]) -> Option<&'v mut Value> {
    for key in path {
        value = match value {
            Value::Object(map) => map.entry(*key).or_insert(Value::Null),
            Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(value)
}

fn unchangeable(incoming: &Incoming, changes: Map<String, Value>) -> Verdict {
    let tool = incoming.named().canonical();
    let changes = Value::Object(changes);
    let reason = format!("A hook changes this call of {tool}, but its input has no place for {changes}.");
    Verdict { decision: Some(Decision::Deny), reason, ..Verdict::default() }
}

fn run_one(hook: &Hook, incoming: &Incoming) -> Verdict {
    let outcome = catch_unwind(AssertUnwindSafe(|| (hook.call)(incoming)));
    let error = match outcome {
        Ok(Ok(judged)) => return judged.0,
        Ok(Err(error)) => error,
        Err(panic) => format!("panicked: {}", panic_text(&*panic)),
    };
    eprintln!("hookwright: hook `{}` ({}:{}): {error}", hook.id, hook.file, hook.line);
    match hook.on_error {
        OnError::Allow => Verdict::default(),
        OnError::Deny => Verdict {
            decision: Some(Decision::Deny),
            reason: format!("The hook `{}` failed and is set to deny then: {error}", hook.id),
            ..Verdict::default()
        },
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

fn combine(all: &mut Verdict, one: Verdict) {
    let reason = one.reason.trim();
    match (all.decision, one.decision) {
        (Some(have), Some(new)) if new < have => {
            all.decision = Some(new);
            all.reason = reason.to_owned();
        }
        (Some(have), Some(new)) if new == have && !reason.is_empty() => {
            if !all.reason.is_empty() {
                all.reason.push('\n');
            }
            all.reason.push_str(reason);
        }
        (None, Some(new)) => {
            all.decision = Some(new);
            all.reason = reason.to_owned();
        }
        _ => {}
    }
    all.context.extend(one.context);
    all.message.extend(one.message);
    if one.output.is_some() {
        all.output = one.output;
    }
}
