//! HTTP/1.1 on a stream, as far as a model server needs it: bodies with a length and chunked ones, connections that
//! stay open.

use std::io::{self, BufRead, Read, Write};

/// A request as it came.
#[derive(Debug, PartialEq)]
pub struct Request {
    /// `GET`, `POST`, `HEAD` …
    pub method: String,
    /// The target with its query.
    pub target: String,
    /// Name (lower case) and value.
    pub headers: Vec<(String, String)>,
    /// The body with its transfer encoding undone; its content encoding stands.
    pub body: Vec<u8>,
}

/// A response whose body is known whole. An event stream is one too: the script leaves nothing to wait for.
#[derive(Debug, PartialEq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The `content-type` header.
    pub content_type: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// The value of a header, by its lower-case name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The target without its query.
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }
}

/// Reads the next request of a connection; `None` when the client has closed it.
///
/// `interim` is where a client that waits for leave to send its body (`expect: 100-continue`) gets it.
///
/// # Errors
/// The connection broke, or what came is not HTTP/1.1: the text says what.
pub fn read(from: &mut impl BufRead, interim: &mut impl Write) -> io::Result<Option<Request>> {
    let first = line(from)?;
    if first.is_empty() {
        return Ok(None);
    }
    let mut words = first.split(' ');
    let (Some(method), Some(target), Some(_version)) = (words.next(), words.next(), words.next()) else {
        return Err(invalid(format!("{first:?} is not a request line")));
    };
    let mut request = Request { method: method.into(), target: target.into(), headers: headers(from)?, body: vec![] };
    if request.header("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue")) {
        interim.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    request.body = body(from, &request)?;
    Ok(Some(request))
}

/// Writes a response.
///
/// # Errors
/// The connection broke.
pub fn write(to: &mut impl Write, response: &Response) -> io::Result<()> {
    write_head(to, response)?;
    to.write_all(&response.body)?;
    to.flush()
}

/// Writes a response without its body, as the answer to `HEAD` is.
///
/// # Errors
/// The connection broke.
pub fn write_head(to: &mut impl Write, response: &Response) -> io::Result<()> {
    let Response { status, content_type, body } = response;
    let reason = if *status < 400 { "OK" } else { "Error" };
    let length = body.len();
    write!(to, "HTTP/1.1 {status} {reason}\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\n\r\n")?;
    to.flush()
}

fn headers(from: &mut impl BufRead) -> io::Result<Vec<(String, String)>> {
    let mut headers = Vec::new();
    loop {
        let header = line(from)?;
        if header.is_empty() {
            return Ok(headers);
        }
        let (name, value) = header.split_once(':').ok_or_else(|| invalid(format!("{header:?} is not a header")))?;
        headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
    }
}

fn body(from: &mut impl BufRead, request: &Request) -> io::Result<Vec<u8>> {
    if request.header("transfer-encoding").is_some_and(|value| value.to_ascii_lowercase().contains("chunked")) {
        return chunks(from);
    }
    let Some(length) = request.header("content-length") else { return Ok(vec![]) };
    let length = length.parse().map_err(|_| invalid(format!("content-length {length:?} is not a number")))?;
    exactly(from, length)
}

fn chunks(from: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let size = line(from)?;
        // After a `;` may stand extensions, which mean nothing here.
        let digits = size.split(';').next().unwrap_or_default().trim();
        let length =
            u64::from_str_radix(digits, 16).map_err(|_| invalid(format!("{size:?} is not the size of a chunk")))?;
        if length == 0 {
            headers(from)?;
            return Ok(body);
        }
        body.extend(exactly(from, length)?);
        line(from)?;
    }
}

/// Grows with what really comes, so a false length costs no memory.
fn exactly(from: &mut impl BufRead, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != length {
        return Err(invalid(format!("the body ends after {} of {length} bytes", bytes.len())));
    }
    Ok(bytes)
}

/// One line without its line break; empty at the end of the stream.
fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    from.read_line(&mut line)?;
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok(line)
}

fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(raw: &str) -> io::Result<Option<Request>> {
        read(&mut raw.as_bytes(), &mut Vec::new())
    }

    #[test]
    fn bodies_are_read_by_length_and_by_chunks() {
        for (raw, want) in [
            ("GET /v1/models?a=b HTTP/1.1\r\nHost: x\r\n\r\n", ""),
            ("POST /v1/models HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcdef", "abc"),
            (
                "POST /v1/models HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
                "abcde",
            ),
        ] {
            let request = one(raw).unwrap().unwrap();
            assert_eq!(
                (request.path(), String::from_utf8_lossy(&request.body).as_ref()),
                ("/v1/models", want),
                "{raw}"
            );
        }
        assert_eq!(one("").unwrap(), None);
    }

    #[test]
    fn what_is_not_http_is_named() {
        for (raw, want) in [
            ("hello\r\n\r\n", "\"hello\" is not a request line"),
            ("GET / HTTP/1.1\r\nhello\r\n\r\n", "\"hello\" is not a header"),
            ("POST / HTTP/1.1\r\ncontent-length: many\r\n\r\n", "content-length \"many\" is not a number"),
            ("POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\nabc", "the body ends after 3 of 9 bytes"),
            ("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", "\"zz\" is not the size of a chunk"),
        ] {
            assert_eq!(one(raw).unwrap_err().to_string(), want, "{raw}");
        }
    }

    #[test]
    fn a_client_that_waits_is_told_to_go_on() {
        let raw = "POST / HTTP/1.1\r\nexpect: 100-continue\r\ncontent-length: 1\r\n\r\na";
        let mut interim = Vec::new();
        read(&mut raw.as_bytes(), &mut interim).unwrap();
        assert_eq!(interim, b"HTTP/1.1 100 Continue\r\n\r\n");
    }

    #[test]
    fn a_response_carries_its_length() {
        let response = Response { status: 200, content_type: "text/plain", body: b"abc".to_vec() };
        let mut wire = Vec::new();
        write(&mut wire, &response).unwrap();
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 3\r\n\r\n";
        assert_eq!(String::from_utf8(wire).unwrap(), format!("{head}abc"));
        let mut wire = Vec::new();
        write_head(&mut wire, &response).unwrap();
        assert_eq!(String::from_utf8(wire).unwrap(), head);
    }
}
