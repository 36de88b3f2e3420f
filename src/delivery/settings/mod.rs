//! The settings of delivery. They are there in every build, for the settings file is the same in all.

pub(crate) mod archive;
mod database;
pub(crate) mod mail;
mod worker;

use std::time::Duration;

pub use archive::{ArchiveSettings, ArchiveUrl, LinkSettings};
pub use database::{DatabaseSettings, DatabaseSource, DatabaseUrl, Pooling};
pub use mail::{
    DEFAULT_BODY, DEFAULT_FILENAME, DEFAULT_OUTBOX, DEFAULT_SUBJECT, Encryption, Mail, Recipients,
    Smtp, TransportKind,
};
pub use worker::WorkerConfig;

/// The settings of delivery, each with a value where one is needed.
#[derive(Debug, Clone, PartialEq)]
pub struct DeliverySettings {
    pub mail: Mail,
    pub worker: WorkerConfig,
    /// Database of requests.
    pub database: DatabaseSettings,
    /// Retention of the data of finished requests.
    pub keep_data: Duration,
    /// Retention of finished requests and of the log; `None`: they stay.
    pub keep_log: Option<Duration>,
    /// The archive of documents.
    pub archive: ArchiveSettings,
}
