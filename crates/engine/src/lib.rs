//! The engine of reportctl: template, bindings and data in, PDF bytes or a problem out.
//!
//! # The pipeline
//!
//! ```text
//! template ──┐
//!            ├─> layout ──> page model ──> draw ──> pdf
//! data ──> expr
//! ```
//!
//! Each stage is a module that uses the ones before it and never the ones after:
//!
//! 1. [`value`], [`problem`], [`suggest`], [`budget`]: JSON values, what can go wrong, what was
//!    probably meant, what may be spent.
//! 2. [`expr`]: expressions and conditions, compiled once ([`expr::TextTemplate::compile`]) and
//!    evaluated many times ([`expr::TextTemplate::render`]).
//! 3. [`template`]: JSON to page designs with fields, joined with their bindings
//!    ([`template::Template::parse`]).
//! 4. [`resolve`]: what each field shows for some data.
//! 5. [`paragraph`]: texts to lines, for fields that wrap; [`payment`], [`barcode`]: payments to
//!    texts, texts to the modules of codes.
//! 6. [`layout`]: fields to pages ([`layout::paginate`]); the result is the page model
//!    ([`layout::Layout`]), millimetres from the top left, no PDF in sight.
//! 7. [`font`], [`image`]: faces and pictures, parsed once and reused.
//! 8. [`draw`]: a page to a display list ([`draw::Painter::page`]).
//! 9. [`pdf`]: display lists to bytes ([`pdf::Writer`]); printpdf lives there and nowhere else.
//! 10. [`svg`]: display lists to drawings ([`svg::Drawer`]), for screens.
//!
//! Modules that need no template are crates of their own, with the names of their subjects here:
//! `base` ([`value`], [`number`], [`problem`] and others), `codes` ([`barcode`], [`payment`]),
//! `locale`, [`expr`], `fonts` (as [`font`]) and `pictures` (as [`image`]). The engine knows all of them, and
//! none of them knows the engine.
//!
//! [`render`] calls the stages in order; the crate `check`, which uses the same stages, finds the
//! problems of a template.
//! The engine is pure: no file, clock, environment, network, thread or global state; today's date,
//! fonts and limits come in as arguments. It compiles for `wasm32-unknown-unknown`. The chapters
//! that doc comments name ("spec 9.6") are those of `docs/format/README.md`.
//!
//! ```
//! use reportctl_engine::{Fonts, Options, Value, prepare};
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

pub mod host;

pub mod template;

pub mod resolve;

pub mod paragraph;

pub mod layout;
pub mod link;

pub mod draw;

mod printed;

pub mod structure;

pub mod pdf;

pub mod svg;

pub mod render;

pub mod editor;

pub use reportctl_base::{
    blank, budget, calendar, choice, codes, color, executor, library, number, path, pointer,
    problem, suggest, units, value,
};
pub use reportctl_codes::{barcode, payment};
pub use reportctl_expr as expr;
pub use reportctl_fonts as font;
pub use reportctl_format as format;
pub use reportctl_locale as locale;
pub use reportctl_pictures as image;

pub use budget::Budget;
pub use executor::Executor;
pub use font::Fonts;
pub use host::Host;
pub use library::Library;
pub use pdf::Workspace;
pub use problem::{Blame, Code, Problem};
pub use render::{
    Document, Options, Prepared, SignatureRequest, generate_pdf, prepare, prepare_with,
};
pub use value::Value;
