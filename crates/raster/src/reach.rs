//! How far items reach.

use reportctl_engine::draw::{DisplayList, Item, Segment, Stroke};

use crate::glyphs::PagePens;

/// A box in points: left, top, right, bottom.
type Reach = [f64; 4];

const NOTHING: Reach = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];

/// Most times its width that a stroke reaches beyond its line: that of the longest miter, halved.
const MITER: f64 = 5.0;

/// The box of the items of a group, from the one behind its begin on; it is as large as they are or larger.
pub(crate) fn of<'i>(
    items: impl Iterator<Item = &'i Item>,
    list: &DisplayList,
    pens: &mut PagePens<'_, '_, '_>,
) -> Reach {
    let mut reach = NOTHING;
    let mut open = 1;
    for item in items {
        match item {
            Item::Begin(_) => open += 1,
            Item::End => open -= 1,
            _ => reach = around(reach, of_item(item, list, pens)),
        }
        if open == 0 {
            break;
        }
    }
    reach
}

fn of_item(item: &Item, list: &DisplayList, pens: &mut PagePens<'_, '_, '_>) -> Reach {
    match item {
        Item::Rect { x, y, width, height, stroke, .. } => {
            let corners = points([(*x, *y), (*x + *width, *y + *height)]);
            wider(corners, edge(stroke.as_ref()))
        }
        Item::Image { x, y, width, height, .. } => points([(*x, *y), (*x + *width, *y + *height)]),
        Item::Grid { edges, y, row_height, rows, stroke } => {
            let bottom = y + row_height * f64::from(*rows);
            let corners = list.item_edges(edges).iter().flat_map(|x| [(*x, *y), (*x, bottom)]);
            wider(points(corners), edge(Some(stroke)))
        }
        Item::Line { from, to, stroke } => wider(points([*from, *to]), edge(Some(stroke))),
        Item::Path { segments, stroke, .. } => {
            let points_of = |segment: &Segment| match *segment {
                Segment::Move(x, y) | Segment::Line(x, y) => vec![(x, y)],
                Segment::Curve([ax, ay, bx, by, x, y]) => vec![(ax, ay), (bx, by), (x, y)],
                Segment::Close => Vec::new(),
            };
            let corners = list.item_segments(segments).iter().flat_map(points_of);
            wider(points(corners), edge(stroke.as_ref()))
        }
        Item::Text { x, baseline, size, runs, .. } => {
            let widths = list.item_runs(runs).iter().map(|run| {
                let face = (run.face, run.synthetic);
                pens.width(face, list.run_codes(run), list.run_offsets(run), *size)
            });
            let end = x + widths.sum::<f64>();
            // Glyphs may reach beyond their advance, and lie above others.
            wider(points([(*x, *baseline), (end, *baseline)]), 2.0 * size)
        }
        Item::Begin(_) | Item::End => NOTHING,
    }
}

fn edge(stroke: Option<&Stroke>) -> f64 {
    stroke.map_or(0.0, |stroke| stroke.width.max(0.0) * MITER)
}

fn points(points: impl IntoIterator<Item = (f64, f64)>) -> Reach {
    points.into_iter().fold(NOTHING, |reach, (x, y)| around(reach, [x, y, x, y]))
}

fn around(a: Reach, b: Reach) -> Reach {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

fn wider([left, top, right, bottom]: Reach, by: f64) -> Reach {
    [left - by, top - by, right + by, bottom + by]
}
