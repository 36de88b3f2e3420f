//! Counters of records that did not reach the collector.

use std::sync::LazyLock;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

/// Kinds of records, and reasons for which they are dropped.
const SIGNALS: [&str; 3] = ["traces", "metrics", "logs"];
pub(super) const QUEUE_FULL: &str = "queueFull";
pub(super) const EXPORT_FAILED: &str = "exportFailed";

/// Records that were dropped.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct DroppedRecords {
    /// `traces`, `metrics` or `logs`.
    pub(super) signal: &'static str,
    /// `queueFull` or `exportFailed`.
    pub(super) reason: &'static str,
}

/// The records that this process dropped. Counters begin at zero, also where nothing is exported.
pub(crate) fn dropped() -> Family<DroppedRecords, Counter> {
    static DROPPED: LazyLock<Family<DroppedRecords, Counter>> = LazyLock::new(|| {
        let dropped = Family::<DroppedRecords, Counter>::default();
        for signal in SIGNALS {
            for reason in [QUEUE_FULL, EXPORT_FAILED] {
                drop(dropped.get_or_create(&DroppedRecords { signal, reason }));
            }
        }
        dropped
    });
    DROPPED.clone()
}
