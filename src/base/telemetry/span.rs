//! Spans, and the context of a trace between processes (W3C Trace Context, level 1).

use std::future::Future;
use std::sync::OnceLock;
use std::time::{Instant, SystemTime};

use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry::trace::{self as api, FutureExt, Status, TraceContextExt, Tracer};
use opentelemetry::{Context, ContextGuard, KeyValue};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracer;

use super::{MeasuredStep, Parent, Span, SpanKind};

const TRACEPARENT: &str = "traceparent";
const TRACESTATE: &str = "tracestate";
/// The attribute of a failure (semantic conventions, general attributes).
const ERROR_TYPE: &str = "error.type";
/// Bytes of `traceparent` in version 00: `00-TRACE-PARENT-FLAGS` (W3C Trace Context, 3.2.2).
const TRACEPARENT_BYTES: usize = 55;
/// Longest `tracestate` that is passed on; the least that every party passes on (3.3.1.5).
const MAX_TRACESTATE_BYTES: usize = 512;

/// Makes the spans of this process; nothing while traces are off.
static TRACER: OnceLock<SdkTracer> = OnceLock::new();

/// From now on spans are made with this tracer.
pub(super) fn install(tracer: SdkTracer) {
    // A second start, as in tests, keeps the first.
    let _ = TRACER.set(tracer);
}

/// The context with a span in it; nothing while traces are off.
pub(super) type OptionalContext = Option<Context>;
/// The context with the parent of a span, if it has one.
pub(super) type ParentContext = Context;

impl Parent {
    /// The span under way in this thread or task.
    pub(crate) fn current() -> Self {
        Self(Context::current())
    }

    /// The context that the headers of a request carry; none where they break the rules.
    pub(crate) fn remote<'a>(header: impl Fn(&str) -> Option<&'a str>) -> Self {
        if TRACER.get().is_none() {
            return Self(Context::new());
        }
        Self::of(header(TRACEPARENT), header(TRACESTATE))
    }

    /// The context that [`Span::stored`] gave.
    pub(crate) fn stored(text: Option<&str>) -> Self {
        let Some(text) = text.filter(|_| TRACER.get().is_some()) else {
            return Self(Context::new());
        };
        match text.split_once(' ') {
            Some((parent, state)) => Self::of(Some(parent), Some(state)),
            None => Self::of(Some(text), None),
        }
    }

    fn of(parent: Option<&str>, state: Option<&str>) -> Self {
        let parent = parent.filter(|text| is_traceparent(text));
        let state = state.filter(|text| text.len() <= MAX_TRACESTATE_BYTES);
        let headers = Headers(parent, state);
        Self(TraceContextPropagator::new().extract_with_context(&Context::new(), &headers))
    }
}

impl Span {
    /// Starts a span.
    pub(crate) fn start(kind: SpanKind, name: &'static str, parent: &Parent) -> Self {
        Self::start_at(Instant::now(), kind, name, parent)
    }

    /// Starts a span of an operation that began earlier.
    pub(crate) fn start_at(
        at: Instant,
        kind: SpanKind,
        name: &'static str,
        parent: &Parent,
    ) -> Self {
        let Some(tracer) = TRACER.get() else { return Self(None) };
        let kind = match kind {
            SpanKind::Client => api::SpanKind::Client,
            SpanKind::Consumer => api::SpanKind::Consumer,
            SpanKind::Internal => api::SpanKind::Internal,
            SpanKind::Producer => api::SpanKind::Producer,
            SpanKind::Server => api::SpanKind::Server,
        };
        let builder = tracer.span_builder(name).with_kind(kind).with_start_time(time_of(at));
        let span = builder.start_with_context(tracer, &parent.0);
        Self(Some(parent.0.with_span(span)))
    }

    /// The parent of spans within this one.
    fn as_parent(&self) -> Parent {
        Parent(self.0.clone().unwrap_or_default())
    }

    /// Returns `true` if the span is exported when it ends.
    pub(crate) fn is_recording(&self) -> bool {
        self.0.as_ref().is_some_and(|context| context.span().is_recording())
    }

    /// Another name, which is made only where it is needed.
    pub(crate) fn rename(&self, name: impl FnOnce() -> String) {
        if let Some(context) = self.0.as_ref().filter(|_| self.is_recording()) {
            context.span().update_name(name());
        }
    }

    /// Sets an attribute.
    pub(crate) fn set(&self, key: &'static str, value: &str) {
        if let Some(context) = self.0.as_ref().filter(|_| self.is_recording()) {
            context.span().set_attribute(KeyValue::new(key, value.to_owned()));
        }
    }

    /// Sets an attribute that is a number.
    pub(crate) fn set_number(&self, key: &'static str, value: i64) {
        if let Some(context) = &self.0 {
            context.span().set_attribute(KeyValue::new(key, value));
        }
    }

    /// The operation failed. `kind` is a code, never a text.
    pub(crate) fn fail(&self, kind: &str) {
        if let Some(context) = &self.0 {
            self.set(ERROR_TYPE, kind);
            context.span().set_status(Status::error(""));
        }
    }

    /// A span of a step within this one, of which start and end are known. It is returned for steps within it.
    /// `error.type` among its attributes says that it failed.
    pub(crate) fn step(
        &self,
        kind: SpanKind,
        step: MeasuredStep,
        attributes: &[(&'static str, &str)],
    ) -> Self {
        if self.0.is_none() {
            return Self(None);
        }
        let span = Self::start_at(step.started, kind, step.name, &self.as_parent());
        for (key, value) in attributes {
            match *key {
                ERROR_TYPE => span.fail(value),
                key => span.set(key, value),
            }
        }
        if let Some(context) = &span.0 {
            context.span().end_with_timestamp(time_of(step.ended));
        }
        span
    }

    pub(crate) fn end(self) {
        if let Some(context) = self.0 {
            context.span().end();
        }
    }

    /// The headers that continue the trace in another service.
    pub(crate) fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = InjectedHeaders::default();
        if let Some(context) = &self.0 {
            TraceContextPropagator::new().inject_context(context, &mut headers);
        }
        let InjectedHeaders { parent, state } = headers;
        let headers = [(TRACEPARENT, parent), (TRACESTATE, state)];
        headers.into_iter().filter(|(_, value)| !value.is_empty()).collect()
    }

    /// Returns the headers as one text: `traceparent`, and `tracestate` after a blank; at most 568
    /// bytes of ASCII.
    pub(crate) fn stored(&self) -> Option<String> {
        let values: Vec<_> = self.headers().into_iter().map(|(_, value)| value).collect();
        (!values.is_empty()).then(|| values.join(" "))
    }

    /// Log lines of this thread belong to the span until the result is dropped.
    pub(crate) fn enter(&self) -> Option<ContextGuard> {
        self.0.clone().map(Context::attach)
    }

    /// Log lines and spans of a task belong to the span.
    pub(crate) fn within<F: Future>(&self, future: F) -> impl Future<Output = F::Output> {
        let context = self.0.clone().unwrap_or_else(Context::current);
        future.with_context(context)
    }
}

/// The time of a clock that is set, of one that is not.
fn time_of(at: Instant) -> SystemTime {
    let now = SystemTime::now();
    now.checked_sub(at.elapsed()).unwrap_or(now)
}

/// Returns `true` if a text has the form of a `traceparent`; later versions may append fields (3.2.2.1, 4.3).
fn is_traceparent(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_part = |(at, byte): (usize, &u8)| match at {
        2 | 35 | 52 => *byte == b'-',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    match bytes.get(TRACEPARENT_BYTES) {
        None if bytes.len() < TRACEPARENT_BYTES => return false,
        None => {}
        Some(b'-') if !text.starts_with("00") && bytes.len() <= MAX_TRACESTATE_BYTES => {}
        Some(_) => return false,
    }
    bytes.iter().take(TRACEPARENT_BYTES).enumerate().all(is_part)
}

/// `traceparent` and `tracestate` that came.
struct Headers<'a>(Option<&'a str>, Option<&'a str>);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        match key {
            TRACEPARENT => self.0,
            TRACESTATE => self.1,
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT, TRACESTATE]
    }
}

/// `traceparent` and `tracestate` to be sent.
#[derive(Default)]
struct InjectedHeaders {
    parent: String,
    state: String,
}

impl Injector for InjectedHeaders {
    fn set(&mut self, key: &str, value: String) {
        match key {
            TRACEPARENT => self.parent = value,
            TRACESTATE if value.len() <= MAX_TRACESTATE_BYTES => self.state = value,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_has_the_form_of_the_standard() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assert!(is_traceparent(good));
        let later = format!("cc{}-and-more", &good[2..]);
        assert!(is_traceparent(&later));
        for wrong in [
            String::new(),
            good[..54].to_owned(),
            format!("{good}-more"),
            format!("{good} "),
            format!("cc{}.more", &good[2..]),
            format!("cc{}-{}", &good[2..], "x".repeat(600)),
            good.to_uppercase(),
            good.replace("00f", "+0f"),
            good.replace('-', "_"),
            "é".repeat(28),
        ] {
            assert!(!is_traceparent(&wrong), "{wrong}");
        }
    }

    #[test]
    fn what_is_passed_on_is_what_came_and_is_bounded() {
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let passed = |state: Option<&str>| Span(Some(Parent::of(Some(parent), state).0)).stored();
        assert_eq!(passed(None).as_deref(), Some(parent));
        assert_eq!(passed(Some("a=1,b=2")), Some(format!("{parent} a=1,b=2")));
        assert_eq!(passed(Some(&"a=1,".repeat(200))).as_deref(), Some(parent));
        assert_eq!(passed(Some("no list")).as_deref(), Some(parent));
        assert_eq!(Span(Some(Parent::of(Some("00-0-0-01"), None).0)).stored(), None);
        assert_eq!(Span(None).stored(), None);
    }
}
