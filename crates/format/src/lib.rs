//! The template format as a table: one entry per key of every object of a template file.
//!
//! An entry ([`Key`]) says what a key is called, what it may hold, what stands in for it when it
//! is absent, its unit, its range, since when it exists, what it means, whether it holds
//! expressions, and what json-pdf-designer does with it where that differs. Everything that has
//! to know the format takes it from here:
//!
//! * reading (`template`): [`Typed`] entries carry the default as a value of the type that is
//!   read, so a key, its type and its default stand in one place;
//! * checking (`check`): unknown keys, wrong types, ranges, keys without effect;
//! * [`schema::json_schema`], [`typescript::declarations`], the tables of `docs/format`
//!   ([`reference::table`]), and, as JSON for editors, [`to_json`].
//!
//! The objects stand in one file each, in the order of the chapters: [`document`], [`page`],
//! [`field`] and the kinds of field, [`binding`].
//!
//! Invariant: `format` knows no template and no page; it says what a file may hold.

pub mod binding;
mod borders;
pub mod chart;
mod choice;
pub mod code;
pub mod document;
pub mod edges;
pub mod einvoice;
pub mod field;
pub mod font;
pub mod foreign;
pub mod icon;
pub mod image;
mod json;
mod key;
pub mod kpi;
mod line_height;
pub mod page;
pub mod payload;
pub mod pdf;
pub mod reference;
mod rows;
pub mod schema;
pub mod section;
pub mod shape;
pub mod signature;
pub mod style;
pub mod table;
pub mod text;
pub mod typescript;

pub use choice::{
    Aggregation, Align, Arithmetic, BandScope, BindingType, BlankPages, BoxFit, Break, Cap,
    CheckDigit, Choice, Choose, ColumnFill, ColumnKind, DisplayMode, Duplex, EinvoicePreset,
    EinvoiceProfile, EinvoiceStandard, ErrorCorrection, FaceFallback, FieldScope, FieldType,
    FillRule, Fit, Grid, Layer, LegendPosition, LineDirection, NumberFormat, OnError, Order,
    Orientation, PageBreak, PageMode, Pages, PagesOf, PayloadType, Permission, PieStyle, Pin,
    Position, Relationship, Repeat, RepeatBreak, Role, Shape, SignatureAppearance, SortBy,
    Standard, Symbology, TextAlign, TextDirection, TextFormat, TextOverflow, TextTransform,
    ValueFormat, VerticalAlign, Wrap,
};
pub use json::to_json;
pub use key::{Default, Effect, Key, LONGEST_SIDE, Mismatch, Range, Scope, Type, Typed, Unit};
pub use line_height::LineHeight;
pub use reportctl_base::color;

/// An object of a template file.
#[derive(Debug)]
pub struct Object {
    /// Its name in schema and types.
    pub name: &'static str,
    /// The section of `docs/format` that describes it.
    pub chapter: &'static str,
    /// Its meaning, in one sentence.
    pub meaning: &'static str,
    /// The object whose keys it has as well.
    pub base: Option<&'static Self>,
    /// The keys of its own, in the order of the reference.
    pub keys: &'static [&'static Key],
}

impl Object {
    /// The keys of its own, in the order of the reference.
    pub fn own_keys(&self) -> impl Iterator<Item = &'static Key> + Clone {
        self.keys.iter().copied()
    }

    /// All keys, those of the base first.
    pub fn all_keys(&self) -> impl Iterator<Item = &'static Key> {
        self.base.into_iter().flat_map(Self::own_keys).chain(self.own_keys())
    }

    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.all_keys().find(|key| key.name == name)
    }
}

/// Objects of several kinds, which `type` distinguishes.
#[derive(Debug)]
pub struct Kinds {
    /// Their name in schema and types.
    pub name: &'static str,
    /// The keys that all kinds have; `type` is among them.
    pub common: &'static Object,
    /// Value of `type` and object, per kind.
    pub kinds: &'static [(&'static str, &'static Object)],
}

impl Kinds {
    /// The object of a kind; `None` for an unknown one.
    pub fn of(&self, kind: &str) -> Option<&'static Object> {
        self.kinds.iter().find(|(name, _)| *name == kind).map(|(_, object)| *object)
    }
}

/// Every object of a template file, in the order of the reference.
pub static OBJECTS: [&Object; 67] = [
    &document::DOCUMENT,
    &document::MAIL,
    &page::DESIGN,
    &page::TEMPLATE,
    &page::PAGE,
    &page::THEME_VALUES,
    &font::FONT,
    &page::REQUIREMENT,
    &pdf::PDF,
    &pdf::VIEWER,
    &pdf::ATTACHMENT,
    &pdf::ENCRYPTION,
    &einvoice::EINVOICE,
    &einvoice::EINVOICE_GROUP,
    &page::SIZE,
    &page::VARIANT,
    &page::LETTERHEAD_PAGES,
    &field::PAGE_SELECTION,
    &field::FIELD,
    &text::TEXT,
    &edges::PADDING,
    &edges::BORDER_WIDTHS,
    &text::DYNAMIC_FONT_SIZE,
    &table::TABLE,
    &edges::CORNER_RADII,
    &table::COLUMN_STYLE,
    &table::CELL_PADDING,
    &table::ROW,
    &table::GROUP,
    &table::DETAIL,
    &table::BORDERS,
    &table::BORDER_LINE,
    &table::CONDITIONAL_STYLE,
    &style::STYLE,
    &style::STYLE_RULE,
    &image::IMAGE,
    &image::SVG,
    &section::SECTION,
    &section::COLUMNS,
    &section::SORT_KEY,
    &chart::CHART,
    &kpi::KPI,
    &kpi::OFFSET,
    &code::QR_CODE,
    &code::BARCODE,
    &payload::PAYLOAD,
    &payload::EPC,
    &payload::SWISS,
    &payload::ADDRESS,
    &payload::PIX,
    &payload::UPI,
    &payload::SPAYD,
    &shape::LINE,
    &shape::RECTANGLE,
    &shape::ELLIPSE,
    &shape::PATH,
    &signature::SIGNATURE,
    &binding::BINDING,
    &binding::SCALAR,
    &binding::TEMPLATE,
    &binding::ARRAY,
    &binding::KEY_VALUE,
    &binding::SECTION,
    &binding::CHART,
    &binding::KPI,
    &binding::COLUMN,
    &binding::CONDITION,
];

/// Declares an object and its keys. Statics: a constant would be copied to each place that reads its key, with a dozen addresses
/// that the loader fills in at each start.
macro_rules! object {
    (
        $(#[$doc:meta])*
        $object:ident = $name:literal, $chapter:literal, $meaning:literal
        $(, base $base:path)?;
        $($key:ident: $kind:ty = $value:expr;)*
    ) => {
        $(
            #[doc = concat!("`", stringify!($key), "` of [`", stringify!($object), "`].")]
            pub static $key: $kind = $value;
        )*
        $(#[$doc])*
        pub static $object: $crate::Object = $crate::Object {
            name: $name,
            chapter: $chapter,
            meaning: $meaning,
            base: $crate::base!($($base)?),
            keys: &[$($key.key()),*],
        };
    };
}

macro_rules! base {
    () => {
        None
    };
    ($base:path) => {
        Some(&$base)
    };
}

use {base, object};
