//! The user's file: who is told of what.

use std::path::PathBuf;
use std::{env, fs, io};

use hookwright::event::Kind;
use serde::Deserialize;

/// Who is told.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    #[serde(default)]
    pub tell: Vec<Entry>,
}

/// One way to tell, and the events that it is for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    #[serde(default = "all")]
    on: Vec<On>,
    pub run: Run,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
enum On {
    Stop,
    Notification,
    PermissionRequest,
}

/// How it is told.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "`run` is \"desktop\" or a command as a list of words")]
pub enum Run {
    Builtin(Builtin),
    Command(Vec<String>),
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Builtin {
    Desktop,
}

impl Default for Config {
    /// A desktop notification of everything.
    fn default() -> Self {
        Config { tell: vec![Entry { on: all(), run: Run::Builtin(Builtin::Desktop) }] }
    }
}

fn all() -> Vec<On> {
    vec![On::Stop, On::Notification, On::PermissionRequest]
}

impl Config {
    /// The user's own; the default where there is no file.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong: the text says what, and in which line.
    pub fn of_user() -> Result<Config, String> {
        let Some(path) = path() else { return Ok(Config::default()) };
        match fs::read_to_string(&path) {
            Ok(text) => Config::parse(&text).map_err(|error| format!("{}: {error}", path.display())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Config::default()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    fn parse(text: &str) -> Result<Config, String> {
        let config: Config = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        match config.tell.iter().any(|entry| entry.run == Run::Command(Vec::new())) {
            true => Err("`run` has no words: write a command, or \"desktop\"".to_owned()),
            false => Ok(config),
        }
    }
}

impl Entry {
    /// Whether it is for this event.
    pub fn is_for(&self, kind: Kind) -> bool {
        self.on.iter().any(|on| match on {
            On::Stop => kind == Kind::Stop,
            On::Notification => kind == Kind::Notification,
            On::PermissionRequest => kind == Kind::PermissionRequest,
        })
    }
}

fn path() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("AGENT_NOTIFY_CONFIG").or_else(|| {
        let config = set("XDG_CONFIG_HOME").or_else(|| Some(env::home_dir()?.join(".config")))?;
        Some(config.join("agent-notify.toml"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_who_is_told_of_what() {
        let config =
            Config::parse("[[tell]]\nrun = \"desktop\"\n[[tell]]\non = [\"Stop\"]\nrun = [\"say\", \"{text}\"]\n");
        let config = config.unwrap();
        let told = |kind| config.tell.iter().filter(|entry| entry.is_for(kind)).count();
        assert_eq!((told(Kind::Stop), told(Kind::Notification), told(Kind::PreToolUse)), (2, 1, 0));
        assert_eq!(config.tell[1].run, Run::Command(vec!["say".into(), "{text}".into()]));
        assert!(Config::parse("").unwrap().tell.is_empty(), "an empty file is silence");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, parts) in [
            ("[[tell]]\nrun = \"desk\"\n", &["line 2", "`run` is \"desktop\" or a command"][..]),
            ("[[tell]]\nrun = []\n", &["`run` has no words"]),
            (
                "[[tell]]\non = [\"stop\"]\nrun = \"desktop\"\n",
                &["line 2", "unknown variant `stop`, expected one of `Stop`"],
            ),
            ("[[tell]]\n", &["line 1", "missing field `run`"]),
            ("[[tells]]\n", &["unknown field `tells`, expected `tell`"]),
        ] {
            let error = Config::parse(text).unwrap_err();
            for part in parts {
                assert!(error.contains(part), "{text}: {error}");
            }
        }
    }
}
