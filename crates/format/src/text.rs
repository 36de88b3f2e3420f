//! Text fields (spec 4.1, and 20.1 for the keys of extensions).

use super::choice::{
    Break, FaceFallback, Fit, TextAlign, TextDirection, TextFormat, TextOverflow, TextTransform,
    VerticalAlign, Wrap,
};
use super::color::Color;
use super::key::{
    Key, Scope, Type, Typed, choice, color, flag, key, line_height, number, optional_number,
    optional_whole, whole,
};
use super::line_height::{self, LineHeight};
use super::{edges, font, object, style};

object! {
    /// A text field.
    TEXT = "TextField", "4.1", "One line of text in a box.";
    CONTENT: Key = key(
        "content",
        "Text with expressions (chapter 7), used unless a `template`/`scalar` binding replaces it.",
    ).expected().created("\"Text\"").expressions(Scope::Own);
    FONT_SIZE: Typed<f64> = number(10.0, key("fontSize", "Size of the text.").points().created("11"));
    FONT_COLOR: Typed<Color> = color(
        Color::BLACK,
        key("fontColor", "Colour of the text (the default also when empty or invalid).").created("\"#000000\""),
    );
    ALIGNMENT: Typed<TextAlign> = choice(
        TextAlign::Left,
        TextAlign::Left.name(),
        key("alignment", "Horizontal only.").created("\"left\""),
    );
    BACKGROUND_COLOR: Key = key(
        "backgroundColor",
        "Fills the box when a non-empty string (an invalid colour fills black).",
    ).ty(Type::Paint).ignored();
    BORDER_COLOR: Key = key("borderColor", "Colour of the border.")
        .ty(Type::Paint).ignored().only("borderWidth", &[]);
    BORDER_WIDTH: Typed<Option<f64>> = optional_number(
        key("borderWidth", "Width of the border: one number, or with extensions one per side.")
            .length().only("borderColor", &[]),
    ).either(const { &[Type::Number, Type::Object(&edges::BORDER_WIDTHS)] });
    RADIUS: Key = edges::radius("Radius of the corners of fill and border: one number, or one per corner.");
    BT: Key = key(
        "bt",
        "Term of the e-invoice that the text prints, such as `BT-112`: both must say the same (20.10.8).",
    ).extension();
    WRAP: Typed<Wrap> = choice(
        Wrap::None,
        Wrap::None.name(),
        key("wrap", "Line breaking of the text (20.1.1)."),
    ).extension();
    LINE_HEIGHT: Typed<LineHeight> = line_height(
        line_height::USUAL,
        key("lineHeight", "Distance of lines: a multiple of the font size, or a length such as `14pt` or `4mm` (20.1.2)."),
    );
    OVERFLOW: Typed<TextOverflow> = choice(
        TextOverflow::Visible,
        TextOverflow::Visible.name(),
        key("overflow", "Behaviour for lines that do not fit the box (20.1.3)."),
    ).extension();
    MIN_LINES: Typed<u32> = whole(
        1,
        key("minLines", "Minimum number of lines that an expanding box has room for.")
            .range(1.0, MOST_LINES).only("overflow", &["expand"]),
    );
    MAX_LINES: Typed<Option<u32>> = optional_whole(
        key("maxLines", "Maximum number of lines printed.").range(1.0, MOST_LINES).only("wrap", WRAPS),
    );
    DYNAMIC_SIZE: Key = key("dynamicFontSize", "Between which sizes a text shrinks.")
        .ty(Type::Object(&DYNAMIC_FONT_SIZE)).extension().only("overflow", &["shrink"]);
    VERTICAL_ALIGNMENT: Typed<VerticalAlign> = choice(
        VerticalAlign::Top,
        VerticalAlign::Top.name(),
        key("verticalAlignment", "Vertical position of the lines in the box."),
    ).extension();
    PADDING: Key = key("padding", "Room inside the box: one number, or one per side.")
        .ty(Type::Either(const { &[Type::Number, Type::Object(&edges::PADDING)] })).length().extension();
    BREAK_INSIDE: Typed<Break> = choice(
        Break::Avoid,
        Break::Avoid.name(),
        key("breakInside", "Whether an expanding text alone in its row continues on the next page (20.1.4).")
            .only("overflow", &["expand"]),
    ).extension();
    ORPHANS: Typed<u32> = whole(
        2,
        key("orphans", "Minimum number of lines before a page break.")
            .range(1.0, MOST_LINES).only("breakInside", &["auto"]),
    );
    WIDOWS: Typed<u32> = whole(
        2,
        key("widows", "Minimum number of lines after a page break.")
            .range(1.0, MOST_LINES).only("breakInside", &["auto"]),
    );
    TEXT_FORMAT: Typed<TextFormat> = choice(
        TextFormat::Plain,
        TextFormat::Plain.name(),
        key("textFormat", "Markup of the text (20.1.6)."),
    ).extension();
    MARKUP_LINKS: Typed<bool> = flag(
        false,
        key("markupLinks", "Whether links in the values of `MARKUP` are active (20.1.6).")
            .only("textFormat", &["inline-markdown"]),
    ).extension();
    BOLD: Typed<bool> = flag(false, key("bold", "Uses the bold face of the font.")).extension();
    ITALIC: Typed<bool> = flag(false, key("italic", "Uses the italic face of the font.")).extension();
    FONT_NAME: Key = font::name();
    FONT_FEATURES: Key = font::features();
    FACE_FALLBACK: Typed<FaceFallback> =
        choice(FaceFallback::Plain, FaceFallback::Plain.name(), font::fallback()).extension();
    UNDERLINE: Typed<bool> = flag(false, key("underline", "Draws a rule below the text.")).extension();
    STRIKETHROUGH: Typed<bool> =
        flag(false, key("strikethrough", "Draws a rule through the text.")).extension();
    CHARACTER_SPACING: Typed<f64> = number(0.0, style::spacing()).extension();
    TEXT_TRANSFORM: Typed<TextTransform> = choice(
        TextTransform::None,
        TextTransform::None.name(),
        key("textTransform", "In which case letters are set."),
    ).extension();
    STYLE: Key = style::reference("style", "Name of the style; it comes before the keys of the field (20.3.1).");
    STYLE_OVERRIDES: Key = key("styleOverrides", "Overrides of the style, with precedence over all others.")
        .ty(Type::Object(&style::STYLE)).extension();
    STYLE_WHEN: Key = style::rules();
    DIRECTION: Typed<Option<TextDirection>> = style::direction("The side that it is read from; absent, as the template says.");
    PARAGRAPH_SPACING: Typed<f64> = number(
        0.0,
        key("paragraphSpacing", "Room between paragraphs.").length().only("wrap", WRAPS),
    ).extension();
}

/// The values of `wrap` that break lines.
const WRAPS: &[&str] = &["word", "char"];
/// Far more lines than a document has.
const MOST_LINES: f64 = 1e6;

object! {
    /// The sizes between which a text shrinks.
    DYNAMIC_FONT_SIZE = "DynamicFontSize", "20.1", "The sizes between which a text shrinks, in steps of 0.25 pt.";
    MIN: Typed<f64> = number(4.0, key("min", "Smallest size.").points()).extension();
    MAX: Typed<Option<f64>> = optional_number(key("max", "Largest size; absent, the font size.").points()).extension();
    FIT: Typed<Fit> = choice(
        Fit::Vertical,
        Fit::Vertical.name(),
        key("fit", "Dimension that has to fit."),
    ).extension();
}
