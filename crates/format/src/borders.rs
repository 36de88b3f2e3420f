//! The lines of tables (spec 20.2.8).

use super::color::Color;
use super::key::{Key, Type, Typed, key, optional_color, optional_number};
use super::object;

object! {
    /// The lines of a table, by place.
    BORDERS = "TableBorders", "20.2", "The lines of a table, by place; a place without one has none.";
    OUTER: Key = line("outer", "Around the rows of a page.");
    ROW_LINE: Key = line("row", "Between rows.");
    COLUMN_LINE: Key = line("column", "Between columns.");
    HEAD_BOTTOM: Key = line("headBottom", "Below the titles, instead of the line between rows.");
    FOOTER_TOP: Key = line("footerTop", "Above the totals row, instead of the line between rows.");
}

object! {
    /// A line of a table.
    BORDER_LINE = "BorderLine", "20.2", "A line of a table.";
    LINE_WIDTH: Typed<Option<f64>> =
        optional_number(key("width", "Width; absent, that of `gridWidth`.").points()).extension();
    LINE_COLOR: Typed<Option<Color>> =
        optional_color(None, key("color", "Colour; absent, that of `borderColor`.")).extension();
    LINE_DASH: Key = key("dash", "Lengths of dashes and gaps in turn; absent, the line is solid.")
        .ty(Type::List(&Type::Number)).length().extension();
}

const fn line(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Object(&BORDER_LINE)).extension()
}
