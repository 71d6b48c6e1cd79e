//! The grammar of `#[hook(Event, key = "value", …)]`, one for the macro and for the build scan.

use std::time::Duration;

use proc_macro2::{Span, TokenStream};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, LitStr, Path, Token};

use crate::matcher::Matcher;
use crate::vocab::{self, Event, Matched};

/// A parsed and checked attribute.
#[derive(Clone, Debug)]
pub struct Attr {
    pub event: Event,
    /// Where the event's name stands.
    pub event_span: Span,
    /// What the event's tool or agent must be named; `Any` when none is written.
    pub matcher: Matcher,
    /// How long the host waits for the program; `None` leaves it to the host.
    pub timeout: Option<Duration>,
    pub on_error: OnError,
}

/// What a handler that panics or returns `Err` amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// No opinion.
    #[default]
    Allow,
    /// A denial that names the error.
    Deny,
}

/// The keys that stand after the event.
const KEYS: &[&str] = &["matcher", "on_error", "timeout"];

/// Errors at their spans, shown together.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    pub(crate) fn push(&mut self, span: Span, message: impl std::fmt::Display) {
        self.add(syn::Error::new(span, message));
    }

    pub(crate) fn add(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            None => self.0 = Some(error),
        }
    }

    pub(crate) fn or<T>(self, value: impl FnOnce() -> T) -> syn::Result<T> {
        match self.0 {
            Some(error) => Err(error),
            None => Ok(value()),
        }
    }
}

/// One `key = "value"`.
struct Pair {
    key: Ident,
    value: LitStr,
}

impl Parse for Pair {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let key: Ident = input.parse()?;
        if !input.peek(Token![=]) {
            return Err(syn::Error::new(key.span(), format!("expected `{key} = \"…\"`")));
        }
        input.parse::<Token![=]>()?;
        Ok(Pair { key, value: input.parse()? })
    }
}

/// Parses what stands between the parentheses of `#[hook(…)]`.
///
/// # Errors
/// Everything that is wrong with it, each at its own span.
pub fn parse(tokens: TokenStream) -> syn::Result<Attr> {
    let (path, pairs) = split.parse2(tokens)?;
    let mut errors = Errors::default();
    let event = event_of(&path, &mut errors);
    let mut attr = Attr {
        event: event.unwrap_or(Event::PreToolUse),
        event_span: path.span(),
        matcher: Matcher::Any,
        timeout: None,
        on_error: OnError::Allow,
    };
    let mut seen: Vec<String> = Vec::new();
    for pair in &pairs {
        let key = pair.key.to_string();
        if seen.contains(&key) {
            errors.push(pair.key.span(), format!("`{key}` is given twice"));
        }
        apply(&mut attr, &key, pair, event, &mut errors);
        seen.push(key);
    }
    errors.or(|| attr)
}

/// The event's path and the pairs after it.
fn split(input: ParseStream) -> syn::Result<(Path, Vec<Pair>)> {
    if input.is_empty() {
        return Err(syn::Error::new(Span::call_site(), format!("which event? write one of {}", event_names())));
    }
    let path: Path = input
        .parse()
        .map_err(|e| syn::Error::new(e.span(), format!("an event comes first, one of {}", event_names())))?;
    if input.is_empty() {
        return Ok((path, Vec::new()));
    }
    input.parse::<Token![,]>()?;
    let pairs = Punctuated::<Pair, Token![,]>::parse_terminated(input)?;
    Ok((path, pairs.into_iter().collect()))
}

fn event_of(path: &Path, errors: &mut Errors) -> Option<Event> {
    let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
    let event = Event::parse(&name);
    if event.is_none() {
        let hint = match vocab::nearest(&name, Event::ALL.iter().map(|e| e.name())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the events are {}", event_names()),
        };
        errors.push(path.span(), format!("there is no event `{name}`; {hint}"));
    }
    event
}

fn event_names() -> String {
    Event::ALL.iter().map(|e| e.name()).collect::<Vec<_>>().join(", ")
}

/// Puts one pair into the attribute.
fn apply(attr: &mut Attr, key: &str, pair: &Pair, event: Option<Event>, errors: &mut Errors) {
    let (text, span) = (pair.value.value(), pair.value.span());
    match key {
        "matcher" => {
            if let Some(event) = event.filter(|e| e.matched() == Matched::Nothing) {
                let name = event.name();
                errors.push(pair.key.span(), format!("`{name}` takes no matcher: it has neither a tool nor an agent"));
            }
            match Matcher::parse(&text) {
                Ok(matcher) => attr.matcher = matcher,
                Err(why) => errors.push(span, format!("bad matcher: {why}")),
            }
        }
        "timeout" => match parse_duration(&text) {
            Ok(timeout) => attr.timeout = Some(timeout),
            Err(why) => errors.push(span, why),
        },
        "on_error" => match text.as_str() {
            "allow" => attr.on_error = OnError::Allow,
            "deny" => attr.on_error = OnError::Deny,
            _ => errors.push(span, "`on_error` is \"allow\" (the default) or \"deny\""),
        },
        _ => {
            let hint = vocab::nearest(key, KEYS.iter().copied());
            let hint =
                hint.map(|k| format!("did you mean `{k}`?")).unwrap_or(format!("the keys are {}", KEYS.join(", ")));
            errors.push(pair.key.span(), format!("there is no key `{key}`; {hint}"));
        }
    }
}

/// A duration as it is written: `500ms`, `5s`, `2m`.
///
/// # Errors
/// Another form, or a time that no host could mean: under 100 ms or over an hour.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.chars().take_while(|c| c.is_ascii_digit()).count();
    let (number, unit) = text.split_at(digits);
    let unit_ms = match unit.trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        _ => return Err(format!("`{text}` is not a time; write it as \"500ms\", \"5s\" or \"2m\"")),
    };
    let ms = number.parse::<u64>().ok().and_then(|n| n.checked_mul(unit_ms));
    match ms {
        Some(ms @ 100..=3_600_000) => Ok(Duration::from_millis(ms)),
        Some(_) => Err(format!("`{text}` is out of range; a hook's timeout is between 100ms and 60m")),
        None => Err(format!("`{text}` is not a time; write it as \"500ms\", \"5s\" or \"2m\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn a_whole_attribute_parses() {
        let attr = parse(quote!(PreToolUse, matcher = "Bash|Write", timeout = "5s", on_error = "deny",)).unwrap();
        assert_eq!(attr.event, Event::PreToolUse);
        assert_eq!(attr.matcher, Matcher::Names(vec!["Bash".into(), "Write".into()]));
        assert_eq!(attr.timeout, Some(Duration::from_secs(5)));
        assert_eq!(attr.on_error, OnError::Deny);
        assert_eq!(parse(quote!(hookwright::event::Stop)).unwrap().event, Event::Stop);
    }

    #[test]
    fn all_errors_come_at_once() {
        let error = parse(quote!(PreToolUs, matcher = "[", timeout = "9h", colour = "red")).unwrap_err();
        let texts: Vec<String> = error.into_iter().map(|e| e.to_string()).collect();
        assert_eq!(texts.len(), 4, "{texts:?}");
        assert!(texts[0].contains("did you mean `PreToolUse`?"));
        assert!(texts[1].starts_with("bad matcher"));
        assert!(texts[3].contains("the keys are matcher"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (tokens, part) in [
            (quote!(), "which event?"),
            (quote!("Stop"), "an event comes first"),
            (quote!(Stop, matcher = "x"), "takes no matcher"),
            (quote!(Stop, matcher), "expected `matcher = "),
            (quote!(PreToolUse, matcher = "a", matcher = "b"), "given twice"),
            (quote!(Stop, on_error = "panic"), "is \"allow\""),
            (quote!(Stop, timeout = "5"), "not a time"),
            (quote!(Stop, timeout = "1ms"), "out of range"),
            (quote!(Stop, timeout = "99999999999999999999s"), "not a time"),
        ] {
            let error = parse(tokens.clone()).unwrap_err().to_string();
            assert!(error.contains(part), "{tokens}: {error}");
        }
    }
}
