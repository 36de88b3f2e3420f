//! reportctl: reports from json-pdf-designer templates and data.
//!
//! The engine ([`engine`], re-exported here) makes documents of templates and data, without
//! files, clock, environment, network or threads.
//!
//! Around it, with the features `render`, `mail`, `postgres` and `serve`, lie the rooms of the program,
//! each of which knows those before it alone: `base` (files, clock, threads, git), `einvoice` (invoices
//! as XML: reading, rules), `signatures` (of PDF documents), `data` (readers of
//! data files, rows), `templates` (store, library, texts, contracts of data), `documents` (the generator,
//! receipts), `review` (comparing documents, test cases), `delivery` (mail, queue, worker, batches),
//! `serve` (the service), `config` (settings) and `cli` (the command line).
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

pub use engine::{
    barcode, budget, draw, expr, font, format, image, layout, locale, pdf, pointer, problem,
    resolve, template, units, value,
};

pub use check;

/// The version of the program, on which the bytes of a document depend.
pub const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(feature = "render")]
pub mod base;
#[cfg(feature = "render")]
pub mod cli;
#[cfg(feature = "render")]
pub mod config;
#[cfg(feature = "render")]
pub mod data;
#[cfg(feature = "mail")]
pub mod delivery;
/// Mail and the queue are not in this build; what can be set of them is, for the settings file is the
/// same in all.
#[cfg(all(feature = "render", not(feature = "mail")))]
pub mod delivery {
    pub mod codes;
    pub mod settings;
}
#[cfg(feature = "render")]
pub mod documents;
#[cfg(feature = "einvoice")]
pub mod einvoice;
/// E-invoices are not in this build; the codes of their problems are the same in all.
#[cfg(all(feature = "render", not(feature = "einvoice")))]
pub mod einvoice {
    pub mod codes;
}
#[cfg(feature = "render")]
pub mod review;
#[cfg(feature = "serve")]
pub mod serve;
/// The service is not in this build; its settings are.
#[cfg(all(feature = "render", not(feature = "serve")))]
pub mod serve {
    pub mod codes;
    pub mod settings;
}
/// Signing is not in this build; its settings and the codes of its problems are.
#[cfg(all(feature = "render", not(feature = "signatures")))]
pub mod signatures {
    pub mod codes;
    pub mod settings;
}
#[cfg(feature = "signatures")]
pub mod signatures;
#[cfg(feature = "render")]
pub mod templates;

pub use engine::{
    Budget, Code, Fonts, Library, Options, Prepared, Problem, Value, Workspace, generate_pdf,
    prepare, prepare_with,
};
