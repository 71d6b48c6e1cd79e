//! The expansion: the function as it is, and a static that the linker collects.

use hookwright_codegen::attr::{self, Attr, Fallback, OnError};
use hookwright_codegen::handler;
use hookwright_codegen::matcher::Matcher;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ItemFn, ReturnType};

/// Expands the attribute; on errors, the function alone beside the errors, so that its callers still compile.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(_) => {
            let span = item.clone().into_iter().next().map_or(Span::call_site(), |t| t.span());
            let error = syn::Error::new(span, "#[hook] goes on a free function").to_compile_error();
            return quote!(#error #item);
        }
    };
    let checked = match attr::parse(attribute) {
        Ok(attr) => handler::check(&attr, &function).map(|()| attr),
        // The event may be unknown: what can be said of the signature without it is not worth a second error.
        Err(error) => Err(error),
    };
    match checked {
        Ok(attr) => {
            let registration = register(&attr, &function);
            quote!(#function #registration)
        }
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
    let span = match &function.sig.output {
        ReturnType::Default => name.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    // The place of the return type, the scope of the expansion.
    let span = span.resolved_at(Span::call_site());
    // The trait bounds speak at the return type, the argument's type at the argument.
    let call = quote_spanned!(span=> ::hookwright::private::call::<::hookwright::event::#event, _>(incoming, #name));
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
                matcher: #matcher,
                options: #options,
                file: ::core::file!(),
                line: ::core::line!(),
                call,
            };
        };
    }
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
