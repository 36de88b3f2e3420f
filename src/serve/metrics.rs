//! The metrics of the service, in the text format of Prometheus.

use std::sync::atomic::{AtomicI64, AtomicU64};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::base::telemetry;
use crate::delivery::queue::{Depth, Queue};

/// Upper ends of the buckets of times, in seconds.
const TIMES: [f64; 14] =
    [0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// A route and how it was answered.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct AnsweredRoute {
    /// Method of the request.
    pub method: &'static str,
    /// The route as the documentation writes it.
    pub route: String,
    /// Status of the answer.
    pub status: u16,
}

/// Outcome of a mail.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct MailOutcome {
    /// `delivered`, `failed`, `unknown` or `later`.
    pub outcome: &'static str,
}

/// Outcome of a webhook call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct CallOutcome {
    /// `delivered`, `later` or `failed`.
    pub outcome: &'static str,
}

pub struct Metrics {
    registry: Registry,
    requests: Family<AnsweredRoute, Counter>,
    request_time: Histogram,
    render_time: Histogram,
    pages: Counter,
    crashes: Counter,
    mails: Family<MailOutcome, Counter>,
    calls: Family<CallOutcome, Counter>,
    renders_waiting: Gauge,
    renders_running: Gauge,
    queue_pending: Gauge,
    queue_age: Gauge<f64, AtomicU64>,
    queue_versions: Gauge,
    connections: Gauge<i64, AtomicI64>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("reportctl");
        let requests = Family::default();
        registry.register("http_requests", "Requests answered", requests.clone());
        let request_time = Histogram::new(TIMES);
        registry.register_with_unit(
            "http_request_duration",
            "Time from the header of a request to the header of its answer",
            Unit::Seconds,
            request_time.clone(),
        );
        let render_time = Histogram::new(TIMES);
        registry.register_with_unit(
            "render_duration",
            "Time to read data and render a document",
            Unit::Seconds,
            render_time.clone(),
        );
        let pages = Counter::default();
        registry.register("pages", "Pages rendered", pages.clone());
        let crashes = Counter::default();
        let help = "Renders whose process ended or panicked";
        registry.register("render_crashes", help, crashes.clone());
        // Counters begin at zero: an alert on what grows must see the first event grow.
        let mails = Family::<MailOutcome, Counter>::default();
        for outcome in ["delivered", "failed", "unknown", "later"] {
            drop(mails.get_or_create(&MailOutcome { outcome }));
        }
        registry.register("mails", "Mails by outcome", mails.clone());
        let calls = Family::<CallOutcome, Counter>::default();
        for outcome in ["delivered", "later", "failed"] {
            drop(calls.get_or_create(&CallOutcome { outcome }));
        }
        registry.register("webhook_calls", "Webhook calls by outcome", calls.clone());
        let mut gauge = |name, help| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        let renders_waiting = gauge("renders_waiting", "Renders that wait for their turn");
        let renders_running = gauge("renders_running", "Renders under way");
        let queue_pending = gauge("queue_pending", "Report requests that are not finished");
        let queue_versions = gauge(
            "queue_version_missing",
            "Report requests that wait for a version of a template that this machine has not got",
        );
        let connections = gauge("connections", "Open connections");
        let help = "Spans, log records and exports of metrics that did not reach the collector";
        registry.register("telemetry_dropped", help, telemetry::dropped());
        let queue_age = Gauge::default();
        registry.register_with_unit(
            "queue_oldest_pending_age",
            "Age of the oldest report request that is not finished",
            Unit::Seconds,
            queue_age.clone(),
        );
        Self {
            registry,
            requests,
            request_time,
            render_time,
            pages,
            crashes,
            mails,
            calls,
            renders_waiting,
            renders_running,
            queue_pending,
            queue_age,
            queue_versions,
            connections,
        }
    }
}

impl Metrics {
    /// A request was answered.
    pub fn answered(&self, answer: &AnsweredRoute, time: Duration) {
        self.requests.get_or_create(answer).inc();
        self.request_time.observe(time.as_secs_f64());
    }

    /// A process that renders died, or panicked.
    pub fn crashed(&self) {
        self.crashes.inc();
    }

    /// A document was rendered.
    pub fn rendered(&self, pages: usize, time: Duration) {
        self.pages.inc_by(pages as u64);
        self.render_time.observe(time.as_secs_f64());
    }

    /// A webhook call ended.
    pub fn called(&self, outcome: &'static str) {
        self.calls.get_or_create(&CallOutcome { outcome }).inc();
    }

    /// A mail ended.
    pub fn mailed(&self, outcome: &'static str) {
        self.mails.get_or_create(&MailOutcome { outcome }).inc();
    }

    pub fn connections(&self) -> &Gauge {
        &self.connections
    }

    /// Records how much is under way right now.
    pub fn set_renders(&self, waiting: usize, running: usize) {
        self.renders_waiting.set(i64::try_from(waiting).unwrap_or(i64::MAX));
        self.renders_running.set(i64::try_from(running).unwrap_or(i64::MAX));
    }

    /// Reads the state of a queue; what cannot be read stays as it was.
    pub fn read_queue(&self, queue: &dyn Queue) {
        if let Ok(Depth { pending, oldest_pending, .. }) = queue.depth(None) {
            self.queue_pending.set(i64::try_from(pending).unwrap_or(i64::MAX));
            self.queue_age.set(oldest_pending.unwrap_or_default() as f64 / 1000.0);
        }
    }

    /// Records how many requests wait for a version of a template that this machine has not got.
    pub fn set_versions(&self, waiting: u64) {
        self.queue_versions.set(i64::try_from(waiting).unwrap_or(i64::MAX));
    }

    /// All of them as text (OpenMetrics 1.0).
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
