//! The lines of tables (spec 10.8.2, 20.2.8).

use super::Painter;
use super::list::{Item, Segment, Stroke};
use super::path::{Radii, rounded_rect};
use super::rows::{Placed, extent, named_stroke};
use crate::format::{Grid, table};
use crate::layout::{RowKind, RowsOnPage};
use crate::template::field::{Borders, Places, Table, TableLine};
use crate::units::mm_to_pt;

/// Lines of one stroke, drawn together.
#[derive(Default)]
struct StrokedLines(Vec<[(f64, f64); 2]>);

impl StrokedLines {
    fn add(&mut self, from: (f64, f64), to: (f64, f64)) {
        match self.0.last_mut() {
            // Goes on where the last one ended.
            Some([start, end]) if *end == from && (start.0 == to.0 || start.1 == to.1) => *end = to,
            _ => self.0.push([from, to]),
        }
    }
}

impl Painter<'_> {
    /// The lines of some rows.
    pub(super) fn borders(&mut self, of: RowsOnPage<'_, '_>, rows: &[Placed<'_>], edges: &[f64]) {
        if rows.is_empty() {
            return;
        }
        match of.borders() {
            Borders::Named(Grid::Grid, _) => self.grid_borders(of, rows, edges),
            Borders::Named(name, _) => {
                self.named_borders(*name, rows, edges, named_stroke(of));
            }
            Borders::Placed(places) => self.placed_borders(places, of.table(), rows, edges),
        }
        self.cell_borders(of, rows, edges);
    }

    /// Borders of all cells; a rounded row has its frame already and gets inner dividers only.
    fn grid_borders(&mut self, of: RowsOnPage<'_, '_>, rows: &[Placed<'_>], edges: &[f64]) {
        let stroke = named_stroke(of);
        let mut shown = edges.to_vec();
        if !of.draws_empty_columns() {
            shown.dedup_by(|a, b| a.total_cmp(b).is_eq());
        }
        let columns = edges.len() - 1;
        let plain = |row: &Placed<'_>| {
            !row.radii.any() && row.row.cells(columns).all(|(_, span)| span == 1)
        };
        let alike = |a: &Placed<'_>, b: &Placed<'_>| {
            plain(a) && plain(b) && a.height.total_cmp(&b.height).is_eq()
        };
        for rows in rows.chunk_by(alike) {
            let Some(first) = rows.first() else { continue };
            if plain(first) {
                let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
                self.list.grid(&shown, first.top, first.height, count, stroke);
                continue;
            }
            if !first.radii.any() {
                let sides = [edges[0], edges[edges.len() - 1]];
                self.list.grid(&sides, first.top, first.height, 1, stroke);
            }
            for x in dividers(first, edges) {
                let (from, to) = ((x, first.top), (x, first.top + first.height));
                self.list.items.push(Item::Line { from, to, stroke });
            }
        }
    }

    fn named_borders(&mut self, name: Grid, rows: &[Placed<'_>], edges: &[f64], stroke: Stroke) {
        let area = extent_of(rows, edges);
        match name {
            Grid::Grid | Grid::None => {}
            Grid::Frame => {
                let radii = corners(rows);
                if radii.any() {
                    let [x, y, width, height] = area;
                    let outline = rounded_rect(x, y, width, height, radii);
                    self.list.path(outline, None, Some(stroke));
                } else {
                    self.frame(area, stroke);
                }
            }
            Grid::Rows => {
                let mut lines = StrokedLines::default();
                lines.across(area, area[1]);
                rows.iter().for_each(|row| lines.across(area, row.top + row.height));
                self.lines(lines, stroke);
            }
            Grid::Columns => {
                let mut lines = StrokedLines::default();
                lines.down(area, area[0]);
                lines.down(area, area[0] + area[2]);
                lines.columns(rows, edges);
                self.lines(lines, stroke);
            }
        }
    }

    fn placed_borders(
        &mut self,
        places: &Places,
        table: &Table,
        rows: &[Placed<'_>],
        edges: &[f64],
    ) {
        let area = extent_of(rows, edges);
        if let Some(column) = &places.column {
            let mut lines = StrokedLines::default();
            lines.columns(rows, edges);
            let stroke = self.line_stroke(column, table);
            self.lines(lines, stroke);
        }
        // Lines between rows, those of one look together.
        let between = |kind: fn(&Placed<'_>, &Placed<'_>) -> bool| {
            let mut lines = StrokedLines::default();
            for pair in rows.windows(2) {
                if let [above, below] = pair
                    && kind(above, below)
                {
                    lines.across(area, below.top);
                }
            }
            lines
        };
        if let Some(row) = &places.row {
            let lines = match (&places.head_bottom, &places.footer_top) {
                (None, None) => between(|_, _| true),
                (Some(_), None) => between(|above, below| !ends_head(above, below)),
                (None, Some(_)) => between(|_, below| below.row.kind != RowKind::Footer),
                (Some(_), Some(_)) => between(|above, below| {
                    !ends_head(above, below) && below.row.kind != RowKind::Footer
                }),
            };
            let stroke = self.line_stroke(row, table);
            self.lines(lines, stroke);
        }
        if let Some(line) = &places.head_bottom {
            let stroke = self.line_stroke(line, table);
            self.lines(between(ends_head), stroke);
        }
        if let Some(line) = &places.footer_top {
            let stroke = self.line_stroke(line, table);
            self.lines(between(|_, below| below.row.kind == RowKind::Footer), stroke);
        }
        if let Some(outer) = &places.outer {
            let stroke = self.line_stroke(outer, table);
            self.frame(area, stroke);
        }
    }

    /// The lines around the cells of columns that have their own.
    fn cell_borders(&mut self, of: RowsOnPage<'_, '_>, rows: &[Placed<'_>], edges: &[f64]) {
        let (table, columns) = (of.table(), of.columns());
        if columns.iter().all(|column| column.border.is_none()) {
            return;
        }
        for row in rows.iter().filter(|row| row.row.kind == RowKind::Body) {
            for cell in row.row.cells(edges.len() - 1) {
                let border = columns.get(cell.0).and_then(|of| of.border.as_ref());
                if let (Some(line), Some((left, width))) = (border, extent(cell, edges)) {
                    let stroke = self.line_stroke(line, table);
                    self.frame([left, row.top, width, row.height], stroke);
                }
            }
        }
    }

    /// Stroke of a line that the author placed.
    fn line_stroke(&mut self, line: &TableLine, of: &Table) -> Stroke {
        let color = line.color.unwrap_or(of.border_color);
        let dash = self.list.dash(line.dash.iter().map(|length| mm_to_pt(*length)));
        let solid = Stroke::solid(color, line.width.unwrap_or(table::GRID_WIDTH.default));
        Stroke { dash, ..solid }
    }

    fn frame(&mut self, [x, y, width, height]: [f64; 4], stroke: Stroke) {
        self.list.items.push(Item::Rect { x, y, width, height, fill: None, stroke: Some(stroke) });
    }

    fn lines(&mut self, lines: StrokedLines, stroke: Stroke) {
        if lines.0.is_empty() || stroke.width <= 0.0 {
            return;
        }
        let segments = lines
            .0
            .into_iter()
            .flat_map(|[from, to]| [Segment::Move(from.0, from.1), Segment::Line(to.0, to.1)]);
        self.list.path(segments, None, Some(stroke));
    }
}

impl StrokedLines {
    /// A line over the whole width.
    fn across(&mut self, [x, _, width, _]: [f64; 4], y: f64) {
        self.add((x, y), (x + width, y));
    }

    /// A line over the whole height.
    fn down(&mut self, [_, y, _, height]: [f64; 4], x: f64) {
        self.add((x, y), (x, y + height));
    }

    /// The lines between columns, as long as rows have them.
    fn columns(&mut self, rows: &[Placed<'_>], edges: &[f64]) {
        for edge in edges {
            for row in rows {
                if dividers(row, edges).any(|x| x.total_cmp(edge).is_eq()) {
                    self.add((*edge, row.top), (*edge, row.top + row.height));
                }
            }
        }
    }
}

/// The left edges of the cells of a row but the first.
fn dividers(row: &Placed<'_>, edges: &[f64]) -> impl Iterator<Item = f64> {
    let cells = row.row.cells(edges.len() - 1).skip(1);
    cells.filter_map(|(column, _)| edges.get(column).copied())
}

fn ends_head(above: &Placed<'_>, below: &Placed<'_>) -> bool {
    above.row.kind == RowKind::Head && below.row.kind != RowKind::Head
}

/// The box of some rows.
fn extent_of(rows: &[Placed<'_>], edges: &[f64]) -> [f64; 4] {
    let (left, right) = (edges[0], edges[edges.len() - 1]);
    let top = rows.first().map_or(0.0, |row| row.top);
    let bottom = rows.last().map_or(top, |row| row.top + row.height);
    [left, top, right - left, bottom - top]
}

/// The corners of a frame: those of its first row at the top, those of its last one at the bottom.
fn corners(rows: &[Placed<'_>]) -> Radii {
    let first = rows.first().map(|row| row.radii).unwrap_or_default();
    let last = rows.last().map(|row| row.radii).unwrap_or_default();
    Radii {
        top_left: first.top_left,
        top_right: first.top_right,
        bottom_left: last.bottom_left,
        bottom_right: last.bottom_right,
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::tests::draw;
    use crate::draw::{Item, Segment};
    use crate::units::mm_to_pt;

    /// The lines of a table of two rows and a totals row, from 10 mm to 110 mm, in millimetres:
    /// across as `y`, down as `x:from-to`, rectangles as `[x y width height]`; each with its width.
    fn lines(keys: &str) -> Vec<String> {
        let list = draw(&format!(
            r#""extensions":1,"schemas":[{{"id":"t","name":"t","type":"table","x":10,"y":10,
                "width":100,"height":20,"head":["A","B"],"content":[["1","2"],["3","4"]],
                "footer":["5","6"],"columnWidths":[40,60],{keys}}}]"#
        ));
        let mm = |points: f64| (points / mm_to_pt(1.0) * 100.0).round() / 100.0;
        let mut lines = Vec::new();
        for item in &list.items {
            match item {
                Item::Grid { stroke, rows, .. } => {
                    lines.push(format!("grid {rows} {}", stroke.width))
                }
                Item::Rect { x, y, width, height, stroke: Some(stroke), .. } => {
                    let [x, y, width, height] = [x, y, width, height].map(|length| mm(*length));
                    lines.push(format!("[{x} {y} {width} {height}] {}", stroke.width));
                }
                Item::Path { segments, stroke: Some(stroke), .. } => {
                    let dash = list.dash_lengths(stroke.dash).iter().map(|length| mm(*length));
                    let dash: String = dash.map(|length| format!(" {length}")).collect();
                    for pair in list.item_segments(segments).chunks(2) {
                        let [Segment::Move(x, y), Segment::Line(to_x, to_y)] = pair else {
                            continue;
                        };
                        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(|length| mm(*length));
                        let width = stroke.width;
                        lines.push(if x == to_x {
                            format!("{x}:{y}-{to_y} {width}{dash}")
                        } else {
                            format!("{y} {width}{dash}")
                        });
                    }
                }
                _ => {}
            }
        }
        lines
    }

    #[test]
    fn lines_have_names() {
        assert_eq!(lines(r#""borders":"grid""#), ["grid 4 0.5"]);
        assert_eq!(lines(r#""gridWidth":2"#), ["grid 4 2"]);
        assert_eq!(lines(r#""borders":"none""#), [""; 0]);
        assert_eq!(lines(r#""borders":"frame""#), ["[10 10 100 28] 0.5"]);
        let rows = ["10 1", "17 1", "24 1", "31 1", "38 1"];
        assert_eq!(lines(r#""borders":"rows","gridWidth":1"#), rows);
        let columns = ["10:10-38 0.5", "110:10-38 0.5", "50:10-38 0.5"];
        assert_eq!(lines(r#""borders":"columns""#), columns);
    }

    #[test]
    fn lines_have_places() {
        let borders = r#""borders":{"row":{},"headBottom":{"width":2},"footerTop":{"width":3}}"#;
        assert_eq!(lines(borders), ["24 0.5", "17 2", "31 3"]);
        let borders = r#""gridWidth":1,"borders":{"outer":{},"column":{"width":0.25},"row":null}"#;
        assert_eq!(lines(borders), ["50:10-38 0.25", "[10 10 100 28] 1"]);
    }

    #[test]
    fn the_line_above_the_totals_row_is_below_the_footer_rows() {
        let borders = r#""borders":{"row":{},"footerTop":{"width":3}},"footerRows":[{}]"#;
        assert_eq!(lines(borders), ["17 0.5", "24 0.5", "31 0.5", "38 3"]);
    }

    #[test]
    fn lines_have_dashes() {
        let borders =
            r#""borders":{"row":{"dash":[2,1]},"headBottom":{},"footerTop":{"dash":[0,0]}}"#;
        assert_eq!(lines(borders), ["24 0.5 2 1", "17 0.5", "31 0.5"]);
        // Too short for a hundredth of a point.
        let short = r#""borders":{"row":{"dash":[0.001,0.001]},"headBottom":{},"footerTop":{}}"#;
        assert_eq!(lines(short), ["24 0.5", "17 0.5", "31 0.5"]);
    }

    #[test]
    fn joined_cells_have_no_line_between_columns() {
        let borders = r#""borders":{"column":{}},"footerSpans":{"0":2}"#;
        assert_eq!(lines(borders), ["50:10-31 0.5"]);
    }

    #[test]
    fn cells_of_a_column_may_have_a_line_of_their_own() {
        let borders = r#""borders":"none","columnStyles":[null,{"cellBorder":{"width":1}}]"#;
        assert_eq!(lines(borders), ["[50 17 60 7] 1", "[50 24 60 7] 1"]);
    }
}
