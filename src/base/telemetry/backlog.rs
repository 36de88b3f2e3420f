//! Records that wait for a collector: bounded, and counted where they are dropped.
//!
//! The processors of OpenTelemetry drop what does not fit into their queue, but do not say how much. Theirs are
//! at least as long as [`Backlog`] allows, so that only this one drops.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use opentelemetry::{Context, InstrumentationScope};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::logs::{LogBatch, LogExporter, LogProcessor, SdkLogRecord};
use opentelemetry_sdk::trace::{Span, SpanData, SpanExporter, SpanProcessor};
use prometheus_client::metrics::counter::Counter;

use super::dropped::{DropLabels, EXPORT_FAILED, QUEUE_FULL, dropped};
use super::signal::TelemetrySignal;

/// Gets a line for the operator when exports begin to fail, and when they succeed again.
pub(super) type Report = Arc<dyn Fn(&str) + Send + Sync>;

/// Records of one signal on their way.
pub(super) struct Backlog {
    signal: TelemetrySignal,
    /// Maximum number of records.
    most: usize,
    records: AtomicUsize,
    /// The last export failed.
    is_failing: AtomicBool,
    queue_full: Counter,
    export_failed: Counter,
    report: Report,
}

impl fmt::Debug for Backlog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backlog({:?})", self.signal)
    }
}

impl Backlog {
    pub(super) fn new(signal: TelemetrySignal, report: &Report) -> Self {
        let counter = |reason| {
            let labels = DropLabels { signal: signal.as_str(), reason };
            dropped().get_or_create(&labels).clone()
        };
        Self {
            signal,
            most: signal.queue(),
            records: AtomicUsize::new(0),
            is_failing: AtomicBool::new(false),
            queue_full: counter(QUEUE_FULL),
            export_failed: counter(EXPORT_FAILED),
            report: Arc::clone(report),
        }
    }

    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Reserves room for a record; `false` if there is no room, and the record is to be dropped.
    fn admit(&self) -> bool {
        let admitted = self.records.fetch_update(Ordering::AcqRel, Ordering::Acquire, |records| {
            (records < self.most).then_some(records + 1)
        });
        if admitted.is_err() {
            self.queue_full.inc();
        }
        admitted.is_ok()
    }

    /// Records left the queue.
    fn exported(&self, records: usize, result: &OTelSdkResult) {
        self.records.fetch_sub(records, Ordering::AcqRel);
        self.note(records, result);
    }

    /// Counts what was not exported, and reports the first failure of a series.
    pub(super) fn note(&self, records: usize, result: &OTelSdkResult) {
        let signal = self.signal.as_str();
        match result {
            Ok(()) => {
                if self.is_failing.swap(false, Ordering::AcqRel) {
                    (self.report)(&format!("{signal} are exported again"));
                }
            }
            Err(error) => {
                self.export_failed.inc_by(records as u64);
                if !self.is_failing.swap(true, Ordering::AcqRel) {
                    let reason = match error {
                        OTelSdkError::InternalFailure(reason) => reason.clone(),
                        other => other.to_string(),
                    };
                    (self.report)(&format!("{signal} cannot be exported: {reason}"));
                }
            }
        }
    }
}

/// A processor that admits no more than the backlog holds.
#[derive(Debug)]
pub(super) struct BoundedProcessor<T> {
    pub(super) inner: T,
    pub(super) backlog: Arc<Backlog>,
}

/// An exporter that says what left.
#[derive(Debug)]
pub(super) struct CountingExporter<T> {
    pub(super) inner: T,
    pub(super) backlog: Arc<Backlog>,
}

impl<T: SpanProcessor> SpanProcessor for BoundedProcessor<T> {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.inner.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        if span.span_context.is_sampled() && self.backlog.admit() {
            self.inner.on_end(span);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.inner.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

impl<T: SpanExporter> SpanExporter for CountingExporter<T> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let records = batch.len();
        let result = self.inner.export(batch).await;
        self.backlog.exported(records, &result);
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

impl<T: LogProcessor> LogProcessor for BoundedProcessor<T> {
    fn emit(&self, record: &mut SdkLogRecord, scope: &InstrumentationScope) {
        if self.backlog.admit() {
            self.inner.emit(record, scope);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.inner.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

impl<T: LogExporter> LogExporter for CountingExporter<T> {
    async fn export(&self, batch: LogBatch<'_>) -> OTelSdkResult {
        let records = batch.iter().count();
        let result = self.inner.export(batch).await;
        self.backlog.exported(records, &result);
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}
