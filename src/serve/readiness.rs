//! Whether the parts of the service can be used, and their figures.

use super::routes::operations::Readiness;
use super::state::Service;
use crate::queue::Filter;
use crate::store::Store;

const OK: &str = "ok";
const UNAVAILABLE: &str = "unavailable";

impl Service {
    /// Looks at every part. Waits for disk and network.
    pub(super) fn readiness(&self) -> Readiness {
        let word = |is_usable| if is_usable { OK } else { UNAVAILABLE };
        let store = Store::open(&self.templates, None).and_then(|store| store.list()).is_ok();
        let filter = Filter { limit: Some(1), ..Filter::default() };
        let reports = self.reports.as_ref();
        let database = reports.is_none_or(|reports| reports.queue.list(&filter).is_ok());
        let transport = reports.is_none_or(|reports| reports.transport.probe().is_ok());
        Readiness {
            status: word(store && database && transport),
            store: word(store),
            database: word(database),
            transport: word(transport),
        }
    }

    /// The figures as text. Waits for the database.
    pub(super) fn figures(&self) -> String {
        let (waiting, running) = self.pool.load();
        self.metrics.set_renders(waiting, running);
        let depth = self.reports.as_ref().map(|reports| reports.queue.depth(None));
        if let Some(Ok(depth)) = depth {
            self.metrics.set_queue(depth.pending, depth.oldest_pending);
        }
        self.metrics.text()
    }
}
