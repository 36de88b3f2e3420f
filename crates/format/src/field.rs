//! Keys common to all kinds of field (spec 3).

use super::choice::{
    Choice, Choose, FieldType, Layer, PageBreak, Pages, PagesOf, Pin, Position, Role,
};
use super::key::{
    Key, Scope, Type, Typed, choice, flag, integer, key, number, optional_choice, whole,
};
use super::{Kinds, chart, code, image, kpi, object, section, shape, signature, table, text};

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
        (FieldType::Line.name(), &shape::LINE),
        (FieldType::Rectangle.name(), &shape::RECTANGLE),
        (FieldType::Ellipse.name(), &shape::ELLIPSE),
        (FieldType::Path.name(), &shape::PATH),
        (FieldType::Svg.name(), &image::SVG),
        (FieldType::Signature.name(), &signature::SIGNATURE),
    ],
};

/// The kind of that name; those of extensions only in templates that have them.
pub fn kind(name: &str, extended: bool) -> Option<FieldType> {
    let known = |choice: &&Choice| choice.name == name && (extended || !choice.extension);
    FieldType::CHOICES.iter().find(known)?;
    FieldType::named(name)
}

object! {
    /// Keys common to all kinds of field.
    FIELD = "FieldBase", "3", "Keys common to all kinds of field.";
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
    ROTATE: Typed<f64> = number(
        0.0,
        key("rotate", "Rotation about the centre of the box, in degrees clockwise. Nothing else moves."),
    ).extension();
    OPACITY: Typed<f64> = number(
        1.0,
        key("opacity", "Opacity of the field as a whole; 0 draws nothing and keeps its place.").range(0.0, 1.0),
    ).extension();
    Z_INDEX: Typed<i32> = integer(
        0,
        key("zIndex", "Order of drawing on its page, ascending.").range(-1e6, 1e6),
    );
    BREAK_BEFORE: Typed<PageBreak> = choice(
        PageBreak::Auto,
        PageBreak::Auto.name(),
        key("breakBefore", "Whether it begins on a new page (20.7.1)."),
    ).extension();
    BREAK_AFTER: Typed<PageBreak> = choice(
        PageBreak::Auto,
        PageBreak::Auto.name(),
        key("breakAfter", "Whether the next item begins on a new page."),
    ).extension();
    KEEP_WITH_NEXT: Typed<bool> = flag(
        false,
        key("keepWithNext", "Stays on the page where the next item begins."),
    ).extension();
    PIN: Typed<Pin> = choice(
        Pin::None,
        Pin::None.name(),
        key("pin", "Position on its page."),
    ).extension();
    COLLAPSE: Typed<bool> = flag(
        false,
        key("collapse", "Hiding it also removes the distance above it."),
    ).extension();
    POSITION: Typed<Position> = choice(
        Position::Flow,
        Position::Flow.name(),
        key("position", "In the flow, or at its authored place on every page (20.7.2)."),
    ).extension();
    LAYER: Typed<Layer> = choice(
        Layer::Foreground,
        Layer::Foreground.name(),
        key("layer", "Drawn over or under the other fields.").only("position", &["page"]),
    ).extension();
    ON_PAGES: Key = key(
        "onPages",
        "On which pages something in a band, or with `position`: `page`, is printed: `all` `first` `notFirst` `last` \
         `notLast` `only` `odd` `even`, a bare expression over the names of pages, or an object.",
    ).ty(Type::Either(const { &[Type::Text, Type::Object(&PAGE_SELECTION)] }))
        .expressions(Scope::Condition).extension();
    ROLE: Typed<Option<Role>> = optional_choice(
        key("role", "Role for readers who do not see the page. For tagged documents, and in the page model."),
    );
    ALT: Key = key(
        "alt",
        "Alternative text of a picture, a chart, a code or a drawing, for those who do not see it (20.10.7).",
    ).expressions(Scope::Own).extension();
    DECORATIVE: Typed<bool> = flag(
        false,
        key("decorative", "The picture says nothing: screen readers pass it over."),
    ).extension();
    LANG: Key = key("lang", "Language of its texts where it is not that of the document, such as `pt-BR`.")
        .extension();
    READING_ORDER: Typed<i32> = integer(
        0,
        key("readingOrder", "Order of reading, ascending.").range(-1e6, 1e6),
    );
    LINK: Key = key(
        "link",
        "Target of a click on the box: an address that begins with `http:`, `https:`, `mailto:` or `tel:`, or `#` \
         and the `id` of a field (20.10.2).",
    ).expressions(Scope::Own).extension();
    BOOKMARK: Key = key(
        "bookmark",
        "Its entry in the outline of the document; blank, none. Of a section, one per repetition (20.10.3).",
    ).expressions(Scope::Own).extension();
    BOOKMARK_LEVEL: Typed<u32> = whole(
        1,
        key("bookmarkLevel", "Level of that entry.").range(1.0, 6.0).only("bookmark", &[]),
    );
}

object! {
    /// Pages on which something is printed.
    PAGE_SELECTION = "PageSelection", "20.7.2", "On which pages something is printed.";
    SELECT: Typed<Pages> = choice(Pages::All, Pages::All.name(), key("select", "Pages.")).extension();
    OF: Typed<PagesOf> = choice(
        PagesOf::Design,
        PagesOf::Design.name(),
        key("of", "Pages among which they are counted."),
    ).extension();
}

const fn edge(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Number).required().millimetres()
}
