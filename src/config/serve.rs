//! The settings of the service: the object `serve` of the settings file.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::{AboveZero, Seconds};

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

/// What one source says about the service. The names are these in camel case.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ServeSettings {
    /// Address to listen on.
    pub listen: Option<SocketAddr>,
    /// When `generate` answers.
    pub mode: Option<Mode>,
    /// Workers inside the service.
    pub workers: Option<usize>,
    /// Largest body with data.
    pub data_bytes: Option<AboveZero<u64>>,
    /// Largest body with a template.
    pub template_bytes: Option<AboveZero<u64>>,
    /// Most bytes of bodies and documents in memory at one time.
    pub buffer_bytes: Option<AboveZero<u64>>,
    /// Most pages of a preview.
    pub preview_pages: Option<AboveZero<u32>>,
    /// Most time for a preview.
    pub preview_seconds: Option<Seconds>,
    /// Most bytes of a preview.
    pub preview_output_bytes: Option<AboveZero<u64>>,
    /// Renders at one time.
    pub renders: Option<AboveZero<u32>>,
    /// Renders that may wait for their turn.
    pub waiting: Option<AboveZero<u32>>,
    /// Connections at one time.
    pub connections: Option<AboveZero<u32>>,
    /// Requests per minute of one token; without it, as many as it likes.
    pub requests_per_minute: Option<AboveZero<u32>>,
    /// Most time for the head of a request, and for an idle connection.
    pub header_seconds: Option<Seconds>,
    /// Most time for the body of a request.
    pub body_seconds: Option<Seconds>,
    /// Most time for the answer to a request.
    pub request_seconds: Option<Seconds>,
    /// Origins of web pages that may call the service (CORS).
    pub origins: Option<Vec<String>>,
    /// Names that the service goes by, besides its address, when there are no tokens.
    pub hosts: Option<Vec<String>>,
    /// URL that is told the outcome of every report.
    pub webhook: Option<String>,
    /// File with the secret that signs those calls.
    pub webhook_secret_file: Option<PathBuf>,
}

/// The settings of the service, each with a value.
#[derive(Debug, Clone, PartialEq)]
pub struct ServeConfig {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// When `generate` answers.
    pub mode: Mode,
    /// Workers inside the service; `None`: as many as there are processors.
    pub workers: Option<usize>,
    /// Largest body with data.
    pub data_bytes: u64,
    /// Largest body with a template.
    pub template_bytes: u64,
    /// Most bytes of bodies and documents in memory at one time.
    pub buffer_bytes: u64,
    /// Most pages of a preview.
    pub preview_pages: u32,
    /// Most time for a preview.
    pub preview_time: Duration,
    /// Most bytes of a preview.
    pub preview_output_bytes: u64,
    /// Renders at one time; `None`: one more than there are processors.
    pub renders: Option<u32>,
    /// Renders that may wait for their turn.
    pub waiting: u32,
    /// Connections at one time.
    pub connections: u32,
    /// Requests per minute of one token, if they are limited.
    pub requests_per_minute: Option<u32>,
    /// Most time for the head of a request, and for an idle connection.
    pub header_time: Duration,
    /// Most time for the body of a request.
    pub body_time: Duration,
    /// Most time for the answer to a request.
    pub request_time: Duration,
    /// Origins of web pages that may call the service (CORS).
    pub origins: Vec<String>,
    /// Names that the service goes by, besides its address, when there are no tokens.
    pub hosts: Vec<String>,
    /// URL that is told the outcome of every report.
    pub webhook: Option<String>,
    /// File with the secret that signs those calls.
    pub webhook_secret_file: Option<PathBuf>,
}

impl From<ServeSettings> for ServeConfig {
    fn from(settings: ServeSettings) -> Self {
        let seconds = |given: Option<Seconds>, default| {
            given.map_or(Duration::from_secs(default), Seconds::get)
        };
        let bytes = |given: Option<AboveZero<u64>>, default| given.map_or(default, AboveZero::get);
        let number = |given: Option<AboveZero<u32>>, default| given.map_or(default, AboveZero::get);
        Self {
            listen: settings.listen.unwrap_or((Ipv4Addr::LOCALHOST, 8080).into()),
            mode: settings.mode.unwrap_or_default(),
            workers: settings.workers,
            data_bytes: bytes(settings.data_bytes, 5_000_000),
            template_bytes: bytes(settings.template_bytes, 20_000_000),
            buffer_bytes: bytes(settings.buffer_bytes, 256_000_000),
            preview_pages: number(settings.preview_pages, 100),
            preview_time: seconds(settings.preview_seconds, 10),
            preview_output_bytes: bytes(settings.preview_output_bytes, 50_000_000),
            renders: settings.renders.map(AboveZero::get),
            waiting: number(settings.waiting, 256),
            connections: number(settings.connections, 1024),
            requests_per_minute: settings.requests_per_minute.map(AboveZero::get),
            header_time: seconds(settings.header_seconds, 15),
            body_time: seconds(settings.body_seconds, 30),
            request_time: seconds(settings.request_seconds, 60),
            origins: settings.origins.unwrap_or_default(),
            hosts: settings.hosts.unwrap_or_default(),
            webhook: settings.webhook,
            webhook_secret_file: settings.webhook_secret_file,
        }
    }
}

impl ServeSettings {
    /// These settings with paths that start at a folder.
    pub(super) fn relative_to(mut self, folder: &Path) -> Self {
        self.webhook_secret_file = self.webhook_secret_file.map(|file| folder.join(file));
        self
    }

    /// These settings, completed by those of the next source.
    #[must_use]
    pub fn or(self, next: Self) -> Self {
        Self {
            listen: self.listen.or(next.listen),
            mode: self.mode.or(next.mode),
            workers: self.workers.or(next.workers),
            data_bytes: self.data_bytes.or(next.data_bytes),
            template_bytes: self.template_bytes.or(next.template_bytes),
            buffer_bytes: self.buffer_bytes.or(next.buffer_bytes),
            preview_pages: self.preview_pages.or(next.preview_pages),
            preview_seconds: self.preview_seconds.or(next.preview_seconds),
            preview_output_bytes: self.preview_output_bytes.or(next.preview_output_bytes),
            renders: self.renders.or(next.renders),
            waiting: self.waiting.or(next.waiting),
            connections: self.connections.or(next.connections),
            requests_per_minute: self.requests_per_minute.or(next.requests_per_minute),
            header_seconds: self.header_seconds.or(next.header_seconds),
            body_seconds: self.body_seconds.or(next.body_seconds),
            request_seconds: self.request_seconds.or(next.request_seconds),
            origins: self.origins.or(next.origins),
            hosts: self.hosts.or(next.hosts),
            webhook: self.webhook.or(next.webhook),
            webhook_secret_file: self.webhook_secret_file.or(next.webhook_secret_file),
        }
    }
}
