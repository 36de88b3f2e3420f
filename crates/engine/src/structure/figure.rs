//! Alternative texts of pictures, charts and codes, for readers who do not see them.

use crate::draw::{turn, value_text};
use crate::layout::{Content, Placement};
use crate::problem::{Blame, Code, Problem};
use crate::template::Field;
use crate::units::mm_to_pt;

/// Maximum number of characters of a code that are read aloud.
const LONGEST_CODE: usize = 300;

/// The alternative text of a placement: its own, else the content of a code or chart.
pub(super) fn alternative(placement: &Placement<'_>) -> Option<String> {
    let own = placement.marks.as_ref().and_then(|marks| marks.alt.as_deref());
    own.map(str::to_owned).or_else(|| generated(&placement.content))
}

fn generated(content: &Content<'_>) -> Option<String> {
    match content {
        Content::Code(placed) => Some(of_code(&placed.value)),
        Content::Chart(chart, Some(data)) => {
            let locale = data.locale.as_deref();
            let items = data.items.iter().map(|item| {
                format!("{}: {}", item.label, value_text(chart, item, data.total, locale))
            });
            Some(items.collect::<Vec<_>>().join("; "))
        }
        _ => None,
    }
}

/// Content of a code, in one line.
pub(super) fn of_code(value: &str) -> String {
    let line: String =
        value.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_CODE).collect();
    line.trim().to_owned()
}

/// Problem of a picture without alternative text: an error where the document has to be accessible.
pub(super) fn alt_missing(field: &Field, is_strict: bool) -> Problem {
    let template = field.placing.as_ref().and_then(|placing| placing.alt.as_ref());
    let what = format!("`{}` has no alternative text", field.name);
    let problem = if is_strict {
        Problem::new(Code::AltTextMissing, format!("PDF/UA-1 (7.3): {what}"))
    } else {
        Problem::warning(Code::AltTextMissing, what)
    };
    let problem = problem
        .field(&field.name)
        .pointer(format!("{}/alt", field.pointer))
        .advice(
            "give it an `alt` that says what it shows, or set `decorative` where it says nothing",
        )
        .detail("rule", "7.3");
    match template {
        Some(_) => problem.blamed(Blame::Data),
        None => problem,
    }
}

/// The place of something in points, as it is seen: left, bottom, right, top.
pub(super) fn bounds(placement: &Placement<'_>, page_height: f64) -> [f64; 4] {
    let (width, height) = placement.drawn_size();
    part_bounds(placement, [placement.x, placement.y, width, height], page_height)
}

/// The same of a part of it: x, y, width and height in millimetres before it is turned.
pub(super) fn part_bounds(
    placement: &Placement<'_>,
    [x, y, width, height]: [f64; 4],
    page_height: f64,
) -> [f64; 4] {
    let (left, top) = (mm_to_pt(x), mm_to_pt(y));
    let (width, height) = (mm_to_pt(width), mm_to_pt(height));
    let Some(turn) = turn(placement) else {
        return [left, page_height - top - height, left + width, page_height - top];
    };
    let [left, top, right, bottom] = turn.around([left, top, left + width, top + height]);
    [left, page_height - bottom, right, page_height - top]
}
