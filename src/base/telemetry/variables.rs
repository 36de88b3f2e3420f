//! The variables `OTEL_*` that the libraries of OpenTelemetry leave to the program. The others, such as those of
//! endpoints, headers, samplers and resources, they read themselves.

use std::time::Duration;

use opentelemetry_otlp::{
    OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_EXPORTER_OTLP_TIMEOUT,
    OTEL_EXPORTER_OTLP_TIMEOUT_DEFAULT,
};

use crate::base::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// Protocols that can be spoken.
const PROTOCOLS: [&str; 2] = ["http/protobuf", "http/json"];
/// Records of one signal that wait to be exported or are being exported.
const QUEUE: usize = 2048;
/// Interval of exporting metrics.
const INTERVAL: Duration = Duration::from_secs(60);

/// A kind of telemetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TelemetrySignal {
    Traces,
    Metrics,
    Logs,
}

impl TelemetrySignal {
    pub(super) const ALL: [Self; 3] = [Self::Traces, Self::Metrics, Self::Logs];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Traces => "traces",
            Self::Metrics => "metrics",
            Self::Logs => "logs",
        }
    }

    /// The value of the signal's own variable, such as `OTEL_EXPORTER_OTLP_LOGS_TIMEOUT`, or of that of all
    /// signals.
    fn variable(self, of_all: &str) -> Option<String> {
        let own = self.as_str().to_uppercase();
        let own = of_all.replacen("OTLP", &format!("OTLP_{own}"), 1);
        variable(&own).or_else(|| variable(of_all))
    }

    /// Returns `true` if the signal is to be exported: it has an endpoint, and neither its exporter nor the
    /// whole is switched off.
    pub(super) fn is_on(self) -> bool {
        let exporter = variable(&format!("OTEL_{}_EXPORTER", self.as_str().to_uppercase()));
        let is_otlp = exporter.is_none_or(|names| names.split(',').any(|it| it.trim() == "otlp"));
        let is_off =
            variable("OTEL_SDK_DISABLED").is_some_and(|it| it.eq_ignore_ascii_case("true"));
        is_otlp && !is_off && self.variable(OTEL_EXPORTER_OTLP_ENDPOINT).is_some()
    }

    /// Longest time of an export.
    pub(super) fn timeout(self) -> Duration {
        let millis = self.variable(OTEL_EXPORTER_OTLP_TIMEOUT).and_then(|it| it.parse().ok());
        millis.map_or(OTEL_EXPORTER_OTLP_TIMEOUT_DEFAULT, Duration::from_millis)
    }

    /// Maximum number of records that wait or are being exported.
    pub(super) fn queue(self) -> usize {
        let name = match self {
            Self::Logs => "OTEL_BLRP_MAX_QUEUE_SIZE",
            Self::Traces | Self::Metrics => "OTEL_BSP_MAX_QUEUE_SIZE",
        };
        variable(name).and_then(|it| it.parse().ok()).filter(|size| *size > 0).unwrap_or(QUEUE)
    }

    /// Checks that the protocol can be spoken: a collector of another one would never get anything.
    ///
    /// # Errors
    /// `invalidSetting`.
    pub(super) fn check_protocol(self) -> Result<()> {
        let Some(protocol) = self.variable(OTEL_EXPORTER_OTLP_PROTOCOL) else { return Ok(()) };
        if PROTOCOLS.contains(&protocol.as_str()) {
            return Ok(());
        }
        let message = format!("OTEL_EXPORTER_OTLP_PROTOCOL is {}", quoted(&protocol));
        Err(Problem::new(Code::InvalidSetting, message)
            .advice("set `http/protobuf` or `http/json`; collectors listen for both at port 4318"))
    }
}

/// Interval of exporting metrics.
pub(super) fn interval() -> Duration {
    let millis = variable("OTEL_METRIC_EXPORT_INTERVAL").and_then(|it| it.parse().ok());
    millis.filter(|millis| *millis > 0).map_or(INTERVAL, Duration::from_millis)
}

/// An exporter that cannot be built of the variables.
pub(super) fn wrong(signal: TelemetrySignal, error: &dyn std::fmt::Display) -> Problem {
    let message = format!("the {} cannot be exported: {error}", signal.as_str());
    Problem::new(Code::InvalidSetting, message).advice("see the variables in docs/telemetry.md")
}

/// The system cannot start a thread.
pub(super) fn no_thread(error: &std::io::Error) -> Problem {
    Problem::new(codes::IO, format!("the system cannot start a thread: {error}"))
}

/// The value of a variable; an empty one counts as not set.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
