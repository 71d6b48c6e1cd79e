//! Runs a hook program as a host does.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Starts `program hook <host> <event>` in a clean environment with `stdin`, and waits for it.
///
/// # Panics
/// The program cannot be started, which is a fault of the test.
pub fn hook(program: &Path, host: &str, event: &str, stdin: &[u8], env: &[(&str, &str)]) -> Output {
    run(program, &["hook", host, event], stdin, env)
}

/// Starts the program with any arguments.
///
/// # Panics
/// As [`hook`].
pub fn run(program: &Path, arguments: &[&str], stdin: &[u8], env: &[(&str, &str)]) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .envs(env.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    let mut pipe = child.stdin.take().expect("it was piped");
    // A program that does not read its input to the end fails here, and the test with it.
    pipe.write_all(stdin).expect("the program reads all of its standard input");
    drop(pipe);
    child.wait_with_output().expect("the program can be waited for")
}
