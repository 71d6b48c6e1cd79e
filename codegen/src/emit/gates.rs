//! What must be allowed before hooks run, as statics.

use proc_macro2::TokenStream;
use quote::quote;

use super::ident;
use super::setup::format;
use crate::host::template::Node;
use crate::host::{Folders, Format, Gate, Held, Missing, Place, Recipe, Setting, Trust};

/// The gates of one host.
pub(super) fn gates(trust: &Trust, windows: bool) -> Vec<TokenStream> {
    trust.gates.iter().map(|g| gate(g, windows)).collect()
}

fn gate(gate: &Gate, windows: bool) -> TokenStream {
    let (name, fix) = (&gate.name, &gate.fix);
    let held = ident(match gate.scope {
        Held::User => "User",
        Held::Project => "Project",
        Held::Both => "Both",
    });
    let files = gate.file.as_ref().map_or_else(Vec::new, |place: &Place| place.paths(windows));
    let format = format(gate.format.unwrap_or(Format::Json));
    let (at, denied) = (gate.at.as_deref().unwrap_or_default(), gate.denied.as_deref().unwrap_or_default());
    let listed = &gate.listed;
    let members = gate.members.iter().map(|(key, text)| quote!((#key, #text)));
    let folders = ident(match gate.folders {
        Folders::Project => "Project",
        Folders::Repository => "Repository",
        Folders::Main => "Main",
        Folders::Within => "Within",
        Folders::Above => "Above",
    });
    let trusted = match gate.trusted.is_empty() && !gate.is_switch() && gate.hash.is_none() {
        true => quote!(&["true"]),
        false => values(&gate.trusted),
    };
    let (parent, untrusted, off) = (values(&gate.parent), values(&gate.untrusted), values(&gate.off));
    let missing = gate.missing.unwrap_or(if gate.is_switch() { Missing::Trusted } else { Missing::Untrusted });
    let missing = ident(match missing {
        Missing::Trusted => "Trusted",
        Missing::Untrusted => "Untrusted",
        Missing::Off => "Off",
        Missing::Unknown => "Unknown",
    });
    let hash = super::option(gate.hash.map(|Recipe::Sha256OfHandler| quote!(Recipe::Sha256OfHandler)));
    let unless = gate.unless.iter().map(setting);
    quote! {
        Gate {
            name: #name, held: Held::#held, files: &[#(#files),*], format: Format::#format, at: #at, denied: #denied,
            members: &[#(#members),*], listed: &[#(#listed),*], folders: Folders::#folders, trusted: #trusted, parent: #parent,
            untrusted: #untrusted, off: #off, missing: State::#missing, hash: #hash, unless: &[#(#unless),*], fix: #fix,
        }
    }
}

fn setting(setting: &Setting) -> TokenStream {
    let format = format(setting.format.unwrap_or(Format::Json));
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (env, file, at) = (text(&setting.env), text(&setting.file), text(&setting.at));
    let (is, missing, weak) = (values(&setting.is), setting.missing, setting.weak);
    quote!(Setting { env: #env, file: #file, format: Format::#format, at: #at, is: #is, missing: #missing, weak: #weak })
}

/// Values as JSON.
fn values(nodes: &[Node]) -> TokenStream {
    let nodes = nodes.iter().filter_map(|n| n.fill(&|_| None)).map(|value| value.to_string());
    quote!(&[#(#nodes),*])
}

#[cfg(test)]
mod tests {
    use super::gates;
    use crate::host::Library;

    #[test]
    fn gates_are_written_as_the_host_file_says() {
        for (id, windows, wanted) in [
            ("codex", false, r#"at : "/projects/$folder/trust_level""#),
            ("codex", false, "hash : Some (Recipe :: Sha256OfHandler)"),
            ("codex", false, r#"trusted : & ["\"trusted\""]"#),
            ("codex", false, r#"off : & ["false"] , missing : State :: Trusted"#),
            ("pi", false, r#"trusted : & ["true"]"#),
            ("droid", false, "missing : State :: Unknown"),
            ("cursor", false, r#"files : & [] , format : Format :: Json , at : """#),
            ("hermes", false, r#"members : & [("event" , "$event") , ("command" , "$command")]"#),
            ("qwen-code", false, r#"is : & ["false"] , missing : true , weak : false"#),
            ("claude-code", true, r#"files : & ["C:/Program Files/ClaudeCode/managed-settings.json"]"#),
        ] {
            let host = Library::builtin().get(id).unwrap().unwrap();
            let text: String = gates(&host.trust, windows).iter().map(|g| g.to_string()).collect();
            assert!(text.contains(wanted), "{id}: {wanted}\n{text}");
        }
    }
}
