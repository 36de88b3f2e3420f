//! Start and end of exporting.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use opentelemetry::logs::LoggerProvider;
use opentelemetry::trace::TracerProvider;
use opentelemetry::{InstrumentationScope, KeyValue};
use opentelemetry_otlp::{LogExporter, SpanExporter, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::logs::{self, BatchLogProcessor, SdkLoggerProvider};
use opentelemetry_sdk::trace::{self, BatchSpanProcessor, SdkTracerProvider};

use super::Telemetry;
use super::backlog::{Backlog, BoundedProcessor, CountingExporter, Report};
use super::client::BlockingCollector;
use super::periodic::{PeriodicMetrics, Source};
use super::signal::TelemetrySignal;
use super::variables;
use engine::problem::Result;

/// Longest time for which the end of the program waits for a collector.
const FLUSH: Duration = Duration::from_secs(3);

/// The exporters under way.
pub(super) struct Exports {
    resource: Resource,
    report: Report,
    traces: Option<SdkTracerProvider>,
    logs: Option<SdkLoggerProvider>,
    metrics: Option<PeriodicMetrics>,
}

impl Telemetry {
    /// Starts to export the traces and logs that the variables `OTEL_*` ask for.
    ///
    /// # Errors
    /// `invalidSetting` for variables that cannot be used; `io` when the system cannot start a thread.
    pub(crate) fn start(report: impl Fn(&str) + Send + Sync + 'static) -> Result<Self> {
        for signal in TelemetrySignal::ALL.into_iter().filter(|signal| signal.is_on()) {
            signal.check_protocol()?;
        }
        let mut exports = Exports {
            resource: resource(),
            report: Arc::new(report),
            traces: None,
            logs: None,
            metrics: None,
        };
        if TelemetrySignal::Traces.is_on() {
            exports.start_traces()?;
        }
        if TelemetrySignal::Logs.is_on() {
            exports.start_logs()?;
        }
        Ok(Self(exports))
    }

    /// Starts to export the metrics of a registry, where the variables ask for them.
    ///
    /// # Errors
    /// Errors of [`Self::start`].
    pub(crate) fn export_metrics(
        &mut self,
        source: impl Fn() -> String + Send + Sync + 'static,
    ) -> Result<()> {
        if TelemetrySignal::Metrics.is_on() {
            let backlog = Backlog::new(TelemetrySignal::Metrics, &self.0.report);
            let source: Source = Box::new(source);
            self.0.metrics = Some(PeriodicMetrics::start(&self.0.resource, source, backlog)?);
        }
        Ok(())
    }

    /// The signals that are exported, for people; nothing where there are none.
    pub(crate) fn describe(&self) -> Option<String> {
        let on = TelemetrySignal::ALL.into_iter().filter(|signal| signal.is_on());
        let on: Vec<_> = on.map(TelemetrySignal::as_str).collect();
        (!on.is_empty()).then(|| format!("{} over OTLP", on.join(", ")))
    }

    /// Exports what is left, for three seconds at most. So does dropping it.
    pub(crate) fn stop(self) {}
}

impl Exports {
    fn start_traces(&mut self) -> Result<()> {
        let backlog = Arc::new(Backlog::new(TelemetrySignal::Traces, &self.report));
        let client = BlockingCollector::new(TelemetrySignal::Traces.timeout());
        let exporter = SpanExporter::builder().with_http().with_http_client(client).build();
        let exporter =
            exporter.map_err(|error| variables::wrong(TelemetrySignal::Traces, &error))?;
        let exporter = CountingExporter { inner: exporter, backlog: Arc::clone(&backlog) };
        let limits = trace::BatchConfigBuilder::default().with_max_queue_size(backlog.most());
        let inner = BatchSpanProcessor::builder(exporter).with_batch_config(limits.build()).build();
        let provider = SdkTracerProvider::builder()
            .with_span_processor(BoundedProcessor { inner, backlog })
            .with_resource(self.resource.clone())
            .build();
        super::span::install(provider.tracer_with_scope(scope()));
        self.traces = Some(provider);
        Ok(())
    }

    fn start_logs(&mut self) -> Result<()> {
        let backlog = Arc::new(Backlog::new(TelemetrySignal::Logs, &self.report));
        let client = BlockingCollector::new(TelemetrySignal::Logs.timeout());
        let exporter = LogExporter::builder().with_http().with_http_client(client).build();
        let exporter = exporter.map_err(|error| variables::wrong(TelemetrySignal::Logs, &error))?;
        let exporter = CountingExporter { inner: exporter, backlog: Arc::clone(&backlog) };
        let limits = logs::BatchConfigBuilder::default().with_max_queue_size(backlog.most());
        let inner = BatchLogProcessor::builder(exporter).with_batch_config(limits.build()).build();
        let provider = SdkLoggerProvider::builder()
            .with_log_processor(BoundedProcessor { inner, backlog })
            .with_resource(self.resource.clone())
            .build();
        super::logs::install(provider.logger_with_scope(scope()));
        self.logs = Some(provider);
        Ok(())
    }
}

impl Drop for Exports {
    fn drop(&mut self) {
        let (traces, logs, metrics) = (self.traces.take(), self.logs.take(), self.metrics.take());
        thread::scope(|threads| {
            threads.spawn(|| traces.map(|traces| drop(traces.shutdown_with_timeout(FLUSH))));
            threads.spawn(|| logs.map(|logs| drop(logs.shutdown_with_timeout(FLUSH))));
            metrics.into_iter().for_each(|metrics| metrics.stop(FLUSH));
        });
    }
}

/// The maker of spans and log records.
fn scope() -> InstrumentationScope {
    InstrumentationScope::builder(env!("CARGO_PKG_NAME"))
        .with_version(env!("CARGO_PKG_VERSION"))
        .build()
}

/// The process: `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`, and defaults for what they leave open.
fn resource() -> Resource {
    const NAME: &str = "service.name";
    let given = Resource::builder().build();
    let is_open = |default: &KeyValue| match given.get_ref(&default.key) {
        // The default of the library, which names the file of the program.
        Some(name) if default.key.as_str() == NAME => name.as_str().starts_with("unknown_service"),
        given => given.is_none(),
    };
    let instance = uuid::Uuid::now_v7().to_string();
    let defaults = [
        KeyValue::new(NAME, env!("CARGO_PKG_NAME")),
        KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
        KeyValue::new("service.instance.id", instance),
    ];
    Resource::builder().with_attributes(defaults.into_iter().filter(is_open)).build()
}
