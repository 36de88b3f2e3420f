//! reportctl: reports from json-pdf-designer templates and data.
//!
//! # The pipeline
//!
//! ```text
//! store ──> template ──┐
//!                      ├─> layout ──> page model ──> draw ──> pdf ──> file | stdout
//! data  ──> expr ──────┘
//! ```
//!
//! Each stage is a module that uses the ones before it and never the ones after:
//!
//! 1. [`value`], [`problem`], [`suggest`], [`budget`]: JSON values, what can go wrong, what was
//!    probably meant, what may be spent.
//! 2. [`expr`]: template texts and conditions, compiled once ([`expr::TextTemplate::compile`]) and
//!    evaluated many times ([`expr::TextTemplate::render`]).
//! 3. [`template`]: JSON to page designs with fields, joined with their bindings
//!    ([`template::Template::parse`]).
//! 4. [`resolve`]: what each field shows for some data.
//! 5. [`layout`]: fields to pages ([`layout::paginate`]); the result is the page model
//!    ([`layout::Layout`]), millimetres from the top left, no PDF in sight.
//! 6. [`font`], [`image`]: faces and pictures, parsed once and reused.
//! 7. [`draw`]: a page to a display list ([`draw::Painter::page`]).
//! 8. [`pdf`]: display lists to bytes ([`pdf::Writer`]); printpdf lives there and nowhere else.
//!
//! [`render`] calls the stages in order. All of that is pure: no file, clock, environment,
//! network, thread or global state; today's date, fonts and limits come in as arguments. The
//! chapters that doc comments name ("spec 9.6") are those of the format specification.
//!
//! Around it, with the features `render`, `mail`, `postgres` and `serve`: `files` and `data` read and write files, `store` keeps
//! templates, `config` gathers the settings, and `documents` renders stored templates.
//! `mail` composes messages and delivers them, `queue` remembers what was asked for and what was
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
    budget, check, draw, expr, font, format, image, layout, pdf, problem, render, resolve, suggest,
    template, units, value,
};

#[cfg(feature = "render")]
pub mod files;

#[cfg(feature = "render")]
mod clock;
#[cfg(feature = "render")]
mod domain;
#[cfg(feature = "render")]
pub mod util;

#[cfg(feature = "render")]
pub mod data;
#[cfg(feature = "render")]
pub mod store;

#[cfg(feature = "render")]
pub mod config;

#[cfg(feature = "render")]
pub mod documents;
#[cfg(feature = "render")]
pub mod mail;
#[cfg(feature = "mail")]
pub mod queue;
#[cfg(feature = "mail")]
pub mod worker;

#[cfg(feature = "mail")]
pub mod batch;
#[cfg(feature = "serve")]
pub mod serve;

#[cfg(feature = "render")]
pub mod cli;

pub use reportctl_engine::{
    Blame, Budget, Code, Document, Fonts, Options, Prepared, Problem, Value, Workspace,
    generate_pdf, prepare,
};
