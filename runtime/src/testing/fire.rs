//! An event to be fired.

use serde_json::{Map, Value};

use super::{Fired, host_of, linked, payload, plain};
use crate::event::{Event, Incoming, Kind};
use crate::payload::Payload;
use crate::registry;
use crate::response::{Judged, Outcome, Verdict};
use crate::table::{Binding, Field, Host};
use crate::{answer, dispatch, encode, surroundings};

/// What `hooks doctor` sends, and what must come back.
#[cfg(feature = "manage")]
pub(crate) struct Probe {
    pub payload: String,
    /// What the host sets in the environment.
    pub env: Vec<(String, std::ffi::OsString)>,
    pub denial: encode::Encoded,
}

/// An event to be fired, by canonical names.
#[derive(Clone, Debug)]
pub struct Fire {
    host: Option<&'static str>,
    pub(super) tool: String,
    pub(super) input: Map<String, Value>,
    fields: Vec<(Field, Value)>,
}

impl Fire {
    pub(super) fn new(tool: &str, input: Map<String, Value>) -> Fire {
        surroundings::begin_test();
        Fire { host: None, tool: tool.to_owned(), input, fields: Vec::new() }
    }

    /// One of the doctor's: no test begins with it.
    #[cfg(feature = "manage")]
    pub(crate) fn of_doctor(kind: Kind, word: &str) -> Fire {
        let mut fire = Fire { host: None, tool: String::new(), input: Map::new(), fields: Vec::new() };
        if kind.has_tool() {
            "Bash".clone_into(&mut fire.tool);
            fire.input.insert("command".to_owned(), format!("true {word}").trim().into());
        }
        match kind {
            Kind::UserPromptSubmit => fire.with(Field::Prompt, word),
            _ => fire,
        }
    }

    /// As the host of that id sends it; the program must have been built for it.
    pub fn on(mut self, host: &'static str) -> Fire {
        self.host = Some(host);
        self
    }

    /// The program's hosts that send this event: for a test of all of them.
    ///
    /// # Panics
    /// As [`Fire::fire_all`].
    pub fn hosts(&self, kind: Kind) -> impl Iterator<Item = &'static str> {
        linked().hosts.iter().filter(move |host| self.binding(host, kind).is_some()).map(|host| host.id)
    }

    pub(super) fn with(mut self, field: Field, value: impl Into<Value>) -> Fire {
        self.fields.push((field, value.into()));
        self
    }

    /// In this project; else in `/project`.
    pub fn project_dir(self, dir: &str) -> Fire {
        self.with(Field::ProjectDir, dir)
    }

    /// From this folder; else from the project's.
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

    /// With this trigger, for `PreCompact` and `PostCompact`.
    pub fn trigger(self, trigger: &str) -> Fire {
        self.with(Field::Trigger, trigger)
    }

    /// With this text, for `Notification`.
    pub fn message(self, text: &str) -> Fire {
        self.with(Field::Message, text)
    }

    /// In this subagent.
    pub fn agent_id(self, id: &str) -> Fire {
        self.with(Field::AgentId, id)
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

    /// Fires the event at one handler, whatever its attribute says, and gives what came of it.
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
        let decided = answer::settle(&incoming, &meant, dispatch::run(&meant, &incoming, &mut |_, _| {}));
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
        program: &crate::table::Program,
        host: &'static Host,
        kind: Kind,
        native: &str,
    ) -> Option<Probe> {
        let named = self.bindings(host, kind).find(|b| b.native == native);
        let binding = named.or_else(|| self.binding(host, kind))?;
        let sent = payload::sent(&self, host, binding);
        let payload = sent.payload.to_string();
        let parsed = Payload::parse(payload.clone().into_bytes()).ok()?;
        let denial = crate::probe::denial(program, &Incoming::new(host, binding, parsed));
        Some(Probe { payload, env: sent.env, denial })
    }

    /// The event as the host sends it.
    fn incoming(&self, kind: Kind) -> (Incoming, String) {
        let host: &'static Host = match self.host {
            None => &plain::HOST,
            Some(id) => host_of(linked(), id),
        };
        let Some(binding) = self.binding(host, kind) else {
            panic!("{} has no {} for this call", host.name, kind.name());
        };
        let sent = payload::sent(self, host, binding);
        surroundings::set_test_env(sent.env);
        let text = sent.payload.to_string();
        let parsed = Payload::parse(text.clone().into_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
        (Incoming::new(host, binding, parsed), text)
    }

    fn binding(&self, host: &'static Host, kind: Kind) -> Option<&'static Binding> {
        self.bindings(host, kind).next()
    }

    fn bindings(&self, host: &'static Host, kind: Kind) -> impl Iterator<Item = &'static Binding> {
        host.bindings.iter().filter(move |b| b.event == kind && b.tool.is_none_or(|t| t == self.tool))
    }

    /// The value of a field that the test gave, the last of several.
    pub(super) fn given(&self, field: Field) -> Option<&Value> {
        self.fields.iter().rev().find(|(have, _)| *have == field).map(|(_, value)| value)
    }
}
