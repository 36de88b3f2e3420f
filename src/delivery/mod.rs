//! Documents on their way to people: messages, the queue of requests, the worker that takes them from
//! it, batches that fill it, and the processes in which documents and messages of others are made.

pub mod archive;
pub(crate) mod batch;
pub mod codes;
pub mod isolation;
pub mod mail;
pub mod queue;
pub mod settings;
mod stored_text;
pub mod worker;
