//! The variables by which a host's own folders move.

use serde::Deserialize;

use super::Config;
use super::check::Fault;

/// A variable whose value takes the place of a folder, and what is added to it: `CODEX_HOME`, `XDG_CONFIG_HOME/crush`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Home(String);

impl Home {
    /// As it is written.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Home {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (name, rest) = text.split_once('/').map_or((text.as_str(), None), |(name, rest)| (name, Some(rest)));
        let named = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        if named && rest.is_none_or(is_plain) {
            return Ok(Home(text));
        }
        Err(format!("`{text}` is not a variable's name, alone or with a path after it: write `NAME` or `NAME/folder`"))
    }
}

/// Whether every part of a path is a name.
fn is_plain(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// What is wrong with `homes`.
pub(super) fn check(config: &Config) -> Vec<Fault> {
    let wrong = config.homes.iter().filter_map(|(prefix, homes)| {
        let message = match prefix.strip_prefix("~/") {
            None => format!("`{prefix}` is not in the home folder: write `~/folder`"),
            Some(rest) if !is_plain(rest) => {
                format!("`{prefix}` is not a plain path: write `~/folder`, without a last `/`")
            }
            Some(_) if homes.is_empty() => "no variable".to_owned(),
            Some(_) => return None,
        };
        Some(Fault { path: vec!["config".into(), "homes".into(), prefix.clone()], message })
    });
    wrong.collect()
}
