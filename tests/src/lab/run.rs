//! Runs a host: a clean environment, no standard input, a deadline, and nothing of it left behind.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// How the command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With this exit code; 128 + N where signal N ended it, as a shell says it.
    Exit(i32),
    /// It was killed at its deadline.
    TimedOut,
}

/// How often a running process is looked at.
const TICK: Duration = Duration::from_millis(20);

/// How long killed processes may take to be gone.
const GRACE: Duration = Duration::from_secs(5);

/// Runs `command` with HOME, this process's PATH, LANG, TERM and `env` as its whole environment, waits `timeout` for
/// it, and kills every process that it leaves behind.
///
/// # Errors
/// The program cannot be started.
pub fn run(command: &[OsString], home: &Path, env: &[(String, String)], timeout: Duration) -> io::Result<Ended> {
    let [program, arguments @ ..] = command else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command to run"));
    };
    adopt_orphans();
    let child = Command::new(program)
        .args(arguments)
        .env_clear()
        .env("HOME", home)
        .env("PATH", std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into()))
        .env("LANG", "C.UTF-8")
        .env("TERM", "xterm-256color")
        .envs(env.iter().map(|(key, value)| (key, value)))
        .stdin(Stdio::null())
        .process_group(0)
        .spawn()?;
    let ended = wait(child, timeout);
    kill_the_rest();
    ended
}

fn wait(mut child: Child, timeout: Duration) -> io::Result<Ended> {
    let deadline = Instant::now() + timeout;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ended::Exit(code(status)));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(Ended::TimedOut);
        }
        thread::sleep(TICK);
    }
}

fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

/// Makes this process the parent of those whose own parent ends. A host's tools run in sessions of their own, so
/// killing its process group would miss them.
fn adopt_orphans() {
    // SAFETY: plain arguments. Where it fails, a stray process outlives the lab, no more.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
}

/// Kills the children of this process until it has none: the children of a killed one become its own.
fn kill_the_rest() {
    let deadline = Instant::now() + GRACE;
    while Instant::now() < deadline {
        for pid in children() {
            // SAFETY: plain arguments; the pid is that of a child not yet waited for, so it names no other process.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        // SAFETY: a null status pointer is allowed.
        match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } {
            -1 => return,
            0 => thread::sleep(TICK),
            _reaped => {}
        }
    }
}

fn children() -> Vec<libc::pid_t> {
    let Ok(tasks) = fs::read_dir("/proc/self/task") else { return vec![] };
    let lists = tasks.flatten().filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()).collect()
}
