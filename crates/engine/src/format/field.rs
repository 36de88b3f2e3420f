//! What all kinds of field have in common (spec 3).

use super::choice::{Choice, Choose, FieldType};
use super::key::{Key, Scope, Type, key};
use super::{Kinds, chart, code, image, kpi, object, section, table, text};

/// The kinds of field.
pub static FIELDS: Kinds = Kinds {
    name: "Field",
    common: &FIELD,
    kinds: &[
        (FieldType::Text.name(), &text::TEXT),
        (FieldType::Table.name(), &table::TABLE),
        (FieldType::Image.name(), &image::IMAGE),
        (FieldType::Section.name(), &section::SECTION),
        (FieldType::Chart.name(), &chart::CHART),
        (FieldType::Kpi.name(), &kpi::KPI),
        (FieldType::Qrcode.name(), &code::QR_CODE),
        (FieldType::Barcode.name(), &code::BARCODE),
    ],
};

/// The kind of that name; those of extensions only in templates that have them.
pub fn kind(name: &str, extended: bool) -> Option<FieldType> {
    let known = |choice: &&Choice| choice.name == name && (extended || !choice.extension);
    FieldType::CHOICES.iter().find(known)?;
    FieldType::named(name)
}

object! {
    /// What all kinds of field have in common.
    FIELD = "FieldBase", "3", "What all kinds of field have in common.";
    ID: Key = key("id", "Identity (a uuid in practice); referenced by `sectionId`.").ty(Type::Name).expected();
    NAME: Key = key("name", "Binding key and the name used in error messages.").ty(Type::Name).expected();
    TYPE: Key = key("type", "Field kind; any other value draws nothing and takes its place.")
        .ty(Type::Choice(FieldType::CHOICES)).expected();
    X: Key = edge("x", "Left edge, from the left of the page.");
    Y: Key = edge("y", "Top edge, from the top of the page.");
    WIDTH: Key = edge("width", "Width of the authored box.").at_least(0.0);
    HEIGHT: Key = edge("height", "Height of the authored box.").at_least(0.0);
    LOCKED: Key = key("locked", "Editor only.").ty(Type::Flag).default(super::Default::Flag(false)).editor();
    SECTION_ID: Key = key(
        "sectionId",
        "Not empty: the field is a **member** of the section with that `id` and is never laid out on its own (not even \
         when no such section exists: then it is never drawn). `x`/`y` stay page-absolute.",
    ).ty(Type::Name);
    VISIBLE_WHEN: Key = key(
        "visibleWhen",
        "Bare expression (no braces). Blank or absent = always visible. See 9.8.",
    ).expressions(Scope::Condition).since("2.1.0").older("ignores it on members of a section (B12)");
}

const fn edge(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Number).required().millimetres()
}
