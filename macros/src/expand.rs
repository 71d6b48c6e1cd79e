//! The expansion: the function as it is, and a static that the linker collects.

use hookwright_grammar::attr::{self, Attr, Fallback, NativeAttr, OnError};
use hookwright_grammar::handler;
use hookwright_grammar::matcher::Matcher;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ItemFn, ReturnType};

/// Expands `#[hook]`.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    on_function("hook", item, |function| {
        // What could be said of a signature without knowing the event is not worth a second error.
        let attr = attr::parse(attribute)?;
        handler::check(&attr, function)?;
        Ok(register(&attr, function))
    })
}

/// Expands `#[native_hook]`.
pub(crate) fn expand_native(attribute: TokenStream, item: TokenStream) -> TokenStream {
    on_function("native_hook", item, |function| {
        let attr = attr::parse_native(attribute)?;
        handler::check_native(function)?;
        Ok(register_native(&attr, function))
    })
}

/// The function as it is, beside what is made of it; on errors beside those, so that its callers still compile.
fn on_function(name: &str, item: TokenStream, make: impl FnOnce(&ItemFn) -> syn::Result<TokenStream>) -> TokenStream {
    let function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(_) => {
            let span = item.clone().into_iter().next().map_or(Span::call_site(), |t| t.span());
            let error = syn::Error::new(span, format!("#[{name}] goes on a free function")).to_compile_error();
            return quote!(#error #item);
        }
    };
    match make(&function) {
        Ok(made) => quote!(#function #made),
        Err(error) => {
            let error = error.to_compile_error();
            quote!(#error #[allow(dead_code)] #function)
        }
    }
}

fn register(attr: &Attr, function: &ItemFn) -> TokenStream {
    let name = &function.sig.ident;
    let event = Ident::new(attr.event.name(), Span::call_site());
    let matcher = matcher(&attr.matcher);
    let options = options(attr);
    let span = return_span(function);
    // The trait bounds speak at the return type, the argument's type at the argument.
    let call = if function.sig.asyncness.is_some() {
        let waited = waited(function);
        quote_spanned! {span=>
            let event = <::hookwright::event::#event as ::hookwright::Event>::from_incoming(
                ::core::clone::Clone::clone(incoming),
            );
            ::hookwright::private::Outcome::<::hookwright::event::#event>::verdict(#waited)
        }
    } else {
        quote_spanned!(span=> ::hookwright::private::call::<::hookwright::event::#event, _>(incoming, #name))
    };
    quote! {
        const _: () = {
            fn call(
                incoming: &::hookwright::private::Incoming,
            ) -> ::core::result::Result<::hookwright::private::Judged, ::std::string::String> {
                #call
            }

            #[::hookwright::private::linkme::distributed_slice(::hookwright::private::HOOKS)]
            #[linkme(crate = ::hookwright::private::linkme)]
            static HOOK: ::hookwright::private::Hook = ::hookwright::private::Hook {
                id: ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#name)),
                event: ::hookwright::private::Kind::#event,
                glance: ::hookwright::private::Glance::of(&#matcher),
                matcher: #matcher,
                options: #options,
                file: ::core::file!(),
                line: ::core::line!(),
                call,
            };
        };
    }
}

fn register_native(attr: &NativeAttr, function: &ItemFn) -> TokenStream {
    let name = &function.sig.ident;
    let (host, event) = (&attr.host, &attr.event);
    let span = return_span(function);
    let outcome = if function.sig.asyncness.is_some() { waited(function) } else { quote!(#name(event)) };
    let call = quote_spanned!(span=> ::hookwright::private::NativeOutcome::reply(#outcome));
    quote! {
        const _: () = {
            fn call(
                event: &::hookwright::NativeEvent,
            ) -> ::core::result::Result<::core::option::Option<::hookwright::private::Value>, ::std::string::String> {
                #call
            }

            #[::hookwright::private::linkme::distributed_slice(::hookwright::private::NATIVE_HOOKS)]
            #[linkme(crate = ::hookwright::private::linkme)]
            static HOOK: ::hookwright::private::NativeHook = ::hookwright::private::NativeHook {
                id: ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#name)),
                host: #host,
                event: #event,
                file: ::core::file!(),
                line: ::core::line!(),
                call,
            };
        };
    }
}

/// An `async` handler, called with `event` and waited for.
fn waited(function: &ItemFn) -> TokenStream {
    let name = &function.sig.ident;
    let span = function.sig.asyncness.map_or(Span::call_site(), |token| token.span());
    let span = span.resolved_at(Span::call_site());
    quote_spanned!(span=> ::hookwright::private::block_on(#name(&event)))
}

/// The place of the return type, the scope of the expansion.
fn return_span(function: &ItemFn) -> Span {
    let span = match &function.sig.output {
        ReturnType::Default => function.sig.ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    span.resolved_at(Span::call_site())
}

/// What differs from the default.
fn options(attr: &Attr) -> TokenStream {
    let mut fields = TokenStream::new();
    if attr.on_error == OnError::Deny {
        fields.extend(quote!(on_error: ::hookwright::private::OnError::Deny,));
    }
    for (name, fallback) in [("ask_fallback", attr.ask_fallback), ("modify_fallback", attr.modify_fallback)] {
        let name = Ident::new(name, Span::call_site());
        match fallback {
            Fallback::Deny => {}
            Fallback::Allow => fields.extend(quote!(#name: ::hookwright::private::Fallback::Allow,)),
            Fallback::Pass => fields.extend(quote!(#name: ::hookwright::private::Fallback::Pass,)),
        }
    }
    if let Some(timeout) = attr.timeout {
        let ms = timeout.as_millis() as u32;
        fields.extend(quote!(timeout_ms: #ms,));
    }
    if let Some(max) = attr.max_blocks {
        fields.extend(quote!(max_blocks: #max,));
    }
    if fields.is_empty() {
        return quote!(::hookwright::private::Options::DEFAULT);
    }
    quote!(::hookwright::private::Options { #fields ..::hookwright::private::Options::DEFAULT })
}

fn matcher(matcher: &Matcher) -> TokenStream {
    match matcher {
        Matcher::Any => quote!(::hookwright::private::Matcher::Any),
        Matcher::Names(names) => quote!(::hookwright::private::Matcher::Names(&[#(#names),*])),
        Matcher::Regex(regex) => quote!(::hookwright::private::Matcher::Regex(#regex)),
    }
}
