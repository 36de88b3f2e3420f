//! Tables (spec 4.2).

use super::choice::{Align, VerticalAlign};
use super::color::Color;
use super::key::{
    Key, Scope, Type, Typed, choice, color, flag, key, number, optional_color, optional_number,
};
use super::{Default, object};

const HEAD_BACKGROUND: Color = Color::rgb(0.16, 0.50, 0.73);
const FOOTER_BACKGROUND: Color = Color::rgb(0.90, 0.90, 0.92);
const GRID: Color = Color::rgb(0.6, 0.6, 0.6);
const CELL: f64 = 9.0;

object! {
    /// A table.
    TABLE = "TableField", "4.2", "A table with rows of 7 mm.";
    HEADINGS: Key = key(
        "head",
        "Column titles, printed literally (tokens are **not** resolved in titles). Its length is the column count.",
    ).ty(Type::List(&Type::Printable)).expected();
    CONTENT: Key = key(
        "content",
        "Row 0 is the **design row**: cell *i* containing `{` is the template of column *i*. For tables with no usable \
         data the whole array is printed literally (8.4).",
    ).ty(Type::List(&Type::List(&Type::Printable))).expected().expressions(Scope::Rows);
    COLUMN_WIDTHS: Key = key(
        "columnWidths",
        "Explicit width per column index; others share the rest (10.8.1).",
    ).ty(Type::List(&Type::Nullable(&Type::Number))).length().since("1.5")
        .older("gives columns with `null` no width (B3)");
    REPEAT_HEADER: Typed<bool> = flag(
        true,
        key("repeatHeader", "Draw the header again on continuation pages (anything but `false`)."),
    );
    TOTALS: Key = key(
        "footer",
        "Totals row, one template per column; drawn once, after the last row. Empty array = none.",
    ).ty(Type::List(&Type::Printable)).default(Default::Empty).expressions(Scope::Totals);
    HEAD_ALIGN: Typed<Align> = align("headAlign", "Horizontal alignment of the titles.");
    BODY_ALIGN: Typed<Align> = align("bodyAlign", "Horizontal alignment of the rows.");
    FOOTER_ALIGN: Typed<Align> = align("footerAlign", "Horizontal alignment of the totals row.");
    HEAD_VERTICAL: Typed<VerticalAlign> = vertical("headVerticalAlign", "Vertical alignment of the titles.");
    BODY_VERTICAL: Typed<VerticalAlign> = vertical("bodyVerticalAlign", "Vertical alignment of the rows.");
    FOOTER_VERTICAL: Typed<VerticalAlign> = vertical("footerVerticalAlign", "Vertical alignment of the totals row.");
    HEAD_RADIUS: Key = radius("headBorderRadius", "Corner radii of the header; rules in 10.8.4.");
    BODY_RADIUS: Key = radius("bodyBorderRadius", "Corner radii of the last row; rules in 10.8.4.");
    FOOTER_RADIUS: Key = radius("footerBorderRadius", "Corner radii of the totals row; rules in 10.8.4.");
    HEAD_BACKGROUND_COLOR: Typed<Option<Color>> =
        optional_color(Some(HEAD_BACKGROUND), key("headBackgroundColor", "Fill of the header."));
    HEAD_TEXT_COLOR: Typed<Color> = color(Color::WHITE, key("headTextColor", "Colour of the titles."));
    HEAD_FONT_SIZE: Typed<f64> = number(CELL, key("headFontSize", "Size of the titles.").points());
    BODY_BACKGROUND_COLOR: Typed<Option<Color>> =
        optional_color(None, key("bodyBackgroundColor", "Fill of the rows."));
    BODY_TEXT_COLOR: Typed<Color> = color(Color::BLACK, key("bodyTextColor", "Colour of the rows' text."));
    BODY_FONT_SIZE: Typed<f64> = number(CELL, key("bodyFontSize", "Size of the rows' text.").points());
    BODY_BAND_COLOR: Typed<Option<Color>> = optional_color(
        None,
        key("bodyBandColor", "Background of odd rows (0-based, counted inside each slice).").since("1.6.2"),
    );
    BORDER_COLOR: Typed<Color> = color(GRID, key("borderColor", "Grid colour.").since("1.6.2"));
    FOOTER_BACKGROUND_COLOR: Typed<Option<Color>> =
        optional_color(Some(FOOTER_BACKGROUND), key("footerBackgroundColor", "Fill of the totals row."));
    FOOTER_TEXT_COLOR: Typed<Color> = color(Color::BLACK, key("footerTextColor", "Colour of the totals row's text."));
    FOOTER_FONT_SIZE: Typed<f64> = number(CELL, key("footerFontSize", "Size of the totals row's text.").points());
    COLUMN_STYLES: Key = key("columnStyles", "What differs per column index. No footer override.")
        .ty(Type::List(const { &Type::Nullable(const { &Type::Object(&COLUMN_STYLE) }) }));
    COLOR_PALETTE: Key = key(
        "colorPalette",
        "**Not read by the renderer** [Q]; the editor copies a preset's colours into the fields above (12.1).",
    ).editor();
}

const fn align(name: &'static str, meaning: &'static str) -> Typed<Align> {
    choice(Align::Left, Align::Left.name(), key(name, meaning).since("1.5"))
}

const fn vertical(name: &'static str, meaning: &'static str) -> Typed<VerticalAlign> {
    choice(VerticalAlign::Middle, VerticalAlign::Middle.name(), key(name, meaning).since("1.5"))
}

const fn radius(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Object(&CORNER_RADII)).ignored().since("1.5")
}

/// The keys that header, rows and totals row each have.
pub struct Block {
    /// Horizontal alignment.
    pub align: Typed<Align>,
    /// Vertical alignment.
    pub vertical: Typed<VerticalAlign>,
    /// Corner radii.
    pub radius: Key,
    /// Fill.
    pub background: Typed<Option<Color>>,
    /// Colour of the text.
    pub color: Typed<Color>,
    /// Size of the text.
    pub font_size: Typed<f64>,
}

/// The keys of the header.
pub const HEAD: Block = Block {
    align: HEAD_ALIGN,
    vertical: HEAD_VERTICAL,
    radius: HEAD_RADIUS,
    background: HEAD_BACKGROUND_COLOR,
    color: HEAD_TEXT_COLOR,
    font_size: HEAD_FONT_SIZE,
};

/// The keys of the rows.
pub const BODY: Block = Block {
    align: BODY_ALIGN,
    vertical: BODY_VERTICAL,
    radius: BODY_RADIUS,
    background: BODY_BACKGROUND_COLOR,
    color: BODY_TEXT_COLOR,
    font_size: BODY_FONT_SIZE,
};

/// The keys of the totals row.
pub const FOOTER: Block = Block {
    align: FOOTER_ALIGN,
    vertical: FOOTER_VERTICAL,
    radius: FOOTER_RADIUS,
    background: FOOTER_BACKGROUND_COLOR,
    color: FOOTER_TEXT_COLOR,
    font_size: FOOTER_FONT_SIZE,
};

object! {
    /// Corner radii.
    CORNER_RADII = "CornerRadii", "4.2", "Radii of four corners.";
    TOP_LEFT: Typed<f64> = number(0.0, key("topLeft", "Radius of the top left corner.").length());
    TOP_RIGHT: Typed<f64> = number(0.0, key("topRight", "Radius of the top right corner.").length());
    BOTTOM_LEFT: Typed<f64> = number(0.0, key("bottomLeft", "Radius of the bottom left corner.").length());
    BOTTOM_RIGHT: Typed<f64> = number(0.0, key("bottomRight", "Radius of the bottom right corner.").length());
}

object! {
    /// What differs in one column.
    COLUMN_STYLE = "ColumnStyle", "4.2", "What differs in one column of a table.";
    STYLE_HEAD_BACKGROUND: Typed<Option<Color>> =
        optional_color(None, key("headBackgroundColor", "Fill of the title's cell."));
    STYLE_HEAD_COLOR: Typed<Option<Color>> = optional_color(None, key("headTextColor", "Colour of the title."));
    STYLE_HEAD_SIZE: Typed<Option<f64>> = optional_number(key("headFontSize", "Size of the title.").points());
    STYLE_CELL_BACKGROUND: Typed<Option<Color>> =
        optional_color(None, key("cellBackgroundColor", "Fill of the column's cells."));
    STYLE_CELL_COLOR: Typed<Option<Color>> =
        optional_color(None, key("cellTextColor", "Colour of the column's text."));
    STYLE_CELL_SIZE: Typed<Option<f64>> =
        optional_number(key("cellFontSize", "Size of the column's text.").points());
}
