//! Exporting in builds without the feature `otlp`: none, and a line for people where variables ask for it.

use super::Telemetry;
use super::signal::TelemetrySignal;
use engine::problem::Result;

pub(super) type Exports = ();

/// The reason for which nothing is exported although variables ask for it.
const DISABLED: &str = "none: this program was built without OTLP, although a variable \
    `OTEL_EXPORTER_OTLP_…` names a collector; build it with the feature `otlp`";

fn disabled() -> Option<&'static str> {
    TelemetrySignal::ALL.into_iter().any(TelemetrySignal::is_on).then_some(DISABLED)
}

impl Telemetry {
    pub(crate) fn start(report: impl Fn(&str) + Send + Sync + 'static) -> Result<Self> {
        if let Some(disabled) = disabled() {
            report(disabled);
        }
        Ok(Self(()))
    }

    #[cfg(feature = "serve")]
    pub(crate) fn export_metrics(
        &mut self,
        _: impl Fn() -> String + Send + Sync + 'static,
    ) -> Result<()> {
        Ok(())
    }

    #[cfg(feature = "serve")]
    pub(crate) fn describe(&self) -> Option<String> {
        disabled().map(ToOwned::to_owned)
    }

    pub(crate) fn stop(self) {}
}
