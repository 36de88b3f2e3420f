//! Kinds of telemetry, and the variables `OTEL_*` that ask for them.

/// Variable of the collector, which the kinds can have of their own.
const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";

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
    pub(super) fn variable(self, of_all: &str) -> Option<String> {
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
        is_otlp && !is_off && self.variable(ENDPOINT).is_some()
    }
}

/// The value of a variable; an empty one counts as not set.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
