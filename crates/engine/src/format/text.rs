//! Text fields (spec 4.1).

use super::choice::Align;
use super::color::Color;
use super::key::{Key, Scope, Type, Typed, choice, color, key, number, optional_number};
use super::object;

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
    ALIGNMENT: Typed<Align> = choice(
        Align::Left,
        Align::Left.name(),
        key("alignment", "Horizontal only.").created("\"left\""),
    );
    BACKGROUND_COLOR: Key = key(
        "backgroundColor",
        "Fills the box when a non-empty string (an invalid colour fills black).",
    ).ty(Type::Paint).ignored();
    BORDER_COLOR: Key = key("borderColor", "Colour of the border.")
        .ty(Type::Paint).ignored().only("borderWidth", &[]);
    BORDER_WIDTH: Typed<Option<f64>> = optional_number(
        key("borderWidth", "Width of the border.").length().only("borderColor", &[]),
    );
}
