//! What extensions add to tables (spec 20.2).

use super::BlockKind;
use crate::expr::value::text_of;
use crate::expr::{Condition, TextTemplate};
use crate::font::Style;
use crate::format::{Align, Break, Key, Typed, Wrap, table};
use crate::template::color::Color;
use crate::template::read::{Context, Node};
use crate::value::Value;

/// What extensions add to a table. Lengths in millimetres.
pub struct Extended {
    /// Whether rows are as high as their texts need, and pages are filled by their heights.
    pub flexible: bool,
    /// Room inside the cells.
    pub padding: CellPadding,
    /// Of the header.
    pub head: BlockText,
    /// Of the rows.
    pub body: BlockText,
    /// Of the totals row.
    pub footer: BlockText,
    /// By column; further ones have none of their own.
    pub columns: Vec<ColumnText>,
    /// What stands in for rows.
    pub empty_text: Option<TextTemplate>,
    /// Whether rows are cut between lines.
    pub row_break: Break,
    /// So many rows stand where the table begins.
    pub min_rows: u32,
    /// Whether it begins on a page that holds it whole.
    pub keep_together: bool,
    /// Groups, the outer ones first.
    pub groups: Vec<Group>,
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

/// How the texts of header, rows or totals row are set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockText {
    /// Least height of a row.
    pub height: f64,
    /// Where texts are broken.
    pub wrap: Wrap,
    /// Distance of lines as a multiple of the size.
    pub line_height: f64,
    /// So many lines are printed at most.
    pub max_lines: Option<u32>,
    /// The face.
    pub style: Style,
}

/// How the texts of a column are set.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ColumnText {
    /// Its width.
    pub width: Width,
    /// Of its title.
    pub head: CellText,
    /// Of its cells.
    pub body: CellText,
    /// Of its cell in the totals row.
    pub footer: CellText,
}

/// Where the texts of a cell differ from those of their row.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CellText {
    /// Where they are broken.
    pub wrap: Option<Wrap>,
    /// The rest.
    pub look: Look,
}

/// The width of a column.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Width {
    /// As `columnWidths` says.
    #[default]
    Unsaid,
    /// In millimetres.
    Fixed(f64),
    /// That of the widest text.
    Auto,
    /// A share of what the others leave.
    Share(f64),
}

/// What differs in a row or cell.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Look {
    /// Whether the face is bold.
    pub bold: Option<bool>,
    /// Whether the face is italic.
    pub italic: Option<bool>,
    /// Whether a rule runs below the text.
    pub underline: Option<bool>,
    /// Whether a rule runs through the text.
    pub strike: Option<bool>,
    /// Size of the text in points.
    pub size: Option<f64>,
    /// Colour of the text.
    pub color: Option<Color>,
    /// Fill.
    pub background: Option<Color>,
    /// Horizontal alignment.
    pub align: Option<Align>,
}

/// A further row.
pub struct RowTemplate {
    /// Its texts by column, in order.
    pub cells: Vec<(usize, TextTemplate)>,
    /// How many columns a cell covers, where it is more than one.
    pub spans: Vec<(usize, usize)>,
    /// What it looks like.
    pub look: Look,
    /// Its least height.
    pub height: Option<f64>,
}

/// A group of rows.
pub struct Group {
    /// Whose text tells groups apart.
    pub by: Condition,
    /// The row above.
    pub header: Option<RowTemplate>,
    /// The row below.
    pub footer: Option<RowTemplate>,
    /// So many rows stay with the header.
    pub keep_with: u32,
    /// Whether it begins on a new page.
    pub page_break: bool,
    /// Whether the header stands on each page where the group goes on.
    pub repeat_header: bool,
}

/// A look under a condition.
pub struct ConditionalLook {
    /// The condition, over the item of a row.
    pub when: Condition,
    /// The column; absent: the whole row.
    pub column: Option<usize>,
    /// The look.
    pub look: Look,
}

/// The keys that make rows flexible: all others leave them 7 mm high.
const FLEXIBLE: [&Key; 20] = [
    &table::ROW_HEIGHT.key(),
    &table::HEAD_ROW_HEIGHT.key(),
    &table::FOOTER_ROW_HEIGHT.key(),
    &table::CELL_PADDING_KEY,
    &table::HEAD_WRAP.key(),
    &table::BODY_WRAP.key(),
    &table::FOOTER_WRAP.key(),
    &table::HEAD_LINE_HEIGHT.key(),
    &table::BODY_LINE_HEIGHT.key(),
    &table::FOOTER_LINE_HEIGHT.key(),
    &table::HEAD_MAX_LINES.key(),
    &table::BODY_MAX_LINES.key(),
    &table::EMPTY_TEXT,
    &table::ROW_BREAK.key(),
    &table::KEEP_TOGETHER.key(),
    &table::MIN_ROWS.key(),
    &table::GROUPS,
    &table::CARRIED_OVER,
    &table::BROUGHT_FORWARD,
    &table::PAGE_TOTALS,
];

impl Extended {
    /// What extensions add; nothing where the table uses none of them. It has at least so many
    /// columns.
    pub(super) fn read(node: &Node<'_>, columns: usize, context: &mut Context) -> Option<Self> {
        let has = |node: &Node<'_>, key: &Key| key.extension && node.get(key.name).is_some();
        let styles = node.list(table::COLUMN_STYLES.name);
        let in_columns =
            |style: &Node<'_>| table::COLUMN_STYLE.keys.iter().any(|key| has(style, key));
        let used =
            table::TABLE.keys.iter().any(|key| has(node, key)) || styles.iter().any(in_columns);
        if !context.extended || !used {
            return None;
        }
        let keys = ColumnKeys::read(&styles, columns, context);
        let wraps = |style: &Node<'_>| {
            has(style, &table::STYLE_CELL_WRAP) || has(style, &table::STYLE_HEAD_WRAP)
        };
        let flexible =
            FLEXIBLE.iter().any(|key| node.get(key.name).is_some()) || styles.iter().any(wraps);
        let row = |key: &Key, context: &mut Context| {
            let node = node.extension(key, context)?;
            Some(RowTemplate::read(&node, &keys, context))
        };
        let (carried_over, brought_forward, page_totals) = (
            row(&table::CARRIED_OVER, context),
            row(&table::BROUGHT_FORWARD, context),
            row(&table::PAGE_TOTALS, context),
        );
        let groups = node.extension(&table::GROUPS, context).map(|node| node.elements());
        let looks = node.extension(&table::STYLE_WHEN, context).map(|node| node.elements());
        let empty = node.extension(&table::EMPTY_TEXT, context);
        Some(Self {
            flexible,
            padding: CellPadding::read(node.extension(&table::CELL_PADDING_KEY, context), context),
            head: BlockText::read(node, &table::HEAD, context),
            body: BlockText::read(node, &table::BODY, context),
            footer: BlockText::read(node, &table::FOOTER, context),
            columns: styles.iter().map(|style| ColumnText::read(style, context)).collect(),
            empty_text: empty.map(|node| TextTemplate::compile(&text_of(node.value))),
            row_break: node.read(&table::ROW_BREAK, context),
            min_rows: node.read(&table::MIN_ROWS, context),
            keep_together: node.read(&table::KEEP_TOGETHER, context),
            groups: groups
                .iter()
                .flatten()
                .filter_map(|group| Group::read(group, &keys, context))
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

    /// How the texts of a block are set.
    pub fn block(&self, kind: BlockKind) -> &BlockText {
        match kind {
            BlockKind::Head => &self.head,
            BlockKind::Body => &self.body,
            BlockKind::Footer => &self.footer,
        }
    }

    /// Where the texts of a column differ in a block.
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
    fn read(node: &Node<'_>, keys: &table::Block, context: &mut Context) -> Self {
        Self {
            height: node.read(&keys.height, context),
            wrap: node.read(&keys.wrap, context),
            line_height: node.read(&keys.line_height, context),
            max_lines: node.read(&keys.max_lines, context),
            style: Style {
                family: None,
                bold: node.read(&keys.bold, context),
                italic: node.read(&keys.italic, context),
            },
        }
    }
}

impl ColumnText {
    fn read(node: &Node<'_>, context: &mut Context) -> Self {
        let look =
            |align: &Typed<Option<Align>>, bold: &Typed<Option<bool>>, context: &mut Context| {
                Look {
                    align: node.read(align, context),
                    bold: node.read(bold, context),
                    ..Look::default()
                }
            };
        Self {
            width: Width::read(node, context),
            head: CellText {
                wrap: node.read(&table::STYLE_HEAD_WRAP, context),
                look: look(&table::STYLE_HEAD_ALIGN, &table::STYLE_HEAD_BOLD, context),
            },
            body: CellText {
                wrap: node.read(&table::STYLE_CELL_WRAP, context),
                look: Look {
                    italic: node.read(&table::STYLE_CELL_ITALIC, context),
                    ..look(&table::STYLE_CELL_ALIGN, &table::STYLE_CELL_BOLD, context)
                },
            },
            footer: CellText {
                wrap: None,
                look: Look {
                    background: node.read(&table::STYLE_FOOTER_BACKGROUND, context),
                    color: node.read(&table::STYLE_FOOTER_COLOR, context),
                    size: node.read(&table::STYLE_FOOTER_SIZE, context),
                    ..look(&table::STYLE_FOOTER_ALIGN, &table::STYLE_FOOTER_BOLD, context)
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

impl Look {
    fn read(node: Option<Node<'_>>, context: &mut Context) -> Self {
        let Some(node) = node else { return Self::default() };
        Self {
            bold: node.read(&table::STYLE_BOLD, context),
            italic: node.read(&table::STYLE_ITALIC, context),
            underline: node.read(&table::STYLE_UNDERLINE, context),
            strike: node.read(&table::STYLE_STRIKE, context),
            size: node.read(&table::STYLE_SIZE, context),
            color: node.read(&table::STYLE_COLOR, context),
            background: node.read(&table::STYLE_BACKGROUND, context),
            align: node.read(&table::STYLE_ALIGN, context),
        }
    }

    /// This look where another one says nothing.
    #[must_use]
    pub fn under(self, over: Self) -> Self {
        Self {
            bold: over.bold.or(self.bold),
            italic: over.italic.or(self.italic),
            underline: over.underline.or(self.underline),
            strike: over.strike.or(self.strike),
            size: over.size.or(self.size),
            color: over.color.or(self.color),
            background: over.background.or(self.background),
            align: over.align.or(self.align),
        }
    }
}

impl RowTemplate {
    fn read(node: &Node<'_>, keys: &ColumnKeys, context: &mut Context) -> Self {
        let by_column = |key: &Key, context: &mut Context| -> Vec<(usize, Value)> {
            let Some(node) = node.extension(key, context) else { return Vec::new() };
            let names = node.value.as_object().into_iter().flat_map(|object| object.keys());
            let mut found = Vec::new();
            for name in names {
                let Some(value) = node.get(name) else { continue };
                match keys.find(name) {
                    Some(column) => found.push((column, value.value.clone())),
                    None => keys.unknown(name, &value, context),
                }
            }
            found.sort_by_key(|(column, _)| *column);
            found
        };
        let cells = by_column(&table::CELLS, context);
        let spans = by_column(&table::SPANS, context);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
        let span = |value: &Value| value.as_f64().unwrap_or(1.0) as usize;
        Self {
            cells: cells
                .iter()
                .map(|(column, value)| (*column, TextTemplate::compile(&text_of(value))))
                .collect(),
            spans: spans.iter().map(|(column, value)| (*column, span(value))).collect(),
            look: Look::read(node.extension(&table::ROW_STYLE, context), context),
            height: node.read(&table::OWN_HEIGHT, context),
        }
    }
}

impl Group {
    fn read(node: &Node<'_>, keys: &ColumnKeys, context: &mut Context) -> Option<Self> {
        let by = required(node, &table::GROUP_BY, context)?;
        let row = |key: &Key, context: &mut Context| {
            let node = node.extension(key, context)?;
            Some(RowTemplate::read(&node, keys, context))
        };
        Some(Self {
            by: Condition::compile(&by),
            header: row(&table::GROUP_HEADER, context),
            footer: row(&table::GROUP_FOOTER, context),
            keep_with: node.read(&table::KEEP_WITH, context),
            page_break: node.read(&table::PAGE_BREAK, context),
            repeat_header: node.read(&table::REPEAT_GROUP_HEADER, context),
        })
    }
}

impl ConditionalLook {
    fn read(node: &Node<'_>, keys: &ColumnKeys, context: &mut Context) -> Option<Self> {
        let when = required(node, &table::WHEN, context)?;
        let column = node.extension(&table::STYLED_COLUMN, context);
        let column = match column {
            None => None,
            Some(node) => {
                let name = text_of(node.value);
                let Some(column) = keys.find(&name) else {
                    keys.unknown(&name, &node, context);
                    return None;
                };
                Some(column)
            }
        };
        Some(Self {
            when: Condition::compile(&when),
            column,
            look: Look::read(node.extension(&table::STYLED, context), context),
        })
    }
}

/// The text of a key that must be there.
fn required(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<String> {
    if node.get(key.name).is_none() {
        let pointer = format!("{}/{}", node.pointer, key.name);
        context.invalid(pointer, "an expression", &Value::Null);
        return None;
    }
    node.extension(key, context).map(|node| text_of(node.value).into_owned())
}

/// The names of the columns.
struct ColumnKeys {
    /// By column; its number where it has no name.
    names: Vec<String>,
}

impl ColumnKeys {
    fn read(styles: &[Node<'_>], columns: usize, context: &mut Context) -> Self {
        let mut names: Vec<String> =
            (0..columns.max(styles.len())).map(|i| i.to_string()).collect();
        for (name, style) in names.iter_mut().zip(styles) {
            if let Some(node) = style.extension(&table::STYLE_KEY, context) {
                *name = text_of(node.value).into_owned();
            }
        }
        Self { names }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    fn unknown(&self, name: &str, node: &Node<'_>, context: &mut Context) {
        let known: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
        let expected = format!("in a column of the table: {}", known.join(", "));
        context.invalid(node.pointer.clone(), &expected, &Value::from(&serde_json::json!(name)));
    }
}
