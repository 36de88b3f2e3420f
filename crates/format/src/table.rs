//! Tables (spec 4.2).

use super::choice::{
    Align, BandScope, Break, CheckDigit, Choose, ColumnKind, ErrorCorrection, Grid, OnError,
    Symbology, TextDirection, TextFormat, VerticalAlign, Wrap,
};
use super::color::Color;
use super::key::{
    Key, LONGEST_SIDE, Scope, Type, Typed, choice, color, flag, key, line_height, number,
    optional_choice, optional_color, optional_flag, optional_number, optional_whole, whole,
};
use super::line_height::{self, LineHeight};
use super::rows::{MOST, row};
use super::{Default, edges, object, style};
pub use super::{borders::*, rows::*};

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
    COLUMN_STYLES: Key = key("columnStyles", "Overrides per column index. No footer override.")
        .ty(Type::List(const { &Type::Nullable(const { &Type::Object(&COLUMN_STYLE) }) }));
    COLOR_PALETTE: Key = key(
        "colorPalette",
        "**Not read by the renderer** [Q]; the editor copies a preset's colours into the fields above (12.1).",
    ).editor();
    ROW_HEIGHT: Typed<f64> = row_height("rowHeight", "Least height of the rows.");
    HEAD_ROW_HEIGHT: Typed<f64> = row_height("headRowHeight", "Least height of the header.");
    FOOTER_ROW_HEIGHT: Typed<f64> = row_height("footerRowHeight", "Least height of the totals row.");
    CELL_PADDING_KEY: Key = key("cellPadding", "Room inside the cells: one number, or `x` and `y`.")
        .ty(Type::Either(const { &[Type::Number, Type::Object(&CELL_PADDING)] })).length().extension();
    HEAD_WRAP: Typed<Wrap> = wrap("headWrap", "Line breaking of the titles.");
    BODY_WRAP: Typed<Wrap> = wrap("bodyWrap", "Line breaking of the texts of the rows.");
    FOOTER_WRAP: Typed<Wrap> = wrap("footerWrap", "Line breaking of the texts of the totals row.");
    HEAD_LINE_HEIGHT: Typed<LineHeight> = block_line_height("headLineHeight", "Distance of lines in titles.");
    BODY_LINE_HEIGHT: Typed<LineHeight> = block_line_height("bodyLineHeight", "Distance of lines in the rows.");
    FOOTER_LINE_HEIGHT: Typed<LineHeight> = block_line_height("footerLineHeight", "Distance of lines in the totals row.");
    HEAD_MAX_LINES: Typed<Option<u32>> = max_lines("headMaxLines", "Maximum number of lines of a title.");
    BODY_MAX_LINES: Typed<Option<u32>> = max_lines("bodyMaxLines", "Maximum number of lines of a cell.");
    FOOTER_MAX_LINES: Typed<Option<u32>> =
        max_lines("footerMaxLines", "Maximum number of lines of a cell of the totals row.");
    HEAD_TEXT_FORMAT: Typed<TextFormat> = text_format("headTextFormat", "Markup of the titles (20.1.6).");
    BODY_TEXT_FORMAT: Typed<TextFormat> =
        text_format("bodyTextFormat", "Markup of the texts of the rows (20.1.6).");
    FOOTER_TEXT_FORMAT: Typed<TextFormat> =
        text_format("footerTextFormat", "Markup of the texts of the totals row (20.1.6).");
    HEAD_BOLD: Typed<bool> = face("headBold", "Bold titles.");
    HEAD_ITALIC: Typed<bool> = face("headItalic", "Italic titles.");
    BODY_BOLD: Typed<bool> = face("bodyBold", "Bold rows.");
    BODY_ITALIC: Typed<bool> = face("bodyItalic", "Italic rows.");
    FOOTER_BOLD: Typed<bool> = face("footerBold", "A bold totals row.");
    FOOTER_ITALIC: Typed<bool> = face("footerItalic", "An italic totals row.");
    HEAD_FONT_NAME: Key = font("headFontName", "Font of the titles, by its name in `fonts` (20.3.5).");
    BODY_FONT_NAME: Key = font("bodyFontName", "Font of the rows, by its name in `fonts`.");
    FOOTER_FONT_NAME: Key = font("footerFontName", "Font of the totals row, by its name in `fonts`.");
    HEAD_STYLE: Key = style::reference("headStyle", "Name of the style of the titles.");
    BODY_STYLE: Key = style::reference("bodyStyle", "Name of the style of the rows.");
    FOOTER_STYLE: Key = style::reference("footerStyle", "Name of the style of the totals row.");
    SUMMARY: Key = key("summary", "Purpose and structure of the table, for those who do not see it (20.10.7).")
        .expressions(Scope::Document).extension();
    EMPTY_TEXT: Key = key("emptyText", "Printed over the whole width where there are no rows.")
        .expressions(Scope::Document).extension();
    ROW_BREAK: Typed<Break> = choice(
        Break::Avoid,
        Break::Avoid.name(),
        key("rowBreak", "Whether a row that does not fit is split between lines."),
    ).extension();
    MIN_ROWS: Typed<u32> = whole(
        1,
        key("minRows", "Minimum number of rows on the page where the table begins; otherwise it begins on the next one.")
            .range(1.0, MOST),
    );
    KEEP_TOGETHER: Typed<bool> = flag(
        false,
        key("keepTogether", "Begins on a new page where it does not fit here but does there."),
    ).extension();
    BORDERS_KEY: Key = key("borders", "Lines of the table: a name, or a line per place (20.2.8).")
        .ty(Type::Either(const { &[Type::Choice(Grid::CHOICES), Type::Object(&BORDERS)] }))
        .default(Default::Text(Grid::Grid.name())).extension();
    GRID_WIDTH: Typed<f64> =
        number(0.5, key("gridWidth", "Width of lines that have none of their own.").points()).extension();
    BAND_SCOPE: Typed<BandScope> = choice(
        BandScope::Slice,
        BandScope::Slice.name(),
        key("bandScope", "Where the count of rows for `bodyBandColor` restarts."),
    ).extension();
    HEAD_ROWS: Key = key("headRows", "Rows above the titles, wherever these are drawn.")
        .ty(Type::List(const { &Type::Object(&ROW) })).default(Default::Empty).extension();
    FOOTER_ROWS: Key = key("footerRows", "Rows between the last row and the totals row, in this order, such as subtotal, discount and tax.")
        .ty(Type::List(const { &Type::Object(&ROW) })).default(Default::Empty).extension();
    FOOTER_SPANS: Key = key("footerSpans", "Over how many columns a cell of the totals row reaches, by its column.")
        .ty(Type::Map(&Type::Whole)).range(1.0, MOST).extension();
    DETAIL_KEY: Key = key("detail", "Rows after each row, one set per item of a list in the item of the row.")
        .ty(Type::Object(&DETAIL)).extension();
    GROUPS: Key = key("groups", "Groups of rows, the outer ones first.")
        .ty(Type::List(const { &Type::Object(&GROUP) })).default(Default::Empty).extension();
    CARRIED_OVER: Key = row("carriedOver", "The last row on each page but the last one.");
    BROUGHT_FORWARD: Key = row("broughtForward", "The first row on each page but the first one.");
    PAGE_TOTALS: Key = row("pageTotals", "The last row on each page, after what is carried over.");
    DIRECTION: Typed<Option<TextDirection>> =
        style::direction("The side that its texts are read from; absent, as the template says.");
    STYLE_WHEN: Key = key("styleWhen", "Styles of rows or cells under conditions; later ones win.")
        .ty(Type::List(const { &Type::Object(&CONDITIONAL_STYLE) })).default(Default::Empty).extension();
}

const fn row_height(name: &'static str, meaning: &'static str) -> Typed<f64> {
    number(7.0, key(name, meaning).millimetres().above(0.0, LONGEST_SIDE)).extension()
}

const fn wrap(name: &'static str, meaning: &'static str) -> Typed<Wrap> {
    choice(Wrap::None, Wrap::None.name(), key(name, meaning)).extension()
}

const fn block_line_height(name: &'static str, meaning: &'static str) -> Typed<LineHeight> {
    line_height(line_height::USUAL, key(name, meaning))
}

const fn max_lines(name: &'static str, meaning: &'static str) -> Typed<Option<u32>> {
    optional_whole(key(name, meaning).range(1.0, MOST))
}

const fn face(name: &'static str, meaning: &'static str) -> Typed<bool> {
    flag(false, key(name, meaning)).extension()
}

const fn font(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).extension()
}

const fn text_format(name: &'static str, meaning: &'static str) -> Typed<TextFormat> {
    choice(TextFormat::Plain, TextFormat::Plain.name(), key(name, meaning)).extension()
}

const fn align(name: &'static str, meaning: &'static str) -> Typed<Align> {
    choice(Align::Left, Align::Left.name(), key(name, meaning).since("1.5"))
}

const fn vertical(name: &'static str, meaning: &'static str) -> Typed<VerticalAlign> {
    choice(VerticalAlign::Middle, VerticalAlign::Middle.name(), key(name, meaning).since("1.5"))
}

const fn radius(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Object(&edges::CORNER_RADII)).ignored().since("1.5")
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
    /// Least height of a row.
    pub height: Typed<f64>,
    /// Places at which texts are broken into lines.
    pub wrap: Typed<Wrap>,
    /// Distance of lines.
    pub line_height: Typed<LineHeight>,
    /// Most lines.
    pub max_lines: Typed<Option<u32>>,
    /// Markup of texts.
    pub text_format: Typed<TextFormat>,
    /// `true` for a bold face.
    pub bold: Typed<bool>,
    /// `true` for an italic face.
    pub italic: Typed<bool>,
    /// The name of the font.
    pub font: Key,
    /// The name of its style.
    pub style: Key,
}

/// The keys of the header.
pub const HEAD: Block = Block {
    align: HEAD_ALIGN,
    vertical: HEAD_VERTICAL,
    radius: HEAD_RADIUS,
    background: HEAD_BACKGROUND_COLOR,
    color: HEAD_TEXT_COLOR,
    font_size: HEAD_FONT_SIZE,
    height: HEAD_ROW_HEIGHT,
    wrap: HEAD_WRAP,
    line_height: HEAD_LINE_HEIGHT,
    max_lines: HEAD_MAX_LINES,
    text_format: HEAD_TEXT_FORMAT,
    bold: HEAD_BOLD,
    italic: HEAD_ITALIC,
    font: HEAD_FONT_NAME,
    style: HEAD_STYLE,
};

/// The keys of the rows.
pub const BODY: Block = Block {
    align: BODY_ALIGN,
    vertical: BODY_VERTICAL,
    radius: BODY_RADIUS,
    background: BODY_BACKGROUND_COLOR,
    color: BODY_TEXT_COLOR,
    font_size: BODY_FONT_SIZE,
    height: ROW_HEIGHT,
    wrap: BODY_WRAP,
    line_height: BODY_LINE_HEIGHT,
    max_lines: BODY_MAX_LINES,
    text_format: BODY_TEXT_FORMAT,
    bold: BODY_BOLD,
    italic: BODY_ITALIC,
    font: BODY_FONT_NAME,
    style: BODY_STYLE,
};

/// The keys of the totals row.
pub const FOOTER: Block = Block {
    align: FOOTER_ALIGN,
    vertical: FOOTER_VERTICAL,
    radius: FOOTER_RADIUS,
    background: FOOTER_BACKGROUND_COLOR,
    color: FOOTER_TEXT_COLOR,
    font_size: FOOTER_FONT_SIZE,
    height: FOOTER_ROW_HEIGHT,
    wrap: FOOTER_WRAP,
    line_height: FOOTER_LINE_HEIGHT,
    max_lines: FOOTER_MAX_LINES,
    text_format: FOOTER_TEXT_FORMAT,
    bold: FOOTER_BOLD,
    italic: FOOTER_ITALIC,
    font: FOOTER_FONT_NAME,
    style: FOOTER_STYLE,
};

object! {
    /// Overrides of one column of a table.
    COLUMN_STYLE = "ColumnStyle", "4.2", "Overrides of one column of a table.";
    STYLE_HEAD_BACKGROUND: Typed<Option<Color>> =
        optional_color(None, key("headBackgroundColor", "Fill of the title's cell."));
    STYLE_ROW_HEADER: Typed<bool> = flag(
        false,
        key("rowHeader", "Its cells name their rows for screen readers (20.10.7)."),
    ).extension();
    STYLE_HEAD_COLOR: Typed<Option<Color>> = optional_color(None, key("headTextColor", "Colour of the title."));
    STYLE_HEAD_SIZE: Typed<Option<f64>> = optional_number(key("headFontSize", "Size of the title.").points());
    STYLE_CELL_BACKGROUND: Typed<Option<Color>> =
        optional_color(None, key("cellBackgroundColor", "Fill of the column's cells."));
    STYLE_CELL_COLOR: Typed<Option<Color>> =
        optional_color(None, key("cellTextColor", "Colour of the column's text."));
    STYLE_CELL_SIZE: Typed<Option<f64>> =
        optional_number(key("cellFontSize", "Size of the column's text.").points());
    STYLE_KEY: Key = key("key", "Name of the column for further rows; absent, its number from 0.").extension();
    STYLE_TITLE: Key = key("title", "Title with expressions, instead of that in `head`.")
        .expressions(Scope::Document).extension();
    STYLE_VISIBLE: Key = key("visibleWhen", "Bare expression over the document; a hidden column takes no width.")
        .expressions(Scope::NamedCondition).extension();
    STYLE_WIDTH: Key = key("width", "Width: a number, `auto` for the widest text, or a share such as `2fr` of the rest.")
        .ty(Type::Either(&[Type::Number, Type::Text])).length().extension();
    STYLE_HEAD_ALIGN: Typed<Option<Align>> = column_align("headAlign", "Horizontal alignment of the title.");
    STYLE_CELL_ALIGN: Typed<Option<Align>> = column_align("cellAlign", "Horizontal alignment of the cells.");
    STYLE_FOOTER_ALIGN: Typed<Option<Align>> =
        column_align("footerAlign", "Horizontal alignment of the cell of the totals row.");
    STYLE_HEAD_VERTICAL: Typed<Option<VerticalAlign>> =
        column_vertical("headVerticalAlign", "Vertical alignment of the title.");
    STYLE_CELL_VERTICAL: Typed<Option<VerticalAlign>> =
        column_vertical("cellVerticalAlign", "Vertical alignment of the cells.");
    STYLE_FOOTER_VERTICAL: Typed<Option<VerticalAlign>> =
        column_vertical("footerVerticalAlign", "Vertical alignment of the cell of the totals row.");
    STYLE_HEAD_WRAP: Typed<Option<Wrap>> = column_wrap("headWrap", "Line breaking of the title.");
    STYLE_CELL_WRAP: Typed<Option<Wrap>> = column_wrap("cellWrap", "Line breaking of the cells.");
    STYLE_HEAD_BOLD: Typed<Option<bool>> = column_face("headBold", "A bold title.");
    STYLE_CELL_BOLD: Typed<Option<bool>> = column_face("cellBold", "Bold cells.");
    STYLE_CELL_ITALIC: Typed<Option<bool>> = column_face("cellItalic", "Italic cells.");
    STYLE_FOOTER_BOLD: Typed<Option<bool>> = column_face("footerBold", "A bold cell of the totals row.");
    STYLE_FOOTER_BACKGROUND: Typed<Option<Color>> =
        optional_color(None, key("footerBackgroundColor", "Fill of the cell of the totals row.")).extension();
    STYLE_FOOTER_COLOR: Typed<Option<Color>> =
        optional_color(None, key("footerTextColor", "Colour of the cell of the totals row.")).extension();
    STYLE_FOOTER_SIZE: Typed<Option<f64>> =
        optional_number(key("footerFontSize", "Size of the cell of the totals row.").points()).extension();
    STYLE_KIND: Typed<ColumnKind> = choice(
        ColumnKind::Text,
        ColumnKind::Text.name(),
        key("kind", "Kind of content of the cells of the rows (20.5.5)."),
    ).extension();
    STYLE_CELL_HEIGHT: Typed<Option<f64>> = optional_number(
        key("cellHeight", "Height of what is drawn; absent, that of the row.").length().only("kind", DRAWN),
    ).extension();
    STYLE_SYMBOLOGY: Typed<Symbology> = choice(
        Symbology::Code128,
        Symbology::Code128.name(),
        key("symbology", "Kind of the bar codes (20.5.2).").only("kind", BARS),
    ).extension();
    STYLE_CHECK_DIGIT: Typed<CheckDigit> = choice(
        CheckDigit::Auto,
        CheckDigit::Auto.name(),
        key("checkDigit", "The check digit of EAN, UPC and ITF-14 (20.5.2).").only("kind", BARS),
    ).extension();
    STYLE_INCLUDE_TEXT: Typed<bool> = flag(
        false,
        key("includeText", "Prints the text below the bars.").only("kind", BARS),
    ).extension();
    STYLE_CODE_TEXT_SIZE: Typed<f64> = number(
        8.0,
        key("textFontSize", "Size of that text.").points().only("includeText", &[]),
    ).extension();
    STYLE_ERROR_CORRECTION: Typed<ErrorCorrection> = choice(
        ErrorCorrection::M,
        ErrorCorrection::M.name(),
        key("errorCorrection", "Error correction level of the QR codes.").only("kind", &["qrcode"]),
    ).extension();
    STYLE_QUIET_ZONE: Typed<Option<f64>> = optional_number(
        key("quietZone", "Light modules around the codes; absent, what their standard asks for (20.5.2).")
            .at_least(0.0).only("kind", CODES),
    ).extension();
    STYLE_ON_ERROR: Typed<OnError> = choice(
        OnError::Fail,
        OnError::Fail.name(),
        key("onError", "Behaviour for texts that a code cannot hold.").only("kind", CODES),
    ).extension();
    STYLE_CELL_BORDER: Key = key("cellBorder", "A line around each cell of the column.")
        .ty(Type::Object(&BORDER_LINE)).extension();
}

/// The kinds of column that hold codes.
const CODES: &[&str] = &["qrcode", "barcode"];
/// The kind of column that holds bar codes.
const BARS: &[&str] = &["barcode"];
/// The kinds of column that are drawn.
const DRAWN: &[&str] = &["image", "qrcode", "barcode"];

const fn column_align(name: &'static str, meaning: &'static str) -> Typed<Option<Align>> {
    optional_choice(key(name, meaning))
}

const fn column_vertical(
    name: &'static str,
    meaning: &'static str,
) -> Typed<Option<VerticalAlign>> {
    optional_choice(key(name, meaning))
}

const fn column_wrap(name: &'static str, meaning: &'static str) -> Typed<Option<Wrap>> {
    optional_choice(key(name, meaning))
}

const fn column_face(name: &'static str, meaning: &'static str) -> Typed<Option<bool>> {
    optional_flag(key(name, meaning))
}

object! {
    /// Padding of cells.
    CELL_PADDING = "CellPadding", "20.2", "Room inside the cells of a table.";
    PADDING_X: Typed<f64> = number(1.5, key("x", "At the left and the right.").length()).extension();
    PADDING_Y: Typed<f64> = number(1.5, key("y", "At the top and the bottom.").length()).extension();
}
