//! Tables (spec 4.2, 8.4 to 8.6).

mod borders;
mod extended;
mod further;

pub use borders::{Borders, Places, TableLine};
pub use extended::{BlockText, CellPadding, CellText, ColumnCode, ColumnText, Extended, Width};
pub use further::{ConditionalLook, Detail, RowGroup, RowTemplate};

use super::{Align, Bindings, VerticalAlign};
use crate::expr::TextTemplate;
use crate::expr::value::text_of;
use crate::format::color::Color;
use crate::format::table;
use crate::template::binding::{BindingKind, KeyPath, ListPath, TableColumn};
use crate::template::edges::CornerRadii;
use crate::template::filter::Filters;
use crate::template::key::ItemKey;
use crate::template::read::{Context, Node};

/// A table: the source of its rows, and their appearance.
pub struct Table {
    /// Titles, printed literally; their number is the number of columns.
    pub head: Vec<String>,
    /// The authored rows, printed literally where no data is bound.
    pub content: Vec<Vec<String>>,
    /// Content of each column of a row.
    pub columns: Vec<Column>,
    /// Source of the rows.
    pub rows: Rows,
    /// The totals row; empty: none.
    pub footer: Vec<TextTemplate>,
    /// Explicit widths in millimetres.
    pub column_widths: Vec<Option<f64>>,
    /// `true` if the header repeats on continuation pages.
    pub repeat_header: bool,
    /// Look of the header.
    pub head_block: TableBlock,
    /// Look of the rows.
    pub body_block: TableBlock,
    /// Look of the totals row.
    pub footer_block: TableBlock,
    /// Background of odd rows.
    pub band_color: Option<Color>,
    /// Colour of the grid.
    pub border_color: Color,
    /// Overrides per column.
    pub column_styles: Vec<ColumnStyle>,
    /// Properties from extensions; `None` if the table uses none of them.
    pub extended: Option<Box<Extended>>,
}

/// The blocks of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// The titles.
    Head,
    /// The rows.
    Body,
    /// The totals row.
    Footer,
}

impl BlockKind {
    /// Its look.
    pub fn of(self, table: &Table) -> &TableBlock {
        match self {
            Self::Head => &table.head_block,
            Self::Body => &table.body_block,
            Self::Footer => &table.footer_block,
        }
    }

    /// Overrides of a column; the totals row takes none.
    pub fn cell(self, style: &ColumnStyle) -> Option<Cell> {
        match self {
            Self::Head => Some(style.head),
            Self::Body => Some(style.body),
            Self::Footer => None,
        }
    }
}

/// Source of the rows of a table.
pub struct Rows {
    /// The array of the first `array` binding.
    pub array: Option<(ListPath, Filters)>,
    /// Input in place of a missing array (spec 5.2, 8.4 step 2).
    pub input: Option<Input>,
}

/// A value that holds table rows.
pub enum Input {
    /// JSON text of rows at a path.
    Scalar(KeyPath),
    /// JSON text of rows, rendered.
    Template(TextTemplate),
    /// Rows of path and value.
    KeyValue(Vec<KeyPath>),
    /// Rows by the columns of the last `array` binding, whatever the design cells say.
    Array(ListPath, Vec<Column>, Filters),
}

/// Content of one column of a row (spec 8.6).
#[derive(Clone)]
pub enum Column {
    /// A template text evaluated against the item.
    Text(TextTemplate),
    /// A key of the item.
    Key(ItemKey),
}

/// Look of the header, the rows or the totals row.
pub struct TableBlock {
    /// Horizontal alignment in the cell.
    pub align: Align,
    /// Vertical alignment in the row.
    pub vertical: VerticalAlign,
    /// Corner radii in millimetres.
    pub radii: CornerRadii,
    /// Fill of the row.
    pub background: Option<Color>,
    /// Colour of the text.
    pub color: Color,
    /// Size of the text in points.
    pub font_size: f64,
}

/// Look of one kind of cell in one column, where it differs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cell {
    /// Fill of the cell.
    pub background: Option<Color>,
    /// Colour of the text.
    pub color: Option<Color>,
    /// Size of the text in points.
    pub font_size: Option<f64>,
}

/// Overrides of one column.
#[derive(Debug, Clone, Copy, Default)]
pub struct ColumnStyle {
    /// Overrides of its title.
    pub head: Cell,
    /// Overrides of its cells.
    pub body: Cell,
}

impl Table {
    pub(super) fn read(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let texts = |nodes: Vec<Node<'_>>| -> Vec<String> {
            nodes.iter().map(|node| text_of(node.value).into_owned()).collect()
        };
        let head = texts(node.items(&table::HEADINGS, context));
        let content: Vec<Vec<String>> = node
            .items(&table::CONTENT, context)
            .iter()
            .map(|row| texts(row.array(context).unwrap_or_default()))
            .collect();
        let array = bindings.iter().find_map(|binding| match &binding.kind {
            BindingKind::Array { path, columns, filters } => Some((path, columns, filters)),
            _ => None,
        });
        let bound = array.map_or(&[][..], |(_, columns, _)| columns);
        let design = content.first().map_or(&[][..], Vec::as_slice);
        let list = array.map(|(path, ..)| path.to_string());
        let cell = |index: usize, cell: &str| {
            let pointer = format!("{}/0/{index}", node.place(&table::CONTENT));
            match &list {
                Some(list) => context.compile_item(cell, &pointer, list),
                None => context.compile(cell, &pointer),
            }
        };
        let titles = node.place(&table::HEADINGS);
        let columns = columns((&head, &titles), design, bound, &cell);
        let beyond = design.iter().enumerate().skip(head.len()).filter(|(_, it)| it.contains('{'));
        let mut replaced: Vec<TextTemplate> = beyond.map(|(i, it)| cell(i, it)).collect();
        for (i, column) in bound.iter().enumerate() {
            if let TableColumn::Formula(formula) = column
                && !matches!(columns.get(i), Some(Column::Text(text)) if text.pointer() == formula.pointer())
            {
                replaced.push(formula.clone());
            }
        }
        context.replaced.append(&mut replaced);
        let input =
            bindings.iter().rev().find_map(|binding| Input::of(&binding.kind, (&head, &titles)));
        let array = array.map(|(path, _, filters)| (path.clone(), filters.clone()));
        let first_row = content.first().map_or(0, Vec::len);
        let totals = node.list(table::TOTALS.name).len();
        let named = head.len().max(first_row).max(totals);
        let footer: Vec<TextTemplate> = node
            .items(&table::TOTALS, context)
            .iter()
            .map(|cell| context.compile(&text_of(cell.value), &cell.pointer))
            .collect();
        // Names of rows are known only to tables that use extensions.
        let cells = columns.iter().filter_map(|column| match column {
            Column::Text(template) => Some(template),
            Column::Key(_) => None,
        });
        let by_name =
            context.dialect.is_extended() && cells.chain(&footer).any(TextTemplate::names_rows);
        Self {
            extended: Extended::read(node, named, by_name, context).map(Box::new),
            columns,
            rows: Rows { array, input },
            footer,
            column_widths: node
                .items(&table::COLUMN_WIDTHS, context)
                .iter()
                .map(|width| width.number(&table::COLUMN_WIDTHS, context))
                .collect(),
            repeat_header: node.read(&table::REPEAT_HEADER, context),
            head_block: TableBlock::read(node, &table::HEAD, context),
            body_block: TableBlock::read(node, &table::BODY, context),
            footer_block: TableBlock::read(node, &table::FOOTER, context),
            band_color: node.read(&table::BODY_BAND_COLOR, context),
            border_color: node.read(&table::BORDER_COLOR, context),
            column_styles: node
                .items(&table::COLUMN_STYLES, context)
                .iter()
                .map(|style| ColumnStyle::read(style, context))
                .collect(),
            head,
            content,
        }
    }

    /// Number of columns that are drawn (spec 10.8.1): that of the titles; without titles that of
    /// the first row, which may be 0; without rows that of the totals row; else 1.
    pub fn column_count(&self, first_row: Option<usize>) -> usize {
        let some = |count: usize| (count > 0).then_some(count);
        some(self.head.len()).or(first_row).or_else(|| some(self.footer.len())).unwrap_or(1)
    }
}

/// Content of each column: the design cell if it holds a token, else the bound column, else the
/// key that equals the title.
fn columns(
    (head, titles): (&[String], &str),
    design: &[String],
    bound: &[TableColumn],
    compile: &dyn Fn(usize, &str) -> TextTemplate,
) -> Vec<Column> {
    head.iter()
        .enumerate()
        .map(|(i, title)| match (design.get(i), bound.get(i)) {
            (Some(cell), _) if cell.contains('{') => Column::Text(compile(i, cell)),
            (_, Some(TableColumn::Formula(formula))) => Column::Text(formula.clone()),
            (_, Some(TableColumn::Key(key))) => Column::Key(key.clone()),
            (_, bound @ (Some(TableColumn::Title) | None)) => {
                let pointer = format!("{titles}/{i}");
                Column::Key(ItemKey::new(title.clone(), pointer, bound.is_none()))
            }
        })
        .collect()
}

impl Input {
    fn of(kind: &BindingKind, (head, titles): (&[String], &str)) -> Option<Self> {
        match kind {
            BindingKind::Scalar(path) => Some(Self::Scalar(path.clone())),
            BindingKind::Template(template) => Some(Self::Template(template.clone())),
            BindingKind::KeyValue(paths) => Some(Self::KeyValue(paths.clone())),
            BindingKind::Array { path, columns: bound, filters } => {
                let head = if bound.is_empty() { head } else { &[] };
                let text = |_: usize, cell: &str| TextTemplate::compile(cell);
                let mut columns = columns((head, titles), &[], &[], &text);
                columns.extend(bound.iter().map(|column| match column {
                    TableColumn::Key(key) => Column::Key(key.clone()),
                    TableColumn::Formula(formula) => Column::Text(formula.clone()),
                    // Such rows know no titles.
                    TableColumn::Title => Column::Text(TextTemplate::compile("")),
                }));
                Some(Self::Array(path.clone(), columns, filters.clone()))
            }
            _ => None,
        }
    }
}

impl TableBlock {
    fn read(node: &Node<'_>, keys: &table::Block, context: &mut Context) -> Self {
        Self {
            align: node.read(&keys.align, context),
            vertical: node.read(&keys.vertical, context),
            radii: CornerRadii::read(node, &keys.radius, context),
            background: node.read(&keys.background, context),
            color: node.read(&keys.color, context),
            font_size: node.read(&keys.font_size, context),
        }
    }
}

impl Table {
    /// The width that the author gives a column.
    pub fn given_width(&self, column: usize) -> Width {
        let extended = self.extended.as_ref().and_then(|extended| extended.columns.get(column));
        match extended.map(|text| text.width) {
            Some(Width::Unsaid) | None => {
                let explicit = self.column_widths.get(column).copied().flatten();
                explicit.map_or(Width::Share(1.0), Width::Fixed)
            }
            Some(width) => width,
        }
    }

    /// Widths of the columns in millimetres: explicit ones as given, the others share what is
    /// left (spec 10.8.1, with B3: `null` is no width).
    pub fn widths(&self, columns: usize, table_width: f64) -> Vec<f64> {
        let explicit = |i: usize| self.column_widths.get(i).copied().flatten();
        let taken: f64 = (0..columns).filter_map(explicit).sum();
        let open = (0..columns).filter(|i| explicit(*i).is_none()).count();
        let share = (table_width - taken).max(0.0) / open.max(1) as f64;
        (0..columns).map(|i| explicit(i).unwrap_or(share)).collect()
    }
}

impl ColumnStyle {
    fn read(node: &Node<'_>, context: &mut Context) -> Self {
        Self {
            head: Cell {
                background: node.read(&table::STYLE_HEAD_BACKGROUND, context),
                color: node.read(&table::STYLE_HEAD_COLOR, context),
                font_size: node.read(&table::STYLE_HEAD_SIZE, context),
            },
            body: Cell {
                background: node.read(&table::STYLE_CELL_BACKGROUND, context),
                color: node.read(&table::STYLE_CELL_COLOR, context),
                font_size: node.read(&table::STYLE_CELL_SIZE, context),
            },
        }
    }
}
