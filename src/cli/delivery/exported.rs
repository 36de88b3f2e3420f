//! A worker as a collector of OpenTelemetry sees it: its metrics and its log lines are those of the service.

use std::sync::Arc;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::base::telemetry::{Telemetry, log_layer};
use crate::delivery::queue::{NewRequest, Queue, RequestId};
use crate::delivery::worker::{Observer, Settled};
use crate::serve::delivery_observer::DeliveryObserver;
use crate::serve::metrics::Metrics;
use engine::problem::{Problem, Result};

/// An observer, and what a collector gets beside it.
pub(super) struct ExportedWorker<'a> {
    observer: &'a dyn Observer,
    deliveries: DeliveryObserver,
}

impl<'a> ExportedWorker<'a> {
    /// Starts to export metrics and log lines of a worker on a queue.
    ///
    /// # Errors
    /// Errors of [`Telemetry::export_metrics`].
    pub(super) fn start(
        observer: &'a dyn Observer,
        queue: &Arc<dyn Queue>,
        telemetry: &mut Telemetry,
    ) -> Result<Self> {
        // Lines are for the collector alone: standard error has what the observer prints.
        let lines = tracing_subscriber::registry().with(LevelFilter::INFO).with(log_layer());
        let _ = lines.try_init();
        let metrics = Arc::new(Metrics::default());
        let (of_source, queue) = (Arc::clone(&metrics), Arc::clone(queue));
        telemetry.export_metrics(move || {
            of_source.read_queue(queue.as_ref());
            of_source.text()
        })?;
        Ok(Self { observer, deliveries: DeliveryObserver::new(metrics) })
    }
}

impl Observer for ExportedWorker<'_> {
    fn settled(&self, row: &Settled<'_>) {
        self.deliveries.settled(row);
        self.observer.settled(row);
    }

    fn warned(&self, request: &NewRequest, warnings: &[Problem]) {
        self.deliveries.warned(request, warnings);
        self.observer.warned(request, warnings);
    }

    fn recovered(&self, rows: &[RequestId]) {
        self.observer.recovered(rows);
    }

    fn held_up(&self, problem: &Problem, pause: Option<Duration>) {
        self.deliveries.held_up(problem, pause);
        self.observer.held_up(problem, pause);
    }

    fn resumed(&self) {
        self.deliveries.resumed();
        self.observer.resumed();
    }
}
