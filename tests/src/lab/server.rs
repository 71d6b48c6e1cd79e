//! The model server: hears HTTP on loopback, a thread for each connection, and answers as the script says.

use std::io::{self, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};

use super::http::{self, Request, Response};
use super::log::{Log, ModelRequest, Row};
use super::protocol::{Event, Protocol, Reply};
use super::script::Script;

/// A running server. It runs until its process ends.
#[derive(Debug)]
pub struct ModelServer {
    address: SocketAddr,
}

struct Model {
    script: Script,
    log: Log,
}

impl ModelServer {
    /// Starts to answer at `address` (port 0: any free one) by `script`, and to log every request to the file `log`.
    ///
    /// # Errors
    /// The address is taken, or the log cannot be written.
    pub fn start(address: impl ToSocketAddrs, script: Script, log: &Path) -> io::Result<ModelServer> {
        let model = Arc::new(Model { script, log: Log::create(log)? });
        let listener = TcpListener::bind(address)?;
        let server = ModelServer { address: listener.local_addr()? };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let model = Arc::clone(&model);
                thread::spawn(move || {
                    if let Err(error) = converse(&model, stream) {
                        // A host that hangs up in the middle is its own affair; the rest is worth a line.
                        if error.kind() == io::ErrorKind::InvalidData {
                            eprintln!("model server: {error}");
                        }
                    }
                });
            }
        });
        Ok(server)
    }

    /// Where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Answers the requests of one connection until the client closes it.
fn converse(model: &Model, stream: TcpStream) -> io::Result<()> {
    let mut to = stream.try_clone()?;
    let mut from = BufReader::new(stream);
    while let Some(request) = http::read(&mut from, &mut to)? {
        let (row, response) = answer(&model.script, &request);
        model.log.append(&row)?;
        match request.method.as_str() {
            "HEAD" => http::write_head(&mut to, &response)?,
            _ => http::write(&mut to, &response)?,
        }
    }
    Ok(())
}

fn answer(script: &Script, request: &Request) -> (Row, Response) {
    let mut row = Row {
        request: ModelRequest { path: request.target.clone(), ..ModelRequest::default() },
        served: Value::Null,
        body: Value::Null,
    };
    if request.method == "GET" || request.method == "HEAD" {
        let reply = if request.path().contains("/models") { models() } else { json!({}) };
        return (row, json_response(200, &reply));
    }
    row.body = match parse(request) {
        Ok(body) => body,
        Err(error) => {
            row.body = Value::from(String::from_utf8_lossy(&request.body));
            return (row, json_response(400, &json!({"error": {"type": "invalid_request_error", "message": error}})));
        }
    };
    let Some(protocol) = Protocol::of_path(request.path()) else {
        // Token counts are asked for under both names; telemetry and the like is content with any object.
        return (row, json_response(200, &json!({"input_tokens": 10, "totalTokens": 10})));
    };
    let prompt = protocol.read(&row.body);
    let served = script.serve(&prompt.offered, prompt.results.len());
    let reply = protocol.reply(request.path(), &row.body, &served);
    row.served = served.to_json();
    row.request = ModelRequest {
        path: request.target.clone(),
        offered: prompt.offered,
        results: prompt.results,
        text: prompt.text,
    };
    (row, response(reply))
}

fn parse(request: &Request) -> Result<Value, String> {
    if let Some(encoding) = request.header("content-encoding").filter(|encoding| *encoding != "identity") {
        return Err(format!("the body is encoded as {encoding}: send it as it is"));
    }
    if request.body.is_empty() {
        return Ok(json!({}));
    }
    serde_json::from_slice(&request.body).map_err(|e| format!("the body is not JSON: {e}"))
}

fn response(reply: Reply) -> Response {
    match reply {
        Reply::Whole(value) => json_response(200, &value),
        Reply::Stream(events) => {
            let body = events.iter().map(event_text).collect::<String>().into_bytes();
            Response { status: 200, content_type: "text/event-stream", body }
        }
    }
}

fn event_text(event: &Event) -> String {
    match event.name {
        Some(name) => format!("event: {name}\ndata: {}\n\n", event.data),
        None => format!("data: {}\n\n", event.data),
    }
}

fn json_response(status: u16, value: &Value) -> Response {
    // Whoever reads a document a line waits for the line's end.
    Response { status, content_type: "application/json", body: format!("{value}\n").into_bytes() }
}

/// A list of one model, under the keys of every protocol.
fn models() -> Value {
    let model = json!({
        "id": "mock", "name": "models/mock", "display_name": "mock", "type": "model", "object": "model",
        "created": 0, "owned_by": "mock", "context_window": 200_000,
    });
    json!({"object": "list", "data": [model], "models": [model], "has_more": false})
}
