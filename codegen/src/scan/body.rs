//! What a handler can decide, as far as its source tells.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{ItemFn, ReturnType, Type};

use super::modules::Known;
use crate::attr::Attr;
use crate::handler;
use crate::vocab::Decision;

/// The decisions that a handler can return, and how that is known.
///
/// A body that makes its responses itself is believed; one that makes none may get them from elsewhere, so all that the
/// event allows are taken.
pub(super) fn decisions(attr: &Attr, function: &ItemFn) -> (Vec<Decision>, Known) {
    if let Some(declared) = &attr.can {
        return (declared.clone(), Known::Declared);
    }
    if returns_nothing(&function.sig.output) {
        return (Vec::new(), Known::Type);
    }
    let mut found = Vec::new();
    collect(function.block.to_token_stream(), &mut found);
    found.retain(|d| attr.event.decisions().contains(d));
    found.sort();
    found.dedup();
    if found.is_empty() { (attr.event.decisions().to_vec(), Known::Type) } else { (found, Known::Body) }
}

fn returns_nothing(output: &ReturnType) -> bool {
    match output {
        ReturnType::Default => true,
        ReturnType::Type(_, ty) => is_nothing(ty),
    }
}

/// `()`, or an `Option` or `Result` of that under its own name: what another name stands for cannot be seen here.
fn is_nothing(ty: &Type) -> bool {
    match ty {
        Type::Tuple(tuple) => tuple.elems.is_empty(),
        Type::Paren(inner) => is_nothing(&inner.elem),
        Type::Group(inner) => is_nothing(&inner.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            (last.ident == "Option" || last.ident == "Result")
                && handler::first_type(&last.arguments).is_some_and(is_nothing)
        }),
        _ => false,
    }
}

/// Finds `Response::deny`, `Response::<…>::ask`, `.and_context(…)` and their kin.
fn collect(tokens: TokenStream, found: &mut Vec<Decision>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut after_response = false;
    for tree in &trees {
        match tree {
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Ident(ident) => {
                let word = ident.to_string();
                let besides = match word.as_str() {
                    "and_context" => Some(Decision::Context),
                    "and_message" => Some(Decision::Message),
                    _ => None,
                };
                let made = Decision::ALL.iter().copied().find(|d| after_response && d.name() == word);
                found.extend(besides.or(made));
                after_response = word == "Response" || (after_response && made.is_none());
            }
            // `::`, and the `<E>` of a turbofish, stand between the type and the function.
            TokenTree::Punct(punct) if matches!(punct.as_char(), ':' | '<' | '>') => {}
            TokenTree::Punct(_) | TokenTree::Literal(_) => after_response = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn nothing_is_seen_through_what_holds_it() {
        for (ty, nothing) in [
            ("()", true),
            ("(())", true),
            ("Option<()>", true),
            ("Result<(), String>", true),
            ("std::io::Result<()>", true),
            ("anyhow::Result<()>", true),
            ("Result<Option<()>, Box<dyn std::error::Error>>", true),
            ("core::option::Option<Result<(), String>>", true),
            ("Response<PreToolUse>", false),
            ("Option<Response<PreToolUse>>", false),
            ("Result<Response<PreToolUse>, ()>", false),
            ("Result", false),
            ("MyResult<()>", false),
            ("Nothing", false),
            ("Box<()>", false),
            ("((), ())", false),
            ("impl Outcome<PreToolUse>", false),
        ] {
            let output: ReturnType = syn::parse_str(&format!("-> {ty}")).unwrap();
            assert_eq!(returns_nothing(&output), nothing, "{ty}");
        }
    }

    #[test]
    fn the_body_tells_what_it_can_decide() {
        use Decision::*;
        let of = |attr: TokenStream, function: TokenStream| {
            decisions(&crate::attr::parse(attr).unwrap(), &syn::parse2(function).unwrap())
        };
        let pre = || quote!(PreToolUse);
        for (attr, function, wanted) in [
            (
                pre(),
                quote!(
                    fn f(_: &PreToolUse) -> Response<PreToolUse> {
                        if x { Response::deny("a") } else { Response::pass() }
                    }
                ),
                (vec![Deny], Known::Body),
            ),
            (
                pre(),
                quote!(
                    fn f(_: &PreToolUse) -> Response<PreToolUse> {
                        Response::<PreToolUse>::ask("a").and_context("b")
                    }
                ),
                (vec![Ask, Context], Known::Body),
            ),
            (
                pre(),
                quote!(
                    fn f(_: &PreToolUse) -> Option<Response<PreToolUse>> {
                        y.map(Response::deny)
                    }
                ),
                (vec![Deny], Known::Body),
            ),
            (
                pre(),
                quote!(
                    fn f(_: &PreToolUse) {}
                ),
                (vec![], Known::Type),
            ),
            (
                quote!(PreToolUse, can = ""),
                quote!(
                    fn f(_: &PreToolUse) -> MyOwn {}
                ),
                (vec![], Known::Declared),
            ),
            (
                pre(),
                quote!(
                    fn f(_: &PreToolUse) -> Response<PreToolUse> {
                        elsewhere(deny)
                    }
                ),
                (vec![Deny, Ask, Modify, Allow, Context, Message], Known::Type),
            ),
            (
                quote!(PreToolUse, can = "allow"),
                quote!(
                    fn f(_: &PreToolUse) -> Response<PreToolUse> {
                        Response::deny("a")
                    }
                ),
                (vec![Allow], Known::Declared),
            ),
            (
                quote!(Stop),
                quote!(
                    fn f(_: &Stop) -> Response<Stop> {
                        Response::deny(ask)
                    }
                ),
                (vec![Deny], Known::Body),
            ),
        ] {
            assert_eq!(of(attr, function.clone()), wanted, "{function}");
        }
    }
}
