//! Fonts: metrics, fallback, setting of lines, and subsets for embedding (spec 10.2 to 10.5).
//!
//! ```text
//! bytes ──Face::from_bytes──> Face ─┐
//!                        Helvetica ─┼─> Fonts ──Typesetter──> Line ──GlyphUse──> Face::embed ──> Subset
//!              built-in fallback ───┘
//! ```
//!
//! * [`Face`] is a parsed font file, [`Fonts`] the stack that a document uses.
//! * [`Typesetter`] turns one line of text into a [`Line`]: glyphs, the fonts they come from, and
//!   the width. Layout measures with it, drawing draws with it.
//! * [`GlyphUse`] collects what a document uses of a face; [`Face::embed`] makes the [`Subset`]
//!   that goes into the PDF.
//!
//! Invariant: `fonts` knows no template, no page and no PDF; texts come in line by line.

mod base;
mod bidi;
mod cff;
mod charmap;
mod descriptor;
mod embed;
mod face;
mod face_id;
mod features;
mod glyph_text;
pub mod helvetica;
#[rustfmt::skip]
mod helvetica_table;
mod lacking;
mod line;
mod metrics;
mod missing;
mod named;
mod outline;
mod pen;
mod program;
mod setters;
mod sfnt;
mod shape;
mod stack;
mod standard;
mod standard_program;
#[rustfmt::skip]
mod standard_table;
mod subset;
mod substitute;
mod substitutions;
mod text;
mod to_unicode;
mod truetype;
mod typesetter;
mod unpack;
mod usage;
mod used;

#[cfg(test)]
pub(crate) mod fixtures;

pub use bidi::{END_ISOLATE, ISOLATE, Order, is_needed as is_bidirectional};
pub use descriptor::Descriptor;
pub use face::Face;
pub use face_id::{FaceId, Synthetic};
pub use features::{FeatureSet, FeatureSets, FeatureTag};
pub use line::{GlyphOffset, Line, Run};
pub use missing::MissingGlyph;
pub use named::unknown as unknown_font;
pub use named::{FaceSource, FontDefinition, FontNumber, NamedFonts};
pub use outline::Step;
pub use pen::{FontFile, Pen, PenGlyph, Pens};
pub use program::FontProgram;
pub use setters::Setters;
pub use stack::{FaceRef, Fonts, StandIn, Style};
pub use standard::{Family, Standard, StandardDescriptor};
pub use standard_program::StandardProgram;
pub use subset::{Program, Subset};
pub use typesetter::Typesetter;
pub use unpack::unpack;
pub use usage::{GlyphUse, Stretch};
pub use used::{FontUse, UsedFonts};

#[cfg(test)]
mod robustness;
