//! The matrix as a page.

use std::fmt::Write;

use super::{has_hooks, natives};
use crate::host::Host;
use crate::lower::{Effect, effect};
use crate::vocab::{Decision, Event};

/// The page `docs/hosts.md`.
pub fn markdown(hosts: &[Host]) -> String {
    let mut out = String::from(
        "# Hosts\n\nMade from `templates/hosts` by `cargo run -p hookwright-codegen -- hosts --markdown`; a test keeps it \
         current.\n\n**Grade**: *live* was seen in a run of the real host, *source* was read in its source, *docs* in its \
         documentation only.\n\n## All\n\n| host | | kind | version | grade | day |\n|---|---|---|---|---|---|\n",
    );
    for host in hosts {
        let id = if has_hooks(host) { format!("[`{0}`](#{0})", host.id) } else { format!("`{}`", host.id) };
        let (kind, verified) = (host.paradigm.name(), &host.verified);
        let (by, version, on) = (verified.by.name(), escape(&verified.version), &verified.on);
        let _ = writeln!(out, "| {id} | {} | {kind} | {version} | {by} | {on} |", escape(&host.name));
    }
    without_hooks(hosts, &mut out);
    event_names(hosts, &mut out);
    for host in hosts.iter().filter(|h| has_hooks(h)) {
        section(host, &mut out);
    }
    out
}

fn without_hooks(hosts: &[Host], out: &mut String) {
    out.push_str("\n## Without hooks\n\n| host | why |\n|---|---|\n");
    for host in hosts.iter().filter(|h| !has_hooks(h)) {
        let (reason, evidence) =
            (host.reason.as_deref().unwrap_or_default(), host.evidence.as_deref().unwrap_or_default());
        let _ = writeln!(out, "| {} | {} ([evidence]({evidence})) |", escape(&host.name), escape(reason));
    }
}

fn event_names(hosts: &[Host], out: &mut String) {
    out.push_str("\n## Events by the hosts' own names\n\n| host |");
    for event in Event::ALL {
        let _ = write!(out, " {} |", event.name());
    }
    let _ = writeln!(out, "\n|{}", "---|".repeat(Event::ALL.len() + 1));
    for host in hosts.iter().filter(|h| has_hooks(h)) {
        let _ = write!(out, "| `{}` |", host.id);
        for event in Event::ALL {
            let _ = write!(out, " {} |", natives(host, *event).map_or("–".to_owned(), |n| escape(&n)));
        }
        out.push('\n');
    }
}

fn section(host: &Host, out: &mut String) {
    let verified = &host.verified;
    let _ = writeln!(out, "\n## {}\n\n{}, {}, known by {}.", host.id, host.name, verified.version, verified.by.name());
    if let Some(docs) = &host.docs {
        let _ = writeln!(out, "[Documentation]({docs}).");
    }
    out.push('\n');
    let _ = write!(out, "| event |");
    for decision in Decision::ALL {
        let _ = write!(out, " {} |", decision.name());
    }
    let _ = writeln!(out, "\n|{}", "---|".repeat(Decision::ALL.len() + 1));
    let mut remarks: Vec<String> = Vec::new();
    for event in Event::ALL.iter().filter(|e| host.events.contains_key(e.name())) {
        let _ = write!(out, "| {} |", event.name());
        for decision in Decision::ALL {
            let cell = match effect(host, *event, *decision) {
                None => String::new(),
                Some(Effect::Absent) => "–".to_owned(),
                Some(Effect::Degraded(other)) => format!("→ {}", other.name()),
                Some(Effect::Full(grade)) if grade == verified.by => "yes".to_owned(),
                Some(Effect::Full(grade)) => format!("yes ({})", grade.name()),
                Some(Effect::Partial(_, how)) => {
                    remarks.push(format!("{} {}: {how}", event.name(), decision.name()));
                    "partly".to_owned()
                }
            };
            let _ = write!(out, " {cell} |");
        }
        out.push('\n');
        let note = host.events.get(event.name()).and_then(|e| e.note.as_ref());
        remarks.extend(note.map(|note| format!("{}: {note}", event.name())));
    }
    remarks.extend(host.notes.iter().cloned());
    remarks.extend(host.trust.user.iter().map(|t| format!("Trust: {t}")));
    remarks.extend(host.trust.project.iter().map(|t| format!("Trust, in a project: {t}")));
    if !host.native_events.is_empty() {
        remarks.push(format!("Besides, by its own names: {}", host.native_events.join(", ")));
    }
    out.push('\n');
    for remark in remarks {
        let _ = writeln!(out, "- {remark}");
    }
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}
