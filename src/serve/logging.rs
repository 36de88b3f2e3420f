//! The log of the service, on standard error: one line per request, without data or addresses.

use tracing::Level;

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
    // A second start, as in tests, keeps the first.
    let _ = match format {
        LogFormat::Text => lines.with_ansi(false).try_init().ok(),
        LogFormat::Json => lines.json().flatten_event(true).try_init().ok(),
    };
}
