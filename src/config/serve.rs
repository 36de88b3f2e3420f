//! The settings of the service: the object `serve` of the settings file.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use super::declare::settings;
use super::setting::{
    AboveZero, AllowedOrigins, BOOLEAN, FILE, ORIGINS, SECONDS, Seconds, WHOLE_NUMBER,
};
use crate::serve::settings::{Mode, ServeConfig};

settings! {
    /// Settings of the service from one source.
    pub struct ServeSettings in "serve." {
        /// Address to listen on.
        listen: SocketAddr => "listen", "an address such as 127.0.0.1:8080",
            default "`127.0.0.1:8080`", variable "REPORTCTL_LISTEN", flag "--listen";
        /// When requests for reports are answered: once the mail was accepted, or at once.
        mode: Mode => "mode", "sync or queued", default "`sync`", variable "REPORTCTL_MODE",
            flag "--mode";
        /// Refusal of data that lacks a path which the template needs, by `generate` and `render`.
        strict: bool => "strict", BOOLEAN, default "that of `strict`";
        /// Workers inside the service in queued mode; 0 when `reportctl worker` does the work.
        workers: usize => "workers", "a whole number", default "the number of processors",
            variable "REPORTCTL_WORKERS", flag "--workers";
        /// Largest body with data, in bytes.
        data_bytes: AboveZero<u64> => "dataBytes", WHOLE_NUMBER, default "`5000000`";
        /// Largest body with a template, in bytes.
        template_bytes: AboveZero<u64> => "templateBytes", WHOLE_NUMBER, default "`20000000`";
        /// Maximum number of bytes of the library of each tenant; a file counts for 4096 at least.
        library_bytes: AboveZero<u64> => "libraryBytes", WHOLE_NUMBER, default "`1000000000`";
        /// Maximum number of bytes of bodies and documents in memory at one time.
        buffer_bytes: AboveZero<u64> => "bufferBytes", WHOLE_NUMBER, default "`256000000`";
        /// Maximum number of pages of a preview.
        preview_pages: AboveZero<u32> => "previewPages", WHOLE_NUMBER, default "`100`";
        /// Time limit of a preview.
        preview_seconds: Seconds => "previewSeconds", SECONDS, default "`10`";
        /// Maximum number of bytes of a preview.
        preview_output_bytes: AboveZero<u64> => "previewOutputBytes", WHOLE_NUMBER,
            default "`50000000`";
        /// Maximum of memory for one document of the service in bytes, as estimated while it is laid
        /// out; instead of `maxMemoryBytes`.
        max_memory_bytes: AboveZero<u64> => "maxMemoryBytes", WHOLE_NUMBER,
            default "`300000000`";
        /// Maximum number of concurrent renders.
        renders: AboveZero<u32> => "renders", WHOLE_NUMBER,
            default "one more than there are processors";
        /// Maximum number of waiting renders, and of synchronous requests waiting for their delivery.
        waiting: AboveZero<u32> => "waiting", WHOLE_NUMBER, default "`256`";
        /// Maximum number of concurrent connections.
        connections: AboveZero<u32> => "connections", WHOLE_NUMBER, default "`1024`";
        /// Maximum number of unfinished requests in the queue; in queued mode more are refused
        /// (`queueFull`).
        max_pending: AboveZero<u64> => "maxPending", WHOLE_NUMBER, default "`1000000`";
        /// Requests per minute of one token.
        requests_per_minute: AboveZero<u32> => "requestsPerMinute", WHOLE_NUMBER,
            default "no limit";
        /// Time limit for the header of a request, and for an idle connection.
        header_seconds: Seconds => "headerSeconds", SECONDS, default "`15`";
        /// Time limit for the body of a request.
        body_seconds: Seconds => "bodySeconds", SECONDS, default "`30`";
        /// Time limit for the response to a request.
        request_seconds: Seconds => "requestSeconds", SECONDS, default "`60`";
        /// Time from the signal that ends the service until its port closes; `/readyz` fails meanwhile.
        drain_seconds: Seconds => "drainSeconds", SECONDS, default "the port closes at once";
        /// Origins of web pages that may call the service (CORS).
        origins: AllowedOrigins => "origins", ORIGINS, default "none", variable "REPORTCTL_ORIGINS";
        /// Host names of the service, besides its address, when there are no tokens.
        hosts: Vec<String> => "hosts", "a list of names", default "none",
            variable "REPORTCTL_HOSTS";
        /// URL that receives the outcome of every report that was requested over HTTP.
        webhook: String => "webhook", "a URL", default "none";
        /// File with the secret that signs those calls; it is read again for each call.
        webhook_secret_file: PathBuf => "webhookSecretFile", FILE, default "none";
    }
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
            strict: settings.strict.unwrap_or(false),
            workers: settings.workers,
            data_bytes: bytes(settings.data_bytes, 5_000_000),
            template_bytes: bytes(settings.template_bytes, 20_000_000),
            library_bytes: bytes(settings.library_bytes, 1_000_000_000),
            buffer_bytes: bytes(settings.buffer_bytes, 256_000_000),
            preview_pages: number(settings.preview_pages, 100),
            preview_time: seconds(settings.preview_seconds, 10),
            preview_output_bytes: bytes(settings.preview_output_bytes, 50_000_000),
            max_memory_bytes: bytes(settings.max_memory_bytes, 300_000_000),
            renders: settings.renders.map(AboveZero::get),
            waiting: number(settings.waiting, 256),
            connections: number(settings.connections, 1024),
            max_pending: settings.max_pending.map_or(1_000_000, AboveZero::get),
            requests_per_minute: settings.requests_per_minute.map(AboveZero::get),
            header_time: seconds(settings.header_seconds, 15),
            body_time: seconds(settings.body_seconds, 30),
            request_time: seconds(settings.request_seconds, 60),
            drain_time: settings.drain_seconds.map(Seconds::get).unwrap_or_default(),
            origins: settings.origins.unwrap_or_default().into_origins(),
            hosts: settings.hosts.unwrap_or_default(),
            webhook: settings.webhook,
            webhook_secret_file: settings.webhook_secret_file,
        }
    }
}
