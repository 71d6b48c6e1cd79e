//! What every event has: who calls, in which session, where, and the payload as it came.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::decode;
use crate::event::Kind;
use crate::payload::Payload;
use crate::session::Session;
use crate::table::{Binding, Field, Host};
use crate::tool::{Input, Named, Tool};
use crate::value::Json;

/// One event on its way to the handlers. Every event type dereferences to it.
///
/// Fields are looked up in the payload when they are asked for, and kept.
#[derive(Clone)]
pub struct Incoming {
    inner: Arc<Inner>,
    /// The native input after the rewrites of earlier handlers.
    input: Option<Arc<str>>,
}

struct Inner {
    host: &'static Host,
    binding: &'static Binding,
    payload: Payload,
    texts: [OnceLock<Option<Box<str>>>; Field::COUNT],
    tool: OnceLock<Named>,
}

impl Incoming {
    pub(crate) fn new(host: &'static Host, binding: &'static Binding, payload: Payload) -> Incoming {
        let texts = [const { OnceLock::new() }; Field::COUNT];
        Incoming { inner: Arc::new(Inner { host, binding, payload, texts, tool: OnceLock::new() }), input: None }
    }

    /// The same event with another native input.
    pub(crate) fn with_input(&self, native: Arc<str>) -> Incoming {
        Incoming { inner: self.inner.clone(), input: Some(native) }
    }

    pub(crate) fn binding(&self) -> &'static Binding {
        self.inner.binding
    }

    pub(crate) fn payload(&self) -> &Payload {
        &self.inner.payload
    }

    pub(crate) fn table(&self) -> &'static Host {
        self.inner.host
    }

    /// The calling host's id, such as `gemini-cli`.
    pub fn host(&self) -> &'static str {
        self.inner.host.id
    }

    /// Which event it is.
    pub fn kind(&self) -> Kind {
        self.inner.binding.event
    }

    /// The host's own name of the event, such as `BeforeTool`.
    pub fn native_event(&self) -> &'static str {
        self.inner.binding.native
    }

    /// The host's id of the session; empty where it has none.
    pub fn session_id(&self) -> &str {
        self.text(Field::SessionId).unwrap_or_default()
    }

    /// The project's root, where the host says it.
    pub fn project_dir(&self) -> Option<&Path> {
        self.text(Field::ProjectDir).map(Path::new)
    }

    /// The folder in which the agent works now, where the host says it; it can differ from the project's root.
    pub fn cwd(&self) -> Option<&Path> {
        self.text(Field::Cwd).map(Path::new)
    }

    /// The file that holds the session so far, where the host writes one.
    pub fn transcript_path(&self) -> Option<&Path> {
        self.text(Field::TranscriptPath).filter(|p| !p.is_empty()).map(Path::new)
    }

    /// The host's own word for its permission mode.
    pub fn permission_mode(&self) -> Option<&str> {
        self.text(Field::PermissionMode)
    }

    /// The model's id.
    pub fn model(&self) -> Option<&str> {
        self.text(Field::Model)
    }

    /// The subagent in which the event happens; `None` in the main agent or where the host does not say.
    pub fn agent_id(&self) -> Option<&str> {
        self.text(Field::AgentId).filter(|id| !id.is_empty())
    }

    /// The type of that subagent.
    pub fn agent_type(&self) -> Option<&str> {
        self.text(Field::AgentType).filter(|kind| !kind.is_empty())
    }

    /// What the program remembers of this session.
    pub fn session(&self) -> Session {
        let id = self.session_id();
        // Without an id the project must do.
        let project = self.project_dir().map(|p| p.to_string_lossy());
        Session::of(self.host(), if id.is_empty() { project.as_deref().unwrap_or_default() } else { id })
    }

    /// The payload as the host sent it, unparsed.
    pub fn raw(&self) -> &str {
        self.inner.payload.raw()
    }

    /// A value of the payload at a JSON pointer, such as `/tool_response/exit_code`: for what no method gives.
    pub fn at(&self, pointer: &str) -> Option<Json<'_>> {
        self.inner.payload.pointer(pointer)
    }

    /// A field's text, found once and kept.
    pub(crate) fn text(&self, field: Field) -> Option<&str> {
        let slot = &self.inner.texts[field as usize];
        slot.get_or_init(|| {
            let (_, lookup) = self.inner.binding.fields.iter().find(|(f, _)| *f == field)?;
            let found = decode::text(lookup.sources, &self.inner.payload)?;
            let translated = lookup.values.iter().find(|(native, _)| *native == found);
            Some(translated.map_or_else(|| found.into(), |(_, ours)| (*ours).into()))
        })
        .as_deref()
    }

    pub(crate) fn flag(&self, field: Field) -> Option<bool> {
        self.text(field).and_then(|text| text.parse().ok())
    }

    /// A field as JSON, not kept.
    pub(crate) fn json(&self, field: Field) -> Option<Cow<'_, str>> {
        let (_, lookup) = self.inner.binding.fields.iter().find(|(f, _)| *f == field)?;
        decode::json(lookup.sources, &self.inner.payload)
    }

    /// The tool's names, found once and kept.
    pub(crate) fn named(&self) -> &Named {
        self.inner.tool.get_or_init(|| Named::find(self, &self.inner.payload))
    }

    /// Whether the call is one of `Tool::Bash`.
    pub(crate) fn is_shell(&self) -> bool {
        self.named().mcp.is_none() && self.named().canonical() == "Bash"
    }

    /// The tool's input as the host has it, after the rewrites of earlier handlers.
    pub(crate) fn native_input(&self) -> Cow<'_, str> {
        match &self.input {
            Some(changed) => Cow::Borrowed(changed),
            None => self.json(Field::ToolInput).unwrap_or(Cow::Borrowed("null")),
        }
    }

    pub(crate) fn input(&self) -> Input<'_> {
        Input::of(self.named(), self.native_input(), self.inner.payload.long())
    }

    pub(crate) fn tool(&self) -> Tool<'_> {
        Tool::of(self.named(), self.input())
    }
}
