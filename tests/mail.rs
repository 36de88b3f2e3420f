//! Mail: what messages say, whom they reach, and what failures mean.

pub(crate) mod certificates;
mod dialogue;
mod embedded;
mod encryption;
mod hostile;
mod injection;
mod message;
pub(crate) mod server;
