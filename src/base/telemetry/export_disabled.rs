//! Exporting in builds without the feature `otlp`: none.

use super::Telemetry;
use engine::problem::Result;

pub(super) type Exports = ();

impl Telemetry {
    pub(crate) fn start(_: impl Fn(&str) + Send + Sync + 'static) -> Result<Self> {
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
        None
    }

    pub(crate) fn stop(self) {}
}
