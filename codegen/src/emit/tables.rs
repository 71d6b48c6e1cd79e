//! The Rust source of a program's tables: what the chosen host files say, as statics of the runtime's types.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::setup::setup;
use super::{ident, option};
use crate::host::key::Form;
use crate::host::source::{Condition, Origin, Source, Transform};
use crate::host::template::{Node, Piece, Text};
use crate::host::{Event as HostEvent, Field, Host, Mcp, Native, OneOrMany, Reply, Tool};
use crate::lower::{Action, Standing, action, lower, standing};
use crate::manifest::{Manifest, Program};
use crate::vocab::{Decision, Event};

/// The file that `hookwright::main!` includes for one binary.
pub fn tables(manifest: &Manifest, program: &Program, hosts: &[Host], windows: bool) -> String {
    let links = program.links.iter().map(|name| {
        let name = ident(name);
        quote!(#[allow(unused_extern_crates)] extern crate #name as _;)
    });
    let mut shared = Shared::default();
    let statics: Vec<TokenStream> = hosts.iter().map(|h| host(h, &mut shared)).collect();
    let shared = shared.items;
    let names = hosts.iter().map(|h| host_ident(&h.id));
    let skips =
        program.hooks.iter().any(|h| hosts.iter().any(|host| matches!(standing(host, h), Standing::Skipped(_))));
    let hooks = program.hooks.iter().map(|h| {
        let (id, event, maybe) = (&h.id, ident(h.event.name()), h.maybe);
        let skip = hosts.iter().filter(|host| matches!(standing(host, h), Standing::Skipped(_))).map(|host| &host.id);
        quote!(Declared { id: #id, event: Kind::#event, maybe: #maybe, skip: &[#(#skip),*] })
    });
    let natives = program.natives.iter().map(|h| {
        let (id, maybe) = (&h.id, h.maybe);
        quote!((#id, #maybe))
    });
    let plans = hosts.iter().map(|host| lower(host, program));
    let setups: Vec<TokenStream> =
        plans.filter_map(|plan| setup(&plan, &program.name, &manifest.version, windows)).collect();
    let (name, version) = (&program.name, &manifest.version);
    let tokens = quote! {
        #(#links)*
        #[allow(unused_imports)]
        use ::hookwright::private::{Kind, table::*};
        #(#shared)*
        #(#statics)*
        pub(super) static PROGRAM: Program = Program {
            name: #name,
            version: #version,
            hosts: &[#(&#names),*],
            hooks: &[#(#hooks),*],
            skips: #skips,
            natives: &[#(#natives),*],
            setups: &[#(#setups),*],
        };
    };
    format!("// Written by hookwright-codegen from the host files. Do not edit.\n{tokens}\n")
}

fn host_ident(id: &str) -> Ident {
    let name: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    ident(&format!("HOST_{name}"))
}

/// What several events say alike is a constant: the compiler would go through it at each of them, which took most of the time
/// of a program's build.
#[derive(Default)]
struct Shared {
    names: HashMap<String, Ident>,
    items: Vec<TokenStream>,
}

impl Shared {
    /// The constant with this value, as `kind` and a number.
    fn constant(&mut self, kind: &str, ty: &TokenStream, value: &TokenStream) -> Ident {
        let (count, items) = (self.names.len(), &mut self.items);
        let named = self.names.entry(format!("{kind} {value}")).or_insert_with(|| {
            let name = ident(&format!("{kind}_{count}"));
            items.push(quote!(const #name: #ty = #value;));
            name
        });
        named.clone()
    }
}

fn host(host: &Host, shared: &mut Shared) -> TokenStream {
    let mut bindings = Vec::new();
    for (name, event) in &host.events {
        let Some(kind) = Event::parse(name) else { continue };
        bindings.extend(event.native.iter().map(|native| binding(host, kind, event, native, shared)));
    }
    let tools = host.tools.iter().flat_map(|(name, tools)| tools.iter().map(move |t| tool(name, t)));
    let mcp = option(host.mcp.as_ref().map(mcp));
    let pass = host.pass.as_ref().map_or_else(|| quote!(Reply::SILENT), reply);
    let config = host.config.as_ref();
    let ends_when_read = config.is_some_and(|c| c.command.ends_when_read);
    let reads = config.map_or(&[][..], |c| &c.reads);
    let marks = host.detect.payload.iter().map(source);
    let env_marks = &host.detect.env;
    let places = config.into_iter().flat_map(|c| [&c.user, &c.project, &c.local]).flatten().map(|p| p.unix());
    let (name, id, title, stdin) = (host_ident(&host.id), &host.id, &host.name, host.stdin);
    quote! {
        static #name: Host = Host {
            id: #id,
            name: #title,
            stdin: #stdin,
            ends_when_read: #ends_when_read,
            reads: &[#(#reads),*],
            marks: &[#(#marks),*],
            env_marks: &[#(#env_marks),*],
            places: &[#(#places),*],
            bindings: &[#(#bindings),*],
            tools: &[#(#tools),*],
            mcp: #mcp,
            pass: #pass,
        };
    }
}

fn binding(host: &Host, kind: Event, event: &HostEvent, native: &Native, shared: &mut Shared) -> TokenStream {
    let mut fields: Vec<(Field, &OneOrMany<Source>)> = Vec::new();
    // The nearest wins: what the native event says, then the event, then the host.
    for map in [&native.payload, &event.payload, &host.payload] {
        for (field, sources) in map {
            if !fields.iter().any(|(f, _)| f == field) {
                fields.push((*field, sources));
            }
        }
    }
    let ty = quote!((Field, Lookup));
    let fields = fields.into_iter().map(|(field, sources)| {
        let name = ident(&format!("{field:?}"));
        let sources = sources.iter().map(source);
        let values = event.values.get(&field).into_iter().flatten().map(|(theirs, ours)| quote!((#theirs, #ours)));
        let lookup = quote!(Lookup { sources: &[#(#sources),*], values: &[#(#values),*] });
        shared.constant("FIELD", &ty, &quote!((Field::#name, #lookup)))
    });
    let fields = quote!(&[#(#fields),*]);
    let fields = shared.constant("FIELDS", &quote!(&[#ty]), &fields);
    let ty = quote!((Decision, Action));
    let actions = kind.decisions().iter().map(|d| {
        let (name, action) = (decision(*d), action_tokens(&action(host, kind, *d)));
        shared.constant("ACTION", &ty, &quote!((#name, #action)))
    });
    let actions = quote!(&[#(#actions),*]);
    let actions = shared.constant("ACTIONS", &quote!(&[#ty]), &actions);
    let when = event.when.iter().map(condition);
    let pass = event.pass.as_ref().or(host.pass.as_ref()).map_or_else(|| quote!(Reply::SILENT), reply);
    let (kind, name, tool) = (ident(kind.name()), &native.name, option(native.tool.as_ref().map(|t| quote!(#t))));
    quote! {
        Binding {
            event: Kind::#kind,
            native: #name,
            when: &[#(#when),*],
            fields: #fields,
            tool: #tool,
            pass: #pass,
            actions: #actions,
        }
    }
}

fn decision(decision: Decision) -> TokenStream {
    let name = ident(&format!("{decision:?}"));
    quote!(Decision::#name)
}

fn action_tokens(action: &Action) -> TokenStream {
    match action {
        Action::Reply(r) => {
            let reply = reply(r);
            quote!(Action::Reply(#reply))
        }
        Action::Become(other) => {
            let other = decision(*other);
            quote!(Action::Become(#other))
        }
        Action::Drop => quote!(Action::Drop),
    }
}

fn reply(reply: &Reply) -> TokenStream {
    let stdout = option(reply.stdout.as_ref().map(node));
    let stderr = option(reply.stderr.as_ref().map(text));
    let (exit, tools) = (reply.exit, &reply.tools);
    quote!(Reply { stdout: #stdout, stderr: #stderr, exit: #exit, tools: &[#(#tools),*] })
}

fn node(tree: &Node) -> TokenStream {
    match tree {
        Node::Bool(b) => quote!(Node::Bool(#b)),
        Node::Int(i) => quote!(Node::Int(#i)),
        Node::Text(t) => {
            let text = text(t);
            quote!(Node::Text(#text))
        }
        Node::List(items) => {
            let items = items.iter().map(node);
            quote!(Node::List(&[#(#items),*]))
        }
        Node::Map(map) => {
            let pairs = map.iter().map(|(key, value)| {
                let value = node(value);
                quote!((#key, #value))
            });
            quote!(Node::Map(&[#(#pairs),*]))
        }
    }
}

fn text(text: &Text) -> TokenStream {
    match text {
        Text::Literal(literal) => quote!(Text::Literal(#literal)),
        Text::Variable(name) => {
            let name = variable(name);
            quote!(Text::Variable(#name))
        }
        Text::Pieces(pieces) => {
            let pieces = pieces.iter().map(|piece| match piece {
                Piece::Literal(literal) => quote!(Piece::Literal(#literal)),
                Piece::Variable(name) => {
                    let name = variable(name);
                    quote!(Piece::Variable(#name))
                }
            });
            quote!(Text::Pieces(&[#(#pieces),*]))
        }
    }
}

/// The runtime's variable of a template's name; the check of host files has ruled out others.
fn variable(name: &str) -> TokenStream {
    let mut letters = name.chars();
    let camel: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect();
    let name = ident(&camel);
    quote!(Variable::#name)
}

fn source(source: &Source) -> TokenStream {
    let origin = match &source.origin {
        Origin::Pointer(path) => quote!(Origin::Pointer(&[#(#path),*])),
        Origin::Env(name) => quote!(Origin::Env(#name)),
        Origin::Constant(text) => quote!(Origin::Constant(#text)),
    };
    let steps = source.steps.iter().map(|step| match step {
        Transform::At(path) => quote!(Step::At(&[#(#path),*])),
        Transform::Json => quote!(Step::Json),
        Transform::Text => quote!(Step::Text),
        Transform::Lines => quote!(Step::Lines),
        Transform::File => quote!(Step::File),
        Transform::Exists => quote!(Step::Exists),
        Transform::Not => quote!(Step::Not),
        Transform::Positive => quote!(Step::Positive),
    });
    quote!(Source { origin: #origin, steps: &[#(#steps),*] })
}

fn condition(condition: &Condition) -> TokenStream {
    let (source, negated) = (source(&condition.source), condition.negated);
    let equals = option(condition.equals.as_ref().map(|e| quote!(#e)));
    quote!(Condition { source: #source, negated: #negated, equals: #equals })
}

fn tool(canonical: &str, tool: &Tool) -> TokenStream {
    let native = tool.native.iter();
    let when = tool.when.iter().map(condition);
    let input = tool.input.iter().map(|(name, key)| {
        let path = &key.path;
        let form = match &key.form {
            Form::Same => quote!(Form::Same),
            Form::Lines => quote!(Form::Lines),
            Form::Rename(pairs) => {
                let pairs = pairs.iter().map(|(native, ours)| quote!((#native, #ours)));
                quote!(Form::Rename(&[#(#pairs),*]))
            }
        };
        quote!(Key { name: #name, path: &[#(#path),*], form: #form })
    });
    let paths = tool.paths.iter().map(|p| {
        let path = p.split('/').skip(1);
        quote!(&[#(#path),*])
    });
    let also = &tool.also;
    let output = option(tool.output.as_ref().map(node));
    let modifiable = option(tool.modifiable.as_ref().map(|keys| quote!(&[#(#keys),*])));
    quote! {
        Tool {
            canonical: #canonical,
            native: &[#(#native),*],
            when: &[#(#when),*],
            input: &[#(#input),*],
            paths: &[#(#paths),*],
            also: &[#(#also),*],
            modifiable: #modifiable,
            output: #output,
        }
    }
}

fn mcp(mcp: &Mcp) -> TokenStream {
    let (before, _) = mcp.name.split_once("{tool}").unwrap_or((&mcp.name, ""));
    let (prefix, separator) = match before.split_once("{server}") {
        Some((prefix, separator)) => (prefix, option(Some(quote!(#separator)))),
        None => (before, option(None)),
    };
    let (server, tool) = (mcp.server.iter().map(source), mcp.tool.iter().map(source));
    let arguments = mcp.arguments.iter().flat_map(|a| a.split('/').skip(1));
    let (folds, lower) = (&mcp.folds, mcp.lower);
    quote! {
        Mcp {
            prefix: #prefix,
            separator: #separator,
            server: &[#(#server),*],
            tool: &[#(#tool),*],
            arguments: &[#(#arguments),*],
            folds: #folds,
            lower: #lower,
        }
    }
}
