//! reportctl: reports from json-pdf-designer templates and data.
//!
//! The engine ([`reportctl_engine`], re-exported here) makes documents of templates and data, without
//! files, clock, environment, network or threads.
//!
//! Around it, with the features `render`, `mail`, `postgres` and `serve`: `files` and `data` read and
//! write files, `store` keeps templates, `config` gathers the settings, and `documents` renders stored
//! templates. `mail` composes messages and delivers them, `queue` remembers what was asked for and what was
//! sent, `worker` takes requests from it, and `batch` makes them of rows. `cli` and `serve`, the
//! command line and the service, call all of this.
//!
//! ```
//! use reportctl::{Fonts, Options, Value, prepare};
//!
//! let template = Value::from_json(
//!     r#"{"page": {"width": 210, "height": 297}, "schemas": [
//!         {"id": "t", "name": "title", "type": "text", "x": 10, "y": 15, "width": 190,
//!          "height": 10, "content": "Invoice {number}"}]}"#,
//! )?;
//! let fonts = Fonts::standard();
//! let prepared = prepare(&template, &Value::Null)?;
//! let pdf = prepared.generate(&Value::from_json(r#"{"number": 7}"#)?, &Options::new(&fonts))?;
//! assert!(pdf.starts_with(b"%PDF-1.7"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use reportctl_engine::{
    barcode, budget, check, draw, editor, executor, expr, font, format, host, image, layout,
    library, locale, payment, pdf, pointer, problem, render, resolve, suggest, template, units,
    value,
};

#[cfg(feature = "render")]
pub mod files;

#[cfg(feature = "render")]
mod clock;
#[cfg(feature = "render")]
mod domain;
#[cfg(feature = "render")]
pub mod threads;
#[cfg(feature = "render")]
pub mod util;
#[cfg(feature = "render")]
mod watchdog;

#[cfg(feature = "render")]
pub mod data;
#[cfg(feature = "render")]
mod git;
#[cfg(feature = "render")]
pub mod store;

#[cfg(feature = "raster")]
pub mod cases;
#[cfg(feature = "render")]
pub mod compare;
#[cfg(feature = "render")]
pub mod config;
#[cfg(feature = "render")]
pub mod contract;

#[cfg(feature = "raster")]
pub mod diff;
#[cfg(feature = "render")]
pub mod documents;
#[cfg(feature = "mail")]
pub mod isolation;
#[cfg(feature = "mail")]
pub mod mail;
#[cfg(feature = "mail")]
pub mod queue;
#[cfg(feature = "render")]
pub mod receipt;
#[cfg(feature = "render")]
pub mod rows;
#[cfg(feature = "mail")]
pub mod worker;

#[cfg(feature = "mail")]
pub mod batch;
#[cfg(feature = "serve")]
pub mod serve;

#[cfg(feature = "render")]
pub mod cli;

pub use reportctl_engine::{
    Blame, Budget, Code, Document, Executor, Fonts, Library, Options, Prepared, Problem, Value,
    Workspace, generate_pdf, prepare, prepare_with,
};
