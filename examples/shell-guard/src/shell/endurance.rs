//! Texts meant to break the analyzer: random, unbalanced, deep and long ones.

use std::thread::Builder;
use std::time::Duration;

use crate::verdict::{Rule, Scene, judge};

const SCENE: Scene<'static> = Scene { project: None, cwd: None, home: None };

/// Pieces that mean something to a shell.
const PIECES: &[&str] = &[
    "rm",
    " -rf ",
    "/",
    " ",
    "\n",
    ";",
    "&&",
    "||",
    "|",
    "&",
    "(",
    ")",
    "{",
    "}",
    "$(",
    "${",
    "$((",
    "))",
    "`",
    "'",
    "\"",
    "\\",
    "<<EOF",
    "<<'E'",
    "<<-",
    "<<<",
    "EOF\n",
    "E\n",
    "<(",
    ">(",
    ">",
    "2>&1",
    "if ",
    "then ",
    "fi",
    "case ",
    "in ",
    "esac",
    ";;",
    "for x ",
    "do ",
    "done",
    "function f",
    "[[",
    "]]",
    "eval ",
    "sh -c ",
    "xargs ",
    "find ",
    "-exec ",
    "a=",
    "=(",
    "!(",
    "{a,b}",
    "$x",
    "$'\\x",
    ":-",
    "~",
    "*",
    "#",
    "cd ",
    "sudo ",
    "curl",
    "echo ",
    "dd of=",
    "git push ",
    "+",
    "\u{0}",
    "é",
    "\r\n",
    "Remove-Item ",
    "-Recurse ",
    "C:\\",
    "$env:",
    "iex ",
    "@\"",
    "^",
    "%",
    "\t",
    "coproc ",
];

/// A generator of numbers, so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides
    }
}

#[test]
fn any_text_is_read_to_its_end() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for round in 0..5_000 {
        let bytes: Vec<u8> = (0..dice.roll(60)).map(|_| u8::try_from(dice.roll(256)).unwrap_or(0)).collect();
        judge(&String::from_utf8_lossy(&bytes), &SCENE);
        let pieces: String = (0..dice.roll(40)).map(|_| PIECES[dice.roll(PIECES.len())]).collect();
        judge(&pieces, &SCENE);
        if round % 50 == 0 {
            let ends = pieces.char_indices().map(|(at, _)| at);
            ends.for_each(|at| drop((judge(&pieces[..at], &SCENE), judge(&pieces[at..], &SCENE))));
        }
    }
}

/// The time to judge a text of about this many bytes made of one piece.
fn time(piece: &str, end: &str, bytes: usize) -> Duration {
    let text = piece.repeat(bytes / piece.len()) + end;
    let start = clock();
    judge(&text, &SCENE);
    clock().saturating_sub(start)
}

/// The time that this thread has run: on a busy machine others take theirs in between.
#[cfg(unix)]
fn clock() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: it writes to the place that it is given.
    assert_eq!(unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) }, 0);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn clock() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[test]
fn time_grows_with_the_length_and_no_faster() {
    let mut pieces: Vec<(&str, &str)> = PIECES.iter().map(|piece| (*piece, "")).collect();
    pieces.extend([
        ("a ", ""),
        ("echo \"a b\" 'c' $d; ", ""),
        ("$(echo ", ""),
        ("\"$(", ""),
        ("(cd x; ", ""),
        ("a=1 (b) ", ""),
        ("a | ", ""),
        ("sh | ", ""),
        ("echo x | xargs echo; ", ""),
        ("xargs ", ""),
        ("sudo env ", "rm"),
        ("eval ", "rm"),
        ("trap ", "rm"),
        ("{a,b}", ""),
        ("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b} ", ""),
        ("{a,", ""),
        ("x+(", ""),
        ("${a:-", ""),
        ("a=$a$a$a; ", ""),
        ("cat <<A\n", ""),
        ("cat <<A\n$(", ""),
        ("<<A ", "\nA\n"),
        ("../", ""),
        ("a/../", ""),
        ("rm -rf a ", ""),
        ("case x in a) ", ""),
        ("if a; then ", ""),
        ("function f ", ""),
        ("\\\n", ""),
        ("a=(b=", ""),
        ("find a -exec rm {} ; ", ""),
        ("\"$a $b\"", ""),
        ("echo $(echo \"$a $b", "\")"),
        ("irm x | iex; ", ""),
        ("powershell -c ", "x"),
        ("a || ", ""),
        ("[[ ", ""),
        ("for i in a b; do ", ""),
        ("$((1+", ""),
    ]);
    for (piece, end) in pieces {
        let (short, long) = (time(piece, end, 1 << 12), time(piece, end, 1 << 16));
        let limit = (short * 16 * 6).max(Duration::from_secs(1));
        assert!(long < limit, "{piece:?}: {short:?} for 4 KB, {long:?} for 64 KB");
    }
}

#[test]
fn a_megabyte_is_no_trouble() {
    for piece in ["echo \"a b\" 'c' $d; ", "a ", "'", "\"$x", "x\n", "<<EOF ", "rm -rf a/../", "é\\"] {
        let taken = time(piece, "", 1 << 20);
        assert!(taken < Duration::from_secs(10), "{piece:?}: {taken:?}");
    }
}

#[test]
fn the_stack_is_enough_for_the_deepest_text() {
    for (open, close) in
        [("(", ")"), ("$(", ")"), ("\"$(", ")\""), ("echo ${a:-$(", ")}"), ("if a; then ", "; fi"), ("x <(", ")")]
    {
        let mut text = "rm -rf /srv".to_owned();
        for level in 0..8 {
            text = format!("{}bash <<E{level}\n{text}\nE{level}\n{}", open.repeat(22), close.repeat(22));
        }
        // The main thread has this much on Windows.
        let thread = Builder::new().stack_size(1 << 20).spawn(move || judge(&text, &SCENE)).expect("a thread starts");
        assert!(thread.join().is_ok(), "{open}");
    }
}

#[test]
fn values_that_grow_are_given_up() {
    let mut command = "a=xxxxxxxxxxxxxxxx; ".to_owned();
    for _ in 0..40 {
        command.push_str("a=\"$a$a\"; eval \"$a; $a\"; ");
    }
    command.push_str("X='eval \"$X\"; eval \"$X\"; eval \"$X\"; eval \"$X\"'; eval \"$X\"; rm -rf /");
    let start = clock();
    assert_eq!(judge(&command, &SCENE).map(|finding| finding.rule), Some(Rule::RecursiveDelete));
    let taken = clock().saturating_sub(start);
    assert!(taken < Duration::from_secs(5), "{taken:?}");
}

#[test]
fn commands_are_found_in_long_and_deep_texts() {
    let long = "echo \"a\" b; ".repeat(50_000) + "rm -rf /";
    let deep = "(".repeat(5_000) + "rm -rf /";
    let nested = "if a; then ".repeat(5_000) + "rm -rf /";
    for text in [long, deep, nested] {
        assert!(judge(&text, &SCENE).is_some(), "{} bytes", text.len());
    }
}
