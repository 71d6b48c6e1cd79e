//! The part of a program's tables by which it installs itself: the same entries and files as are emitted, with a placeholder
//! for the program's path.

use proc_macro2::TokenStream;
use quote::quote;

use super::command::{PLACEHOLDER, Program};
use super::gates::gates;
use super::{config, ident, option};
use crate::host::template::Node;
use crate::host::{Config, Format, Place, Switch};
use crate::lower::Plan;

/// The `Setup` of one host; `None` for one that gets no hook, or whose files cannot be written.
pub(super) fn setup(plan: &Plan, name: &str, version: &str, windows: bool) -> Option<TokenStream> {
    let config = plan.host.config.as_ref().filter(|_| !plan.entries.is_empty())?;
    let program = Program { name: name.into(), path: PLACEHOLDER.into(), version: version.into(), windows };
    let entries = entries(plan, config, &program)?;
    let mut keys: Vec<&str> = [&config.entry, &config.plain_entry].into_iter().flatten().flat_map(Node::keys).collect();
    keys.sort_unstable();
    keys.dedup();
    let files = files(plan, config, &program)?;
    let format = format(config.format);
    let place = |place: &Option<Place>| {
        let paths = place.as_ref().map(|p| p.paths(windows)).unwrap_or_default();
        quote!(&[#(#paths),*])
    };
    let (user, project, local) = (place(&config.user), place(&config.project), place(&config.local));
    let at = pointer(config.at.as_deref(), name);
    let project_at = pointer(config.project_at.as_deref().or(config.at.as_deref()), name);
    let root = json(config.root.as_ref());
    let homes = config.homes.iter().flat_map(|(folder, homes)| {
        homes.iter().map(move |home| {
            let home = home.text();
            quote!((#folder, #home))
        })
    });
    let switches = config.switches.iter().map(|s| switch(s, name));
    let id = &plan.host.id;
    let (commands, dirs) = (&plan.host.detect.commands, &plan.host.detect.dirs);
    let rule = &config.command;
    let shell = if windows { rule.windows.unwrap_or(rule.shell) } else { rule.shell }.name();
    let strict = config.strict;
    let mut events: Vec<&str> =
        plan.host.events.values().flat_map(|e| e.native.iter()).map(|n| n.name.as_str()).collect();
    events.extend(plan.host.native_events.iter().map(String::as_str));
    events.sort_unstable();
    events.dedup();
    let trust = |note: &Option<String>| option(note.as_ref().map(|n| quote!(#n)));
    let (trust_user, trust_project) = (trust(&plan.host.trust.user), trust(&plan.host.trust.project));
    let gates = gates(&plan.host.trust, windows);
    Some(quote! {
        Setup {
            host: #id,
            format: Format::#format,
            user: #user,
            project: #project,
            local: #local,
            at: #at,
            project_at: #project_at,
            root: #root,
            shell: #shell,
            strict: #strict,
            events: &[#(#events),*],
            entries: &[#(#entries),*],
            keys: &[#(#keys),*],
            files: &[#(#files),*],
            switches: &[#(#switches),*],
            commands: &[#(#commands),*],
            dirs: &[#(#dirs),*],
            homes: &[#(#homes),*],
            trust_user: #trust_user,
            trust_project: #trust_project,
            gates: &[#(#gates),*],
        }
    })
}

fn pointer(at: Option<&str>, program: &str) -> String {
    at.unwrap_or_default().replace("$program", program)
}

fn json(node: Option<&Node>) -> String {
    node.and_then(|n| n.fill(&|_| None)).unwrap_or_else(|| serde_json::json!({})).to_string()
}

pub(super) fn format(format: Format) -> proc_macro2::Ident {
    ident(match format {
        Format::Json => "Json",
        Format::Jsonc => "Jsonc",
        Format::Toml => "Toml",
        Format::Yaml => "Yaml",
        Format::Module => "Module",
        Format::Executable => "Executable",
    })
}

fn entries(plan: &Plan, config: &Config, program: &Program) -> Option<Vec<TokenStream>> {
    if matches!(config.format, Format::Module | Format::Executable) {
        return Some(Vec::new());
    }
    let one = |entry| {
        let json = config::entry(plan.host, config, entry, program).ok()?.to_string();
        let event = &entry.native;
        Some(quote!((#event, #json)))
    };
    plan.entries.iter().map(one).collect()
}

/// Files of our own: name (empty for the place itself), text, and the event that `$event` in the place stands for.
fn files(plan: &Plan, config: &Config, program: &Program) -> Option<Vec<TokenStream>> {
    let file = |name: &str, event: &str, text: String, executable: bool| quote!(OwnFile { name: #name, event: #event, text: #text, executable: #executable });
    match config.format {
        Format::Module => {
            let main = config::module(plan, program).ok()?;
            let beside = config::beside(plan, program).into_iter().map(|(name, text)| file(&name, "", text, false));
            Some(std::iter::once(file("", "", main, false)).chain(beside).collect())
        }
        Format::Executable => plan
            .entries
            .iter()
            .map(|e| Some(file("", &e.native, config::script(plan.host, config, e, program).ok()?, true)))
            .collect(),
        _ => Some(Vec::new()),
    }
}

fn switch(switch: &Switch, program: &str) -> TokenStream {
    let (file, format) = (switch.file.replace("$program", program), format(switch.format));
    let (at, value) = (pointer(Some(&switch.at), program), json(Some(&switch.value)));
    quote!(Switch { file: #file, format: Format::#format, at: #at, value: #value })
}

impl Place {
    /// The paths on one system, the one to be written first.
    pub fn paths(&self, windows: bool) -> Vec<&str> {
        match self {
            Place::Path(path) => vec![path],
            Place::Paths(paths) => paths.iter().map(String::as_str).collect(),
            Place::ByOs(by) if windows => vec![&by.windows],
            Place::ByOs(by) if cfg!(target_os = "macos") => vec![by.macos.as_ref().unwrap_or(&by.unix)],
            Place::ByOs(by) => vec![&by.unix],
        }
    }
}
