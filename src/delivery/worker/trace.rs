//! The spans of a row: one for each attempt, with its steps within it. Names and attributes are those of the
//! semantic conventions for messaging where there are some.

use std::time::Instant;

use crate::base::telemetry::{MeasuredStep, Parent, Span, SpanKind};
use crate::delivery::codes;
use crate::delivery::queue::{Claim, Ended};

/// Name of the queue in spans.
const QUEUE: &str = "reports";
/// Value of templates that are files: their paths are those of a machine.
const FILE: &str = "file";
/// Beginning of their names in the queue.
const FILE_PREFIX: &str = "file:";

/// Attributes of an operation on the queue (semantic conventions for messaging).
pub(crate) fn messaging(operation: &'static str) -> [(&'static str, &'static str); 4] {
    [
        ("messaging.system", "reportctl"),
        ("messaging.destination.name", QUEUE),
        ("messaging.operation.name", operation),
        ("messaging.operation.type", operation),
    ]
}

/// The span of an attempt, from the claim on.
pub(super) fn of_attempt(claim: &Claim, started: Instant) -> Span {
    let request = &claim.request;
    let parent = Parent::stored(request.trace_context.as_deref());
    let span = Span::start_at(started, SpanKind::Consumer, "process reports", &parent);
    if span.is_recording() {
        let template = &request.template;
        let template = if template.starts_with(FILE_PREFIX) { FILE } else { template };
        for (key, value) in messaging("process") {
            span.set(key, value);
        }
        span.set("messaging.message.id", &request.id.to_string());
        span.set("reportctl.template", template);
        span.set("reportctl.tenant", &request.tenant);
        span.set_number("reportctl.attempt", claim.attempt.into());
        span.step(
            SpanKind::Client,
            MeasuredStep::since(started, "receive reports"),
            &messaging("receive"),
        );
    }
    span
}

/// The outcome is recorded since `started`, and the span ends.
pub(super) fn settled(span: Span, ended: &Ended, started: Instant) {
    if !span.is_recording() {
        return;
    }
    span.step(
        SpanKind::Client,
        MeasuredStep::since(started, "settle reports"),
        &messaging("settle"),
    );
    let (outcome, code) = match ended {
        Ended::Done => ("delivered", None),
        Ended::Error { code, .. } if code == codes::DELIVERY_UNKNOWN.as_str() => {
            ("unknown", Some(code))
        }
        Ended::Error { code, .. } => ("failed", Some(code)),
        Ended::Later { code, .. } => ("later", Some(code)),
        Ended::Left { .. } => ("left", None),
        Ended::Released { .. } => ("released", None),
    };
    span.set("reportctl.outcome", outcome);
    if let Some(code) = code {
        span.fail(code);
    }
    span.end();
}
