//! The variables `OTEL_*` that the libraries of OpenTelemetry leave to the program. The others, such as those of
//! endpoints, headers, samplers and resources, they read themselves.

use std::time::Duration;

use opentelemetry_otlp::{
    OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_EXPORTER_OTLP_TIMEOUT, OTEL_EXPORTER_OTLP_TIMEOUT_DEFAULT,
};

use super::signal::{TelemetrySignal, variable};
use crate::base::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// Protocols that can be spoken.
const PROTOCOLS: [&str; 2] = ["http/protobuf", "http/json"];
/// Records of one signal that wait to be exported or are being exported.
const QUEUE: usize = 2048;
/// Interval of exporting metrics.
const INTERVAL: Duration = Duration::from_secs(60);

impl TelemetrySignal {
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
