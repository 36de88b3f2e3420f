//! The lines of the log as log records.

use std::fmt::Debug;
use std::sync::OnceLock;
use std::time::SystemTime;

use opentelemetry::logs::{AnyValue, LogRecord, Logger, Severity};
use opentelemetry_sdk::logs::SdkLogger;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::LOCAL_TEXT;

/// The fields that are exported: ids, names that an operator gave, codes and numbers. Others may quote data,
/// addresses or paths of the machine.
const FIELDS: [&str; 13] = [
    "attempt",
    "code",
    "field",
    "id",
    "method",
    "millis",
    "report",
    "request",
    "revision",
    "route",
    "status",
    "templates",
    "tenant",
];
/// Longest value of a field, in characters.
const MAX_CHARS: usize = 256;
/// Beginning of the targets of this program; libraries have other fields.
const OWN: &str = env!("CARGO_PKG_NAME");

/// Takes log records; nothing while logs are off.
static LOGGER: OnceLock<SdkLogger> = OnceLock::new();

/// From now on lines of the log are exported.
pub(super) fn install(logger: SdkLogger) {
    // A second start, as in tests, keeps the first.
    let _ = LOGGER.set(logger);
}

/// The layer that exports lines; nothing while logs are off.
pub(crate) fn layer() -> Option<ExportLayer> {
    LOGGER.get().map(ExportLayer)
}

pub(crate) struct ExportLayer(&'static SdkLogger);

impl<S: Subscriber> Layer<S> for ExportLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        if !metadata.target().starts_with(OWN) {
            return;
        }
        let mut line = ExportedLine::default();
        event.record(&mut line);
        if metadata.target() == LOCAL_TEXT {
            line.text = Some("the text of this line is in the log of the program alone".to_owned());
        }
        let (severity, name) = match *metadata.level() {
            Level::ERROR => (Severity::Error, "ERROR"),
            Level::WARN => (Severity::Warn, "WARN"),
            Level::INFO => (Severity::Info, "INFO"),
            Level::DEBUG => (Severity::Debug, "DEBUG"),
            Level::TRACE => (Severity::Trace, "TRACE"),
        };
        let mut record = self.0.create_log_record();
        record.set_timestamp(SystemTime::now());
        record.set_severity_number(severity);
        record.set_severity_text(name);
        if let Some(text) = line.text {
            record.set_body(text.into());
        }
        record.add_attributes(line.fields);
        self.0.emit(record);
    }
}

/// Text and fields of a line.
#[derive(Default)]
struct ExportedLine {
    text: Option<String>,
    fields: Vec<(&'static str, AnyValue)>,
}

impl ExportedLine {
    fn add(&mut self, field: &Field, value: impl FnOnce() -> AnyValue) {
        if FIELDS.contains(&field.name()) {
            self.fields.push((field.name(), value()));
        }
    }
}

impl Visit for ExportedLine {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.text = Some(format!("{value:?}"));
        }
        self.add(field, || shortened(&format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, || shortened(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, || value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, || i64::try_from(value).unwrap_or(i64::MAX).into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field, || value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, || value.into());
    }
}

fn shortened(text: &str) -> AnyValue {
    text.chars().take(MAX_CHARS).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use opentelemetry::InstrumentationScope;
    use opentelemetry::logs::LoggerProvider;
    use opentelemetry_sdk::error::OTelSdkResult;
    use opentelemetry_sdk::logs::{LogProcessor, SdkLogRecord, SdkLoggerProvider};
    use parking_lot::Mutex;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[derive(Debug, Clone, Default)]
    struct Kept(Arc<Mutex<Vec<SdkLogRecord>>>);

    impl LogProcessor for Kept {
        fn emit(&self, record: &mut SdkLogRecord, _: &InstrumentationScope) {
            self.0.lock().push(record.clone());
        }

        fn force_flush(&self) -> OTelSdkResult {
            Ok(())
        }

        fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
            Ok(())
        }
    }

    #[test]
    fn lines_are_exported_without_what_may_quote_data() {
        let kept = Kept::default();
        let provider = SdkLoggerProvider::builder().with_log_processor(kept.clone()).build();
        let logger = Box::leak(Box::new(provider.logger("test")));
        let lines = tracing_subscriber::registry().with(ExportLayer(logger));
        tracing::subscriber::with_default(lines, || {
            let long = "x".repeat(1000);
            tracing::info!(status = 200, route = "/a", address = "ana@example.org", "answered");
            tracing::warn!(code = "a", detail = "ana@example.org", tenant = long, "kept");
            tracing::error!(target: LOCAL_TEXT, report = %7, "Ana owes {}", 12);
            tracing::warn!(target: "hyper", code = "b", "a library");
        });
        let records: Vec<_> = kept.0.lock().iter().map(|one| format!("{one:?}")).collect();
        assert_eq!(records.len(), 3, "{records:?}");
        for (record, parts) in records.iter().zip([
            ["answered", "200", "/a", "Info"],
            ["kept", "code", "tenant", "Warn"],
            ["the log of the program alone", "report", "7", "Error"],
        ]) {
            assert!(parts.iter().all(|part| record.contains(part)), "{record}");
            assert!(!record.to_lowercase().contains("ana"), "{record}");
            assert!(!record.contains(&"x".repeat(MAX_CHARS + 1)), "{record}");
        }
    }
}
