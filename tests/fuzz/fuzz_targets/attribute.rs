//! Any text as what stands between the parentheses of `#[hook(…)]` and `#[native_hook(…)]`, as a matcher, and as a source
//! file with hooks: errors, never a panic.

#![no_main]

use std::fs;

use hookwright_codegen::matcher::Matcher;
use hookwright_codegen::scan::{Cfg, scan};
use hookwright_codegen::{attr, handler};
use libfuzzer_sys::fuzz_target;
use proc_macro2::TokenStream;

thread_local! {
    static DIR: tempfile::TempDir = tempfile::tempdir().expect("a temporary folder");
}

fuzz_target!(|text: &str| {
    let _ = Matcher::parse(text);
    let _ = attr::parse_duration(text);
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    let function: syn::ItemFn = syn::parse_quote!(fn guard(call: &PreToolUse) {});
    if let Ok(attr) = attr::parse(tokens.clone()) {
        let _ = handler::check(&attr, &function);
    }
    let _ = attr::parse_native(tokens);
    DIR.with(|dir| {
        let root = dir.path().join("main.rs");
        let source = format!("#[hook({text})]\nfn a(c: &PreToolUse) -> Response<PreToolUse> {{ {text} }}\n{text}");
        if fs::write(&root, source).is_ok() {
            scan(dir.path(), &root, "fuzz", &Cfg::from_env(std::env::vars()));
        }
    });
});
