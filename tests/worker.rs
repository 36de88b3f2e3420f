//! The worker and `send`: what becomes of requests, whatever happens meanwhile.

mod archive;
#[cfg(feature = "object-storage")]
pub(crate) mod bucket;
mod drain;
pub(crate) mod fixture;
mod kill;
mod outages;
mod outcomes;
mod processes;
mod send;
mod versions;
