//! Metrics, exported again and again by a thread of its own.

use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{MetricExporter, WithHttpConfig};
use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::common::v1::InstrumentationScope;
use opentelemetry_proto::tonic::metrics::v1::{ResourceMetrics, ScopeMetrics};
use opentelemetry_proto::transform::common::tonic::ResourceAttributesWithSchema;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::data;
use opentelemetry_sdk::metrics::exporter::PushMetricExporter;
use prost::Message;

use super::backlog::Backlog;
use super::client::BlockingCollector;
use super::openmetrics::{self, Interval};
use super::signal::TelemetrySignal;
use super::variables;
use engine::problem::Result;

/// Gives the metrics as text (OpenMetrics 1.0). May block.
pub(crate) type Source = Box<dyn Fn() -> String + Send + Sync>;

/// The thread that exports metrics.
pub(super) struct PeriodicMetrics {
    stop: Sender<()>,
    ended: Receiver<()>,
    thread: JoinHandle<()>,
}

impl PeriodicMetrics {
    /// Starts the thread.
    ///
    /// # Errors
    /// `invalidSetting` for an invalid endpoint; `io` when the system cannot start a thread.
    pub(super) fn start(resource: &Resource, source: Source, backlog: Backlog) -> Result<Self> {
        let client = MetricsClient {
            inner: BlockingCollector::new(TelemetrySignal::Metrics.timeout()),
            resource: resource.clone(),
            start: SystemTime::now(),
            source,
        };
        let exporter = MetricExporter::builder().with_http().with_http_client(client);
        let exporter =
            exporter.build().map_err(|error| variables::wrong(TelemetrySignal::Metrics, &error))?;
        let (stop, stopped) = channel();
        let (end, ended) = channel();
        let work = move || {
            let _unobserved = opentelemetry::Context::enter_telemetry_suppressed_scope();
            let interval = variables::interval();
            loop {
                let is_last = stopped.recv_timeout(interval) != Err(RecvTimeoutError::Timeout);
                // The client puts the metrics into the request that the exporter addresses.
                let empty = data::ResourceMetrics::default();
                backlog.note(1, &futures_executor::block_on(exporter.export(&empty)));
                if is_last {
                    break;
                }
            }
            let _ = end.send(());
        };
        let thread = Builder::new().name("telemetry".to_owned()).spawn(work);
        Ok(Self { stop, ended, thread: thread.map_err(|error| variables::no_thread(&error))? })
    }

    /// Exports the last values, for so long at most.
    pub(super) fn stop(self, timeout: Duration) {
        let _ = self.stop.send(());
        if self.ended.recv_timeout(timeout).is_ok() {
            let _ = self.thread.join();
        }
    }
}

/// Sends the metrics of the registry in the place of the empty ones that the exporter gets. The exporter reads the variables; its
/// own metrics can come from instruments of OpenTelemetry alone, which would be a second list.
struct MetricsClient {
    inner: BlockingCollector,
    resource: Resource,
    start: SystemTime,
    source: Source,
}

impl fmt::Debug for MetricsClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MetricsClient")
    }
}

impl MetricsClient {
    fn request(&self) -> ExportMetricsServiceRequest {
        let interval = Interval { start: nanos(self.start), end: nanos(SystemTime::now()) };
        let metrics = openmetrics::metrics(&(self.source)(), interval);
        let scope = InstrumentationScope {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..InstrumentationScope::default()
        };
        let resource = ResourceAttributesWithSchema::from(&self.resource);
        let resource = opentelemetry_proto::tonic::resource::v1::Resource {
            attributes: resource.attributes.0,
            ..Default::default()
        };
        let scope = ScopeMetrics { scope: Some(scope), metrics, ..ScopeMetrics::default() };
        ExportMetricsServiceRequest {
            resource_metrics: vec![ResourceMetrics {
                resource: Some(resource),
                scope_metrics: vec![scope],
                ..ResourceMetrics::default()
            }],
        }
    }
}

#[async_trait]
impl HttpClient for MetricsClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (head, _) = request.into_parts();
        let kind = head.headers.get(ureq::http::header::CONTENT_TYPE);
        let body = if kind.is_some_and(|kind| kind == "application/json") {
            serde_json::to_vec(&self.request())?
        } else {
            self.request().encode_to_vec()
        };
        self.inner.send_bytes(Request::from_parts(head, body.into())).await
    }
}

fn nanos(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
