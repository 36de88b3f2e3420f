//! Deliveries in metrics and in the log. The service and `reportctl worker` observe theirs alike.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::error::cause;
use super::metrics::Metrics;
use crate::base::telemetry::LOCAL_TEXT;
use crate::delivery::queue::{Ended, NewRequest};
use crate::delivery::worker::{Observer, Settled};
use crate::serve::codes;
use engine::problem::Problem;

/// Messages about versions of templates that are remembered.
const MAX_LEFT: usize = 1000;

/// Counts deliveries, and writes lines without data or addresses.
#[derive(Default)]
pub(crate) struct DeliveryObserver {
    metrics: Arc<Metrics>,
    /// Reported versions of templates that this machine lacks.
    left: Mutex<HashSet<String>>,
}

impl DeliveryObserver {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        Self { metrics, left: Mutex::default() }
    }

    /// Reports a version of a template that is not here: once, for rows are looked at again and again.
    fn note_left(&self, message: &str) {
        let mut left = self.left.lock();
        if left.len() > MAX_LEFT {
            left.clear();
        }
        if left.insert(message.to_owned()) {
            let code = codes::TEMPLATE_VERSION.as_str();
            tracing::warn!(target: LOCAL_TEXT, code, "{message}");
        }
    }
}

impl Observer for DeliveryObserver {
    fn settled(&self, row: &Settled<'_>) {
        if !row.held {
            return;
        }
        self.metrics.mailed(match row.ended {
            Ended::Done => "delivered",
            Ended::Later { .. } => "later",
            Ended::Error { code, .. } if code == codes::DELIVERY_UNKNOWN.as_str() => "unknown",
            Ended::Error { .. } => "failed",
            Ended::Left { message, .. } => return self.note_left(message),
            Ended::Released { .. } => return,
        });
        if let Some(pages) = row.log.and_then(|log| log.pages) {
            self.metrics.rendered(pages as usize, row.times.render);
        }
    }

    fn warned(&self, request: &NewRequest, warnings: &[Problem]) {
        for warning in warnings {
            let (code, field) = (warning.code.as_str(), warning.field.as_deref());
            tracing::warn!(
                target: LOCAL_TEXT,
                report = %request.id,
                code,
                field,
                "{}",
                warning.message
            );
        }
    }

    fn held_up(&self, problem: &Problem, _: Option<Duration>) {
        let code = problem.code.as_str();
        tracing::warn!(target: LOCAL_TEXT, code, "delivery is paused: {}", cause(problem));
    }

    fn resumed(&self) {
        tracing::info!("delivery resumed");
    }
}
