//! Styles (spec 20.3): what texts look like, by name, under conditions, or where they stand.

use super::choice::{FaceFallback, TextAlign, TextDirection, TextTransform, VerticalAlign};
use super::color::Color;
use super::key::{
    Key, Scope, Type, Typed, key, optional_choice, optional_color, optional_flag,
    optional_line_height, optional_number,
};
use super::line_height::LineHeight;
use super::{Unit, edges, font, object};

/// Most styles that extend one another.
pub const DEPTH: usize = 8;

/// The style of every field.
pub const EVERY_FIELD: &str = "default";

object! {
    /// Style of a text, a row or a cell.
    STYLE = "Style", "20.3", "Style of a text, a row or a cell.";
    EXTENDS: Key = reference("extends", "Name of the style that says what this one leaves open.");
    FONT_NAME: Key = font::name();
    FONT_FEATURES: Key = font::features();
    FONT_SIZE: Typed<Option<f64>> = optional_number(key("fontSize", "Size of the text.").points()).extension();
    FONT_COLOR: Typed<Option<Color>> =
        optional_color(None, key("fontColor", "Colour of the text.")).extension();
    BOLD: Typed<Option<bool>> = optional_flag(key("bold", "The bold face."));
    ITALIC: Typed<Option<bool>> = optional_flag(key("italic", "The italic face."));
    FACE_FALLBACK: Typed<Option<FaceFallback>> = optional_choice(font::fallback());
    UNDERLINE: Typed<Option<bool>> = optional_flag(key("underline", "A rule below the text."));
    STRIKETHROUGH: Typed<Option<bool>> = optional_flag(key("strikethrough", "A rule through the text."));
    CHARACTER_SPACING: Typed<Option<f64>> = optional_number(spacing()).extension();
    TEXT_TRANSFORM: Typed<Option<TextTransform>> =
        optional_choice(key("textTransform", "In which case letters are set."));
    LINE_HEIGHT: Typed<Option<LineHeight>> = optional_line_height(
        key("lineHeight", "Distance of lines: a multiple of the font size, or a length such as `14pt` or `4mm`."),
    );
    ALIGNMENT: Typed<Option<TextAlign>> = optional_choice(key("alignment", "Horizontal alignment."));
    VERTICAL_ALIGNMENT: Typed<Option<VerticalAlign>> =
        optional_choice(key("verticalAlignment", "Vertical position of the lines in the box or cell."));
    BACKGROUND_COLOR: Typed<Option<Color>> =
        optional_color(None, key("backgroundColor", "Fill of the box, row, cell or shape.")).extension();
    BORDER_COLOR: Typed<Option<Color>> =
        optional_color(None, key("borderColor", "Colour of the border of a text or a shape; of a line, its colour.")).extension();
    BORDER_WIDTH: Typed<Option<f64>> =
        optional_number(key("borderWidth", "Width of the border of a text or a shape: one number, or of a text one per side.").length())
            .either(const { &[Type::Number, Type::Object(&edges::BORDER_WIDTHS)] }).extension();
    PADDING: Key = key("padding", "Room inside the box of a text: one number, or one per side.")
        .ty(Type::Either(const { &[Type::Number, Type::Object(&edges::PADDING)] })).length().extension();
}

object! {
    /// A style under a condition.
    STYLE_RULE = "StyleRule", "20.3", "Style of a text, a card or a shape under a condition.";
    WHEN: Key = key("when", "Bare expression over what the field sees.")
        .expressions(Scope::Condition).required().extension();
    STYLED: Key = key("style", "Style that applies.").ty(Type::Object(&STYLE)).extension();
}

/// A key that holds the name of a style.
pub(super) const fn reference(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).extension()
}

/// The key of styles under conditions.
pub(super) const fn rules() -> Key {
    key("styleWhen", "Styles under conditions; later ones win.")
        .ty(Type::List(const { &Type::Object(&STYLE_RULE) }))
        .default(super::Default::Empty)
        .extension()
}

/// The key of room between characters.
pub(super) const fn spacing() -> Key {
    let key = key("characterSpacing", "Room after each character but the last one.");
    Key { unit: Unit::Point, ..key.range(-100.0, 1000.0) }
}

/// The key of the side that texts are read from.
pub(super) const fn direction(meaning: &'static str) -> Typed<Option<TextDirection>> {
    optional_choice(key("direction", meaning))
}
