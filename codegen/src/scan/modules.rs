//! Walks a crate's module tree and collects its `#[hook]` functions.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Item, ItemFn, Lit, Meta, Stmt};

use super::{Cfg, body};
use crate::attr::{self, NativeAttr, OnError};
use crate::matcher::Matcher;
use crate::vocab::{Decision, Event};

/// A hook as the source declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// Module path and function name: `shell_guard::rules::guard`.
    pub id: String,
    pub event: Event,
    pub matcher: Matcher,
    pub timeout: Option<Duration>,
    pub on_error: OnError,
    /// Relative to the package, where it is in it.
    pub file: PathBuf,
    /// 1-based.
    pub line: usize,
    /// Behind a `cfg` that could not be judged.
    pub maybe: bool,
    /// The decisions that the handler can return.
    pub decisions: Vec<Decision>,
    pub known: Known,
    /// Decisions without which the hook is worth nothing.
    pub require: Vec<Decision>,
    /// Whether a host that cannot do what is required is left out; else the build fails.
    pub skip: bool,
}

/// A native hook as the source declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct NativeHook {
    pub id: String,
    pub attr: NativeAttr,
    pub file: PathBuf,
    pub line: usize,
    pub maybe: bool,
}

/// `guard (src/main.rs:12)`.
fn place(id: &str, file: &Path, line: usize) -> String {
    let name = id.rsplit("::").next().unwrap_or(id);
    format!("`{name}` ({}:{line})", file.display())
}

impl NativeHook {
    /// As [`Hook::place`].
    pub fn place(&self) -> String {
        place(&self.id, &self.file, self.line)
    }
}

/// How it is known which decisions a handler can return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The attribute says so: `can = "…"`.
    Declared,
    /// The handler's body says so.
    Body,
    /// All that its return type allows.
    Type,
}

impl Hook {
    /// `guard (src/main.rs:12)`.
    pub fn place(&self) -> String {
        place(&self.id, &self.file, self.line)
    }
}

/// What a crate's source holds.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    pub hooks: Vec<Hook>,
    pub natives: Vec<NativeHook>,
    /// Every file that was read.
    pub files: Vec<PathBuf>,
    /// Whether `hookwright::main!` or `hookwright::run!` stands in it.
    pub makes_program: bool,
}

/// Scans the crate `name` from its root file. Files that cannot be read or parsed are left to the compiler to report.
pub fn scan(package: &Path, root: &Path, name: &str, cfg: &Cfg) -> Scan {
    let mut walk = Walk { package, cfg, scan: Scan::default() };
    let here = root.parent().unwrap_or(Path::new("."));
    walk.file(root, &Place { path: name.to_owned(), children: here.to_owned(), maybe: false });
    walk.scan
}

/// Where the walk is.
struct Place {
    /// Module path.
    path: String,
    /// The folder in which `mod x;` looks for `x.rs`.
    children: PathBuf,
    maybe: bool,
}

struct Walk<'a> {
    package: &'a Path,
    cfg: &'a Cfg,
    scan: Scan,
}

impl Walk<'_> {
    fn file(&mut self, file: &Path, place: &Place) {
        self.scan.files.push(file.to_owned());
        let Ok(text) = fs::read_to_string(file) else { return };
        let Ok(parsed) = syn::parse_file(&text) else { return };
        if self.cfg.holds(&parsed.attrs) == Some(false) {
            return;
        }
        self.scan.makes_program |= calls_us(parsed.to_token_stream());
        self.items(&parsed.items, file, place);
    }

    fn items(&mut self, items: &[Item], file: &Path, place: &Place) {
        for item in items {
            match item {
                Item::Mod(module) => self.module(module, file, place),
                Item::Fn(function) => self.function(function, file, place),
                _ => {}
            }
        }
    }

    /// The attributes of an item and whether it may be missing; `None` when it is.
    fn judge(&self, attributes: &[Attribute], place: &Place) -> Option<(Vec<Attribute>, bool)> {
        let (attributes, sure) = self.cfg.expand(attributes);
        match self.cfg.holds(&attributes) {
            Some(false) => None,
            holds => Some((attributes, place.maybe || !sure || holds.is_none())),
        }
    }

    fn module(&mut self, module: &syn::ItemMod, file: &Path, place: &Place) {
        let Some((attributes, maybe)) = self.judge(&module.attrs, place) else { return };
        let name = module.ident.to_string();
        let name = name.strip_prefix("r#").unwrap_or(&name);
        let path = format!("{}::{name}", place.path);
        let children = place.children.join(name);
        if let Some((_, items)) = &module.content {
            return self.items(items, file, &Place { path, children, maybe });
        }
        let (file, children) = match path_of(&attributes) {
            Some(relative) => {
                let base = file.parent().unwrap_or(Path::new("."));
                let file = base.join(relative);
                // Children of a file that `#[path]` names stand beside it, as those of a `mod.rs` do.
                let beside = file.parent().unwrap_or(base).to_owned();
                (file, beside)
            }
            None => {
                let flat = place.children.join(format!("{name}.rs"));
                let file = if flat.is_file() { flat } else { children.join("mod.rs") };
                (file, children)
            }
        };
        self.file(&file, &Place { path, children, maybe });
    }

    fn function(&mut self, function: &ItemFn, file: &Path, place: &Place) {
        let Some((attributes, maybe)) = self.judge(&function.attrs, place) else { return };
        let name = function.sig.ident.to_string();
        let id = format!("{}::{name}", place.path);
        let line = function.sig.ident.span().start().line;
        let file = file.strip_prefix(self.package).unwrap_or(file).to_owned();
        for attribute in &attributes {
            let Meta::List(list) = &attribute.meta else { continue };
            // What is wrong with an attribute, the macro says at the place.
            if is_ours(attribute, "native_hook") {
                if let Ok(attr) = attr::parse_native(list.tokens.clone()) {
                    self.scan.natives.push(NativeHook { id: id.clone(), attr, file: file.clone(), line, maybe });
                }
            } else if is_ours(attribute, "hook")
                && let Ok(attr) = attr::parse(list.tokens.clone())
            {
                let (decisions, known) = body::decisions(&attr, function);
                self.scan.hooks.push(Hook {
                    id: id.clone(),
                    event: attr.event,
                    matcher: attr.matcher,
                    timeout: attr.timeout,
                    on_error: attr.on_error,
                    file: file.clone(),
                    line,
                    maybe,
                    decisions,
                    known,
                    require: attr.require,
                    skip: attr.skip,
                });
            }
        }
        for statement in &function.block.stmts {
            if let Stmt::Item(Item::Fn(inner)) = statement {
                self.function(inner, &self.package.join(&file), place);
            }
        }
    }
}

/// `#[hook(…)]` or `#[hookwright::hook(…)]`, and likewise for another attribute of ours.
fn is_ours(attribute: &Attribute, name: &str) -> bool {
    let segments: Vec<String> = attribute.path().segments.iter().map(|s| s.ident.to_string()).collect();
    match segments.as_slice() {
        [only] => only == name,
        [root, last] => root == "hookwright" && last == name,
        _ => false,
    }
}

fn path_of(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|a| match &a.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    })
}

/// Whether `hookwright::main!` or `hookwright::run!` stands somewhere in these tokens.
fn calls_us(tokens: proc_macro2::TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, word: &str| trees.get(at).is_some_and(|t| t.to_string() == word);
    for (at, tree) in trees.iter().enumerate() {
        if let TokenTree::Group(group) = tree
            && calls_us(group.stream())
        {
            return true;
        }
        let path = is(at, "hookwright") && is(at + 1, ":") && is(at + 2, ":");
        if path && (is(at + 3, "main") || is(at + 3, "run")) && is(at + 4, "!") {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan_files(files: &[(&str, &str)]) -> Scan {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let vars = [("CARGO_CFG_UNIX".to_owned(), String::new()), ("CARGO_FEATURE_ON".to_owned(), "1".to_owned())];
        scan(dir.path(), &dir.path().join(files[0].0), "acme", &Cfg::from_env(vars.into_iter()))
    }

    fn ids(scan: &Scan) -> Vec<&str> {
        scan.hooks.iter().map(|h| h.id.as_str()).collect()
    }

    #[test]
    fn modules_are_followed() {
        let scan = scan_files(&[
            (
                "src/main.rs",
                "mod a; mod b; #[path = \"odd/place.rs\"] mod c; mod inline { mod deep; #[hook(Stop)] fn i(_: &Stop) {} }
                 hookwright::main!();",
            ),
            ("src/a.rs", "mod sub; #[hookwright::hook(Stop)]\nfn a(_: &Stop) {}"),
            ("src/a/sub.rs", "#[hook(Stop)] fn s(_: &Stop) {}"),
            ("src/b/mod.rs", "mod r#type; fn not_a_hook() {}"),
            ("src/b/type.rs", "fn outer() { #[hook(Stop)] fn inner(_: &Stop) {} }"),
            ("src/odd/place.rs", "mod near; #[hook(Stop)] fn c(_: &Stop) {}"),
            ("src/odd/near.rs", "#[hook(Stop)] fn n(_: &Stop) {}"),
            ("src/inline/deep.rs", "#[hook(Stop)] fn d(_: &Stop) {}"),
        ]);
        assert_eq!(
            ids(&scan),
            [
                "acme::a::sub::s",
                "acme::a::a",
                "acme::b::type::inner",
                "acme::c::near::n",
                "acme::c::c",
                "acme::inline::deep::d",
                "acme::inline::i"
            ]
        );
        assert!(scan.makes_program);
        assert_eq!(scan.hooks[1].place(), "`a` (src/a.rs:2)");
        assert_eq!(scan.files.len(), 8);
    }

    #[test]
    fn cfg_is_honoured() {
        let scan = scan_files(&[
            (
                "src/lib.rs",
                "#[cfg(unix)] #[hook(Stop)] fn on(_: &Stop) {}
                 #[cfg(windows)] #[hook(Stop)] fn off(_: &Stop) {}
                 #[cfg(test)] mod tests;
                 #[cfg_attr(feature = \"on\", hook(Stop))] fn attr(_: &Stop) {}
                 #[cfg_attr(unix, path = \"u.rs\")] mod os;",
            ),
            ("src/u.rs", "#![cfg(unix)] #[hook(Stop)] fn u(_: &Stop) {}"),
            ("src/tests.rs", "#[hook(Stop)] fn t(_: &Stop) {}"),
        ]);
        assert_eq!(ids(&scan), ["acme::on", "acme::attr", "acme::os::u"]);
        assert!(!scan.makes_program);
    }

    #[test]
    fn broken_source_is_left_to_the_compiler() {
        let scan = scan_files(&[("src/main.rs", "fn main( {"), ("src/x.rs", "")]);
        assert!(scan.hooks.is_empty());
        assert_eq!(ids(&scan_files(&[("src/main.rs", "#[hook(Nope)] fn f() {} mod missing;")])), Vec::<&str>::new());
    }
}
