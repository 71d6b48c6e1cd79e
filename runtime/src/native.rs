//! Events that only one host has, by its own name: raw in, verbatim out.

use linkme::distributed_slice;
use serde_json::Value;

use crate::encode::Encoded;
use crate::payload::Payload;
use crate::table::Host;
use crate::value::Json;

/// All native hooks of the program, in no order.
#[distributed_slice]
pub static NATIVE_HOOKS: [NativeHook];

/// A registered handler of one host's own event.
pub struct NativeHook {
    /// Module path and function name.
    pub id: &'static str,
    /// The host's id.
    pub host: &'static str,
    /// The host's own name of the event.
    pub event: &'static str,
    pub file: &'static str,
    pub line: u32,
    /// Runs the handler.
    pub call: fn(&NativeEvent) -> Result<Option<Value>, String>,
}

/// An event that only one host has.
pub struct NativeEvent {
    host: &'static Host,
    event: Box<str>,
    payload: Payload,
}

impl NativeEvent {
    pub(crate) fn new(host: &'static Host, event: &str, payload: Payload) -> NativeEvent {
        NativeEvent { host, event: event.into(), payload }
    }

    /// The host's id.
    pub fn host(&self) -> &'static str {
        self.host.id
    }

    /// The host's own name of the event.
    pub fn event(&self) -> &str {
        &self.event
    }

    /// The payload as the host sent it, unparsed.
    pub fn raw(&self) -> &str {
        self.payload.raw()
    }

    /// The payload as a tree.
    pub fn value(&self) -> Value {
        self.payload.at::<&str>(&[]).and_then(|json| json.to_value().ok()).unwrap_or_default()
    }

    /// A value of the payload at a JSON pointer.
    pub fn at(&self, pointer: &str) -> Option<Json<'_>> {
        self.payload.pointer(pointer)
    }
}

/// What a native handler can return: nothing, the reply as the host wants it, or a `Result` of those.
#[diagnostic::on_unimplemented(
    message = "a native hook cannot return `{Self}`",
    label = "not a reply",
    note = "return nothing, `Option<serde_json::Value>`, or a `Result<_, impl Display>` of those"
)]
pub trait NativeOutcome {
    #[doc(hidden)]
    fn reply(self) -> Result<Option<Value>, String>;
}

impl NativeOutcome for () {
    fn reply(self) -> Result<Option<Value>, String> {
        Ok(None)
    }
}

impl NativeOutcome for Option<Value> {
    fn reply(self) -> Result<Option<Value>, String> {
        Ok(self)
    }
}

impl<T: NativeOutcome, E: std::fmt::Display> NativeOutcome for Result<T, E> {
    fn reply(self) -> Result<Option<Value>, String> {
        self.map_err(|e| e.to_string())?.reply()
    }
}

/// Answers an event that no normalized one stands for; `None` when no hook means it. Failures are open: nothing is printed.
pub(crate) fn answer(host: &'static Host, event: &str, payload: &[u8]) -> Option<(Encoded, Option<String>)> {
    let mut meant = NATIVE_HOOKS.iter().filter(|h| h.host == host.id && h.event == event).peekable();
    meant.peek()?;
    let payload = match Payload::parse(payload.to_vec()) {
        Ok(payload) => payload,
        Err(error) => return Some((Encoded::default(), Some(error.to_string()))),
    };
    let event = NativeEvent::new(host, event, payload);
    let mut reply: Option<Value> = None;
    for hook in meant {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (hook.call)(&event)));
        match outcome {
            // Several hooks of one event: the first that answers speaks for all.
            Ok(Ok(said)) => reply = reply.or(said),
            Ok(Err(error)) => eprintln!("hookwright: hook `{}` ({}:{}): {error}", hook.id, hook.file, hook.line),
            Err(_) => eprintln!("hookwright: hook `{}` ({}:{}) panicked", hook.id, hook.file, hook.line),
        }
    }
    let stdout = reply.map(|value| value.to_string()).unwrap_or_default();
    Some((Encoded { stdout, ..Encoded::default() }, None))
}
