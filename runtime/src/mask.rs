//! Secrets out of what is written down.

use std::borrow::Cow;

/// How a secret of a known kind begins, and how long its rest is at least.
const KINDS: &[(&str, usize)] = &[
    // Model providers.
    ("sk-", 16),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("AIza", 30),
    ("hf_", 30),
    ("gsk_", 40),
    ("xai-", 40),
    // Code hosts and registries.
    ("ghp_", 30),
    ("gho_", 30),
    ("ghu_", 30),
    ("ghs_", 30),
    ("ghr_", 30),
    ("github_pat_", 30),
    ("glpat-", 16),
    ("npm_", 30),
    ("pypi-", 40),
    ("cio", 32),
    ("dckr_pat_", 20),
    // Clouds and services.
    ("AKIA", 16),
    ("ASIA", 16),
    ("ya29.", 20),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("xapp-", 10),
    ("SG.", 40),
    ("eyJ", 40),
];

/// Names whose value is a secret, whatever it looks like; compared without case, `-` and `_`.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "pwd",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authtoken",
    "authorization",
    "bearer",
    "credential",
    "credentials",
    "clientsecret",
    "connectionstring",
];

/// What stands for a secret.
const MASKED: &str = "[masked]";

/// The text with what looks like a secret replaced by `[masked]`: keys of known kinds, the values of names such as
/// `password` and `API_KEY`, passwords in URLs, private keys. It knows kinds, not secrets: it can miss one.
pub fn mask(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let starts_word = at == 0 || !is_word(text.as_bytes()[at - 1]);
        match if starts_word { secret(rest) } else { url_password(rest) } {
            Some((skip, length)) => {
                out.push_str(&text[done..at + skip]);
                out.push_str(MASKED);
                at += skip + length;
                done = at;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A secret that a text begins with: how much before it stays, and how long it is.
fn secret(text: &str) -> Option<(usize, usize)> {
    known_kind(text).or_else(|| named(text)).or_else(|| private_key(text)).or_else(|| url_password(text))
}

fn known_kind(text: &str) -> Option<(usize, usize)> {
    let (prefix, least) = KINDS.iter().find(|(prefix, _)| text.starts_with(prefix))?;
    let rest = &text.as_bytes()[prefix.len()..];
    let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || b"_-.".contains(b)).count();
    // Words have no digits or capitals in them: `sk-learn-contrib-packages` is no key.
    let random = rest[..length].iter().any(u8::is_ascii_digit) || rest[..length].iter().any(u8::is_ascii_uppercase);
    (length >= *least && random).then_some((prefix.len(), length))
}

/// `name = value`, `name: value`, `"name": "value"`, `--name value`, `Bearer value`.
fn named(text: &str) -> Option<(usize, usize)> {
    let length = text.bytes().take_while(|b| is_word(*b) || *b == b'-').count();
    let plain: String = text[..length].chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_lowercase();
    if !NAMES.iter().any(|name| plain == *name || (plain.len() > name.len() && plain.ends_with(name) && name.len() > 4))
    {
        return None;
    }
    let between = &text[length..];
    let gap = between.bytes().take_while(|b| b"\"'\\ \t:=".contains(b)).count();
    let said = between[..gap].bytes().any(|b| b == b':' || b == b'=') || plain == "bearer";
    let option = gap > 0 && text[..length].starts_with('-');
    if !said && !option {
        return None;
    }
    let value = &between[gap..];
    // `Authorization: Bearer x`: the word is no secret, what follows it is.
    if value.get(..7).is_some_and(|v| v.eq_ignore_ascii_case("bearer ")) {
        return None;
    }
    let ends = |c: char| c.is_whitespace() || "\"'\\,;&)}]".contains(c);
    let length_of_value = value.find(ends).unwrap_or(value.len());
    // A reference to a secret is none, and neither is an empty value.
    let reference = value.starts_with('$') || value.starts_with(MASKED);
    (length_of_value >= 4 && !reference).then_some((length + gap, length_of_value))
}

fn private_key(text: &str) -> Option<(usize, usize)> {
    let rest = text.strip_prefix("-----BEGIN ")?;
    let kind = &rest[..rest.find("-----")?];
    if !kind.ends_with("PRIVATE KEY") {
        return None;
    }
    let head = "-----BEGIN ".len() + kind.len() + "-----".len();
    let body = text[head..].find("-----END").unwrap_or(text.len() - head);
    Some((head, body))
}

/// `://user:password@host`.
fn url_password(text: &str) -> Option<(usize, usize)> {
    let rest = text.strip_prefix("://")?;
    let end = rest.find(|c: char| c.is_whitespace() || "/\"'?#".contains(c)).unwrap_or(rest.len());
    let (user, _) = rest[..end].rsplit_once('@')?;
    let (name, password) = user.split_once(':')?;
    (!password.is_empty() && !password.starts_with('$')).then_some(("://".len() + name.len() + 1, password.len()))
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn secrets_are_masked_and_nothing_else() {
        for (text, wanted) in [
            ("nothing to hide", "nothing to hide"),
            ("export OPENAI_API_KEY=sk-proj-abcDEF0123456789xyz", "export OPENAI_API_KEY=[masked]"),
            ("key sk-ant-api03-ABCDEFGH12345678 end", "key sk-[masked] end"),
            ("ghp_0123456789abcdefABCDEF0123456789abcd", "ghp_[masked]"),
            ("AKIAIOSFODNN7EXAMPLE", "AKIA[masked]"),
            ("pip install sk-learn-contrib-packages", "pip install sk-learn-contrib-packages"),
            (r#"{"password": "hunter22", "user": "me"}"#, r#"{"password": "[masked]", "user": "me"}"#),
            (r#"{\"db_password\":\"hunter22\"}"#, r#"{\"db_password\":\"[masked]\"}"#),
            ("mysql --password hunter22 db", "mysql --password [masked] db"),
            ("Authorization: Bearer abcdef123456", "Authorization: Bearer [masked]"),
            ("git clone https://me:s3cr3t@example.com/x", "git clone https://me:[masked]@example.com/x"),
            ("https://example.com:8080/@scope", "https://example.com:8080/@scope"),
            ("TOKEN=$GITHUB_TOKEN run", "TOKEN=$GITHUB_TOKEN run"),
            ("the token of the parser", "the token of the parser"),
            ("tokenizer: bpe-large", "tokenizer: bpe-large"),
            (
                "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
                "-----BEGIN RSA PRIVATE KEY-----[masked]-----END RSA PRIVATE KEY-----",
            ),
            ("-----BEGIN CERTIFICATE-----\nMIIE", "-----BEGIN CERTIFICATE-----\nMIIE"),
            ("é password=ünïcödé ü", "é password=[masked] ü"),
        ] {
            assert_eq!(mask(text), wanted, "{text}");
            assert_eq!(mask(wanted), wanted, "masked twice is masked once");
        }
    }
}
