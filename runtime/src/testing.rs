//! Tests a handler without a host: an event as a chosen host would send it, and the reply as that host would get it.
//!
//! ```
//! use hookwright::prelude::*;
//! use hookwright::testing::{self, Fired};
//!
//! fn guard(call: &PreToolUse) -> Response<PreToolUse> {
//!     match call.tool() {
//!         Tool::Bash { command, .. } if command.contains("rm -rf") => Response::deny("Use `git clean`."),
//!         _ => Response::pass(),
//!     }
//! }
//!
//! let fired: Fired = testing::call("Bash", [("command", "rm -rf /")]).fire(guard);
//! assert_eq!(fired.denied(), Some("Use `git clean`."));
//! ```
//!
//! In the tests of a program, `.on("gemini-cli")` fires the event as that host does: by its own names, through the very
//! tables and steps of a real call. Without it a plain host is taken that can do everything.

use serde_json::{Map, Value};

use crate::answer::{self, Answerer};
use crate::dispatch;
use crate::encode::{self, Encoded};
use crate::event::{Event, Incoming, Kind};
use crate::payload::Payload;
use crate::registry::{self, PROGRAMS};
use crate::response::{Judged, Outcome, Verdict};
use crate::table::{Binding, Decision, Field, Host, Origin, Program};
use crate::tool;

mod plain;

/// An event to be fired, by canonical names.
#[derive(Clone, Debug)]
pub struct Fire {
    host: Option<&'static str>,
    tool: String,
    input: Map<String, Value>,
    fields: Vec<(Field, Value)>,
}

/// A tool's call, for the events that have one: the canonical name and canonical input.
pub fn call<K: Into<String>, V: Into<Value>>(tool: &str, input: impl IntoIterator<Item = (K, V)>) -> Fire {
    let input = input.into_iter().map(|(k, v)| (k.into(), v.into())).collect();
    Fire { host: None, tool: tool.to_owned(), input, fields: Vec::new() }
}

/// A prompt, for `UserPromptSubmit`.
pub fn prompt(text: &str) -> Fire {
    event().with(Field::Prompt, text)
}

/// An event without a tool.
pub fn event() -> Fire {
    Fire { host: None, tool: String::new(), input: Map::new(), fields: Vec::new() }
}

/// A payload as a host sent it, one that was recorded say, fired at the whole program: any bytes, by the native event's name.
///
/// # Panics
/// The program was not built for the host.
pub fn recorded(host: &str, event: &str, payload: impl Into<Vec<u8>>) -> Answered {
    let program = linked();
    let answerer = Answerer { program, hooks: &registry::HOOKS, host: host_of(program, host), way: None };
    let (encoded, trouble) = answerer.answer(event, payload.into(), &|_| Vec::new());
    Answered { encoded, trouble }
}

fn host_of(program: &'static Program, id: &str) -> &'static Host {
    match answer::host(program, id) {
        Some(host) => host,
        None => panic!("this program was not built for `{id}`: add it to `hosts` in [package.metadata.hookwright]"),
    }
}

impl Fire {
    /// As the host of that id sends it; the program must have been built for it.
    pub fn on(mut self, host: &'static str) -> Fire {
        self.host = Some(host);
        self
    }

    fn with(mut self, field: Field, value: impl Into<Value>) -> Fire {
        self.fields.push((field, value.into()));
        self
    }

    /// In this project; else in `/project`.
    pub fn project_dir(self, dir: &str) -> Fire {
        self.with(Field::ProjectDir, dir)
    }

    /// From this folder.
    pub fn cwd(self, dir: &str) -> Fire {
        self.with(Field::Cwd, dir)
    }

    /// In this session; else in `session-1`.
    pub fn session(self, id: &str) -> Fire {
        self.with(Field::SessionId, id)
    }

    /// With this source, for `SessionStart`.
    pub fn source(self, source: &str) -> Fire {
        self.with(Field::Source, source)
    }

    /// With this output of the tool, for `PostToolUse`.
    pub fn output(self, text: &str) -> Fire {
        self.with(Field::ToolOutput, text)
    }

    /// With this error, for `PostToolUseFailure`.
    pub fn error(self, text: &str) -> Fire {
        self.with(Field::Error, text)
    }

    /// With the host's flag that a hook keeps the agent going, for `Stop` and `SubagentStop`.
    pub fn stop_hook_active(self, active: bool) -> Fire {
        self.with(Field::StopHookActive, active)
    }

    /// Fires the event at one handler, whatever its matcher, and gives what came of it.
    ///
    /// # Panics
    /// The program was not built for the host, or the host does not have the event: the text says what to do.
    pub fn fire<E: Event, R: Outcome<E>>(self, handler: fn(&E) -> R) -> Fired {
        let (incoming, native) = self.incoming(E::KIND);
        let judged = registry::call(&incoming, handler);
        let (verdict, error) = match judged {
            Ok(Judged(verdict)) => (verdict, None),
            Err(error) => (Verdict::default(), Some(error)),
        };
        let decided = dispatch::decide(std::iter::once(verdict), &incoming);
        let encoded = encode::encode(&incoming, &decided);
        Fired { verdict: decided.verdict, input: decided.input, encoded, error, payload: native }
    }

    /// Fires the event at the whole program: every registered handler whose matcher means it.
    ///
    /// # Panics
    /// As [`Fire::fire`].
    pub fn fire_all(self, kind: Kind) -> Fired {
        let program = linked();
        let (incoming, native) = self.incoming(kind);
        let meant = dispatch::meant(program, &registry::HOOKS, &incoming);
        let decided = dispatch::run(&meant, &incoming, &mut |_, _| {});
        let encoded = encode::encode(&incoming, &decided);
        Fired { verdict: decided.verdict, input: decided.input, encoded, error: None, payload: native }
    }

    /// Fires a tool event at hooks that no macro made.
    #[cfg(test)]
    pub(crate) fn fire_hooks(self, hooks: &[registry::Hook]) -> Fired {
        let (incoming, payload) = self.incoming(Kind::PreToolUse);
        let decided = dispatch::run(&hooks.iter().collect::<Vec<_>>(), &incoming, &mut |_, _| {});
        let encoded = encode::encode(&incoming, &decided);
        Fired { verdict: decided.verdict, input: decided.input, encoded, error: None, payload }
    }

    /// The event as the doctor's own, under its native name where it has several; `None`: the host has no such one.
    #[cfg(feature = "manage")]
    pub(crate) fn probe(
        self,
        program: &Program,
        host: &'static Host,
        kind: Kind,
        native: &str,
    ) -> Option<(String, Encoded)> {
        let fits = |b: &&Binding| b.event == kind && b.tool.is_none_or(|t| t == self.tool);
        let mut bindings = host.bindings.iter().filter(fits);
        let first = bindings.clone().next();
        let binding = bindings.find(|b| b.native == native).or(first)?;
        let text = self.payload(host, binding).to_string();
        let parsed = Payload::parse(text.clone().into_bytes()).ok()?;
        let encoded = crate::probe::denial(program, &Incoming::new(host, binding, parsed));
        Some((text, encoded))
    }

    /// The event as the host sends it.
    fn incoming(&self, kind: Kind) -> (Incoming, String) {
        let host: &'static Host = match self.host {
            None => &plain::HOST,
            Some(id) => host_of(linked(), id),
        };
        let fits = |b: &&Binding| b.event == kind && b.tool.is_none_or(|t| t == self.tool);
        let Some(binding) = host.bindings.iter().find(fits) else {
            panic!("{} has no {} for this call", host.name, kind.name());
        };
        let payload = self.payload(host, binding);
        let text = payload.to_string();
        let parsed = Payload::parse(text.clone().into_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
        (Incoming::new(host, binding, parsed), text)
    }

    /// The payload by the host's table, read backwards.
    fn payload(&self, host: &'static Host, binding: &'static Binding) -> Value {
        let mut payload = Value::Object(Map::new());
        let given = |field| self.fields.iter().rev().find(|(f, _)| *f == field).map(|(_, v)| v.clone());
        for (field, lookup) in binding.fields {
            let value = given(*field).or_else(|| match field {
                Field::SessionId => Some("session-1".into()),
                Field::ProjectDir | Field::Cwd => Some("/project".into()),
                Field::ToolName => Some(tool::native_name(host, &self.tool).into()),
                Field::ToolInput => Some(self.native_input(host)),
                _ => None,
            });
            let pointer = lookup.sources.iter().find_map(|s| match s.origin {
                Origin::Pointer(path) => Some(path),
                _ => None,
            });
            if let (Some(value), Some(path)) = (value, pointer) {
                put(&mut payload, path, value);
            }
        }
        for condition in binding.when.iter().filter(|c| !c.negated) {
            if let Origin::Pointer(path) = condition.source.origin {
                put_new(&mut payload, path, condition.equals.map_or(Value::Bool(true), Value::from));
            }
        }
        payload
    }

    fn native_input(&self, host: &'static Host) -> Value {
        let definition = host.tools.iter().find(|t| t.canonical == self.tool);
        let mut input = Value::Object(Map::new());
        for (name, value) in &self.input {
            match tool::key(definition, name) {
                Some(key) => put(&mut input, key.path, key.to_native(value.clone(), &Value::Null)),
                None => put(&mut input, &[name.as_str()], value.clone()),
            }
        }
        input
    }
}

/// The program that is linked into this test.
fn linked() -> &'static Program {
    match PROGRAMS.first() {
        Some(program) => program,
        None => panic!(
            "no tables are linked into this test: `.on(host)` is for tests of the binary that has `hookwright::main!`"
        ),
    }
}

/// Puts a value at a path, making objects and lists on the way.
fn put(mut at: &mut Value, path: &[&str], value: Value) {
    for key in path {
        at = match key.parse::<usize>() {
            Ok(index) => {
                if !at.is_array() {
                    *at = Value::Array(Vec::new());
                }
                let Value::Array(items) = at else { return };
                if items.len() <= index {
                    items.resize(index + 1, Value::Null);
                }
                &mut items[index]
            }
            Err(_) => {
                if !at.is_object() {
                    *at = Value::Object(Map::new());
                }
                let Value::Object(map) = at else { return };
                map.entry(*key).or_insert(Value::Null)
            }
        };
    }
    *at = value;
}

fn put_new(at: &mut Value, path: &[&str], value: Value) {
    let pointer: String = path.iter().map(|key| format!("/{}", key.replace('~', "~0").replace('/', "~1"))).collect();
    if at.pointer(&pointer).is_none_or(Value::is_null) {
        put(at, path, value);
    }
}

/// The reply to a payload.
#[derive(Clone, Debug)]
pub struct Answered {
    encoded: Encoded,
    trouble: Option<String>,
}

impl Answered {
    /// What the host reads on standard output.
    pub fn stdout(&self) -> &str {
        &self.encoded.stdout
    }

    /// What the host reads on standard error.
    pub fn stderr(&self) -> &str {
        &self.encoded.stderr
    }

    /// The exit code.
    pub fn exit(&self) -> u8 {
        self.encoded.exit
    }

    /// Why the payload could not be answered as an event, where it could not.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }
}

/// What came of an event.
#[derive(Clone, Debug)]
pub struct Fired {
    verdict: Verdict,
    input: Option<Value>,
    encoded: Encoded,
    error: Option<String>,
    payload: String,
}

impl Fired {
    fn reason(&self, decision: Decision) -> Option<&str> {
        (self.verdict.decision == Some(decision)).then_some(self.verdict.reason.as_str())
    }

    /// The reason, if the handler denied.
    pub fn denied(&self) -> Option<&str> {
        self.reason(Decision::Deny)
    }

    /// The reason, if the handler asked.
    pub fn asked(&self) -> Option<&str> {
        self.reason(Decision::Ask)
    }

    /// Whether the handler granted.
    pub fn allowed(&self) -> bool {
        self.verdict.decision == Some(Decision::Allow)
    }

    /// Whether the handler had no opinion and nothing to say.
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::default() && self.error.is_none()
    }

    /// The whole native input after the handler's changes.
    pub fn modified(&self) -> Option<&Value> {
        self.input.as_ref()
    }

    /// What the model is told besides.
    pub fn context(&self) -> Option<String> {
        (!self.verdict.context.is_empty()).then(|| self.verdict.context.join("\n\n"))
    }

    /// What the handler returned as `Err`.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The payload as the host sent it.
    pub fn payload(&self) -> &str {
        &self.payload
    }

    /// What the host reads on standard output.
    pub fn stdout(&self) -> &str {
        &self.encoded.stdout
    }

    /// What the host reads on standard error.
    pub fn stderr(&self) -> &str {
        &self.encoded.stderr
    }

    /// The exit code.
    pub fn exit(&self) -> u8 {
        self.encoded.exit
    }
}
