//! The grammar of `#[hook(Event, key = "value", …)]`, one for the macro and for the build scan.

use std::time::Duration;

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, Lit, LitStr, Path, Token};

use crate::matcher::Matcher;
use crate::vocab::{self, Decision, Event, Matched};

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
    /// What an `ask` becomes where the host cannot ask.
    pub ask_fallback: Fallback,
    /// What a `modify` becomes where the host cannot do it.
    pub modify_fallback: Fallback,
    /// The decisions that the handler can return, where it says so; none for a handler that decides nothing.
    pub can: Option<Vec<Decision>>,
    /// Decisions without which the hook is worth nothing.
    pub require: Vec<Decision>,
    /// Whether a host that cannot do what is required is left out; else the build fails.
    pub skip: bool,
    /// How often in a row this hook may keep an agent from stopping.
    pub max_blocks: Option<u32>,
}

/// A parsed and checked `#[native_hook("host", "event")]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeAttr {
    /// The host's id.
    pub host: String,
    /// The host's own name of the event.
    pub event: String,
}

/// Parses what stands between the parentheses of `#[native_hook(…)]`.
///
/// # Errors
/// Other than two strings, or an event that `#[hook]` has for every host.
pub fn parse_native(tokens: TokenStream) -> syn::Result<NativeAttr> {
    let parse = |input: ParseStream| {
        let wanted =
            |span| syn::Error::new(span, "write the host's id and its event, as in \"claude-code\", \"TaskCompleted\"");
        let host: LitStr = input.parse().map_err(|e| wanted(e.span()))?;
        input.parse::<Token![,]>().map_err(|e| wanted(e.span()))?;
        let event: LitStr = input.parse().map_err(|e| wanted(e.span()))?;
        input.parse::<Option<Token![,]>>()?;
        Ok((host, event))
    };
    let (host, event) = parse.parse2(tokens)?;
    let mut errors = Errors::default();
    let id = host.value();
    if id.is_empty() || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        errors.push(host.span(), format!("`{id}` is no host's id; one looks like \"claude-code\""));
    }
    let name = event.value();
    if Event::parse(&name).is_some() {
        errors.push(event.span(), format!("`{name}` is an event of every host that has it: write #[hook({name})]"));
    }
    if name.trim().is_empty() {
        errors.push(event.span(), "which event? write the host's own name of it");
    }
    errors.or(|| NativeAttr { host: id, event: name })
}

/// What becomes of a decision that the host has no reply for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fallback {
    /// A denial: nothing happens that was not wanted.
    #[default]
    Deny,
    /// An active grant.
    Allow,
    /// No opinion.
    Pass,
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
const KEYS: &[&str] =
    &["ask_fallback", "can", "else", "matcher", "max_blocks", "modify_fallback", "on_error", "require", "timeout"];

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

/// One `key = value`.
struct Pair {
    key: Ident,
    value: Lit,
}

impl Parse for Pair {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        // `else` is a keyword elsewhere.
        let key = Ident::parse_any(input)?;
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
        ask_fallback: Fallback::Deny,
        modify_fallback: Fallback::Deny,
        can: None,
        require: Vec::new(),
        skip: false,
        max_blocks: None,
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
    if attr.skip && attr.require.is_empty() {
        errors.push(path.span(), "`else` says what happens without what is required: `require = \"deny\"` is missing");
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
    if key == "max_blocks" {
        return max_blocks(attr, pair, event, errors);
    }
    let span = pair.value.span();
    let Lit::Str(text) = &pair.value else {
        return errors.push(span, format!("`{key}` is written as `{key} = \"…\"`"));
    };
    let text = text.value();
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
        "ask_fallback" => fallback(&mut attr.ask_fallback, Decision::Ask, pair, &text, event, errors),
        "modify_fallback" => fallback(&mut attr.modify_fallback, Decision::Modify, pair, &text, event, errors),
        "can" if text.trim().is_empty() => attr.can = Some(Vec::new()),
        "can" => attr.can = Some(decisions(&text, pair, event, errors)),
        "require" => attr.require = decisions(&text, pair, event, errors),
        "else" if text == "skip" => attr.skip = true,
        "else" => errors.push(span, "`else` is \"skip\": the host is left out; without it the build fails"),
        _ => {
            let hint = vocab::nearest(key, KEYS.iter().copied());
            let hint = hint.map(|k| format!("did you mean `{k}`?"));
            let hint = hint.unwrap_or_else(|| format!("the keys are {}", KEYS.join(", ")));
            errors.push(pair.key.span(), format!("there is no key `{key}`; {hint}"));
        }
    }
}

fn max_blocks(attr: &mut Attr, pair: &Pair, event: Option<Event>, errors: &mut Errors) {
    if event.is_some_and(|e| !matches!(e, Event::Stop | Event::SubagentStop)) {
        errors.push(pair.key.span(), "`max_blocks` is for Stop and SubagentStop");
    }
    let number = match &pair.value {
        Lit::Int(number) => number.base10_parse().ok().filter(|n| (1..=1000).contains(n)),
        _ => None,
    };
    match number {
        Some(number) => attr.max_blocks = Some(number),
        None => errors.push(pair.value.span(), "`max_blocks` is a number from 1 to 1000, as in `max_blocks = 3`"),
    }
}

fn fallback(
    slot: &mut Fallback,
    decision: Decision,
    pair: &Pair,
    text: &str,
    event: Option<Event>,
    errors: &mut Errors,
) {
    if let Some(event) = event.filter(|e| !e.decisions().contains(&decision)) {
        errors.push(pair.key.span(), format!("a response to `{}` cannot {}", event.name(), decision.name()));
    }
    match text {
        "deny" => *slot = Fallback::Deny,
        "allow" => *slot = Fallback::Allow,
        "none" => *slot = Fallback::Pass,
        _ => errors.push(pair.value.span(), format!("`{}` is \"deny\" (the default), \"allow\" or \"none\"", pair.key)),
    }
}

/// A list of decisions, as in `"deny, ask"`, that the event can take.
fn decisions(text: &str, pair: &Pair, event: Option<Event>, errors: &mut Errors) -> Vec<Decision> {
    let mut found = Vec::new();
    for word in text.split([',', '|']).map(str::trim).filter(|w| !w.is_empty()) {
        let allowed = event.map_or(Decision::ALL, Event::decisions);
        match allowed.iter().find(|d| d.name() == word) {
            Some(decision) => found.push(*decision),
            None => {
                let names: Vec<&str> = allowed.iter().map(|d| d.name()).collect();
                let of = event.map_or("any event".to_owned(), |e| format!("`{}`", e.name()));
                errors.push(
                    pair.value.span(),
                    format!("`{word}` is no decision of {of}; those are {}", names.join(", ")),
                );
            }
        }
    }
    if found.is_empty() && text.trim().is_empty() {
        errors.push(pair.value.span(), format!("`{}` names decisions, as in \"deny, ask\"", pair.key));
    }
    found
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
mod tests;
