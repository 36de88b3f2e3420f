//! Rendering in processes of its own.
//!
//! Templates, data and pictures come from others. A service or a worker lets child processes of the
//! same program look into them: `child` gets everything as bytes (`bundle`, `job`) over a socket
//! pair (`frame`), opens no file and no connection (`confine`), and gives back a document or
//! problems. A child that takes too long or dies is a problem of one document (`children`).
//! Without isolation the same code runs inside the process (`runner`).

#[cfg(unix)]
pub(crate) mod child;
#[cfg(unix)]
mod children;
mod confine;
mod job;
#[cfg(unix)]
mod memory;
#[cfg(unix)]
mod process;
#[cfg(unix)]
pub mod reading;
mod renderer;
mod runner;
#[cfg(unix)]
mod setup;
#[cfg(feature = "signatures")]
mod signed;

pub use confine::Confinement;
#[cfg(feature = "serve")]
pub(crate) use job::AdmissionRules;
pub(crate) use job::{
    ArchivedNames, Job, JobRefusal, JobResult, MessageParts, MessageWork, Order, ResultProperties,
    WireCode, Work,
};
pub use renderer::Renderer;
pub use runner::Abandoned;

/// Receives the reports about children that died.
pub type Report = Box<dyn Fn(&str) + Send + Sync>;

/// Describes the confinement of rendering, for people: `in processes of their own, confined by limits, …`.
pub fn described(confinement: Option<Confinement>) -> String {
    let Some(confinement) = confinement else {
        return "none: documents are rendered by the process itself".to_owned();
    };
    let (active, missing): (Vec<_>, Vec<_>) =
        confinement.parts().into_iter().partition(|(_, is_active)| *is_active);
    let names = |parts: Vec<(&'static str, bool)>| {
        parts.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!("processes with {}", names(active));
    if !missing.is_empty() {
        text.push_str(&format!("; this system lacks {}", names(missing)));
    }
    text
}
