//! From a verdict to the host's own reply, by the host's table.

use std::io::Write;

use serde_json::{Map, Value};

use crate::dispatch::Decided;
use crate::event::Incoming;
use crate::registry::Fallback;
use crate::response::Verdict;
use crate::table::{Action, Binding, Decision, Node, Piece, Reply, Text, Variable};
use crate::value::Json;

/// What is printed and how the program ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    pub stdout: String,
    pub stderr: String,
    pub exit: u8,
}

/// What the variables of a template stand for.
struct Values<'a> {
    event: &'a str,
    reason: String,
    context: Option<String>,
    output: Option<String>,
    message: Option<String>,
    input: Option<&'a Value>,
    patch: Option<Value>,
    /// The tool's own shape of an output.
    shape: Option<&'static Node>,
}

impl<'a> Values<'a> {
    /// What a shape needs of them: the output as text.
    fn plain_output(&self) -> Values<'a> {
        let (event, input) = (self.event, self.input);
        let (reason, output) = (String::new(), self.output.clone());
        Values { event, reason, context: None, output, message: None, input, patch: None, shape: None }
    }
}

/// "No opinion" of an event.
pub(crate) fn pass(reply: &Reply, event: &str) -> Encoded {
    let values = Values {
        event,
        reason: String::new(),
        context: None,
        output: None,
        message: None,
        input: None,
        patch: None,
        shape: None,
    };
    print(&[reply], &values)
}

/// The host's reply to what was decided.
pub(crate) fn encode(incoming: &Incoming, decided: &Decided) -> Encoded {
    let binding = incoming.binding();
    let mut verdict = decided.verdict.clone();
    let mut patch = decided.input.as_ref().map(|input| difference(incoming, input));
    let replies = settle(incoming, &mut verdict, &mut patch);
    if replies.is_empty() {
        return pass(&binding.pass, binding.native);
    }
    let joined = |texts: &[String]| (!texts.is_empty()).then(|| texts.join("\n\n"));
    let values = Values {
        event: binding.native,
        reason: verdict.reason.clone(),
        context: joined(&verdict.context),
        output: verdict.output.clone(),
        message: joined(&verdict.message),
        input: decided.input.as_ref(),
        patch,
        shape: incoming.kind().has_tool().then(|| incoming.named().definition()?.output.as_ref()).flatten(),
    };
    print(&replies, &values)
}

/// The replies that say the verdict, after every decision became one that the host can honour.
fn settle(incoming: &Incoming, verdict: &mut Verdict, patch: &mut Option<Value>) -> Vec<&'static Reply> {
    let binding = incoming.binding();
    let mut replies = Vec::new();
    if let Some(decision) = verdict.decision
        && let Some((decision, reply)) = honour(incoming, decision, verdict, patch)
    {
        replies.push(reply);
        // A question about a changed call shows the changed call, or the old one would run.
        if decision == Decision::Ask
            && patch.is_some()
            && let Some(Action::Reply(modify)) = action(binding, Decision::Modify)
        {
            replies.push(modify);
        }
    }
    let besides = [
        (Decision::Context, !verdict.context.is_empty()),
        (Decision::Output, verdict.output.is_some()),
        (Decision::Message, !verdict.message.is_empty()),
    ];
    for (decision, said) in besides {
        if said
            && let Some(Action::Reply(reply)) = action(binding, decision)
            && (reply.tools.is_empty() || incoming.named().is_among(reply.tools))
        {
            replies.push(reply);
        }
    }
    replies
}

fn action(binding: &'static Binding, decision: Decision) -> Option<&'static Action> {
    binding.actions.iter().find(|(d, _)| *d == decision).map(|(_, action)| action)
}

/// What a decision comes to on this host, and its reply. The reason tells the model what changed on the way.
fn honour(
    incoming: &Incoming,
    mut decision: Decision,
    verdict: &mut Verdict,
    patch: &mut Option<Value>,
) -> Option<(Decision, &'static Reply)> {
    if decision == Decision::Deny && verdict.reason.is_empty() {
        verdict.reason = "A hook denied this and gave no reason.".to_owned();
    }
    loop {
        let next = match action(incoming.binding(), decision)? {
            Action::Reply(_) if decision == Decision::Modify && patch.is_none() => return None,
            Action::Reply(_) if decision == Decision::Modify && !honours_keys(incoming, patch.as_ref()) => {
                Decision::Deny
            }
            Action::Reply(_) if decision == Decision::Ask && patch.is_some() && !can_modify(incoming, patch) => {
                Decision::Deny
            }
            Action::Reply(reply) if !reply.tools.is_empty() && !incoming.named().is_among(reply.tools) => {
                match decision {
                    Decision::Ask | Decision::Modify => Decision::Deny,
                    _ => return None,
                }
            }
            Action::Reply(reply) => return Some((decision, reply)),
            Action::Become(next) => *next,
            Action::Drop => return None,
        };
        let wish = match decision {
            Decision::Ask => verdict.ask_fallback,
            Decision::Modify => verdict.modify_fallback,
            _ => Fallback::Deny,
        };
        match wish {
            Fallback::Deny => {}
            Fallback::Pass => return None,
            Fallback::Allow => {
                return match action(incoming.binding(), Decision::Allow)? {
                    Action::Reply(reply) => Some((Decision::Allow, reply)),
                    Action::Become(_) | Action::Drop => None,
                };
            }
        }
        explain(incoming, decision, next, verdict, patch);
        if next == Decision::Context {
            verdict.context.insert(0, std::mem::take(&mut verdict.reason));
            return None;
        }
        decision = next;
    }
}

fn can_modify(incoming: &Incoming, patch: &Option<Value>) -> bool {
    matches!(action(incoming.binding(), Decision::Modify), Some(Action::Reply(_)))
        && honours_keys(incoming, patch.as_ref())
}

/// Puts into the reason what the host could not do.
fn explain(incoming: &Incoming, from: Decision, to: Decision, verdict: &mut Verdict, patch: &mut Option<Value>) {
    let host = incoming.table().name;
    match (from, to) {
        (Decision::Ask, Decision::Deny) => {
            let reason = std::mem::take(&mut verdict.reason);
            let dot = if reason.is_empty() || reason.ends_with(['.', '!', '?']) { "" } else { "." };
            let space = if reason.is_empty() { "" } else { " " };
            verdict.reason = format!(
                "{reason}{dot}{space}This needs the user's consent, which a hook cannot ask for in {host}: ask the user yourself."
            );
        }
        (Decision::Modify, Decision::Deny) => {
            let wanted = patch.take().unwrap_or_default();
            let reason = std::mem::take(&mut verdict.reason);
            let space = if reason.is_empty() { "" } else { " " };
            verdict.reason = format!(
                "{reason}{space}A hook changes this call, which it cannot do in {host}: make the call again with {wanted} in its input."
            );
        }
        _ => {}
    }
}

/// Whether the host takes a change of these keys.
fn honours_keys(incoming: &Incoming, patch: Option<&Value>) -> bool {
    let Some(modifiable) = incoming.named().definition().and_then(|d| d.modifiable) else { return true };
    match patch {
        Some(Value::Object(patch)) => patch.keys().all(|key| modifiable.contains(&key.as_str())),
        _ => false,
    }
}

/// The top-level keys of the new input that differ from the old; all of an input that is no object.
fn difference(incoming: &Incoming, new: &Value) -> Value {
    let old = Json::slice(&incoming.native_input()).to_value().unwrap_or_default();
    match (new, &old) {
        (Value::Object(new), Value::Object(old)) => {
            let changed = new.iter().filter(|(key, value)| old.get(*key) != Some(value));
            Value::Object(changed.map(|(k, v)| (k.clone(), v.clone())).collect::<Map<_, _>>())
        }
        _ => new.clone(),
    }
}

/// Prints the replies as one: objects merged key by key, a later scalar over an earlier one.
fn print(replies: &[&Reply], values: &Values) -> Encoded {
    let nodes: Vec<&Node> = replies.iter().filter_map(|r| r.stdout.as_ref()).collect();
    let mut stdout = Vec::with_capacity(256);
    match nodes.as_slice() {
        [] => {}
        [Node::Text(text)] => stdout.extend_from_slice(fill(text, values).unwrap_or_default().as_bytes()),
        _ => {
            write_nodes(&nodes, values, &mut stdout);
        }
    }
    let stderr: Vec<String> = replies.iter().filter_map(|r| fill(r.stderr.as_ref()?, values)).collect();
    Encoded {
        // What is written is ours or serde_json's: UTF-8 either way.
        stdout: String::from_utf8(stdout).unwrap_or_default(),
        stderr: stderr.join("\n"),
        exit: replies.iter().map(|r| r.exit).max().unwrap_or(0),
    }
}

/// Writes what several templates have in one place; `false`, and nothing, when none of them has a value.
fn write_nodes(nodes: &[&Node], values: &Values, out: &mut Vec<u8>) -> bool {
    let maps: Vec<&[(&str, Node)]> =
        nodes.iter().filter_map(|n| if let Node::Map(map) = n { Some(*map) } else { None }).collect();
    if maps.is_empty() {
        return nodes.iter().rev().any(|node| write_node(node, values, out));
    }
    out.push(b'{');
    let mut written: Vec<&str> = Vec::new();
    for (key, _) in maps.iter().flat_map(|map| map.iter()) {
        if written.contains(key) {
            continue;
        }
        let here: Vec<&Node> = maps.iter().flat_map(|m| m.iter().filter(|(k, _)| k == key).map(|(_, n)| n)).collect();
        let start = out.len();
        if !written.is_empty() {
            out.push(b',');
        }
        write_string(key, out);
        out.push(b':');
        if write_nodes(&here, values, out) {
            written.push(key);
        } else {
            out.truncate(start);
        }
    }
    out.push(b'}');
    true
}

fn write_node(node: &Node, values: &Values, out: &mut Vec<u8>) -> bool {
    match node {
        Node::Bool(b) => out.extend_from_slice(if *b { b"true" } else { b"false" }),
        Node::Int(i) => {
            let _ = write!(out, "{i}");
        }
        Node::Text(Text::Variable(variable)) => return write_variable(*variable, values, out),
        Node::Text(text) => write_string(&fill(text, values).unwrap_or_default(), out),
        Node::List(items) => {
            out.push(b'[');
            let mut first = true;
            for item in *items {
                let start = out.len();
                if !first {
                    out.push(b',');
                }
                if write_nodes(&[item], values, out) {
                    first = false;
                } else {
                    out.truncate(start);
                }
            }
            out.push(b']');
        }
        Node::Map(_) => return write_nodes(&[node], values, out),
    }
    true
}

fn write_variable(variable: Variable, values: &Values, out: &mut Vec<u8>) -> bool {
    if let (Variable::Output, Some(shape)) = (variable, values.shape) {
        let plain = values.plain_output();
        return values.output.is_some() && write_nodes(&[shape], &plain, out);
    }
    let json = match variable {
        Variable::Input => values.input,
        Variable::Patch => values.patch.as_ref(),
        _ => match text_of(variable, values) {
            Some(text) => {
                write_string(&text, out);
                return true;
            }
            None => return false,
        },
    };
    match json {
        Some(json) => serde_json::to_writer(out, json).is_ok(),
        None => false,
    }
}

fn text_of<'v>(variable: Variable, values: &'v Values) -> Option<std::borrow::Cow<'v, str>> {
    let text = match variable {
        Variable::Event => Some(values.event),
        Variable::Reason => (!values.reason.is_empty()).then_some(values.reason.as_str()),
        Variable::Context => values.context.as_deref(),
        Variable::Output => values.output.as_deref(),
        Variable::Message => values.message.as_deref(),
        Variable::Input => return values.input.map(|v| v.to_string().into()),
        Variable::Patch => return values.patch.as_ref().map(|v| v.to_string().into()),
    };
    text.map(Into::into)
}

fn fill(text: &Text, values: &Values) -> Option<String> {
    match text {
        Text::Literal(text) => Some((*text).to_owned()),
        Text::Variable(variable) => text_of(*variable, values).map(|t| t.into_owned()),
        Text::Pieces(pieces) => Some(
            pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Literal(text) => (*text).into(),
                    Piece::Variable(variable) => text_of(*variable, values).unwrap_or_default(),
                })
                .collect(),
        ),
    }
}

fn write_string(text: &str, out: &mut Vec<u8>) {
    // Writing into a Vec cannot fail.
    let _ = serde_json::to_writer(out, text);
}
