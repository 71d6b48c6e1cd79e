//! What a host file must hold beyond its types.

use crate::vocab::{self, Decision, Event as Canonical, Matched};

use super::homes;
use super::template::Text;
use super::trust;
use super::*;

/// A fault at a key.
pub(super) struct Fault {
    pub path: Vec<String>,
    pub message: String,
}

/// The canonical tool names: Claude Code's, `Patch` for edits that come as a patch.
pub const TOOLS: &[&str] = &[
    "Bash",
    "Read",
    "Write",
    "Edit",
    "MultiEdit",
    "Patch",
    "Glob",
    "Grep",
    "LS",
    "WebFetch",
    "WebSearch",
    "Task",
    "TodoWrite",
    "NotebookEdit",
];

/// What a native event's `tool` says when it is about the tool of some MCP server.
pub const MCP: &str = "mcp";

/// The variables of an entry.
const ENTRY_VARIABLES: &[&str] =
    &["event", "matcher", "command", "command_unix", "command_windows", "program", "timeout", "name", "closed"];

/// The variables that a reply can use, by decision.
fn reply_variables(decision: Option<Decision>) -> &'static [&'static str] {
    match decision {
        Some(Decision::Deny | Decision::Ask | Decision::Allow) => &["event", "reason", "context", "message"],
        Some(Decision::Modify) => &["event", "reason", "context", "message", "input", "patch"],
        Some(Decision::Context) => &["event", "context"],
        Some(Decision::Output) => &["event", "output"],
        Some(Decision::Message) => &["event", "message"],
        None => &["event"],
    }
}

/// Everything that is wrong with a host.
pub(super) fn check(host: &Host, stem: &str) -> Vec<Fault> {
    let mut check = Check { faults: Vec::new() };
    check.head(host, stem);
    check.faults.extend(trust::check(&host.trust));
    match host.paradigm {
        Paradigm::McpOnly | Paradigm::None => check.no_hooks(host),
        Paradigm::JsonStdio | Paradigm::TsPlugin => check.hooks(host),
    }
    check.faults
}

struct Check {
    faults: Vec<Fault>,
}

impl Check {
    fn fault(&mut self, path: &[&str], message: impl Into<String>) {
        self.faults.push(Fault { path: path.iter().map(|p| p.to_string()).collect(), message: message.into() });
    }

    fn head(&mut self, host: &Host, stem: &str) {
        if host.id != stem {
            self.fault(&["id"], format!("the file is named `{stem}`, the id must be the same"));
        }
        let date: Vec<&str> = host.verified.on.split('-').collect();
        let number = |part: usize, len: usize| {
            date.get(part).is_some_and(|d| d.len() == len && d.bytes().all(|b| b.is_ascii_digit()))
        };
        if !(date.len() == 3 && number(0, 4) && number(1, 2) && number(2, 2)) {
            self.fault(&["verified", "on"], format!("`{}` is not a day; write it as 2026-11-30", host.verified.on));
        }
    }

    fn no_hooks(&mut self, host: &Host) {
        for (key, value) in [("reason", &host.reason), ("evidence", &host.evidence)] {
            if value.is_none() {
                self.fault(&["paradigm"], format!("a host without hooks says why: `{key}` is missing"));
            }
        }
        if let Some(name) = host.events.keys().next() {
            self.fault(&["events", name], "a host without hooks has no events");
        }
    }

    fn hooks(&mut self, host: &Host) {
        match &host.config {
            None => self.fault(&["paradigm"], "a host with hooks has a [config]"),
            Some(config) => self.config(host, config),
        }
        if host.paradigm == Paradigm::TsPlugin {
            match &host.module {
                None => self.fault(&["paradigm"], "a `ts-plugin` has a [module]"),
                Some(module) if hookwright_templates::plugin(&format!("{}.ts", module.template)).is_none() => {
                    self.fault(&["module", "template"], format!("there is no template `{}.ts.upon`", module.template));
                }
                Some(_) => {}
            }
        }
        if host.events.is_empty() {
            self.fault(&["paradigm"], "a host with hooks has [events]");
        }
        for (name, reply) in &host.replies {
            self.reply(
                &["replies", name],
                reply,
                &["event", "reason", "context", "output", "message", "input", "patch"],
            );
        }
        if let Some(pass) = &host.pass {
            self.reply(&["pass"], pass, reply_variables(None));
        }
        for (name, event) in &host.events {
            self.event(host, name, event);
        }
        if host.paradigm == Paradigm::JsonStdio {
            self.shared_natives(host);
        }
        self.tools(host);
    }

    fn config(&mut self, host: &Host, config: &Config) {
        if config.user.is_none() && config.project.is_none() {
            self.fault(&["config"], "neither `user` nor `project` says where the file is");
        }
        let marked = !host.detect.env.is_empty() || !host.detect.payload.is_empty();
        if !config.reads.is_empty() && !marked {
            self.fault(
                &["config", "reads"],
                "nothing in [detect] tells this host from those: `env` or `payload` is missing",
            );
        }
        if config.format == Format::Executable {
            let named = config.user.iter().chain(&config.project).all(|p| p.unix().contains("$event"));
            if config.script.is_none() || !named {
                self.fault(&["config"], "executables need a `script`, and `$event` in their paths");
            }
        }
        if matches!(config.format, Format::Module | Format::Executable) {
            return;
        }
        match (&config.at, &config.entry) {
            (Some(at), Some(entry)) => {
                if !at.starts_with('/') {
                    self.fault(&["config", "at"], format!("`{at}` is not a JSON pointer"));
                }
                let variables = entry.variables();
                if !variables.iter().any(|v| v.starts_with("command") || *v == "program") {
                    self.fault(&["config", "entry"], "no `$command` in it: the host would start nothing");
                }
                if !at.contains("$event") && !variables.contains(&"event") {
                    self.fault(&["config", "at"], "neither `at` nor `entry` has `$event`");
                }
                for variable in variables {
                    if !ENTRY_VARIABLES.contains(&variable) {
                        self.fault(&["config", "entry"], format!("`${variable}` has no value here"));
                    }
                }
            }
            (None, _) => self.fault(&["config"], "`at` says where in the file the entries are"),
            (_, None) => self.fault(&["config"], "`entry` says what an entry looks like"),
        }
        let has_timeout = config.entry.as_ref().is_some_and(|e| e.variables().contains(&"timeout"));
        if has_timeout && config.timeout.is_none() {
            self.fault(&["config", "entry"], "`$timeout` needs `timeout = { unit = … }`");
        }
        self.faults.extend(homes::check(config));
    }

    fn event(&mut self, host: &Host, name: &str, event: &Event) {
        let at = ["events", name];
        let Some(canonical) = Canonical::parse(name) else {
            let near = vocab::nearest(name, Canonical::ALL.iter().map(|e| e.name()));
            let hint = near.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
            return self.fault(&at, format!("there is no event `{name}`{hint}"));
        };
        if event.native.is_empty() {
            self.fault(&["events", name, "native"], "no native name");
        }
        for tool in event.native.iter().filter_map(|n| n.tool.as_deref()) {
            if tool != MCP && !host.tools.contains_key(tool) {
                self.fault(&["events", name, "native"], format!("[tools] has no `{tool}`, and it is not `{MCP}`"));
            }
        }
        if canonical.matched() == Matched::Tool {
            let known = |field: Field| {
                let common = event.payload.contains_key(&field) || host.payload.contains_key(&field);
                common || event.native.iter().all(|n| n.payload.contains_key(&field))
            };
            let named = known(Field::ToolName) || event.native.iter().all(|n| n.tool.is_some());
            if !named {
                self.fault(&at, "a tool event needs `tool_name` in its payload, or a `tool` at each native event");
            }
            if !known(Field::ToolInput) {
                self.fault(&at, "a tool event needs `tool_input` in its payload");
            }
        }
        for decision in Decision::ALL {
            if let Some(reply) = event.reply(*decision) {
                self.decision(host, name, canonical, *decision, reply);
            }
        }
        if let Some(pass) = &event.pass {
            self.reply(&["events", name, "pass"], pass, reply_variables(None));
        }
    }

    fn decision(&mut self, host: &Host, name: &str, event: Canonical, decision: Decision, reply: &ReplyRef) {
        let at = ["events", name, decision.name()];
        if !event.decisions().contains(&decision) {
            let allowed: Vec<&str> = event.decisions().iter().map(|d| d.name()).collect();
            let (what, allowed) = (decision.name(), allowed.join(", "));
            return self.fault(&at, format!("a response to {name} has no `{what}`, only {allowed}"));
        }
        match reply {
            ReplyRef::Inline(reply) => self.reply(&at, reply, reply_variables(Some(decision))),
            ReplyRef::Named(named) => match host.replies.get(named) {
                Some(reply) => self.reply(&at, reply, reply_variables(Some(decision))),
                None => self.fault(&at, format!("[replies] has no `{named}`")),
            },
        }
    }

    fn reply(&mut self, at: &[&str], reply: &Reply, allowed: &[&str]) {
        for tool in reply.tools.iter().filter(|t| *t != MCP && !TOOLS.contains(&t.as_str())) {
            self.fault(at, format!("`{tool}` is no canonical tool, and it is not `{MCP}`"));
        }
        let mut variables = reply.stdout.as_ref().map(|n| n.variables()).unwrap_or_default();
        variables.extend(reply.stderr.iter().flat_map(Text::variables));
        for variable in variables {
            if !allowed.contains(&variable) {
                let allowed = allowed.iter().map(|v| format!("${v}")).collect::<Vec<_>>().join(", ");
                self.fault(at, format!("`${variable}` has no value here, only {allowed}"));
            }
        }
    }

    /// Two normalized events of one native name are told apart by the payload; a module names the normalized one itself.
    fn shared_natives(&mut self, host: &Host) {
        let mut seen: Vec<(&str, &str, bool)> = Vec::new();
        for (name, event) in &host.events {
            for native in event.native.iter() {
                let conditional = !event.when.is_empty();
                if let Some((_, other, false)) = seen.iter().find(|(n, _, _)| *n == native.name) {
                    let message =
                        format!("`{}` already is {other}, which has no `when`: this is never reached", native.name);
                    self.fault(&["events", name, "native"], message);
                }
                seen.push((&native.name, name, conditional));
            }
        }
    }

    fn tools(&mut self, host: &Host) {
        for (name, tools) in &host.tools {
            if !TOOLS.contains(&name.as_str()) {
                let hint = vocab::nearest(name, TOOLS.iter().copied());
                let hint = hint.map(|t| format!("; did you mean `{t}`?")).unwrap_or_default();
                self.fault(&["tools", name], format!("`{name}` is no canonical tool{hint}"));
            }
            for tool in tools.iter() {
                if tool.native.is_empty() {
                    self.fault(&["tools", name, "native"], "no native name");
                }
                let shape = tool.output.as_ref().map(|o| o.variables()).unwrap_or_default();
                if shape.iter().any(|v| *v != "output") {
                    self.fault(&["tools", name, "output"], "only `$output` has a value here");
                }
                for also in tool.also.iter().filter(|a| !TOOLS.contains(&a.as_str())) {
                    self.fault(&["tools", name, "also"], format!("`{also}` is no canonical tool"));
                }
            }
        }
        if let Some(mcp) = &host.mcp
            && !mcp.name.contains("{tool}")
        {
            self.fault(&["mcp", "name"], "no `{tool}` in it");
        }
    }
}
