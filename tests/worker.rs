//! The worker and `send`: what becomes of requests, whatever happens meanwhile.

mod archive;
#[cfg(feature = "object-storage")]
pub(crate) mod bucket;
#[cfg(feature = "otlp")]
mod collector;
mod drain;
pub(crate) mod fixture;
mod kill;
mod outages;
mod outcomes;
mod processes;
mod send;
#[cfg(feature = "otlp")]
mod telemetry;
#[cfg(not(feature = "otlp"))]
mod telemetry_disabled;
mod versions;
