//! Edges of boxes by side and by corner: padding, widths of borders, radii.

use super::key::{Key, Type, Typed, key, number};
use super::object;

object! {
    /// Padding by side.
    PADDING = "Padding", "20.1", "Room inside a box, by side.";
    TOP: Typed<f64> = number(0.0, key("top", "At the top.").length()).extension();
    RIGHT: Typed<f64> = number(0.0, key("right", "At the right.").length()).extension();
    BOTTOM: Typed<f64> = number(0.0, key("bottom", "At the bottom.").length()).extension();
    LEFT: Typed<f64> = number(0.0, key("left", "At the left.").length()).extension();
}

object! {
    /// Widths of a border by side.
    BORDER_WIDTHS = "BorderWidths", "20.4", "Widths of a border, by side; a side without one has none.";
    BORDER_TOP: Typed<f64> = number(0.0, key("top", "At the top.").length()).extension();
    BORDER_RIGHT: Typed<f64> = number(0.0, key("right", "At the right.").length()).extension();
    BORDER_BOTTOM: Typed<f64> = number(0.0, key("bottom", "At the bottom.").length()).extension();
    BORDER_LEFT: Typed<f64> = number(0.0, key("left", "At the left.").length()).extension();
}

object! {
    /// Corner radii.
    CORNER_RADII = "CornerRadii", "4.2", "Radii of four corners.";
    TOP_LEFT: Typed<f64> = number(0.0, key("topLeft", "Radius of the top left corner.").length());
    TOP_RIGHT: Typed<f64> = number(0.0, key("topRight", "Radius of the top right corner.").length());
    BOTTOM_LEFT: Typed<f64> = number(0.0, key("bottomLeft", "Radius of the bottom left corner.").length());
    BOTTOM_RIGHT: Typed<f64> = number(0.0, key("bottomRight", "Radius of the bottom right corner.").length());
}

/// A radius for all corners, or one for each.
pub(super) const fn radius(meaning: &'static str) -> Key {
    key("radius", meaning)
        .ty(Type::Either(const { &[Type::Number, Type::Object(&CORNER_RADII)] }))
        .length()
        .extension()
}
