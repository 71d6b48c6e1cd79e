//! What a handler function must look like: `fn(&Event) -> R`.

use syn::spanned::Spanned;
use syn::{FnArg, GenericArgument, ItemFn, PathArguments, ReturnType, Signature, Type};

use crate::attr::{Attr, Errors};

/// Checks a function against its attribute.
///
/// Names that are not ours (an alias, a user's own result type) pass: the trait bounds of the expansion judge them.
///
/// # Errors
/// Everything that is wrong with the signature, each at its own span.
pub fn check(attr: &Attr, function: &ItemFn) -> syn::Result<()> {
    let mut errors = Errors::default();
    let event = attr.event.name();
    check_head(&function.sig, event, &mut errors);
    if let ReturnType::Type(_, ty) = &function.sig.output
        && let Some(why) = wrong_return(ty, event)
    {
        errors.push(ty.span(), why);
    }
    errors.or(|| ())
}

/// Checks the function of a `#[native_hook]`.
///
/// # Errors
/// As [`check`].
pub fn check_native(function: &ItemFn) -> syn::Result<()> {
    let mut errors = Errors::default();
    check_head(&function.sig, "NativeEvent", &mut errors);
    errors.or(|| ())
}

/// What holds for every handler: a plain function of one event.
fn check_head(signature: &Signature, event: &str, errors: &mut Errors) {
    if let syn::Safety::Unsafe(token) = &signature.safety {
        errors.push(token.span(), "a hook cannot be `unsafe`");
    }
    if let Some(abi) = &signature.abi {
        errors.push(abi.span(), "a hook has Rust's own ABI");
    }
    if !signature.generics.params.is_empty() {
        errors.push(signature.generics.span(), "a hook cannot be generic: nobody calls it with type arguments");
    }
    let wanted = format!("a hook on `{event}` takes one argument, `&{event}`");
    match signature.inputs.first() {
        None => errors.push(signature.paren_token.span.join(), &wanted),
        Some(first) => {
            if let Some(wrong) = wrong_argument(first, event) {
                errors.push(first.span(), format!("{wanted}{wrong}"));
            }
        }
    }
    for extra in signature.inputs.iter().skip(1) {
        errors.push(extra.span(), &wanted);
    }
}

/// What to add to the message when the argument is wrong.
fn wrong_argument(argument: &FnArg, event: &str) -> Option<String> {
    let FnArg::Typed(typed) = argument else {
        return Some(": it is a free function, without `self`".to_owned());
    };
    match &*typed.ty {
        Type::Reference(reference) if reference.mutability.is_some() => {
            Some(": events are read-only, return `Response::modify` to change one".to_owned())
        }
        Type::Reference(reference) => match last_name(&reference.elem) {
            Some(name) if name == event => None,
            Some(name) => Some(format!(", not `&{name}`")),
            None => Some(String::new()),
        },
        other => match last_name(other) {
            Some(name) if name == event => Some(format!(": write `&{event}`")),
            _ => Some(String::new()),
        },
    }
}

/// What is wrong with a return type; `None` for those that are right or not ours to judge.
fn wrong_return(ty: &Type, event: &str) -> Option<String> {
    let right =
        format!("a hook on `{event}` returns nothing, `Response<{event}>`, or an `Option` or `Result` of those");
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => None,
        Type::Paren(inner) => wrong_return(&inner.elem, event),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            match (last.ident.to_string().as_str(), first_type(&last.arguments)) {
                ("Response", Some(of)) => {
                    let name = last_name(of)?;
                    (name != event).then(|| format!("{right}, not a response to `{name}`"))
                }
                ("Option" | "Result", Some(of)) => wrong_return(of, event),
                (
                    "bool" | "String" | "str" | "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64"
                    | "usize" | "f32" | "f64" | "char" | "Vec" | "Box",
                    _,
                ) => Some(right),
                _ => None,
            }
        }
        Type::Never(_) | Type::Infer(_) | Type::Macro(_) => None,
        _ => Some(right),
    }
}

/// The first type between angle brackets: of an `Option` or a `Result`, what it holds.
pub fn first_type(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(list) = arguments else { return None };
    list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
        Type::Paren(inner) => last_name(&inner.elem),
        Type::Group(inner) => last_name(&inner.elem),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn errors(function: proc_macro2::TokenStream) -> Vec<String> {
        let attr = crate::attr::parse(quote!(PreToolUse)).unwrap();
        let function: ItemFn = syn::parse2(function).unwrap();
        match check(&attr, &function) {
            Ok(()) => Vec::new(),
            Err(error) => error.into_iter().map(|e| e.to_string()).collect(),
        }
    }

    #[test]
    fn the_forms_that_are_allowed() {
        for function in [
            quote!(
                fn f(c: &PreToolUse) {}
            ),
            quote!(
                fn f(c: &hookwright::event::PreToolUse) -> () {}
            ),
            quote!(
                fn f(_: &PreToolUse) -> Response<PreToolUse> {}
            ),
            quote!(
                fn f(_: &PreToolUse) -> Option<Response<PreToolUse>> {}
            ),
            quote!(
                fn f(_: &PreToolUse) -> Result<Option<Response<PreToolUse>>, String> {}
            ),
            quote!(
                fn f(_: &PreToolUse) -> anyhow::Result<()> {}
            ),
            quote!(
                fn f(_: &PreToolUse) -> MyOwn {}
            ),
            quote!(
                async fn f(c: &PreToolUse) {}
            ),
        ] {
            assert_eq!(errors(function.clone()), Vec::<String>::new(), "{function}");
        }
    }

    #[test]
    fn the_forms_that_are_not() {
        for (function, count, part) in [
            (
                quote!(
                    fn f() {}
                ),
                1,
                "takes one argument, `&PreToolUse`",
            ),
            (
                quote!(
                    fn f(c: PreToolUse) {}
                ),
                1,
                "write `&PreToolUse`",
            ),
            (
                quote!(
                    fn f(c: &mut PreToolUse) {}
                ),
                1,
                "read-only",
            ),
            (
                quote!(
                    fn f(c: &Stop) {}
                ),
                1,
                "not `&Stop`",
            ),
            (
                quote!(
                    fn f(c: &PreToolUse, d: u8) {}
                ),
                1,
                "takes one argument",
            ),
            (
                quote!(
                    fn f(c: &PreToolUse) -> bool {}
                ),
                1,
                "returns nothing",
            ),
            (
                quote!(
                    fn f(c: &PreToolUse) -> Response<Stop> {}
                ),
                1,
                "not a response to `Stop`",
            ),
            (
                quote!(
                    fn f(c: &PreToolUse) -> Option<Response<Stop>> {}
                ),
                1,
                "not a response to `Stop`",
            ),
            (
                quote!(
                    unsafe extern "C" fn f<T>(c: u8) -> &str {}
                ),
                5,
                "cannot be `unsafe`",
            ),
        ] {
            let errors = errors(function.clone());
            assert_eq!(errors.len(), count, "{function}: {errors:?}");
            assert!(errors.iter().any(|e| e.contains(part)), "{function}: {errors:?}");
        }
    }
}
