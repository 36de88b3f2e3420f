//! A collector of OpenTelemetry: takes OTLP over HTTP, as protobuf or JSON.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use opentelemetry_proto::tonic::collector::logs::v1::ExportLogsServiceRequest;
use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::logs::v1::LogRecord;
use opentelemetry_proto::tonic::metrics::v1::Metric;
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use serde::de::DeserializeOwned;

/// Action of the collector on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behavior {
    Takes,
    /// Answers with a status.
    Refuses(u16),
    /// Never answers.
    Hangs,
}

/// A request that came.
#[derive(Debug, Clone)]
pub(super) struct Export {
    pub(super) path: String,
    pub(super) head: String,
    pub(super) body: Vec<u8>,
}

pub(super) struct Collector {
    pub(super) port: u16,
    exports: Arc<Mutex<Vec<Export>>>,
}

impl Collector {
    pub(super) fn start(behavior: Behavior) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").unwrap(), behavior)
    }

    pub(super) fn on(listener: TcpListener, behavior: Behavior) -> Self {
        let port = listener.local_addr().unwrap().port();
        let exports = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&exports);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = Arc::clone(&kept);
                thread::spawn(move || while answer(&stream, behavior, &kept).is_some() {});
            }
        });
        Self { port, exports }
    }

    /// The variables that send everything there, soon.
    pub(super) fn variables(&self, protocol: &str) -> Vec<(&'static str, String)> {
        let mut variables = soon();
        variables.extend([
            ("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://127.0.0.1:{}", self.port)),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", protocol.to_owned()),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=collector%20key".to_owned()),
            ("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test".to_owned()),
        ]);
        variables
    }

    pub(super) fn exports(&self) -> Vec<Export> {
        self.exports.lock().unwrap().clone()
    }

    pub(super) fn spans(&self) -> Vec<(Resource, Span)> {
        let all = self.messages::<ExportTraceServiceRequest>("/v1/traces");
        let resources = all.into_iter().flat_map(|message| message.resource_spans);
        let spans = resources.flat_map(|all| {
            let resource = all.resource.unwrap_or_default();
            let spans = all.scope_spans.into_iter().flat_map(|scope| scope.spans);
            spans.map(|span| (resource.clone(), span)).collect::<Vec<_>>()
        });
        spans.collect()
    }

    pub(super) fn logs(&self) -> Vec<LogRecord> {
        let all = self.messages::<ExportLogsServiceRequest>("/v1/logs");
        let resources = all.into_iter().flat_map(|message| message.resource_logs);
        resources.flat_map(|all| all.scope_logs).flat_map(|scope| scope.log_records).collect()
    }

    /// Metrics, with the resource that they are of; the newest last.
    pub(super) fn metrics(&self) -> Vec<(Resource, Metric)> {
        let all = self.messages::<ExportMetricsServiceRequest>("/v1/metrics");
        let resources = all.into_iter().flat_map(|message| message.resource_metrics);
        let metrics = resources.flat_map(|all| {
            let resource = all.resource.unwrap_or_default();
            let metrics = all.scope_metrics.into_iter().flat_map(|scope| scope.metrics);
            metrics.map(|metric| (resource.clone(), metric)).collect::<Vec<_>>()
        });
        metrics.collect()
    }

    fn messages<T: prost::Message + DeserializeOwned + Default>(&self, path: &str) -> Vec<T> {
        let exports = self.exports();
        let of_path = exports.iter().filter(|export| export.path == path);
        let message = |export: &Export| {
            if export.head.contains("content-type: application/json") {
                serde_json::from_slice(&export.body).unwrap()
            } else {
                assert!(export.head.contains("content-type: application/x-protobuf"));
                T::decode(export.body.as_slice()).unwrap()
            }
        };
        of_path.map(message).collect()
    }
}

/// Variables that shorten the intervals of exports.
pub(super) fn soon() -> Vec<(&'static str, String)> {
    vec![
        ("OTEL_BSP_SCHEDULE_DELAY", "50".to_owned()),
        ("OTEL_BLRP_SCHEDULE_DELAY", "50".to_owned()),
        ("OTEL_METRIC_EXPORT_INTERVAL", "200".to_owned()),
    ]
}

/// Reads a request and answers it; nothing when the connection is over.
fn answer(stream: &TcpStream, behavior: Behavior, kept: &Mutex<Vec<Export>>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        reader.read_line(&mut head).ok().filter(|read| *read > 0)?;
    }
    let path = head.split(' ').nth(1)?.to_owned();
    let head = head.to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length?.trim().parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    let (kind, empty) =
        if head.contains("application/json") { ("json", "{}") } else { ("x-protobuf", "") };
    kept.lock().unwrap().push(Export { path, head, body });
    let status = match behavior {
        Behavior::Takes => 200,
        Behavior::Refuses(status) => status,
        Behavior::Hangs => loop {
            thread::park();
        },
    };
    let answer = format!(
        "HTTP/1.1 {status} Status\r\nContent-Type: application/{kind}\r\nContent-Length: {}\r\n\r\n{empty}",
        empty.len()
    );
    (&*stream).write_all(answer.as_bytes()).ok()
}

/// The value of an attribute as text.
pub(super) fn attribute(attributes: &[KeyValue], key: &str) -> Option<String> {
    let found = attributes.iter().find(|attribute| attribute.key == key)?;
    Some(match found.value.clone()?.value? {
        Value::StringValue(text) => text,
        Value::IntValue(number) => number.to_string(),
        Value::DoubleValue(number) => number.to_string(),
        Value::BoolValue(flag) => flag.to_string(),
        other => format!("{other:?}"),
    })
}
