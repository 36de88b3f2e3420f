//! The template and its page designs (spec 2).

use super::choice::{Arithmetic, BlankPages, TextDirection};
use super::key::{
    Key, LONGEST_SIDE, Scope, Type, Typed, choice, flag, integer, key, number, optional_number,
};
use super::{Default, field, font, object, pdf, style};

object! {
    /// Keys common to a template with one page and to each page design of a larger one.
    DESIGN = "PageDesign", "2.1", "One page design: size, bands and fields.";
    SIZE_OF_PAGE: Key = key("page", "Size of the page.").ty(Type::Object(&SIZE)).required();
    HEADER_HEIGHT: Typed<f64> =
        number(0.0, key("headerHeight", "Height of the repeating band at the top.").length());
    FOOTER_HEIGHT: Typed<f64> =
        number(0.0, key("footerHeight", "Height of the repeating band at the bottom.").length());
    MARGIN_LEFT: Typed<f64> =
        number(0.0, key("marginLeft", "Width of the repeating band on the left.").length());
    MARGIN_RIGHT: Typed<f64> =
        number(0.0, key("marginRight", "Width of the repeating band on the right.").length());
    BACKGROUND_IMAGE: Key = key(
        "backgroundImage",
        "PNG as data URI, stretched over the whole page under everything, on every physical page.",
    ).ty(Type::Picture);
    BACKGROUND_PDF: Key = key(
        "backgroundPdf",
        "PDF file whose pages lie under everything as letterhead (20.7.6): `lib:` and the name of a file of the library, \
         or a data URI.",
    ).extension();
    BACKGROUND_PDF_PAGES: Key = key("backgroundPdfPages", "Pages of the letterhead by page of the document.")
        .ty(Type::Object(&LETTERHEAD_PAGES)).extension();
    SCHEMAS: Key = key("schemas", "All fields of the page, flat (no nesting).")
        .ty(Type::List(const { &Type::Kinds(&field::FIELDS) }))
        .required()
        .older("crashes when it is missing");
    FIRST_PAGE: Key = key("firstPage", "Differences of the first page of the design (20.7.3).")
        .ty(Type::Object(&VARIANT)).extension();
    LAST_PAGE: Key = key("lastPage", "Differences of the last page of the design.")
        .ty(Type::Object(&VARIANT)).extension();
    BLANK_PAGES: Typed<BlankPages> = choice(
        BlankPages::Empty,
        BlankPages::Empty.name(),
        key("blankPages", "Content of pages that a break to an odd or even page leaves blank."),
    ).extension();
    DUPLEX: Typed<bool> = flag(
        false,
        key("duplex", "Begins on a page with an odd number."),
    ).extension();
    RESTART_NUMBERING: Typed<bool> = flag(
        false,
        key("restartNumbering", "Numbers its pages from 1, for `$set.number` and `$set.count` (20.7.5)."),
    ).extension();
}

object! {
    /// The template.
    TEMPLATE = "Template", "2.1", "The template: one page design, or several in `pages`.", base DESIGN;
    VERSION: Key = key("version", "Version of the document format (not of a package); the rules are in 2.3.")
        .ty(Type::Number).range(1.0, 1.0).default(Default::Number(1.0)).since("2.1.0");
    EXTENSIONS: Key = key(
        "extensions",
        "Level of the extensions (chapter 20) that the template uses; absent, none of them applies.",
    ).ty(Type::Whole).range(1.0, 1.0).extension();
    LOCALE: Key = key(
        "locale",
        "Language and region as a BCP 47 tag such as `de-DE`; turns chapter 20.8 on.",
    ).extension();
    LOCALE_FROM: Key = key(
        "localeFrom",
        "Expression over the data that gives the tag of another locale; blank or unknown: `locale`.",
    ).extension();
    CURRENCY: Key = key("currency", "Currency of `MONEY` where it names none, by ISO 4217.").extension();
    TIME_ZONE: Key = key(
        "timeZone",
        "Zone such as `Europe/Berlin` in which times with an offset are shown; absent, UTC.",
    ).extension();
    DIRECTION: Typed<Option<TextDirection>> =
        style::direction("The side that texts are read from, where they say nothing themselves; absent, `auto` (20.1.7).");
    TEXTS: Key = key("texts", "Texts of `T` by language tag and key (20.8.3).")
        .ty(Type::Map(const { &Type::Map(&Type::Text) })).extension();
    ARITHMETIC: Typed<Arithmetic> = choice(
        Arithmetic::Double,
        "double",
        key("arithmetic", "Arithmetic of expressions (20.9.2)."),
    ).extension();
    DEFS: Key = key("defs", "Formulas by name, bare expressions that are used as `$name` (20.9.3).")
        .ty(Type::Map(&Type::Text)).extension();
    REQUIRE: Key = key("require", "Conditions that must be true for a document (20.9.6).")
        .ty(Type::List(const { &Type::Object(&REQUIREMENT) })).extension();
    PAGE_NUMBER_START: Typed<i32> = integer(
        1,
        key("pageNumberStart", "Value of `$page.number` on the first page.").range(-1e6, 1e6),
    );
    FONTS: Key = key("fonts", "Fonts by name (20.3.5); `default` is that of the document.")
        .ty(Type::Map(const { &Type::Object(&font::FONT) })).extension();
    MIN_DPI: Typed<Option<f64>> = optional_number(
        key("minDpi", "Dots per inch below which images are noted, where the image itself says nothing.")
            .range(1.0, 10_000.0),
    ).extension();
    THEME: Key = key("theme", "Values that the rest of the template refers to by name (20.3.6).")
        .ty(Type::Object(&THEME_VALUES)).extension();
    STYLES: Key = key("styles", "Styles by name (20.3); `default` is that of every field.")
        .ty(Type::Map(const { &Type::Object(&style::STYLE) })).extension();
    PDF: Key = key("pdf", "Metadata of the PDF, and who may open it (20.10).")
        .ty(Type::Object(&pdf::PDF)).extension();
    PAGES: Key = key(
        "pages",
        "If present and not empty the only source: the flat keys `page` to `schemas` are then ignored, although files \
         normally still carry them.",
    ).ty(Type::List(const { &Type::Object(&PAGE) })).since("1.5.0");
}

object! {
    /// Values that the rest of the template refers to by name.
    THEME_VALUES = "Theme", "20.3.6", "Values that the rest of the template refers to by name.";
    THEME_COLORS: Key = key("colors", "Colours by name; wherever a colour stands, `@` and the name means it.")
        .ty(Type::Map(&Type::Color)).extension();
}

object! {
    /// A condition without which there is no document.
    REQUIREMENT = "Requirement", "20.9.6", "A condition without which there is no document.";
    THAT: Key = key("that", "Bare expression over the document that must hold.")
        .expressions(Scope::Condition).required().extension();
    MESSAGE: Key = key("message", "Reason of the failure if the condition is false.")
        .expressions(Scope::Document).required().extension();
}

object! {
    /// A page design of several.
    PAGE = "TemplatePage", "2.2", "A page design among several.", base DESIGN;
    ID: Key = key("id", "Identity (used in the `invalidPageSize` error).").ty(Type::Name).expected().ignored();
    NAME: Key = key("name", "Tab caption in the editor only.").editor();
}

object! {
    /// Differences of the first or the last page of a design.
    VARIANT = "PageVariant", "20.7.3", "Differences of the first or the last page of a design.";
    VARIANT_HEADER: Typed<Option<f64>> =
        optional_number(key("headerHeight", "Height of the header on the first page.").length()).extension();
    VARIANT_FOOTER: Typed<Option<f64>> =
        optional_number(key("footerHeight", "Height of the band at the bottom.").length()).extension();
    VARIANT_BACKGROUND: Key = key("backgroundImage", "Another background; empty, none.")
        .ty(Type::Picture).extension();
}

object! {
    /// Pages of a letterhead under the pages of a design.
    LETTERHEAD_PAGES = "LetterheadPages", "20.7.6", "Which pages of a letterhead lie under which pages of a design, from 1.";
    LETTERHEAD_FIRST: Typed<i32> = integer(
        1,
        key("first", "The one under the first page.").range(1.0, 1e5),
    ).extension();
    LETTERHEAD_OTHER: Key = key(
        "other",
        "The one under the others; absent, the second one, or the first one of a file that has no other.",
    ).ty(Type::Whole).range(1.0, 1e5).extension();
    LETTERHEAD_LAST: Key = key("last", "The one under the last page; absent, as if that were not the last one.")
        .ty(Type::Whole).range(1.0, 1e5).extension();
}

object! {
    /// The size of a page.
    SIZE = "PageSize", "2.1", "Size of a page; both numbers must be above 0, and texts are refused.";
    WIDTH: Key = side("width", "Width of the page.");
    HEIGHT: Key = side("height", "Height of the page.");
    AUTO_HEIGHT: Typed<bool> = flag(
        false,
        key("autoHeight", "The page ends below its content, and `height` is the most that it has (20.7.7)."),
    ).extension();
}

const fn side(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Number).required().millimetres().above(0.0, LONGEST_SIDE)
}
