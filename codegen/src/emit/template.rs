//! The part of Handlebars that module templates use, so that a build of a user's crate does not wait for all of it: the
//! library and what it needs took two fifths of one.
//!
//! | tag | gives |
//! |---|---|
//! | `{{name}}` | the value, a text as it is |
//! | `{{json name}}` | the value as a literal, right in TypeScript and in JSON |
//! | `{{#if x}} … {{else if y}} … {{else}} … {{/if}}`, `{{#unless x}} … {{/unless}}` | one of the texts |
//! | `{{> name}}` | a partial |
//! | `{{!-- … --}}` | nothing |
//!
//! A condition is a name, or `(any object "Key" …)`, `(eq a b)`, `(and a b …)`, `(or a b …)`, `(not a)`. A tag that is no value
//! and stands alone on its line takes the line with it.

use serde_json::Value;

enum Part<'t> {
    Text(&'t str),
    Value(&'t str),
    Json(&'t str),
    Partial(&'t str),
    /// Conditions with what they guard; the first that holds counts.
    Choice(Vec<(Term<'t>, Vec<Part<'t>>)>),
}

enum Term<'t> {
    Name(&'t str),
    Text(&'t str),
    Always,
    Call(&'t str, Vec<Term<'t>>),
}

/// Renders `template` over `context`; `partials` are `(name, text)` pairs that it may include.
///
/// # Errors
/// What is wrong, and in which line.
pub(super) fn render(template: &str, partials: &[(&str, &str)], context: &Value) -> Result<String, String> {
    let parsed: Result<Vec<_>, String> = partials
        .iter()
        .map(|(name, text)| Ok((*name, parse(text).map_err(|e| format!("partial `{name}`: {e}"))?)))
        .collect();
    let mut out = String::with_capacity(2 * template.len());
    write(&parse(template)?, &parsed?, context, &mut out)?;
    Ok(out)
}

fn write(parts: &[Part], partials: &[(&str, Vec<Part>)], context: &Value, out: &mut String) -> Result<(), String> {
    let value = |name: &str| lookup(context, name).ok_or_else(|| format!("there is no `{name}` in the context"));
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Value(name) => match value(name)? {
                Value::String(text) => out.push_str(text),
                other => out.push_str(&other.to_string()),
            },
            Part::Json(name) => out.push_str(&value(name).map_err(|e| format!("json: {e}"))?.to_string()),
            Part::Partial(name) => {
                let found = partials.iter().find(|(n, _)| n == name);
                let (_, parts) = found.ok_or_else(|| format!("there is no partial `{name}`"))?;
                write(parts, partials, context, out)?;
            }
            Part::Choice(arms) => {
                for (condition, parts) in arms {
                    if is_true(&evaluate(condition, context)?) {
                        write(parts, partials, context, out)?;
                        break;
                    }
                }
            }
        }
    }
    Ok(())
}

fn lookup<'v>(context: &'v Value, name: &str) -> Option<&'v Value> {
    name.split('.').try_fold(context, |value, key| value.get(key))
}

/// A name that the context does not have is `null`: a host's file leaves out the options that it does not need.
fn evaluate(term: &Term, context: &Value) -> Result<Value, String> {
    let (name, terms) = match term {
        Term::Name(name) => return Ok(lookup(context, name).cloned().unwrap_or_default()),
        Term::Text(text) => return Ok((*text).into()),
        Term::Always => return Ok(true.into()),
        Term::Call(name, terms) => (*name, terms),
    };
    let values: Vec<Value> = terms.iter().map(|t| evaluate(t, context)).collect::<Result<_, _>>()?;
    Ok(match (name, values.as_slice()) {
        ("any", [Value::Object(object), keys @ ..]) => {
            keys.iter().any(|k| k.as_str().is_some_and(|k| object.contains_key(k)))
        }
        ("eq", [a, b]) => a == b,
        ("and", values) => values.iter().all(is_true),
        ("or", values) => values.iter().any(is_true),
        ("not", [value]) => !is_true(value),
        _ => return Err(format!("`{name}` is no function of {} such values", values.len())),
    }
    .into())
}

fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(b) => *b,
        Value::Number(n) => n.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(map) => !map.is_empty(),
    }
}

/// An open block: its word, and the arms that were closed before the one that is being filled.
struct Block<'t> {
    word: &'t str,
    line: usize,
    arms: Vec<(Term<'t>, Vec<Part<'t>>)>,
    condition: Term<'t>,
    before: Vec<Part<'t>>,
}

fn parse(template: &str) -> Result<Vec<Part<'_>>, String> {
    let mut open: Vec<Block> = Vec::new();
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(found) = template[at..].find("{{") {
        let start = at + found;
        let line = template[..start].matches('\n').count() + 1;
        let fault = |what: &str| format!("line {line}: {what}");
        let (opening, closing) = if template[start..].starts_with("{{!--") { (5, "--}}") } else { (2, "}}") };
        let inside = start + opening;
        let length = template[inside..].find(closing).ok_or_else(|| fault("a tag is not closed"))?;
        let tag = template[inside..inside + length].trim();
        let end = inside + length + closing.len();
        let is_comment = opening == 5 || tag.starts_with('!');
        let is_value = !is_comment && !tag.starts_with(['#', '/', '>']) && tag != "else" && !tag.starts_with("else ");
        let (text_end, next) = if is_value { (start, end) } else { alone(template, start, end) };
        parts.push(Part::Text(&template[at.min(text_end)..text_end]));
        at = next;
        if is_comment {
            continue;
        }
        if let Some(block) = tag.strip_prefix('#') {
            let (word, rest) = block.split_once(char::is_whitespace).unwrap_or((block, ""));
            let condition = terms(rest).and_then(|mut t| (t.len() == 1).then(|| t.pop()).flatten());
            let condition = condition.ok_or_else(|| fault(&format!("`{word}` wants one condition")))?;
            let condition = match word {
                "if" => condition,
                "unless" => Term::Call("not", vec![condition]),
                _ => return Err(fault(&format!("there is no block `{word}`"))),
            };
            open.push(Block { word, line, arms: Vec::new(), condition, before: std::mem::take(&mut parts) });
        } else if let Some(word) = tag.strip_prefix('/') {
            let mut block =
                open.pop().filter(|b| b.word == word).ok_or_else(|| fault(&format!("`{word}` is not open")))?;
            block.arms.push((block.condition, std::mem::replace(&mut parts, block.before)));
            parts.push(Part::Choice(block.arms));
        } else if let Some(rest) = tag.strip_prefix("else").filter(|_| !is_value) {
            let block = open.last_mut().ok_or_else(|| fault("`else` outside of a block"))?;
            let next = match rest.trim() {
                "" => Some(Term::Always),
                rest => rest.strip_prefix("if").and_then(terms).and_then(|mut t| t.pop()),
            };
            let next = next.ok_or_else(|| fault("`else` takes nothing, or `if` and a condition"))?;
            block.arms.push((std::mem::replace(&mut block.condition, next), std::mem::take(&mut parts)));
        } else if let Some(name) = tag.strip_prefix('>') {
            parts.push(Part::Partial(name.trim()));
        } else {
            parts.push(match tag.split_once(char::is_whitespace) {
                None => Part::Value(tag),
                Some(("json", name)) => Part::Json(name.trim()),
                Some((word, _)) => return Err(fault(&format!("there is no helper `{word}`"))),
            });
        }
    }
    if let Some(block) = open.pop() {
        return Err(format!("line {}: `{}` is not closed", block.line, block.word));
    }
    parts.push(Part::Text(&template[at..]));
    Ok(parts)
}

/// Where the text before a tag ends and the text after it begins: without the line that it stands alone on.
fn alone(template: &str, start: usize, end: usize) -> (usize, usize) {
    let line_start = template[..start].rfind('\n').map_or(0, |n| n + 1);
    let line_end = template[end..].find('\n').map_or(template.len(), |n| end + n + 1);
    let blank = |text: &str| text.trim().is_empty();
    match blank(&template[line_start..start]) && blank(&template[end..line_end]) {
        true => (line_start, line_end),
        false => (start, end),
    }
}

/// Terms up to the end or a closing parenthesis; `None` when they do not read.
fn terms(text: &str) -> Option<Vec<Term<'_>>> {
    let (terms, rest) = some_terms(text)?;
    rest.is_empty().then_some(terms)
}

fn some_terms(mut text: &str) -> Option<(Vec<Term<'_>>, &str)> {
    let mut terms = Vec::new();
    loop {
        text = text.trim_start();
        let Some(first) = text.chars().next() else { return Some((terms, text)) };
        let term = match first {
            ')' => return Some((terms, text)),
            '(' => {
                let (mut inner, rest) = some_terms(&text[1..])?;
                text = rest.strip_prefix(')')?;
                if inner.is_empty() {
                    return None;
                }
                let Term::Name(function) = inner.remove(0) else { return None };
                Term::Call(function, inner)
            }
            '"' => {
                let (literal, rest) = text[1..].split_once('"')?;
                text = rest;
                Term::Text(literal)
            }
            _ => {
                let end = text.find(|c: char| c.is_whitespace() || "()\"".contains(c)).unwrap_or(text.len());
                let name = &text[..end];
                text = &text[end..];
                Term::Name(name)
            }
        };
        terms.push(term);
    }
}
