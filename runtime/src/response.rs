//! What handlers answer. A decision that an event cannot take does not compile.

use std::fmt::Display;
use std::marker::PhantomData;

use serde_json::{Map, Value};

use crate::event::{self, Event};
use crate::registry::Fallback;
use crate::table::Decision;

/// An answer to event `E`. What the host cannot honour was said at build time; nothing is dropped in silence.
#[must_use = "a response does nothing unless the handler returns it"]
pub struct Response<E> {
    verdict: Verdict,
    event: PhantomData<fn(E)>,
}

/// What one handler, or all together, decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Verdict {
    /// `Deny`, `Ask`, `Modify` or `Allow`.
    pub decision: Option<Decision>,
    pub reason: String,
    /// Changed keys of the tool's input, canonical.
    pub changes: Map<String, Value>,
    pub context: Vec<String>,
    pub output: Option<String>,
    pub message: Vec<String>,
    /// What the host's lack of a reply makes of an `ask`, and of a `modify`.
    pub ask_fallback: Fallback,
    pub modify_fallback: Fallback,
}

macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident, $message:literal, $only:literal: $($event:ident),*;)*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(message = $message, label = $message, note = $only)]
        pub trait $name {}
        $(impl $name for event::$event {})*
    )*};
}

capabilities! {
    /// Events that can be denied.
    CanDeny, "a response to `{Self}` cannot deny",
        "`deny` is for PreToolUse, PermissionRequest, PostToolUse, PostToolUseFailure, UserPromptSubmit, PreCompact, SubagentStart, Stop and SubagentStop":
        PreToolUse, PermissionRequest, PostToolUse, PostToolUseFailure, UserPromptSubmit, PreCompact, SubagentStart, Stop,
        SubagentStop;
    /// Events at which the user can be asked.
    CanAsk, "a response to `{Self}` cannot ask", "`ask` is for PreToolUse and PermissionRequest": PreToolUse, PermissionRequest;
    /// Events with an input that can be changed.
    CanModify, "a response to `{Self}` cannot modify", "`modify` is for PreToolUse and PermissionRequest": PreToolUse, PermissionRequest;
    /// Events at which permission can be granted.
    CanAllow, "a response to `{Self}` cannot allow", "`allow` is for PreToolUse and PermissionRequest; to have no opinion, return `Response::pass()`":
        PreToolUse, PermissionRequest;
    /// Events at which the model can be told something.
    CanAddContext, "a response to `{Self}` cannot add context",
        "`context` is for SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, PostToolUseFailure, SubagentStart, SubagentStop, PreCompact and Stop":
        SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, PostToolUseFailure, SubagentStart, SubagentStop, PreCompact,
        Stop;
    /// Events with an output that can be replaced.
    CanReplaceOutput, "a response to `{Self}` cannot replace the output", "`output` is for PostToolUse": PostToolUse;
}

impl<E: Event> Response<E> {
    fn new(decision: Option<Decision>, reason: impl Into<String>) -> Self {
        let verdict = Verdict { decision, reason: reason.into(), ..Verdict::default() };
        Response { verdict, event: PhantomData }
    }

    /// No opinion: the host does what it would do without the hook.
    pub fn pass() -> Self {
        Response::new(None, "")
    }

    /// The action does not happen; the model reads the reason. On `Stop` and `SubagentStop` the agent goes on, with the
    /// reason as its next instruction; on `PostToolUse` and `PostToolUseFailure` the model reads it beside the result.
    ///
    /// Say what to do instead.
    pub fn deny(reason: impl Into<String>) -> Self
    where
        E: CanDeny,
    {
        Response::new(Some(Decision::Deny), reason)
    }

    /// The user is asked, and shown the reason. Where the host cannot ask it is a denial, never a silent yes.
    pub fn ask(reason: impl Into<String>) -> Self
    where
        E: CanAsk,
    {
        Response::new(Some(Decision::Ask), reason)
    }

    /// Keys of the tool's input change, named as in [`Tool`](crate::Tool); all others stay. A denial where the host cannot
    /// change them: the old input never runs.
    ///
    /// ```
    /// # use hookwright::prelude::*;
    /// # fn f(call: &PreToolUse) -> Response<PreToolUse> {
    /// Response::modify([("command", "pnpm install")])
    /// # }
    /// ```
    pub fn modify<K: Into<String>, V: Into<Value>>(changes: impl IntoIterator<Item = (K, V)>) -> Self
    where
        E: CanModify,
    {
        let mut response = Response::new(Some(Decision::Modify), "");
        response.verdict.changes = changes.into_iter().map(|(k, v)| (k.into(), v.into())).collect();
        response
    }

    /// An active grant: where the host has one, its own permission question is skipped. It is never sent unless you ask
    /// for it; to have no opinion, return [`Response::pass`].
    pub fn allow() -> Self
    where
        E: CanAllow,
    {
        Response::new(Some(Decision::Allow), "")
    }

    /// Text that the model reads.
    pub fn context(text: impl Into<String>) -> Self
    where
        E: CanAddContext,
    {
        Response::pass().and_context(text)
    }

    /// The tool's output as the model shall read it.
    pub fn output(text: impl Into<String>) -> Self
    where
        E: CanReplaceOutput,
    {
        let mut response = Response::pass();
        response.verdict.output = Some(text.into());
        response
    }

    /// Besides, text that the model reads.
    pub fn and_context(mut self, text: impl Into<String>) -> Self
    where
        E: CanAddContext,
    {
        self.verdict.context.push(text.into());
        self
    }

    /// Besides, text for the user alone.
    pub fn and_message(mut self, text: impl Into<String>) -> Self {
        self.verdict.message.push(text.into());
        self
    }

    /// Besides, why: for `modify` and `allow`.
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.verdict.reason = reason.into();
        self
    }
}

impl<E: Event> Default for Response<E> {
    fn default() -> Self {
        Response::pass()
    }
}

impl<E> std::fmt::Debug for Response<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.verdict.fmt(f)
    }
}

/// What a handler for `E` can return: nothing, a [`Response<E>`], or an `Option` or `Result` of those.
#[diagnostic::on_unimplemented(
    message = "a hook on `{E}` cannot return `{Self}`",
    label = "not a response to `{E}`",
    note = "return nothing, `Response<{E}>`, or an `Option` or `Result<_, impl Display>` of those"
)]
pub trait Outcome<E> {
    #[doc(hidden)]
    fn verdict(self) -> Result<Judged, String>;
}

/// A verdict that only this crate can look into.
#[doc(hidden)]
pub struct Judged(pub(crate) Verdict);

impl<E: Event> Outcome<E> for () {
    fn verdict(self) -> Result<Judged, String> {
        Ok(Judged(Verdict::default()))
    }
}

impl<E: Event> Outcome<E> for Response<E> {
    fn verdict(self) -> Result<Judged, String> {
        Ok(Judged(self.verdict))
    }
}

impl<E: Event, T: Outcome<E>> Outcome<E> for Option<T> {
    fn verdict(self) -> Result<Judged, String> {
        self.map_or_else(|| Ok(Judged(Verdict::default())), T::verdict)
    }
}

impl<E: Event, T: Outcome<E>, Error: Display> Outcome<E> for Result<T, Error> {
    fn verdict(self) -> Result<Judged, String> {
        self.map_err(|e| e.to_string())?.verdict()
    }
}
