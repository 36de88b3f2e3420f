//! Traces, metrics and logs for a collector of OpenTelemetry, over OTLP with HTTP.
//!
//! [`Telemetry::start`] reads the standard variables `OTEL_*` and starts what they ask for; without them, and
//! in builds without the feature `otlp`, which say so, a [`Span`] is nothing and costs nothing. Queues are bounded and
//! exports have threads of their own: a collector that is slow or gone delays no request and no worker, and
//! what is dropped is counted.
//!
//! Attributes of spans and of log records are bounded: names of routes, templates and tenants, codes, ids and
//! numbers. None carries data of a document, an address, a token, or a path of a request.

#![cfg_attr(
    not(feature = "serve"),
    allow(dead_code, reason = "requests and webhooks are spans there")
)]

#[cfg(feature = "otlp")]
mod backlog;
#[cfg(feature = "otlp")]
mod client;
#[cfg(feature = "serve")]
mod dropped;
#[cfg(feature = "otlp")]
mod export;
#[cfg(not(feature = "otlp"))]
#[path = "export_disabled.rs"]
mod export;
#[cfg(feature = "otlp")]
mod logs;
#[cfg(feature = "otlp")]
mod openmetrics;
#[cfg(feature = "otlp")]
mod periodic;
mod signal;
#[cfg(feature = "otlp")]
mod span;
#[cfg(not(feature = "otlp"))]
#[path = "span_disabled.rs"]
mod span;
mod step;
#[cfg(feature = "otlp")]
mod variables;

#[cfg(feature = "serve")]
pub(crate) use dropped::dropped;
#[cfg(feature = "otlp")]
pub(crate) use logs::layer as log_layer;
pub(crate) use step::MeasuredStep;

/// The export of telemetry, which runs until [`Self::stop`] or its drop.
pub(crate) struct Telemetry(export::Exports);

/// An operation under way; nothing while traces are off. It ends when it is dropped, at the latest.
#[derive(Debug, Default)]
pub(crate) struct Span(span::OptionalContext);

/// The span that another one belongs to, of this process or of another one.
#[derive(Debug)]
pub(crate) struct Parent(span::ParentContext);

/// Part of an operation that a span stands for (OpenTelemetry, trace API, `SpanKind`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpanKind {
    Client,
    Consumer,
    Internal,
    Producer,
    Server,
}

/// Target of log lines whose text may quote data, addresses or paths of the machine. Their records are exported
/// without it.
pub(crate) const LOCAL_TEXT: &str = "reportctl::local_text";
