//! The log of the service, on standard error: one line per request, without data or addresses.

use tracing::{Level, Subscriber};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

/// Format of the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object on each line
    Json,
}

/// Starts logging, for the whole process.
pub(crate) fn start(format: LogFormat, level: Level) {
    let lines = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(level)
        .with_target(false);
    match format {
        LogFormat::Text => init(lines.with_ansi(false).finish()),
        LogFormat::Json => init(lines.json().flatten_event(true).finish()),
    }
}

/// Sends the lines to a collector, too, where it is to have them.
fn init(lines: impl Subscriber + for<'a> LookupSpan<'a> + Send + Sync) {
    #[cfg(feature = "otlp")]
    let lines = {
        use tracing_subscriber::layer::SubscriberExt;
        lines.with(crate::base::telemetry::log_layer())
    };
    // A second start, as in tests, keeps the first.
    let _ = lines.try_init();
}
