//! Bodies of requests: how they are read, and how their memory is counted.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, header};
use hyper::body::{Frame, SizeHint};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa::ToSchema;

use super::error::{Rejection, Result};
use crate::serve::codes;
use engine::locale::Locale;
use engine::problem::{Code, Problem, quoted};
use engine::value::Value;

/// Memory for bodies and documents, in KiB.
#[derive(Clone)]
pub struct Buffers {
    free: Arc<Semaphore>,
}

/// Bytes in memory that are accounted for until this is dropped.
pub struct HeldBytes {
    pub bytes: Bytes,
    permit: Option<OwnedSemaphorePermit>,
}

impl Buffers {
    /// Buffers with room for `bytes` bytes.
    pub fn new(bytes: u64) -> Self {
        let kib = usize::try_from(bytes >> 10).unwrap_or(usize::MAX);
        Self { free: Arc::new(Semaphore::new(kib.clamp(1, Semaphore::MAX_PERMITS))) }
    }

    /// Takes room for bytes.
    ///
    /// # Errors
    /// `overloaded` when there is no room.
    fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit> {
        self.take_more(0, bytes)
    }

    /// Takes room for bytes that come after those before, of which the last may fill no whole KiB.
    fn take_more(&self, before: usize, bytes: usize) -> Result<OwnedSemaphorePermit> {
        let kib = (before + bytes).div_ceil(1024) - before.div_ceil(1024);
        let kib = u32::try_from(kib).unwrap_or(u32::MAX);
        let taken = Arc::clone(&self.free).try_acquire_many_owned(kib);
        taken.map_err(|_| Rejection::overloaded())
    }

    /// Accounts for bytes that are there.
    ///
    /// # Errors
    /// `overloaded` when there is no room.
    pub fn hold(&self, bytes: Bytes) -> Result<HeldBytes> {
        let permit = Some(self.take(bytes.len())?);
        Ok(HeldBytes { bytes, permit })
    }

    /// Reads a body of JSON, of at most `limit` bytes, within a time.
    ///
    /// # Errors
    /// `unsupportedMediaType`, `bodyTooLarge`, `requestTimeout`, `overloaded`, and `malformedJson`
    /// for a body that ends too early.
    pub async fn read_json(
        &self,
        headers: &HeaderMap,
        body: Body,
        limit: u64,
        time: Duration,
    ) -> Result<HeldBytes> {
        if let Err(refused) = check_type(headers) {
            let mut body = body;
            discard(headers, &mut body).await;
            return Err(refused);
        }
        self.read_bytes(headers, body, limit, time).await
    }

    /// Reads a body of any type, of at most `limit` bytes, within a time.
    ///
    /// # Errors
    /// `bodyTooLarge`, `requestTimeout`, `overloaded`, and `malformedJson` for a body that ends too
    /// early.
    pub async fn read_bytes(
        &self,
        headers: &HeaderMap,
        body: Body,
        limit: u64,
        time: Duration,
    ) -> Result<HeldBytes> {
        let mut body = body;
        let read = async {
            if body.size_hint().lower() > limit {
                return Err(too_large("the body", limit));
            }
            self.read(&mut body, limit).await
        };
        let Ok(read) = tokio::time::timeout(time, read).await else {
            return Err(Rejection::new(Problem::new(
                codes::REQUEST_TIMEOUT,
                "the body of the request did not come in time",
            )));
        };
        if read.is_err() {
            discard(headers, &mut body).await;
        }
        read
    }

    async fn read(&self, body: &mut Body, limit: u64) -> Result<HeldBytes> {
        let mut permit = None;
        let mut first = Bytes::new();
        let mut all: Vec<u8> = Vec::new();
        while let Some(frame) = next_frame(body).await {
            let frame = frame.map_err(|_| {
                Rejection::new(Problem::new(Code::MalformedJson, "the body ended too early"))
            })?;
            let Ok(data) = frame.into_data() else { continue };
            let before = first.len() + all.len();
            if (before + data.len()) as u64 > limit {
                return Err(too_large("the body", limit));
            }
            add(&mut permit, self.take_more(before, data.len())?);
            // Most bodies come in one piece, which is used where it is.
            if first.is_empty() && all.is_empty() {
                first = data;
            } else {
                if all.is_empty() {
                    all.reserve(first.len() + data.len());
                    all.extend_from_slice(&std::mem::take(&mut first));
                }
                all.extend_from_slice(&data);
            }
        }
        let bytes = if all.is_empty() { first } else { all.into() };
        Ok(HeldBytes { bytes, permit })
    }
}

async fn next_frame(body: &mut Body) -> Option<Result<Frame<Bytes>, axum::Error>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// Reads the rest of a body that is not used, within bounds. A connection that is closed while its client is still
/// sending takes the answer with it, and the client never learns what was wrong.
pub(super) async fn discard(headers: &HeaderMap, body: &mut Body) {
    const MOST: u64 = 64 << 20;
    const TIME: Duration = Duration::from_secs(2);
    // A client that waits for permission to send (RFC 9110, 10.1.1) has not sent the body, and gets
    // no permission.
    if headers.contains_key(header::EXPECT) || body.size_hint().lower() > MOST {
        return;
    }
    let read = async {
        let mut left = MOST;
        while let Some(Ok(frame)) = next_frame(body).await {
            let bytes = frame.data_ref().map_or(0, Bytes::len) as u64;
            match left.checked_sub(bytes) {
                Some(rest) => left = rest,
                None => break,
            }
        }
    };
    let _ = tokio::time::timeout(TIME, read).await;
}

fn add(permit: &mut Option<OwnedSemaphorePermit>, more: OwnedSemaphorePermit) {
    match permit {
        Some(permit) => permit.merge(more),
        None => *permit = Some(more),
    }
}

impl HeldBytes {
    /// The body, an object, as a type.
    ///
    /// # Errors
    /// `malformedJson`; `invalidField`, `unknownField` and the like, naming the field.
    pub fn json<'a, T: Deserialize<'a>>(&'a self) -> Result<T> {
        let bytes = &self.bytes;
        // serde would take a list for the fields in order.
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[') {
            let whole: Result<serde::de::IgnoredAny, _> = serde_json::from_slice(bytes);
            whole.map_err(|error| explain(&error))?;
            let problem =
                Problem::new(Code::InvalidField, "the body must be an object, not a list");
            return Err(Rejection::new(problem));
        }
        let mut json = serde_json::Deserializer::from_slice(bytes);
        let value = serde_path_to_error::deserialize(&mut json)
            .map_err(|error| explain_at(error.path(), error.inner()))?;
        json.end().map_err(|error| explain(&error))?;
        Ok(value)
    }
}

/// The data of a report, as the description of the service has it.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes a part of requests")]
pub(crate) enum ReportData {
    /// Keys and values.
    Object(HashMap<String, serde_json::Value>),
    /// A list: `$root` in a template, or an empty path of a binding.
    List(Vec<serde_json::Value>),
}

/// The data of a report, an object or a list, as the JSON text that it is.
///
/// # Errors
/// `invalidField` for anything else.
pub(super) fn report_data(text: &str) -> Result<&str> {
    if text.starts_with(['{', '[']) {
        return Ok(text);
    }
    let other = Value::from_json(text).map_err(|error| explain(&error))?;
    let message = format!("`data` must be an object or a list, not {}", other.type_phrase());
    Err(Rejection::field("data", message))
}

/// The locale that a request asks for.
///
/// # Errors
/// `localeUnknown` where there is no data for it.
pub(super) fn known_locale(tag: Option<&str>) -> Result<Option<&str>> {
    match tag {
        Some(tag) if Locale::find(tag).is_none() => {
            let message = format!("there is no data for the locale {}", quoted(tag));
            let problem = Problem::new(Code::LocaleUnknown, message)
                .advice("use a BCP 47 tag such as `de-DE`")
                .field("locale")
                .detail("locale", tag);
            Err(Rejection::new(problem))
        }
        tag => Ok(tag),
    }
}

/// Expected value of a member of a request or a parameter, from the parser's words for why it cannot be
/// what is given.
pub(super) fn unfit(name: &str, what: &str) -> String {
    let number = ["invalid digit", "number too", "cannot parse integer"];
    if number.iter().any(|start| what.starts_with(start)) {
        return format!("`{name}` must be a whole number");
    }
    let parts = ["invalid type: ", "invalid value: ", "unknown variant "].into_iter();
    let parts = parts.filter_map(|start| what.strip_prefix(start)).next();
    let Some((given, expected)) = parts.and_then(|parts| parts.split_once(", expected ")) else {
        return format!("`{name}` cannot be used: {what}");
    };
    let expected = match expected {
        "a string" | "a borrowed string" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "a boolean" => "true or false",
        "u8" | "u16" | "u32" | "u64" | "i64" => "a whole number",
        other if other.starts_with("struct ") => "an object",
        other => other,
    };
    let given = match given.split(' ').next().unwrap_or_default() {
        "integer" | "floating" => "a number",
        "string" => "a text",
        "boolean" => "true or false",
        "sequence" => "a list",
        "map" => "an object",
        _ => given,
    };
    format!("`{name}` must be {expected}, not {given}")
}

/// The parser's error about a place in the body, which names the member of the request.
fn explain_at(path: &serde_path_to_error::Path, error: &serde_json::Error) -> Rejection {
    use serde_path_to_error::Segment;
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    let of_fields = ["unknown field", "missing field", "duplicate field"];
    let is_data = error.classify() == serde_json::error::Category::Data;
    let Some(Segment::Map { key }) = path.iter().next() else { return explain(error) };
    if !is_data || of_fields.iter().any(|start| what.starts_with(start)) {
        return explain(error);
    }
    let pointer = path.iter().fold(String::new(), |pointer, segment| match segment {
        Segment::Map { key } => format!("{pointer}/{}", engine::pointer::escaped(key)),
        Segment::Seq { index } => format!("{pointer}/{index}"),
        Segment::Enum { .. } | Segment::Unknown => pointer,
    });
    let name = path.to_string();
    let problem = Problem::new(Code::InvalidField, unfit(&name, what)).field(key);
    Rejection::new(problem.pointer(pointer))
}

/// The parser's error as an answer: 400 where it is no JSON, 422 where it is another JSON.
pub(crate) fn explain(error: &serde_json::Error) -> Rejection {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    let named = || what.split('`').nth(1).unwrap_or_default();
    match error.classify() {
        serde_json::error::Category::Data if what.starts_with("unknown field") => {
            let name = named();
            let mut problem = Problem::new(
                codes::UNKNOWN_FIELD,
                format!("{} is not known here", engine::problem::quoted(name)),
            );
            if matches!(name, "template" | "bindings") {
                problem.code = codes::TEMPLATE_NOT_ALLOWED;
                problem.message = format!("a request for a report cannot carry `{name}`");
                problem.advice = Some("store the template, and name it by `templateId`".into());
            }
            Rejection::new(problem.field(name))
        }
        serde_json::error::Category::Data if what.starts_with("missing field") => {
            Rejection::field(named(), format!("`{}` is missing", named()))
        }
        serde_json::error::Category::Data if what.starts_with("duplicate field") => {
            Rejection::field(named(), format!("`{}` is given twice", named()))
        }
        serde_json::error::Category::Data => {
            Rejection::new(Problem::new(Code::InvalidField, what.to_owned()))
        }
        _ => {
            let problem =
                Problem::new(Code::MalformedJson, format!("the body is not JSON: {what}"))
                    .detail("line", error.line())
                    .detail("column", error.column());
            Rejection::new(problem)
        }
    }
}

/// `what`, the body or a part of it, is larger than it may be.
pub(super) fn too_large(what: &str, limit: u64) -> Rejection {
    Rejection::new(
        Problem::new(codes::BODY_TOO_LARGE, format!("{what} is larger than {limit} bytes"))
            .detail("limitBytes", limit),
    )
}

/// Only JSON as it is, in UTF-8.
fn check_type(headers: &HeaderMap) -> Result<()> {
    let refused = |message: &str| {
        Rejection::new(
            Problem::new(codes::UNSUPPORTED_MEDIA_TYPE, message)
                .advice("send the body with `Content-Type: application/json`"),
        )
    };
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let mut parts = given.unwrap_or_default().split(';').map(str::trim);
    if !parts.next().unwrap_or_default().eq_ignore_ascii_case("application/json") {
        return Err(refused("the body must be `application/json`"));
    }
    let is_utf8 = |part: &str| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        !name.eq_ignore_ascii_case("charset")
            || value.trim_matches('"').eq_ignore_ascii_case("utf-8")
    };
    if !parts.all(is_utf8) {
        return Err(refused("the body must be UTF-8"));
    }
    match headers.get(header::CONTENT_ENCODING) {
        Some(coding) if coding != "identity" => Err(refused("the body must not be compressed")),
        _ => Ok(()),
    }
}

/// A body whose memory is accounted for until it was sent.
impl HttpBody for HeldBytes {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let bytes = std::mem::take(&mut self.bytes);
        Poll::Ready((!bytes.is_empty()).then(|| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.bytes.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.bytes.len() as u64)
    }
}

impl Drop for HeldBytes {
    fn drop(&mut self) {
        drop(self.permit.take());
    }
}
