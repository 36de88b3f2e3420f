//! Access to the machine, without knowledge of reports: files, clock, threads, git.

pub(crate) mod bucket_url;
pub(crate) mod clock;
pub mod codes;
pub(crate) mod domain;
pub(crate) mod files;
#[cfg(feature = "mail")]
pub mod frame;
pub(crate) mod git;
#[cfg(feature = "serve")]
pub(crate) mod git_commit;
#[cfg(feature = "serve")]
pub(crate) mod git_push;
#[cfg(feature = "mail")]
pub(crate) mod git_remote;
pub mod hash;
#[cfg(any(feature = "object-storage", feature = "serve", feature = "signatures"))]
pub(crate) mod http_client;
#[cfg(feature = "object-storage")]
pub(crate) mod object_storage;
#[cfg(any(feature = "postgres", feature = "serve"))]
pub(crate) mod pace;
pub(crate) mod parsed_text;
pub(crate) mod printable;
pub mod secret;
pub(crate) mod shelf;
#[cfg(feature = "mail")]
pub(crate) mod telemetry;
pub mod threads;
#[cfg(feature = "mail")]
pub(crate) mod time_filter;
pub(crate) mod timestamp;
pub(crate) mod watchdog;
#[cfg(feature = "object-storage")]
pub(crate) mod zip_file;

/// The name of the file with the settings of a working folder.
pub const SETTINGS_FILE: &str = "reportctl.yaml";
