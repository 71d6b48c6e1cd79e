//! The live lab from outside: its model server over TCP, and its program in a real network namespace.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use hookwright_tests::lab::server::ModelServer;
use hookwright_tests::lab::{MODEL_ADDRESS, log, script::Script};
use hookwright_tests::live;
use serde_json::{Value, json};

const SCRIPT: &str = r#"{"steps": [{"tool": ["Bash", "bash"], "input": {"command": "echo hi"}}, {"text": "done"}]}"#;

/// Set for the test that runs as a host inside the namespace.
const INSIDE: &str = "HOOKWRIGHT_LAB_INSIDE";

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lab-{name}"));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// Sends one request and reads one response: the headers, and the body by its length.
fn ask(stream: &mut TcpStream, raw: &str) -> (String, String) {
    stream.write_all(raw.as_bytes()).unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
    let mut body = vec![0; if raw.starts_with("HEAD") { 0 } else { length }];
    stream.read_exact(&mut body).unwrap();
    (head, String::from_utf8(body).unwrap())
}

fn post(path: &str, body: &Value) -> String {
    let body = body.to_string();
    format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

#[test]
fn one_connection_is_answered_again_and_again() {
    let log = folder("connection").join("log.jsonl");
    let server = ModelServer::start("127.0.0.1:0", Script::from_json(SCRIPT).unwrap(), &log).unwrap();
    let mut stream = TcpStream::connect(server.address()).unwrap();

    let first = json!({"stream": true, "tools": [{"name": "Bash"}], "messages": [{"role": "user", "content": "go"}]});
    let (head, body) = ask(&mut stream, &post("/v1/messages?beta=true", &first));
    assert!(head.contains("content-type: text/event-stream\r\n"), "{head}");
    assert!(body.starts_with("event: message_start\ndata: {"), "{body}");
    assert!(body.contains(r#""partial_json":"{\"command\":\"echo hi\"}""#), "{body}");

    let result = json!([{"type": "tool_result", "content": "hi"}]);
    let second = json!({"tools": [{"name": "Bash"}], "messages": [{"role": "user", "content": result}]});
    let (_, body) = ask(&mut stream, &post("/v1/messages", &second));
    assert!(body.contains(r#""text":"done""#), "{body}");

    let chunked = "POST /v1/chat/completions HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    let (_, body) = ask(&mut stream, chunked);
    assert!(body.contains(r#""content":"ok""#), "{body}");

    let rows = log::read(&log).unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!((rows[0].request.path.as_str(), rows[0].request.text.as_str()), ("/v1/messages?beta=true", "go"));
    assert_eq!(rows[0].request.offered, ["Bash"]);
    assert_eq!(rows[0].served, json!([{"tool": "Bash", "input": {"command": "echo hi"}}]));
    assert_eq!(rows[0].body, first);
    assert_eq!((&rows[1].request.results[..], &rows[1].served), (&["hi".to_string()][..], &json!("done")));
}

#[test]
fn what_asks_no_model_is_answered_too() {
    let log = folder("no-model").join("log.jsonl");
    let server = ModelServer::start("127.0.0.1:0", Script::from_json(SCRIPT).unwrap(), &log).unwrap();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    for (raw, status, want) in [
        ("GET /v1/models HTTP/1.1\r\n\r\n", "200", r#""id":"mock""#),
        ("GET /other HTTP/1.1\r\n\r\n", "200", "{}"),
        ("HEAD / HTTP/1.1\r\n\r\n", "200", ""),
        (&post("/v1/messages/count_tokens", &json!({})), "200", r#""input_tokens":10"#),
        (&post("/v1beta/models/m:countTokens", &json!({})), "200", r#""totalTokens":10"#),
        (&post("/telemetry", &json!({})), "200", "{"),
        ("POST /v1/messages HTTP/1.1\r\ncontent-length: 3\r\n\r\n{x}", "400", "the body is not JSON"),
        (
            "POST /v1/messages HTTP/1.1\r\ncontent-encoding: zstd\r\ncontent-length: 1\r\n\r\nx",
            "400",
            "the body is encoded as zstd",
        ),
    ] {
        let (head, body) = ask(&mut stream, raw);
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{raw}: {head}");
        assert!(body.contains(want), "{raw}: {body}");
    }
    let rows = log::read(&log).unwrap();
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| row.served.is_null()));
}

/// Runs the lab in a namespace; `None`, and a word about it, where there is none to be had.
fn offline(name: &str, options: &[&str], command: &[&str]) -> Option<(Output, PathBuf)> {
    let way = match live::isolation() {
        Ok(way) => way,
        Err(reason) => {
            eprintln!("skipped: {reason}");
            return None;
        }
    };
    let dir = folder(name);
    fs::write(dir.join("script.json"), SCRIPT).unwrap();
    let mut lab = Command::new(way[0]);
    lab.args(&way[1..]).arg(env!("CARGO_BIN_EXE_hookwright-lab")).arg("offline").arg("--home").arg(&dir);
    lab.arg("--script").arg(dir.join("script.json")).arg("--log").arg(dir.join("log.jsonl"));
    lab.args(options).arg("--").args(command).stdin(Stdio::null());
    Some((lab.output().unwrap(), dir))
}

#[test]
fn a_command_gets_a_clean_environment_and_its_code_is_passed_on() {
    let Some((out, dir)) = offline("environment", &["--env", "A=b c"], &["sh", "-c", "env; exit 3"]) else { return };
    assert_eq!(out.status.code(), Some(3), "{out:?}");
    let printed = String::from_utf8(out.stdout).unwrap();
    let mut names: Vec<&str> = printed.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    // These two the shell itself sets.
    names.retain(|name| !["PWD", "_", "SHLVL", "OLDPWD"].contains(name));
    names.sort_unstable();
    assert_eq!(names, ["A", "HOME", "LANG", "PATH", "TERM"]);
    assert!(printed.contains("A=b c\n") && printed.contains(&format!("HOME={}\n", dir.display())), "{printed}");
}

#[test]
fn a_command_reaches_the_model() {
    let client = std::env::current_exe().unwrap().display().to_string();
    let command = [&client, "--exact", "the_client_inside", "--nocapture"];
    let Some((out, dir)) = offline("model", &["--env", &format!("{INSIDE}=1")], &command) else { return };
    assert!(out.status.success(), "{out:?}");
    assert_eq!(log::read(&dir.join("log.jsonl")).unwrap()[0].request.offered, ["bash"]);
}

/// Run as the command of the test above; by itself it does nothing.
#[test]
fn the_client_inside() {
    if std::env::var_os(INSIDE).is_none() {
        return;
    }
    let mut stream = TcpStream::connect(MODEL_ADDRESS).unwrap();
    let request = json!({"tools": [{"function": {"name": "bash"}}], "messages": []});
    let (_, body) = ask(&mut stream, &post("/v1/chat/completions", &request));
    assert!(body.contains(r#""name":"bash""#), "{body}");
    let outside = TcpStream::connect_timeout(&"192.0.2.1:80".parse().unwrap(), Duration::from_secs(1));
    assert_eq!(outside.unwrap_err().kind(), std::io::ErrorKind::NetworkUnreachable);
}

#[test]
fn a_deadline_ends_the_command_and_all_it_started() {
    // The inner `sleep` is in a session of its own and holds standard output open: left alive, it would keep this
    // test waiting.
    let started = Instant::now();
    let command = ["sh", "-c", "setsid sleep 60 & echo started; sleep 60"];
    let Some((out, _)) = offline("deadline", &["--timeout", "1"], &command) else { return };
    assert_eq!((out.status.code(), out.stdout.as_slice()), (Some(124), &b"started\n"[..]));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn a_lab_that_fails_says_so_by_its_code() {
    for (arguments, want) in [
        (&["offline"][..], "--home, --script, --log"),
        (&["offline", "--home", "/", "--script", "/none", "--log", "/none", "--", "true"], "/none: "),
    ] {
        let out = Command::new(env!("CARGO_BIN_EXE_hookwright-lab")).args(arguments).output().unwrap();
        assert_eq!(out.status.code(), Some(125), "{arguments:?}");
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(said.starts_with("hookwright-lab: ") && said.contains(want), "{arguments:?}: {said}");
    }
    let Some((out, _)) = offline("missing", &[], &["/none/such"]) else { return };
    assert_eq!(out.status.code(), Some(125), "{out:?}");
}
