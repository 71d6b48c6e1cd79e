//! The script: what the model answers, step by step.
//!
//! ```json
//! {"steps": [{"tool": ["Bash", "bash"], "input": {"command": "echo hi"}}, {"text": "done"}]}
//! ```
//!
//! The step is chosen by the number of tool results that the request already carries, so the server keeps no state
//! and a host may repeat a request. The last step is repeated for as long as the host asks.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One agent turn, as the model plays it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// What is served in turn; must not be empty.
    pub steps: Vec<Step>,
    /// The answer to a request that offers no tools: hosts ask so for a title or a summary.
    #[serde(default = "ok")]
    pub no_tools_text: String,
}

/// One answer of the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WrittenStep", into = "WrittenStep")]
pub enum Step {
    /// Plain text, which ends the turn.
    Text(String),
    /// One or several tool calls in one answer.
    Calls(Vec<Call>),
}

/// One tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The tool, by the name that the host offers to the model.
    pub tool: ToolName,
    /// The arguments: an object, or a string for a tool that takes free text.
    #[serde(default = "no_input")]
    pub input: Value,
}

/// A tool's name, or several of which the first offered one is called.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "`tool` must be a name or a list of names")]
pub enum ToolName {
    /// The one name.
    One(String),
    /// Alternatives in order of preference.
    AnyOf(Vec<String>),
}

/// What one request is answered with.
#[derive(Debug, Clone, PartialEq)]
pub enum Served {
    /// Plain text.
    Text(String),
    /// Tool calls: name and arguments.
    Calls(Vec<(String, Value)>),
}

impl Script {
    /// A script of one tool call and a closing text.
    pub fn one_call(call: Call) -> Script {
        Script::new(vec![Step::Calls(vec![call]), Step::Text("done".into())])
    }

    /// A script of these steps; a request without tools gets the text "ok".
    pub fn new(steps: Vec<Step>) -> Script {
        Script { steps, no_tools_text: ok() }
    }

    /// Reads a script from JSON.
    ///
    /// # Errors
    /// Not JSON, not the shape above, or no steps: the text says what and where.
    pub fn from_json(json: &str) -> Result<Script, String> {
        let script: Script = serde_json::from_str(json).map_err(|e| format!("not a script: {e}"))?;
        if script.steps.is_empty() {
            return Err("not a script: `steps` is empty: write at least {\"text\": \"done\"}".into());
        }
        Ok(script)
    }

    /// The answer to a request that offers the tools `offered` and carries `results` tool results.
    pub fn serve(&self, offered: &[String], results: usize) -> Served {
        if offered.is_empty() {
            return Served::Text(self.no_tools_text.clone());
        }
        match self.step(results) {
            None => Served::Text("done".into()),
            Some(Step::Text(text)) => Served::Text(text.clone()),
            Some(Step::Calls(calls)) => play(calls, offered),
        }
    }

    /// The step at `results` tool results: the first one whose own results are not all there yet, else the last.
    fn step(&self, results: usize) -> Option<&Step> {
        let mut before = 0;
        for step in &self.steps {
            let own = match step {
                Step::Text(_) => return Some(step),
                Step::Calls(calls) => calls.len(),
            };
            if results < before + own {
                return Some(step);
            }
            before += own;
        }
        self.steps.last()
    }
}

/// The calls under the names that are offered. A call of no offered name is answered in text, so that a turn ends and
/// the log says why, instead of a host that repeats a call it refuses.
fn play(calls: &[Call], offered: &[String]) -> Served {
    let mut played = Vec::new();
    for call in calls {
        let names = call.tool.names();
        match names.iter().find(|name| offered.contains(name)) {
            Some(name) => played.push((name.clone(), call.input.clone())),
            None => return Served::Text(format!("none of {names:?} is offered; offered: {offered:?}")),
        }
    }
    Served::Calls(played)
}

impl Call {
    /// A call of the tool `tool` with the arguments `input`.
    pub fn new(tool: &str, input: Value) -> Call {
        Call { tool: ToolName::One(tool.into()), input }
    }
}

impl ToolName {
    fn names(&self) -> &[String] {
        match self {
            ToolName::One(name) => std::slice::from_ref(name),
            ToolName::AnyOf(names) => names,
        }
    }
}

impl Served {
    /// The log's form: the text, or `[{"tool", "input"}, …]`.
    pub fn to_json(&self) -> Value {
        match self {
            Served::Text(text) => Value::from(text.as_str()),
            Served::Calls(calls) => {
                calls.iter().map(|(tool, input)| serde_json::json!({"tool": tool, "input": input})).collect()
            }
        }
    }
}

/// A step as the file has it: exactly one of `text`, `calls`, and `tool` with `input`. Read as one struct and checked
/// by hand, because an untagged enum can only say that nothing matched.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStep {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<Vec<Call>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<ToolName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Value>,
}

impl TryFrom<WrittenStep> for Step {
    type Error = String;

    fn try_from(written: WrittenStep) -> Result<Step, String> {
        match written {
            WrittenStep { text: Some(text), calls: None, tool: None, input: None } => Ok(Step::Text(text)),
            WrittenStep { text: None, calls: Some(calls), tool: None, input: None } if !calls.is_empty() => {
                Ok(Step::Calls(calls))
            }
            WrittenStep { text: None, calls: None, tool: Some(tool), input } => {
                Ok(Step::Calls(vec![Call { tool, input: input.unwrap_or_else(no_input) }]))
            }
            _ => Err("a step is one of {\"text\"}, {\"tool\", \"input\"} and {\"calls\": [one or more]}".into()),
        }
    }
}

impl From<Step> for WrittenStep {
    fn from(step: Step) -> WrittenStep {
        let nothing = WrittenStep { text: None, calls: None, tool: None, input: None };
        match step {
            Step::Text(text) => WrittenStep { text: Some(text), ..nothing },
            Step::Calls(calls) => WrittenStep { calls: Some(calls), ..nothing },
        }
    }
}

fn ok() -> String {
    "ok".into()
}

fn no_input() -> Value {
    Value::Object(serde_json::Map::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TURN: &str = r#"{"steps": [
        {"tool": ["shell", "exec_command"], "input": {"cmd": "a"}},
        {"calls": [{"tool": "read", "input": {"path": "b"}}, {"tool": "read"}]},
        {"text": "finished"}]}"#;

    #[test]
    fn the_number_of_results_chooses_the_step() {
        let script = Script::from_json(TURN).unwrap();
        let offered = ["exec_command".to_string(), "read".to_string()];
        let first = Served::Calls(vec![("exec_command".into(), json!({"cmd": "a"}))]);
        let second = Served::Calls(vec![("read".into(), json!({"path": "b"})), ("read".into(), json!({}))]);
        let last = Served::Text("finished".into());
        for (results, want) in [(0, &first), (1, &second), (2, &second), (3, &last), (9, &last)] {
            assert_eq!(&script.serve(&offered, results), want, "at {results} results");
        }
    }

    #[test]
    fn a_request_without_tools_and_a_tool_not_offered_are_answered_in_text() {
        let script = Script::from_json(TURN).unwrap();
        assert_eq!(script.serve(&[], 0), Served::Text("ok".into()));
        let Served::Text(text) = script.serve(&["write".into()], 0) else { panic!("a call of a tool not offered") };
        assert_eq!(text, r#"none of ["shell", "exec_command"] is offered; offered: ["write"]"#);
    }

    #[test]
    fn a_script_survives_being_written() {
        let script = Script::from_json(TURN).unwrap();
        assert_eq!(Script::from_json(&serde_json::to_string(&script).unwrap()), Ok(script));
    }

    #[test]
    fn a_wrong_script_says_what_to_write() {
        for (json, want) in [
            ("{", "not a script: EOF while parsing"),
            (r#"{"steps": []}"#, "`steps` is empty"),
            (r#"{"steps": [{"text": "a", "tool": "b"}]}"#, "a step is one of"),
            (r#"{"steps": [{"calls": []}]}"#, "a step is one of"),
            (r#"{"steps": [{"tool": 1}]}"#, "`tool` must be a name or a list of names"),
            (r#"{"steps": [{"tol": "b"}]}"#, "unknown field `tol`"),
        ] {
            let error = Script::from_json(json).unwrap_err();
            assert!(error.contains(want), "{json}: {error}");
        }
    }
}
