//! Tells a note in every configured way, and writes down what fails.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Note;
use crate::config::{Config, Run};

/// How long a command may take before it is ended: nobody else would.
const PATIENCE: Duration = Duration::from_secs(30);
/// A log that is longer begins anew.
const LONGEST_LOG: u64 = 1 << 20;

/// Starts every command that is for this note, side by side, and waits for them.
pub fn tell(note: &Note, config: &Config, log: &Log) {
    let commands = config.tell.iter().filter(|entry| entry.is_for(note.event)).map(|entry| match &entry.run {
        Run::Builtin(_) => desktop(),
        Run::Command(words) => words.clone(),
    });
    let started: Vec<_> = commands.map(|words| (start(&words, note, log), words)).collect();
    for (child, words) in started {
        let ended = child.and_then(|mut child| wait(&mut child));
        match ended {
            Ok(status) if status.success() => {}
            Ok(status) => log.write(&format!("`{}` failed: {status}", words[0])),
            Err(error) => log.write(&format!("`{}`: {error}", words[0])),
        }
    }
}

/// The command that shows a notification on this system.
fn desktop() -> Vec<String> {
    let words: &[&str] = if cfg!(target_os = "macos") {
        let script = "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run";
        &["osascript", "-e", script, "{title}", "{text}"]
    } else {
        &["notify-send", "--app-name=agent", "--", "{title}", "{text}"]
    };
    words.iter().map(ToString::to_string).collect()
}

/// Starts a command. Its words are no shell's, so nothing in a note can be one. Its complaints go to the log directly: the
/// program may be gone before it is.
fn start(words: &[String], note: &Note, log: &Log) -> io::Result<Child> {
    // In one pass: a text that holds `{title}` stays as it is.
    let filled = |word: &String| match word.as_str() {
        "{title}" => note.title.clone(),
        "{text}" => note.text.clone(),
        word => {
            word.split("{text}").map(|part| part.replace("{title}", &note.title)).collect::<Vec<_>>().join(&note.text)
        }
    };
    let mut command = Command::new(&words[0]);
    command.args(words[1..].iter().map(filled)).stdin(Stdio::piped()).stdout(Stdio::null());
    command.stderr(log.file().map_or_else(|_| Stdio::null(), Stdio::from));
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // One that does not want it has closed its end.
        let _ = input.write_all(json!({ "text": format!("{}\n{}", note.title, note.text) }).to_string().as_bytes());
    }
    Ok(child)
}

fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            return Err(io::Error::other(format!("was ended after {} s", PATIENCE.as_secs())));
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Where failures are written down.
pub struct Log(Option<PathBuf>);

impl Log {
    /// The user's own.
    pub fn of_user() -> Log {
        Log(hookwright::state_dir().map(|state| state.join("notify.log")))
    }

    /// Writes a line.
    pub fn write(&self, text: &str) {
        if self.file().and_then(|mut file| file.write_all(format!("notify: {text}\n").as_bytes())).is_err() {
            eprintln!("notify: {text}");
        }
    }

    fn file(&self) -> io::Result<File> {
        let path = self.0.as_ref().ok_or_else(|| io::Error::other("there is no home folder"))?;
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        let full = fs::metadata(path).is_ok_and(|file| file.len() > LONGEST_LOG);
        let mut options = OpenOptions::new();
        if full { options.write(true).truncate(true) } else { options.append(true) }.create(true).open(path)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use hookwright::event::Kind;

    use super::*;

    fn note(text: &str) -> Note {
        Note { event: Kind::Stop, title: "claude-code: acme".into(), text: text.into() }
    }

    /// Tells a note by these commands in a folder, and gives the log.
    fn told(commands: &[&[&str]], text: &str, dir: &tempfile::TempDir) -> String {
        let entries = commands.iter().map(|words| format!("[[tell]]\nrun = {}\n", json!(words)));
        let config: Config = toml::from_str(&entries.collect::<String>()).unwrap();
        let path = dir.path().join("state/notify.log");
        tell(&note(text), &config, &Log(Some(path.clone())));
        fs::read_to_string(path).unwrap_or_default()
    }

    #[test]
    fn a_command_gets_words_and_a_webhooks_json() {
        let dir = tempfile::tempdir().unwrap();
        let (words, json) = (dir.path().join("words"), dir.path().join("json"));
        let commands: &[&[&str]] = &[
            &["sh", "-c", "printf '%s|%s' \"$1\" \"$2\" > \"$0\"", words.to_str().unwrap(), "{title}", "say {text}"],
            &["sh", "-c", "cat > \"$0\"", json.to_str().unwrap()],
        ];
        assert_eq!(told(commands, "`x` $(y) \"z\" {title}", &dir), "");
        assert_eq!(fs::read_to_string(words).unwrap(), "claude-code: acme|say `x` $(y) \"z\" {title}");
        assert_eq!(fs::read_to_string(json).unwrap(), r#"{"text":"claude-code: acme\n`x` $(y) \"z\" {title}"}"#);
    }

    #[test]
    fn what_fails_is_written_down_and_the_others_are_told() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("told");
        let commands: &[&[&str]] = &[
            &["sh", "-c", "echo no network >&2; exit 7"],
            &["/does/not/exist"],
            &["sh", "-c", "echo yes > \"$0\"", file.to_str().unwrap()],
        ];
        let log = told(commands, "done", &dir);
        for part in ["no network", "`sh` failed: exit status: 7", "`/does/not/exist`: No such file"] {
            assert!(log.contains(part), "{part}: {log}");
        }
        assert_eq!(fs::read_to_string(file).unwrap(), "yes\n");
    }
}
