//! The HTTP service: as a function, and on a real port.

mod client;
mod house;
mod operations;
mod port;
mod preview;
mod reports;
mod templates;
mod tokens;
