//! Counters of records that did not reach the collector.

use std::sync::LazyLock;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

use super::signal::TelemetrySignal;

// Reasons for which records are dropped.
pub(super) const QUEUE_FULL: &str = "queueFull";
pub(super) const EXPORT_FAILED: &str = "exportFailed";

/// Labels of a counter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct DropLabels {
    /// The name of a [`TelemetrySignal`].
    pub(super) signal: &'static str,
    pub(super) reason: &'static str,
}

/// The records that this process dropped. Counters begin at zero, also where nothing is exported.
pub(crate) fn dropped() -> Family<DropLabels, Counter> {
    static DROPPED: LazyLock<Family<DropLabels, Counter>> = LazyLock::new(|| {
        let dropped = Family::<DropLabels, Counter>::default();
        for signal in TelemetrySignal::ALL.map(TelemetrySignal::as_str) {
            for reason in [QUEUE_FULL, EXPORT_FAILED] {
                drop(dropped.get_or_create(&DropLabels { signal, reason }));
            }
        }
        dropped
    });
    DROPPED.clone()
}
