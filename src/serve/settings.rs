//! The settings of the service. They are there in every build, for the settings file is the same in
//! all.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;

use crate::delivery::settings::DeliverySettings;
use crate::documents;
use crate::templates::VersionSettings;
use crate::templates::remote::RemoteSettings;

/// Settings of a service.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceSettings {
    /// The service itself.
    pub serve: ServeConfig,
    pub documents: documents::Settings,
    /// Remote source of the templates.
    pub template_source: Option<RemoteSettings>,
    /// Mail, its worker, and its queue.
    pub delivery: DeliverySettings,
    /// Versions that saves of templates leave.
    pub versions: VersionSettings,
}

/// When `POST /api/reports/generate` answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// Once the mail was accepted
    #[default]
    Sync,
    /// At once; a worker does the rest
    Queued,
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        clap::ValueEnum::from_str(text, false)
    }
}

/// The settings of the service, each with a value.
#[derive(Debug, Clone, PartialEq)]
pub struct ServeConfig {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Time of the answer of `generate`: after the mail was accepted, or at once.
    pub mode: Mode,
    /// `true` if `generate` refuses data that lacks a path which the template needs.
    pub strict: bool,
    /// Workers inside the service; `None`: as many as there are processors.
    pub workers: Option<usize>,
    /// Largest body with data.
    pub data_bytes: u64,
    /// Largest body with a template.
    pub template_bytes: u64,
    /// Maximum number of bytes of the library of each tenant.
    pub library_bytes: u64,
    /// Most bytes of bodies and documents in memory at one time.
    pub buffer_bytes: u64,
    /// Maximum number of pages of a preview.
    pub preview_pages: u32,
    /// Time limit for a preview.
    pub preview_time: Duration,
    /// Most bytes of a preview.
    pub preview_output_bytes: u64,
    /// Maximum of memory for one document in bytes.
    pub max_memory_bytes: u64,
    /// Renders at one time; `None`: one more than there are processors.
    pub renders: Option<u32>,
    /// Renders that may wait for a permit.
    pub waiting: u32,
    /// Maximum number of concurrent connections.
    pub connections: u32,
    /// Maximum number of unfinished requests with which queued mode accepts another one.
    pub max_pending: u64,
    /// Requests per minute of one token, if they are limited.
    pub requests_per_minute: Option<u32>,
    /// Time limit for the header of a request, and for an idle connection.
    pub header_time: Duration,
    /// Time limit for the body of a request.
    pub body_time: Duration,
    /// Time limit for the response to a request.
    pub request_time: Duration,
    /// Time from the signal that ends the service until its port closes.
    pub drain_time: Duration,
    /// Origins of web pages that may call the service (CORS).
    pub origins: Vec<String>,
    /// Names that the service goes by, besides its address, when there are no tokens.
    pub hosts: Vec<String>,
    /// URL that receives the outcome of every report that was requested over HTTP.
    pub webhook: Option<String>,
    /// File with the secret that signs those calls.
    pub webhook_secret_file: Option<PathBuf>,
}
