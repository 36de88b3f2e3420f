//! A step of an operation that was measured before there is a span for it.

use std::time::Instant;

/// A step and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MeasuredStep {
    pub(crate) name: &'static str,
    pub(crate) started: Instant,
    pub(crate) ended: Instant,
}

impl MeasuredStep {
    /// A step that ends now.
    pub(crate) fn since(started: Instant, name: &'static str) -> Self {
        Self { name, started, ended: Instant::now() }
    }
}
