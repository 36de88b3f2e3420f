//! Texts with too little contrast to what is behind them (WCAG 2, 1.4.3), in documents with tags.
//!
//! The painted page is checked: the colour of a text against the fills below its first letter, each pair once per
//! field. Texts on pictures are not checked, because those colours are not of the template, nor are `decorative`
//! fields.

use std::collections::HashSet;
use std::ops::Range;

use reportctl_engine::budget::Meter;
use reportctl_engine::color::Color;
use reportctl_engine::draw::{DisplayList, Item, Painter, Part, Pictures, Segment, Tag, Turn};
use reportctl_engine::font::{FaceRef, Fonts};
use reportctl_engine::format::{FillRule, chart, code, field, kpi, table, text};
use reportctl_engine::layout::{Layout, Page, Painted, RowKind};
use reportctl_engine::problem::{Code, Problem, Result, quoted};
use reportctl_engine::render::{Options, Prepared};
use reportctl_engine::template::Kind;

/// The least contrast of texts, and of large ones.
const LEAST: f64 = 4.5;
const LEAST_OF_LARGE: f64 = 3.0;
/// From this size in points a text is large; from the second where it is bold.
const LARGE: f64 = 18.0;
const LARGE_BOLD: f64 = 14.0;
/// From this weight class a face is bold.
const BOLD: u16 = 700;
/// The point of the first letter that is checked, in parts of the size: right of its start, and above the baseline.
const INTO: f64 = 0.2;
const ABOVE: f64 = 0.3;
/// A fill that is thinner than this part of the size of a text is a rule.
const THINNEST: f64 = 0.5;
/// Chords that stand for a curve.
const CHORDS: u32 = 8;

/// Reports texts without contrast, each pair of colours once per field.
pub(super) fn check(
    prepared: &Prepared,
    layout: &Layout<'_>,
    options: &Options<'_>,
    problems: &mut Vec<Problem>,
) {
    let fonts = prepared.fonts(options.fonts);
    let meter = Meter::new(options.budget);
    let pictures = Pictures::new(prepared.pictures());
    let mut painter = Painter::new(&fonts, pictures, &meter).with_tags(true);
    let mut known = HashSet::new();
    for page in &layout.pages {
        let checked = painter.page(page).and_then(|list| {
            let sequence = page.sequence();
            let mut checker = ContrastChecker {
                page,
                list,
                fonts: &fonts,
                sequence,
                known: &mut known,
                problems,
            };
            checker.page(&meter)
        });
        if let Err(problem) = checked {
            // Pages that cannot be painted are reported where the document is made.
            problems.extend(Some(problem).filter(Problem::is_of_budget));
            return;
        }
    }
}

/// A field, by address; the colours of its text and of what is behind it, and whether the text is large.
type Known = HashSet<(usize, [String; 2], bool)>;

struct ContrastChecker<'p, 'a> {
    page: &'p Page<'a>,
    list: &'p DisplayList,
    fonts: &'p Fonts,
    sequence: Vec<Painted<'p, 'a>>,
    known: &'p mut Known,
    problems: &'p mut Vec<Problem>,
}

/// Turn, clip and opacity of the open groups, together.
#[derive(Clone, Copy)]
struct Around {
    turn: Option<Turn>,
    clip: Option<[f64; 4]>,
    opacity: f64,
}

/// A text that is checked.
struct CheckedText<'l> {
    /// Its place among the items.
    index: usize,
    runs: &'l Range<u32>,
    size: f64,
    color: Color,
    opacity: f64,
}

impl ContrastChecker<'_, '_> {
    fn page(&mut self, meter: &Meter<'_>) -> Result<()> {
        let mut covers = Covers::new(self.list);
        let mut around = vec![Around { turn: None, clip: None, opacity: 1.0 }];
        for (index, item) in self.list.items.iter().enumerate() {
            meter.step()?;
            let Some(&within) = around.last() else { break };
            let form = |fill: &Option<Color>, form| fill.map(|color| (form, Some(color)));
            let cover = match item {
                Item::Begin(group) => {
                    around.push(Around {
                        turn: group.turn.or(within.turn),
                        clip: cut(within.clip, group.clip),
                        opacity: within.opacity * group.opacity.unwrap_or(1.0),
                    });
                    None
                }
                Item::End => {
                    around.pop();
                    None
                }
                Item::Rect { x, y, width, height, fill, .. } => {
                    form(fill, Form::Box([*x, *y, *width, *height]))
                }
                Item::Path { segments, fill, rule, .. } => {
                    form(fill, Form::Path(segments.clone(), *rule))
                }
                Item::Image { x, y, width, height, .. } => {
                    Some((Form::Box([*x, *y, *width, *height]), None))
                }
                Item::Text { x, baseline, size, color, runs } => {
                    let at = (x + INTO * size, baseline - ABOVE * size);
                    let (size, color, opacity) = (*size, *color, within.opacity);
                    let text = CheckedText { index, runs, size, color, opacity };
                    if within.clip.is_none_or(|clip| holds(clip, at)) {
                        let at = within.turn.map_or(at, |turn| turn.apply(at));
                        if let Some(behind) = covers.color_at(at, text.size, meter)? {
                            self.text(&text, behind);
                        }
                    }
                    None
                }
                Item::Grid { .. } | Item::Line { .. } => None,
            };
            if let Some((form, color)) = cover {
                covers.add(form, color, within);
            }
        }
        Ok(())
    }

    /// Checks a text against the colour behind it.
    fn text(&mut self, text: &CheckedText<'_>, behind: Color) {
        let runs = self.list.item_runs(text.runs);
        let is_bold = runs.first().is_some_and(|run| {
            run.synthetic.bold
                || match self.fonts.face(run.face) {
                    FaceRef::Standard(standard) => standard.bold,
                    FaceRef::Face(face) => face.descriptor().weight >= BOLD,
                }
        });
        let is_large = text.size >= if is_bold { LARGE_BOLD } else { LARGE };
        let least = if is_large { LEAST_OF_LARGE } else { LEAST };
        let color = text.color.over(behind, text.opacity);
        let contrast = color.contrast(behind);
        if contrast >= least {
            return;
        }
        let starts = &self.list.starts;
        let number = starts.partition_point(|start| *start as usize <= text.index);
        let Some(painted) = number.checked_sub(1).and_then(|number| self.sequence.get(number))
        else {
            return;
        };
        let field = painted.placement.field;
        let shown = self.list.item_text(text.runs);
        let is_decorative = field.placing.as_ref().is_some_and(|placing| placing.decorative);
        let colors = [color.to_hex(), behind.to_hex()];
        let key = (std::ptr::from_ref(field).addr(), colors.clone(), is_large);
        if is_decorative || shown.trim().is_empty() || !self.known.insert(key) {
            return;
        }
        let [own, other] = colors;
        let message = format!(
            "{} is {own} on {other}: a contrast of {}:1, below {least}:1",
            quoted(&shown),
            rounded(contrast)
        );
        let (pointer, advice) = match (self.key(text, painted), text.opacity < 1.0) {
            (_, true) => {
                let key = field::OPACITY.name;
                let advice = format!("raise `{key}`, or change the colours");
                (format!("{}/{key}", field.pointer), advice)
            }
            (Colored::By(key), false) => {
                let color = enough(text.color, behind, least).to_hex();
                let advice = format!("set `{key}` to `{color}`, or change what is behind the text");
                (format!("{}/{key}", field.pointer), advice)
            }
            (Colored::Behind(key), false) => {
                let color = enough(behind, text.color, least).to_hex();
                let advice = format!("take `{color}` for `{other}`");
                (format!("{}/{key}", field.pointer), advice)
            }
            (Colored::Unknown, false) => {
                let color = enough(text.color, behind, least).to_hex();
                let advice = format!("take `{color}` for the text, or change what is behind it");
                (field.pointer.clone(), advice)
            }
        };
        self.problems.push(
            Problem::warning(Code::ContrastTooLow, message)
                .field(&field.name)
                .pointer(pointer)
                .advice(advice)
                .detail("rule", "WCAG 1.4.3")
                .detail("color", own)
                .detail("background", other)
                .detail("contrast", (contrast * 100.0).floor() / 100.0)
                .detail("least", least)
                .on_page(self.page.number),
        );
    }

    /// The key of the field that gives a text its colour, unless a style or a condition says another one.
    fn key(&self, text: &CheckedText<'_>, painted: &Painted<'_, '_>) -> Colored {
        let (key, color) = match &painted.placement.field.kind {
            Kind::Text(own) => (text::FONT_COLOR.name, own.color),
            Kind::Kpi(own) => (kpi::TEXT_COLOR.name, own.color),
            Kind::Code(own) => (code::BAR_COLOR.name, own.bar_color),
            // Values on slices are white.
            Kind::Chart(_) => return Colored::Behind(chart::COLOR_PALETTE.name),
            Kind::Table(own) => match self.row_kind(text, painted) {
                Some(RowKind::Head) => (table::HEAD_TEXT_COLOR.name, own.head_block.color),
                Some(RowKind::Footer) => (table::FOOTER_TEXT_COLOR.name, own.footer_block.color),
                Some(RowKind::Body) => (table::BODY_TEXT_COLOR.name, own.body_block.color),
                _ => return Colored::Unknown,
            },
            _ => return Colored::Unknown,
        };
        if color == text.color { Colored::By(key) } else { Colored::Unknown }
    }

    /// The kind of the row of a table that a text stands in.
    fn row_kind(&self, text: &CheckedText<'_>, painted: &Painted<'_, '_>) -> Option<RowKind> {
        let tags = &self.list.tags;
        let at = tags.partition_point(|tag| tag.at as usize <= text.index).checked_sub(1)?;
        let Tag::Content(Part { cell: Some((row, _)), .. }) = tags.get(at)?.tag else {
            return None;
        };
        let mut rows = painted.placement.content.table_rows()?.rows();
        rows.nth(row as usize).map(|row| row.kind)
    }
}

/// The key to change for more contrast.
enum Colored {
    /// A key with its colour.
    By(&'static str),
    /// A key with the colour behind it.
    Behind(&'static str),
    Unknown,
}

/// Fills and pictures that are painted so far. They are found by the part of the page that they reach into, so that
/// a page with many is not gone through for each text.
struct Covers<'l> {
    list: &'l DisplayList,
    all: Vec<Cover>,
    cells: Vec<Vec<u32>>,
}

/// A fill, or a picture, whose colours are not known.
struct Cover {
    form: Form,
    color: Option<Color>,
    within: Around,
    /// The shorter side of its box.
    least: f64,
}

enum Form {
    /// Left, top, width, height.
    Box([f64; 4]),
    Path(Range<u32>, FillRule),
}

/// Parts of a page, across and down.
const ACROSS: usize = 16;
const DOWN: usize = 24;

impl<'l> Covers<'l> {
    fn new(list: &'l DisplayList) -> Self {
        Self { list, all: Vec::new(), cells: vec![Vec::new(); ACROSS * DOWN] }
    }

    fn add(&mut self, form: Form, color: Option<Color>, within: Around) {
        let number = self.all.len() as u32;
        let [x, y, width, height] = match &form {
            Form::Box(of) => *of,
            Form::Path(segments, _) => extent(self.list.item_segments(segments)),
        };
        // On the page.
        let corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)];
        let turned = |at| within.turn.map_or(at, |turn| turn.apply(at));
        let [left, top, right, bottom] = corners.into_iter().map(turned).fold(NOTHING, reaching);
        let (from, to) = (self.cell((left, top)), self.cell((right, bottom)));
        let cover = Cover { form, color, within, least: width.min(height) };
        for row in from.1..=to.1 {
            for column in from.0..=to.0 {
                if let Some(cell) = self.cells.get_mut(row * ACROSS + column) {
                    cell.push(number);
                }
            }
        }
        self.all.push(cover);
    }

    /// The part of the page with a point; what lies off the page belongs to those at its edge.
    fn cell(&self, (x, y): (f64, f64)) -> (usize, usize) {
        // Not a number counts as zero.
        let part = |at: f64, whole: f64, parts: usize| {
            ((at / whole * parts as f64).max(0.0) as usize).min(parts - 1)
        };
        (part(x, self.list.width, ACROSS), part(y, self.list.height, DOWN))
    }

    /// The colour of the page at a point where a text of this size begins; nothing where it is not known.
    fn color_at(&self, at: (f64, f64), size: f64, meter: &Meter<'_>) -> Result<Option<Color>> {
        let (column, row) = self.cell(at);
        let here = self.cells.get(row * ACROSS + column).map(Vec::as_slice).unwrap_or_default();
        // Colours that are seen through, from the top.
        let mut through = Vec::new();
        let mut ground = Color::WHITE;
        for number in here.iter().rev() {
            meter.step()?;
            let Some(cover) = self.all.get(*number as usize) else { continue };
            // A rule that crosses a text is not what is behind it.
            if cover.least < size * THINNEST || !self.covers(cover, at, meter)? {
                continue;
            }
            let Some(color) = cover.color else { return Ok(None) };
            if cover.within.opacity >= 1.0 {
                ground = color;
                break;
            }
            through.push((color, cover.within.opacity));
        }
        let seen = through.into_iter().rev();
        Ok(Some(seen.fold(ground, |below, (color, opacity)| color.over(below, opacity))))
    }

    fn covers(&self, cover: &Cover, at: (f64, f64), meter: &Meter<'_>) -> Result<bool> {
        let back = cover.within.turn.map(|turn| Turn { degrees: -turn.degrees, ..turn });
        let at = back.map_or(at, |turn| turn.apply(at));
        if cover.within.clip.is_some_and(|clip| !holds(clip, at)) {
            return Ok(false);
        }
        match &cover.form {
            Form::Box(of) => Ok(holds(*of, at)),
            Form::Path(segments, rule) => {
                let segments = self.list.item_segments(segments);
                meter.steps(segments.len())?;
                Ok(encloses(segments, *rule, at))
            }
        }
    }
}

/// A box that reaches nowhere: left, top, right, bottom.
const NOTHING: [f64; 4] = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];

fn reaching([left, top, right, bottom]: [f64; 4], (x, y): (f64, f64)) -> [f64; 4] {
    [left.min(x), top.min(y), right.max(x), bottom.max(y)]
}

/// The box of a path with its control points: left, top, width, height.
fn extent(segments: &[Segment]) -> [f64; 4] {
    let [left, top, right, bottom] = segments.iter().fold(NOTHING, |all, segment| match *segment {
        Segment::Move(x, y) | Segment::Line(x, y) => reaching(all, (x, y)),
        Segment::Curve([a, b, c, d, e, f]) => {
            [(a, b), (c, d), (e, f)].into_iter().fold(all, reaching)
        }
        Segment::Close => all,
    });
    [left, top, (right - left).max(0.0), (bottom - top).max(0.0)]
}

fn holds([x, y, width, height]: [f64; 4], at: (f64, f64)) -> bool {
    (x..=x + width).contains(&at.0) && (y..=y + height).contains(&at.1)
}

/// The intersection of two boxes; without one of them, the other.
fn cut(one: Option<[f64; 4]>, other: Option<[f64; 4]>) -> Option<[f64; 4]> {
    let (Some(one), Some(other)) = (one, other) else { return one.or(other) };
    let (x, y) = (one[0].max(other[0]), one[1].max(other[1]));
    let right = (one[0] + one[2]).min(other[0] + other[2]);
    let bottom = (one[1] + one[3]).min(other[1] + other[3]);
    Some([x, y, (right - x).max(0.0), (bottom - y).max(0.0)])
}

/// Returns `true` if a point lies inside a path, by how often its outline goes round the point.
fn encloses(segments: &[Segment], rule: FillRule, at: (f64, f64)) -> bool {
    let mut rounds = 0_i32;
    let mut edge = |from: (f64, f64), to: (f64, f64)| {
        if (from.1 <= at.1) != (to.1 <= at.1) {
            let x = from.0 + (at.1 - from.1) / (to.1 - from.1) * (to.0 - from.0);
            if x > at.0 {
                rounds += if to.1 > from.1 { 1 } else { -1 };
            }
        }
    };
    let (mut start, mut pen) = ((0.0, 0.0), (0.0, 0.0));
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => {
                edge(pen, start);
                (start, pen) = ((x, y), (x, y));
            }
            Segment::Line(x, y) => {
                edge(pen, (x, y));
                pen = (x, y);
            }
            Segment::Curve(curve) => {
                let from = pen;
                for chord in 1..=CHORDS {
                    let to = on_curve(from, curve, f64::from(chord) / f64::from(CHORDS));
                    edge(pen, to);
                    pen = to;
                }
            }
            Segment::Close => {
                edge(pen, start);
                pen = start;
            }
        }
    }
    edge(pen, start);
    match rule {
        FillRule::NonZero => rounds != 0,
        FillRule::EvenOdd => rounds % 2 != 0,
    }
}

fn on_curve(from: (f64, f64), [a, b, c, d, e, f]: [f64; 6], part: f64) -> (f64, f64) {
    let rest = 1.0 - part;
    let mix = |from: f64, one: f64, two: f64, to: f64| {
        rest.powi(3) * from
            + 3.0 * rest * rest * part * one
            + 3.0 * rest * part * part * two
            + part.powi(3) * to
    };
    (mix(from.0, a, c, e), mix(from.1, b, d, f))
}

/// A colour that differs enough from another: the nearest on the way to black or white, whichever differs more.
fn enough(color: Color, other: Color, least: f64) -> Color {
    let is_dark = Color::BLACK.contrast(other) >= Color::WHITE.contrast(other);
    let end = if is_dark { Color::BLACK } else { Color::WHITE };
    let mixtures = (1..=100).map(|step| end.over(color, f64::from(step) / 100.0));
    // As it is written.
    let mut written = mixtures.filter_map(|mixture| Color::parse(&mixture.to_hex()));
    written.find(|mixture| mixture.contrast(other) >= least).unwrap_or(end)
}

/// A contrast in two decimals, never more than it is.
fn rounded(contrast: f64) -> String {
    format!("{:.2}", (contrast * 100.0).floor() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_inside_by_the_rule_of_the_path() {
        let square = |from: f64, to: f64| {
            [
                Segment::Move(from, from),
                Segment::Line(to, from),
                Segment::Line(to, to),
                Segment::Line(from, to),
                Segment::Close,
            ]
        };
        let both = [square(0.0, 10.0), square(4.0, 6.0)].concat();
        for (rule, at, expected) in [
            (FillRule::NonZero, (5.0, 5.0), true),
            (FillRule::EvenOdd, (5.0, 5.0), false),
            (FillRule::EvenOdd, (2.0, 2.0), true),
            (FillRule::NonZero, (12.0, 5.0), false),
        ] {
            assert_eq!(encloses(&both, rule, at), expected, "{at:?}");
        }
        // A quarter of a circle leaves its corner out, and closes itself.
        let quarter = [
            Segment::Move(0.0, 0.0),
            Segment::Line(10.0, 0.0),
            Segment::Curve([10.0, 5.5, 5.5, 10.0, 0.0, 10.0]),
        ];
        assert!(encloses(&quarter, FillRule::NonZero, (6.0, 6.0)));
        assert!(!encloses(&quarter, FillRule::NonZero, (8.5, 8.5)));
    }

    #[test]
    fn the_colour_that_is_proposed_is_the_nearest_with_enough_contrast() {
        let of = |text| Color::parse(text).unwrap_or(Color::BLACK);
        let grey = enough(of("#999999"), Color::WHITE, LEAST);
        assert!(grey.contrast(Color::WHITE) >= LEAST && grey.contrast(Color::WHITE) < 4.7);
        let light = enough(of("#333333"), of("#111111"), LEAST_OF_LARGE);
        assert!(light.luminance() > 0.07 && light.contrast(of("#111111")) >= LEAST_OF_LARGE);
    }
}
