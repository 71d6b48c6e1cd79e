//! `hookwright-lab`: runs a command beside the scripted model server in a network namespace.
//!
//! ```text
//! unshare -n  hookwright-lab offline --home DIR --script FILE --log FILE [--env K=V]… [--timeout SECONDS] -- COMMAND…
//! unshare -rn hookwright-lab offline …            (without root)
//! ```
//!
//! Exits with the command's code, 124 when it was killed at its deadline, 125 when the lab itself failed.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    match offline(std::env::args_os().skip(1).collect()) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("hookwright-lab: {error}");
            ExitCode::from(hookwright_tests::lab::FAILED)
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn offline(_arguments: Vec<OsString>) -> Result<u8, String> {
    Err("network namespaces exist on Linux only: run the live tests there".into())
}

#[cfg(target_os = "linux")]
fn offline(arguments: Vec<OsString>) -> Result<u8, String> {
    use hookwright_tests::lab::run::{Ended, run};
    use hookwright_tests::lab::script::Script;
    use hookwright_tests::lab::server::ModelServer;
    use hookwright_tests::lab::{MODEL_ADDRESS, TIMED_OUT, namespace, options};

    let options = options::parse(arguments)?;
    let script = std::fs::read_to_string(&options.script).map_err(|e| format!("{}: {e}", options.script.display()))?;
    let script = Script::from_json(&script).map_err(|e| format!("{}: {e}", options.script.display()))?;
    namespace::enter()?;
    ModelServer::start(MODEL_ADDRESS, script, &options.log)
        .map_err(|e| format!("no model server at {MODEL_ADDRESS} with the log {}: {e}", options.log.display()))?;
    let ended = run(&options.command, &options.home, &options.env, options.timeout)
        .map_err(|e| format!("{:?} cannot be run: {e}", options.command.first().unwrap_or(&OsString::new())))?;
    match ended {
        Ended::Exit(code) => Ok(u8::try_from(code).unwrap_or(u8::MAX)),
        Ended::TimedOut => {
            eprintln!("hookwright-lab: the command was killed after {} s", options.timeout.as_secs());
            Ok(TIMED_OUT)
        }
    }
}
