//! The command line of `hookwright-lab`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// What `hookwright-lab offline` was asked to do.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// The command's HOME.
    pub home: PathBuf,
    /// The script file.
    pub script: PathBuf,
    /// The log file; what is there is overwritten.
    pub log: PathBuf,
    /// What the command's environment has besides HOME, PATH, LANG and TERM.
    pub env: Vec<(String, String)>,
    /// When the command is killed.
    pub timeout: Duration,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

const USAGE: &str = "usage: hookwright-lab offline --home DIR --script FILE --log FILE [--env K=V]… \
                     [--timeout SECONDS] -- COMMAND…";

/// Reads the arguments that follow the program's name.
///
/// # Errors
/// Something is missing, unknown or of the wrong form: the text names it and the usage.
pub fn parse(arguments: Vec<OsString>) -> Result<Options, String> {
    let mut arguments = arguments.into_iter();
    if arguments.next().is_none_or(|verb| verb != "offline") {
        return Err(USAGE.into());
    }
    let (mut home, mut script, mut log) = (None, None, None);
    let mut env = Vec::new();
    let mut timeout = Duration::from_secs(120);
    while let Some(option) = arguments.next() {
        let option = option.to_string_lossy().into_owned();
        if option == "--" {
            break;
        }
        let value = arguments.next().ok_or_else(|| format!("{option} needs a value\n{USAGE}"))?;
        match option.as_str() {
            "--home" => home = Some(PathBuf::from(value)),
            "--script" => script = Some(PathBuf::from(value)),
            "--log" => log = Some(PathBuf::from(value)),
            "--env" => env.push(pair(&value)?),
            "--timeout" => timeout = seconds(&value)?,
            _ => return Err(format!("{option} is not an option\n{USAGE}")),
        }
    }
    let command: Vec<OsString> = arguments.collect();
    match (home, script, log) {
        (Some(home), Some(script), Some(log)) if !command.is_empty() => {
            Ok(Options { home, script, log, env, timeout, command })
        }
        _ => Err(format!("--home, --script, --log and a command after -- are needed\n{USAGE}")),
    }
}

fn pair(value: &OsString) -> Result<(String, String), String> {
    let text = value.to_str().ok_or_else(|| format!("--env {value:?} is not UTF-8"))?;
    let (key, value) = text.split_once('=').ok_or_else(|| format!("--env {text:?} is not of the form K=V"))?;
    Ok((key.into(), value.into()))
}

fn seconds(value: &OsString) -> Result<Duration, String> {
    let seconds = value.to_str().and_then(|text| text.parse().ok());
    seconds.map(Duration::from_secs).ok_or_else(|| format!("--timeout {value:?} is not a number of seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Options, String> {
        parse(line.split(' ').map(OsString::from).collect())
    }

    #[test]
    fn a_full_line_is_read() {
        let line = "offline --home h --script s --log l --env A=b=c --env D= --timeout 7 -- sh -c true";
        let want = Options {
            home: "h".into(),
            script: "s".into(),
            log: "l".into(),
            env: vec![("A".into(), "b=c".into()), ("D".into(), String::new())],
            timeout: Duration::from_secs(7),
            command: vec!["sh".into(), "-c".into(), "true".into()],
        };
        assert_eq!(parsed(line), Ok(want));
    }

    #[test]
    fn a_wrong_line_says_what_is_wrong() {
        for (line, want) in [
            ("", "usage:"),
            ("online", "usage:"),
            ("offline --home", "--home needs a value"),
            ("offline --hom x", "--hom is not an option"),
            ("offline --env AB -- true", "--env \"AB\" is not of the form K=V"),
            ("offline --timeout soon -- true", "--timeout \"soon\" is not a number of seconds"),
            ("offline --home h --script s --log l --", "a command after -- are needed"),
            ("offline --home h -- true", "--home, --script, --log"),
        ] {
            let error = parsed(line).unwrap_err();
            assert!(error.contains(want), "{line}: {error}");
        }
    }
}
