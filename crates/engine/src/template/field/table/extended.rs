//! Properties that extensions add to tables (spec 20.2).

use super::BlockKind;
use super::borders::{Borders, TableLine};
use super::further::{ColumnKeys, ConditionalLook, Detail, RowGroup, RowTemplate, condition};
use crate::barcode::{Code, QrOptions};
use crate::expr::value::text_of;
use crate::expr::{Condition, TextTemplate};
use crate::font::Style;
use crate::format::{
    Align, BandScope, Break, ColumnKind, Key, LineHeight, OnError, TextAlign, TextDirection,
    TextFormat, Typed, VerticalAlign, Wrap, table,
};
use crate::template::read::{Context, Node};
use crate::template::style::{self, Look};
use crate::value::Value;

/// Properties of a table from extensions. Lengths in millimetres.
pub struct Extended {
    /// `true` if row heights follow from the texts, and pages are filled by these heights.
    pub flexible: bool,
    /// `true` if a direction is set: values are then isolated, so that they do not reorder the
    /// text around them.
    pub isolates: bool,
    /// Room inside the cells.
    pub padding: CellPadding,
    /// Text properties of the header.
    pub head: BlockText,
    /// Text properties of the rows.
    pub body: BlockText,
    /// Text properties of the totals row.
    pub footer: BlockText,
    /// Text properties by column; further columns have none of their own.
    pub columns: Vec<ColumnText>,
    /// Text in place of the rows, if there are none.
    pub empty_text: Option<TextTemplate>,
    /// Purpose and structure, for those who do not see it.
    pub summary: Option<TextTemplate>,
    /// Page break inside a row, between its lines: allowed or avoided.
    pub row_break: Break,
    /// Minimum number of rows on the page where the table begins; else it begins on the next page.
    pub min_rows: u32,
    /// `true` if it begins on a page that holds the whole table.
    pub keep_together: bool,
    /// The lines.
    pub borders: Borders,
    /// Scope for the count of banded rows, which restarts with it.
    pub band_scope: BandScope,
    /// Rows above the titles.
    pub head_rows: Vec<RowTemplate>,
    /// Rows after the last row, before the totals row.
    pub footer_rows: Vec<RowTemplate>,
    /// Spans in the totals row: the column, and the number of columns that its cell covers.
    pub footer_spans: Vec<(usize, usize)>,
    /// Rows after each row of the data.
    pub detail: Option<Detail>,
    /// Groups, the outer ones first.
    pub groups: Vec<RowGroup>,
    /// The last row of each slice but the last.
    pub carried_over: Option<RowTemplate>,
    /// The first row of each slice but the first.
    pub brought_forward: Option<RowTemplate>,
    /// The last row of each slice.
    pub page_totals: Option<RowTemplate>,
    /// Looks under conditions.
    pub styles: Vec<ConditionalLook>,
}

/// Room inside cells, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellPadding {
    /// Left and right.
    pub x: f64,
    /// Above and below.
    pub y: f64,
}

/// Text properties of the header, the rows or the totals row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockText {
    /// Minimum height of a row.
    pub height: f64,
    /// Mode of line breaking.
    pub wrap: Wrap,
    /// Distance of lines.
    pub line_height: LineHeight,
    /// Maximum number of lines printed.
    pub max_lines: Option<u32>,
    /// Format of the texts: plain, or with markup.
    pub format: TextFormat,
    /// The face.
    pub style: Style,
    /// Rules, room between characters and case, from its style.
    pub look: Look,
}

/// Properties of the codes of a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ColumnCode {
    /// Kind of code, with its options.
    pub code: Code,
    /// Light modules on every side.
    pub quiet_zone: f64,
    /// Size of the text below the bars, where there is one.
    pub text_size: Option<f64>,
    /// Behaviour for texts that the codes cannot hold.
    pub on_error: OnError,
}

impl ColumnCode {
    fn read(node: &Node<'_>, kind: ColumnKind, context: &mut Context) -> Option<Self> {
        // All of them are read: a fault is one in columns of other kinds as well.
        let level = node.read(&table::STYLE_ERROR_CORRECTION, context);
        let symbology = node.read(&table::STYLE_SYMBOLOGY, context);
        let check_digit = node.read(&table::STYLE_CHECK_DIGIT, context);
        let with_text = node.read(&table::STYLE_INCLUDE_TEXT, context);
        let text_size = node.read(&table::STYLE_CODE_TEXT_SIZE, context);
        let quiet_zone = node.read(&table::STYLE_QUIET_ZONE, context);
        let on_error = node.read(&table::STYLE_ON_ERROR, context);
        let code = match kind {
            ColumnKind::Text | ColumnKind::Image => return None,
            ColumnKind::Qrcode => Code::Qr(QrOptions { level, raise: true, versions: (1, 40) }),
            ColumnKind::Barcode => Code::Bars(symbology, check_digit),
        };
        let with_text = with_text && code.is_linear();
        Some(Self {
            code,
            quiet_zone: quiet_zone.unwrap_or(code.quiet_zone().usual),
            text_size: with_text.then_some(text_size),
            on_error,
        })
    }
}

/// Properties of a column.
#[derive(Debug, Clone, Default)]
pub struct ColumnText {
    /// Title; `None`: that of the header.
    pub title: Option<TextTemplate>,
    /// Condition for showing the column; `None`: always.
    pub visible_when: Option<Condition>,
    pub width: Width,
    /// The line around each of its cells.
    pub border: Option<TableLine>,
    /// Kind of content in the cells of the rows: text, image or code.
    pub kind: ColumnKind,
    /// Properties of the codes in these cells; `None` in columns without codes.
    pub code: Option<ColumnCode>,
    /// `true` if its cells name their rows.
    pub row_header: bool,
    /// Height of what is drawn in them, in millimetres.
    pub cell_height: Option<f64>,
    /// Differences in its title.
    pub head: CellText,
    /// Differences in its cells.
    pub body: CellText,
    /// Differences in its cell of the totals row.
    pub footer: CellText,
}

/// Differences of the text of a cell from the texts of its row.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CellText {
    /// Mode of line breaking.
    pub wrap: Option<Wrap>,
    /// Other differences.
    pub look: Look,
}

/// The width of a column.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Width {
    /// Width from `columnWidths`.
    #[default]
    Unsaid,
    /// Width in millimetres.
    Fixed(f64),
    /// Width of the widest text.
    Auto,
    /// Share of the width that the other columns leave.
    Share(f64),
}

/// The keys that make rows flexible: all others leave them 7 mm high.
const FLEXIBLE: [&Key; 15] = [
    table::ROW_HEIGHT.key(),
    table::HEAD_ROW_HEIGHT.key(),
    table::FOOTER_ROW_HEIGHT.key(),
    &table::CELL_PADDING_KEY,
    &table::EMPTY_TEXT,
    table::ROW_BREAK.key(),
    table::KEEP_TOGETHER.key(),
    table::MIN_ROWS.key(),
    &table::HEAD_ROWS,
    &table::FOOTER_ROWS,
    &table::GROUPS,
    &table::DETAIL_KEY,
    &table::CARRIED_OVER,
    &table::BROUGHT_FORWARD,
    &table::PAGE_TOTALS,
];

impl Extended {
    /// Reads the properties from extensions; `None` if the table uses none of them.
    /// `columns`: minimum number of columns. `used`: `true` if the table uses extensions that are
    /// not keys.
    pub(super) fn read(
        node: &Node<'_>,
        columns: usize,
        used: bool,
        context: &mut Context,
    ) -> Option<Self> {
        let has = |node: &Node<'_>, key: &Key| key.extension && node.get(key.name).is_some();
        let styles = node.list(table::COLUMN_STYLES.name);
        let in_columns =
            |style: &Node<'_>| table::COLUMN_STYLE.keys.iter().any(|key| has(style, key));
        let used = used
            || table::TABLE.keys.iter().any(|key| has(node, key))
            || styles.iter().any(in_columns);
        let direction = context.direction(node, &table::DIRECTION);
        if !context.dialect.is_extended() || !(used || direction.is_some()) {
            return None;
        }
        let keys = ColumnKeys::read(&styles, columns, context);
        let columns: Vec<ColumnText> =
            styles.iter().map(|style| ColumnText::read(style, context)).collect();
        let blocks = [&table::HEAD, &table::BODY, &table::FOOTER];
        let [head, body, footer] =
            blocks.map(|keys| BlockText::read(node, keys, direction, context));
        let wraps = [&head, &body, &footer].iter().any(|block| block.wrap != Wrap::None)
            || columns
                .iter()
                .flat_map(|column| [column.head.wrap, column.body.wrap])
                .flatten()
                .any(|wrap| wrap != Wrap::None);
        let drawn = columns.iter().any(|column| column.kind != ColumnKind::Text);
        let flexible = wraps || drawn || FLEXIBLE.iter().any(|key| node.get(key.name).is_some());
        let row = |key: &Key, context: &mut Context| {
            let node = node.extension(key, context)?;
            Some(RowTemplate::read(&node, &keys, context))
        };
        let (carried_over, brought_forward, page_totals) = (
            row(&table::CARRIED_OVER, context),
            row(&table::BROUGHT_FORWARD, context),
            row(&table::PAGE_TOTALS, context),
        );
        let head_rows = node.extension(&table::HEAD_ROWS, context);
        let head_rows = RowTemplate::list(head_rows, &keys, context);
        let footer_rows = node.extension(&table::FOOTER_ROWS, context);
        let footer_rows = RowTemplate::list(footer_rows, &keys, context);
        let detail = node.extension(&table::DETAIL_KEY, context);
        let groups = node.extension(&table::GROUPS, context).map(|node| node.elements());
        let looks = node.extension(&table::STYLE_WHEN, context).map(|node| node.elements());
        let empty = node.extension(&table::EMPTY_TEXT, context);
        let summary = node.extension(&table::SUMMARY, context);
        Some(Self {
            flexible,
            isolates: direction.is_some(),
            padding: CellPadding::read(node.extension(&table::CELL_PADDING_KEY, context), context),
            head,
            body,
            footer,
            columns,
            summary: summary.map(|node| context.compile(&text_of(node.value), &node.pointer)),
            empty_text: empty.map(|node| context.compile(&text_of(node.value), &node.pointer)),
            row_break: node.read(&table::ROW_BREAK, context),
            min_rows: node.read(&table::MIN_ROWS, context),
            keep_together: node.read(&table::KEEP_TOGETHER, context),
            borders: Borders::read(node, context),
            band_scope: node.read(&table::BAND_SCOPE, context),
            head_rows,
            footer_rows,
            footer_spans: keys.spans(node, &table::FOOTER_SPANS, context),
            detail: detail.and_then(|node| Detail::read(&node, &keys, context)),
            groups: groups
                .iter()
                .flatten()
                .filter_map(|group| RowGroup::read(group, &keys, context))
                .collect(),
            carried_over,
            brought_forward,
            page_totals,
            styles: looks
                .iter()
                .flatten()
                .filter_map(|look| ConditionalLook::read(look, &keys, context))
                .collect(),
        })
    }

    /// Returns `true` if a row that it adds to its pages refers to the number of pages.
    pub fn asks_for_page_count(&self) -> bool {
        let of_slices = [&self.carried_over, &self.brought_forward, &self.page_totals];
        let rows = of_slices.into_iter().flatten().chain(&self.head_rows);
        rows.into_iter().any(RowTemplate::asks_for_page_count)
    }

    /// Text properties of a block.
    pub fn block(&self, kind: BlockKind) -> &BlockText {
        match kind {
            BlockKind::Head => &self.head,
            BlockKind::Body => &self.body,
            BlockKind::Footer => &self.footer,
        }
    }

    /// Differences of the texts of a column in a block.
    pub fn cell(&self, kind: BlockKind, column: usize) -> CellText {
        self.columns.get(column).map_or_else(CellText::default, |text| match kind {
            BlockKind::Head => text.head,
            BlockKind::Body => text.body,
            BlockKind::Footer => text.footer,
        })
    }
}

impl CellPadding {
    fn read(node: Option<Node<'_>>, context: &mut Context) -> Self {
        let Some(node) = node else {
            return Self { x: table::PADDING_X.default, y: table::PADDING_Y.default };
        };
        if let Some(both) = node.value.as_f64() {
            return Self { x: both, y: both };
        }
        Self { x: node.read(&table::PADDING_X, context), y: node.read(&table::PADDING_Y, context) }
    }
}

impl BlockText {
    fn read(
        node: &Node<'_>,
        keys: &table::Block,
        direction: Option<TextDirection>,
        context: &mut Context,
    ) -> Self {
        Self {
            height: node.read(&keys.height, context),
            wrap: node.read(&keys.wrap, context),
            line_height: node.read(&keys.line_height, context),
            max_lines: node.read(&keys.max_lines, context),
            format: node.read(&keys.text_format, context),
            style: Style {
                bold: node.read(&keys.bold, context),
                italic: node.read(&keys.italic, context),
                direction: direction.unwrap_or_default(),
                ..Style::default()
            },
            look: style::of_block(node, keys, context),
        }
    }
}

/// The keys that a column has for each block.
struct BlockKeys {
    align: Typed<Option<Align>>,
    vertical: Typed<Option<VerticalAlign>>,
    bold: Typed<Option<bool>>,
}

const HEAD_KEYS: BlockKeys = BlockKeys {
    align: table::STYLE_HEAD_ALIGN,
    vertical: table::STYLE_HEAD_VERTICAL,
    bold: table::STYLE_HEAD_BOLD,
};
const CELL_KEYS: BlockKeys = BlockKeys {
    align: table::STYLE_CELL_ALIGN,
    vertical: table::STYLE_CELL_VERTICAL,
    bold: table::STYLE_CELL_BOLD,
};
const FOOTER_KEYS: BlockKeys = BlockKeys {
    align: table::STYLE_FOOTER_ALIGN,
    vertical: table::STYLE_FOOTER_VERTICAL,
    bold: table::STYLE_FOOTER_BOLD,
};

impl ColumnText {
    fn read(node: &Node<'_>, context: &mut Context) -> Self {
        let look = |keys: &BlockKeys, context: &mut Context| Look {
            align: node.read(&keys.align, context).map(TextAlign::from),
            vertical: node.read(&keys.vertical, context),
            bold: node.read(&keys.bold, context),
            ..Look::default()
        };
        let kind = node.read(&table::STYLE_KIND, context);
        let title = node.extension(&table::STYLE_TITLE, context);
        let border = node.extension(&table::STYLE_CELL_BORDER, context);
        Self {
            row_header: node.read(&table::STYLE_ROW_HEADER, context),
            title: title.map(|node| context.compile(&text_of(node.value), &node.pointer)),
            visible_when: condition(node, &table::STYLE_VISIBLE, context),
            border: border.map(|node| TableLine::read(&node, context)),
            kind,
            code: ColumnCode::read(node, kind, context),
            cell_height: node.read(&table::STYLE_CELL_HEIGHT, context),
            width: Width::read(node, context),
            head: CellText {
                wrap: node.read(&table::STYLE_HEAD_WRAP, context),
                look: look(&HEAD_KEYS, context),
            },
            body: CellText {
                wrap: node.read(&table::STYLE_CELL_WRAP, context),
                look: Look {
                    italic: node.read(&table::STYLE_CELL_ITALIC, context),
                    ..look(&CELL_KEYS, context)
                },
            },
            footer: CellText {
                wrap: None,
                look: Look {
                    background: node.read(&table::STYLE_FOOTER_BACKGROUND, context),
                    color: node.read(&table::STYLE_FOOTER_COLOR, context),
                    size: node.read(&table::STYLE_FOOTER_SIZE, context),
                    ..look(&FOOTER_KEYS, context)
                },
            },
        }
    }
}

impl Width {
    fn read(node: &Node<'_>, context: &mut Context) -> Self {
        let Some(node) = node.extension(&table::STYLE_WIDTH, context) else { return Self::Unsaid };
        let share = |text: &str| text.strip_suffix("fr")?.trim().parse::<f64>().ok();
        match node.value {
            Value::Number(width) => return Self::Fixed(*width),
            Value::Text(text) if &**text == "auto" => return Self::Auto,
            Value::Text(text) => {
                if let Some(share) = share(text).filter(|s| s.is_finite() && *s > 0.0) {
                    return Self::Share(share);
                }
            }
            _ => {}
        }
        let expected = "a number of millimetres, `auto`, or a share such as `2fr`";
        context.invalid(node.pointer, expected, node.value);
        Self::Unsaid
    }
}
