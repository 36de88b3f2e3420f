//! The engine for JavaScript.
//!
//! `engine` holds documents by handle and renders, draws and checks them; `helpers` are small
//! synchronous functions. Values cross the border as JSON texts, files as bytes. A call that fails
//! throws the problem as a JSON text; a panic ends the instance, and `lastPanic` of the same
//! instance still reports why (`panic`).

pub mod engine;
pub mod helpers;
pub mod panic;
mod problem;

use reportctl_engine::expr::Dialect;

/// The dialect of a text: with extensions, unless `extensions` is false.
fn dialect(extensions: Option<bool>) -> Dialect {
    if extensions.unwrap_or(true) { Dialect::EXTENDED } else { Dialect::BASE }
}
