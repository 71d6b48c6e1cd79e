//! Runs the handlers that an event means, and makes one verdict of theirs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};

use crate::event::Incoming;
use crate::matching::Glance;
use crate::registry::{Fallback, Hook, OnError};
use crate::response::{Judged, Verdict};
use crate::table::{Decision, Program};
use crate::tool;
use crate::value::Json;

/// The hooks that an event means, in declared order.
pub(crate) fn meant<'h>(program: &Program, hooks: &'h [Hook], incoming: &Incoming) -> Vec<&'h Hook> {
    let (kind, host) = (incoming.kind(), incoming.host());
    // Where the payload need not name the tool, nothing is read before a hook of the event is there.
    let mut seen = None;
    let mut can_be = |h: &&Hook| {
        h.event == kind
            && (!kind.has_tool() || h.glance.meets(*seen.get_or_insert_with(|| Glance::of_tool(incoming.named()))))
    };
    let mut meant: Vec<&Hook> = hooks.iter().filter(|h| can_be(h) && h.matcher.means(incoming)).collect();
    if let ([_], false) = (meant.as_slice(), program.skips) {
        return meant;
    }
    // One that the build scan did not see comes last; `check` has named it.
    let place = |hook: &Hook| program.hooks.iter().position(|d| d.id == hook.id).unwrap_or(usize::MAX);
    let skipped = |hook: &Hook| program.hooks.get(place(hook)).is_some_and(|d| d.skip.contains(&host));
    meant.retain(|hook| !skipped(hook));
    meant.sort_by_cached_key(|hook| place(hook));
    meant
}

/// What the hooks decide together, and the native input as they changed it.
#[derive(Clone, Default)]
pub(crate) struct Decided {
    pub verdict: Verdict,
    /// The whole native input after all changes; `None` when nothing was changed.
    pub input: Option<Value>,
}

/// Runs the hooks in turn; each sees the rewrites of those before it. `ready` is told before each what the reply should be
/// if that hook ended the program.
pub(crate) fn run(hooks: &[&Hook], incoming: &Incoming, ready: &mut dyn FnMut(&Hook, &Decided)) -> Decided {
    let mut decided = Decided::default();
    let mut incoming = incoming.clone();
    for hook in hooks {
        ready(hook, &decided);
        decided.add(run_one(hook, &incoming), &mut incoming);
    }
    decided
}

/// What it amounts to that a hook failed.
pub(crate) fn failed(hook: &Hook, how: &str) -> Verdict {
    match hook.options.on_error {
        OnError::Allow => Verdict::default(),
        OnError::Deny => Verdict {
            decision: Some(Decision::Deny),
            reason: format!("The hook `{}` failed and is set to deny then: {how}", hook.id),
            ..Verdict::default()
        },
    }
}

/// What verdicts that are already there come to.
pub(crate) fn decide(verdicts: impl Iterator<Item = Verdict>, incoming: &Incoming) -> Decided {
    let mut decided = Decided::default();
    let mut incoming = incoming.clone();
    verdicts.for_each(|verdict| decided.add(verdict, &mut incoming));
    decided
}

impl Decided {
    /// The same with what a failing hook amounts to.
    pub(crate) fn with_failure(&self, hook: &Hook, how: &str) -> Decided {
        let mut with = self.clone();
        combine(&mut with.verdict, failed(hook, how));
        with
    }

    /// Adds one hook's verdict: deny > ask > modify > allow, contexts joined. The event then holds the changed input.
    fn add(&mut self, mut verdict: Verdict, incoming: &mut Incoming) {
        let changes = std::mem::take(&mut verdict.changes);
        if !changes.is_empty() {
            self.verdict.modify_fallback =
                stricter(self.input.is_some(), self.verdict.modify_fallback, verdict.modify_fallback);
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
    let mut input = Json::slice(&incoming.native_input()).to_value().ok()?;
    let (definition, around) = (incoming.named().definition(), incoming.named().arguments());
    let arguments = place(&mut input, around)?;
    for (name, value) in changes {
        match tool::key(definition, name) {
            Some(key) => {
                let at = place(arguments, key.path)?;
                *at = key.to_native(value.clone(), at);
            }
            None => *place(arguments, &[name.as_str()])? = value.clone(),
        }
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
        Ok(Ok(Judged(verdict))) => {
            let (ask_fallback, modify_fallback) = (hook.options.ask_fallback, hook.options.modify_fallback);
            return Verdict { ask_fallback, modify_fallback, ..verdict };
        }
        Ok(Err(error)) => error,
        Err(panic) => format!("panicked: {}", panic_text(&*panic)),
    };
    eprintln!("hookwright: hook `{}` ({}:{}): {error}", hook.id, hook.file, hook.line);
    failed(hook, &error)
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Of two wishes the one that lets less through.
fn stricter(both: bool, have: Fallback, new: Fallback) -> Fallback {
    match (both, have, new) {
        (false, _, new) => new,
        (true, Fallback::Deny, _) | (true, _, Fallback::Deny) => Fallback::Deny,
        (true, Fallback::Pass, _) | (true, _, Fallback::Pass) => Fallback::Pass,
        (true, Fallback::Allow, Fallback::Allow) => Fallback::Allow,
    }
}

fn combine(all: &mut Verdict, one: Verdict) {
    let reason = one.reason.trim();
    if one.decision == Some(Decision::Ask) {
        let asked_before = all.decision == Some(Decision::Ask);
        all.ask_fallback = stricter(asked_before, all.ask_fallback, one.ask_fallback);
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::PreToolUse;
    use crate::matching::Matcher;
    use crate::registry::{Options, call};
    use crate::response::Response;
    use crate::testing;

    type Call = fn(&Incoming) -> Result<Judged, String>;

    fn hook(call: Call, on_error: OnError) -> Hook {
        let event = crate::event::Kind::PreToolUse;
        let options = Options { on_error, ..Options::DEFAULT };
        Hook {
            id: "acme::h",
            event,
            glance: Glance::of(&Matcher::Any),
            matcher: Matcher::Any,
            options,
            file: "src/x.rs",
            line: 7,
            call,
        }
    }

    const PASS: Call = |i| call(i, |_: &PreToolUse| Response::pass());
    const DENY: Call = |i| call(i, |_: &PreToolUse| Response::deny("no"));
    const DENY_TOO: Call = |i| call(i, |_: &PreToolUse| Response::deny("nor I").and_context("see"));
    const ASK: Call = |i| call(i, |_: &PreToolUse| Response::ask("sure?"));
    const ALLOW: Call = |i| call(i, |_: &PreToolUse| Response::allow());
    const CONTEXT: Call = |i| call(i, |_: &PreToolUse| Response::context("know"));
    const TO_B: Call = |i| call(i, |_: &PreToolUse| Response::modify([("command", "b")]));
    const APPEND: Call =
        |i| call(i, |c: &PreToolUse| Response::modify([("command", format!("{}!", c.command().unwrap_or_default()))]));
    const PANIC: Call = |i| call(i, |_: &PreToolUse| -> Response<PreToolUse> { panic!("oh no") });

    #[test]
    fn verdicts_combine_by_strength_and_rewrites_chain() {
        for (name, hooks, wanted) in [
            ("nothing", &[PASS, PASS][..], ""),
            ("deny over all", &[ALLOW, ASK, TO_B, DENY], r#"{"deny":"no"}"#),
            ("two denials", &[DENY, DENY_TOO], r#"{"deny":"no\nnor I","context":"see"}"#),
            ("ask over modify shows the change", &[TO_B, ASK], r#"{"ask":"sure?","input":{"command":"b","x":1}}"#),
            ("ask over allow", &[ALLOW, ASK], r#"{"ask":"sure?"}"#),
            ("modify over allow", &[ALLOW, TO_B], r#"{"input":{"command":"b","x":1}}"#),
            ("rewrites chain", &[TO_B, APPEND, APPEND], r#"{"input":{"command":"b!!","x":1}}"#),
            ("allow", &[PASS, ALLOW], r#"{"allow":true}"#),
            ("context beside", &[CONTEXT, ALLOW, CONTEXT], r#"{"allow":true,"context":"know\n\nknow"}"#),
        ] {
            let hooks: Vec<Hook> = hooks.iter().map(|c| hook(*c, OnError::Allow)).collect();
            let fire = testing::call("Bash", [("command", serde_json::json!("a")), ("x", serde_json::json!(1))]);
            assert_eq!(fire.fire_hooks(&hooks).stdout(), wanted, "{name}");
        }
    }

    #[test]
    fn a_panic_is_what_the_hook_says_it_is() {
        let fire = || testing::call("Bash", [("command", "a")]);
        assert!(fire().fire_hooks(&[hook(PANIC, OnError::Allow)]).passed());
        let denied = fire().fire_hooks(&[hook(PANIC, OnError::Deny)]);
        assert_eq!(denied.denied(), Some("The hook `acme::h` failed and is set to deny then: panicked: oh no"));
    }
}
