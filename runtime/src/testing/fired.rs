//! What came of an event.

use serde_json::Value;

use crate::encode::Encoded;
use crate::response::Verdict;
use crate::table::Decision;

/// The reply to a payload.
#[derive(Clone, Debug)]
pub struct Answered {
    pub(super) encoded: Encoded,
    pub(super) trouble: Option<String>,
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
    pub(super) verdict: Verdict,
    pub(super) input: Option<Value>,
    pub(super) encoded: Encoded,
    pub(super) error: Option<String>,
    pub(super) payload: String,
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

    /// What the user is told besides.
    pub fn message(&self) -> Option<String> {
        (!self.verdict.message.is_empty()).then(|| self.verdict.message.join("\n\n"))
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
