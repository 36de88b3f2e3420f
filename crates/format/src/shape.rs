//! Lines, rectangles, ellipses and drawings (spec 20.4).

use super::choice::{BoxFit, Cap, FillRule, LineDirection};
use super::color::Color;
use super::key::{Key, Type, Typed, choice, color, key, number, optional_color, optional_number};
use super::{edges, object, style};

object! {
    /// A line.
    LINE = "LineField", "20.4", "A straight line between two corners of its box.";
    LINE_COLOR: Typed<Color> = color(Color::BLACK, key("color", "Colour of the line.")).extension();
    LINE_WIDTH: Typed<f64> = number(0.25, key("borderWidth", "Width of the line.").length()).extension();
    LINE_DASH: Key = dash();
    CAP: Typed<Cap> = choice(Cap::Butt, Cap::Butt.name(), key("cap", "Shape of the ends.")).extension();
    DIRECTION: Typed<LineDirection> = choice(
        LineDirection::Down,
        LineDirection::Down.name(),
        key("direction", "From which corner it comes. Without height, or without width, the line is straight."),
    ).extension();
    LINE_STYLE_WHEN: Key = style::rules();
}

object! {
    /// A rectangle.
    RECTANGLE = "RectangleField", "20.4", "A rectangle that fills its box.";
    COLOR: Typed<Option<Color>> = fill();
    BORDER_COLOR: Typed<Option<Color>> = border_color();
    BORDER_WIDTH: Typed<Option<f64>> = border_width();
    RADIUS: Key = edges::radius("Radius of the corners: one number, or one per corner. At most half the shorter side.");
    DASH: Key = dash();
    STYLE_WHEN: Key = style::rules();
}

object! {
    /// An ellipse.
    ELLIPSE = "EllipseField", "20.4", "An ellipse that fills its box.";
    ELLIPSE_COLOR: Typed<Option<Color>> = fill();
    ELLIPSE_BORDER_COLOR: Typed<Option<Color>> = border_color();
    ELLIPSE_BORDER_WIDTH: Typed<Option<f64>> = border_width();
    ELLIPSE_DASH: Key = dash();
    ELLIPSE_STYLE_WHEN: Key = style::rules();
}

object! {
    /// A drawing of lines and curves.
    PATH = "PathField", "20.4", "A drawing of lines and curves.";
    D: Key = key("d", "The drawing, as SVG path data.").extension();
    VIEW_BOX: Key = key(
        "viewBox",
        "Part of the drawing that fills the box: x, y, width and height in its units. Absent, its units are millimetres of the box.",
    ).ty(Type::List(&Type::Number)).extension();
    FIT: Typed<BoxFit> = choice(
        BoxFit::Stretch,
        BoxFit::Stretch.name(),
        key("fit", "Scaling to the box.").only("viewBox", &[]),
    ).extension();
    PATH_COLOR: Typed<Option<Color>> = fill();
    FILL_RULE: Typed<FillRule> = choice(
        FillRule::NonZero,
        FillRule::NonZero.name(),
        key("fillRule", "Fill of areas where the path crosses itself.").only("color", &[]),
    ).extension();
    PATH_BORDER_COLOR: Typed<Option<Color>> = border_color();
    PATH_BORDER_WIDTH: Typed<Option<f64>> = border_width();
    PATH_DASH: Key = dash();
    PATH_STYLE_WHEN: Key = style::rules();
}

const fn fill() -> Typed<Option<Color>> {
    optional_color(None, key("color", "Fill.")).extension()
}

const fn border_color() -> Typed<Option<Color>> {
    optional_color(
        None,
        key("borderColor", "Colour of the border, which is centred on the edge.")
            .only("borderWidth", &[]),
    )
    .extension()
}

const fn border_width() -> Typed<Option<f64>> {
    optional_number(key("borderWidth", "Width of the border.").length().only("borderColor", &[]))
        .extension()
}

const fn dash() -> Key {
    key("dash", "Lengths of dashes and of the gaps between them; empty, there are no gaps.")
        .ty(Type::List(&Type::Number))
        .length()
        .extension()
}
