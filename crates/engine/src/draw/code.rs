//! QR codes and bar codes: one filled path each (spec 20.5).

use super::list::Segment;
use super::text::align_x;
use super::{Area, Painter, TextStyle};
use crate::barcode::{Code, Symbol};
use crate::format::{Align, Symbology};
use crate::layout::{CODE_TEXT_LINE, CodeLook, PlacedCode};
use crate::problem::Result;
use crate::units::mm_to_pt;

/// Group of digits below a code: range of the digits, and range of modules from the first bar.
type Group = (std::ops::Range<usize>, std::ops::Range<usize>);

impl Painter<'_> {
    /// Background, then the symbol, then its text.
    pub(super) fn code(&mut self, placed: &PlacedCode, area: &Area<'_>) -> Result<()> {
        let look = &placed.look;
        let Some(symbol) = &placed.symbol else { return Ok(()) };
        if let Some(color) = look.background {
            self.list.fill_rect(area.x, area.y, area.width, area.height, color);
        }
        let module = mm_to_pt(placed.module);
        if module <= 0.0 {
            return Ok(());
        }
        if !symbol.is_linear() {
            let path = flat(symbol, module, placed.swiss, area);
            self.list.path(path, Some(look.bar_color), None);
            return Ok(());
        }
        let offset = placed.code.offset(look.quiet_zone);
        let bars = Bars {
            symbol,
            code: placed.code,
            x: area.x + (look.quiet_zone + offset) * module,
            module,
            size: look.text_size.unwrap_or_default(),
        };
        self.list.path(bars.path(area), Some(look.bar_color), None);
        if look.text_size.is_some() {
            self.code_text(look, &bars, area)?;
        }
        Ok(())
    }

    /// The text below the bars; that of articles in shops in groups between them.
    fn code_text(&mut self, look: &CodeLook, bars: &Bars<'_>, area: &Area<'_>) -> Result<()> {
        let text = &bars.symbol.text;
        let baseline = area.y + area.height - 0.22 * bars.size;
        let groups = bars.groups();
        let rooms: Vec<(f64, f64, &str)> = if groups.is_empty() {
            vec![(area.x, area.width, text)]
        } else {
            let place = |(digits, modules): &Group| {
                // Digits outside stand in the quiet zone.
                let left = bars.x + (modules.start as f64 - OUTSIDE as f64) * bars.module;
                (left, modules.len() as f64 * bars.module, &text[digits.clone()])
            };
            groups.iter().map(place).collect()
        };
        // All groups have the size in which each of them fits.
        let mut size = bars.size;
        for (_, width, text) in &rooms {
            if let Ok(line) = self.typesetter.set(text) {
                let natural = line.width_at(bars.size);
                if natural > *width {
                    size = size.min(bars.size * width / natural);
                }
            }
        }
        for (left, room, text) in rooms {
            let style = TextStyle { size, color: look.bar_color, max_width: None };
            self.put_line(text, style, area, |width| {
                (left + align_x(Align::Center, room, width, 0.0), baseline)
            })?;
        }
        Ok(())
    }
}

/// Ranges of modules count from so many before the first bar.
const OUTSIDE: usize = 10;

/// A symbol of one dimension in its box.
struct Bars<'s> {
    symbol: &'s Symbol,
    code: Code,
    /// Left edge of the first bar.
    x: f64,
    module: f64,
    /// Size of the text in points; 0 without one.
    size: f64,
}

impl Bars<'_> {
    fn symbology(&self) -> Option<Symbology> {
        match self.code {
            Code::Bars(symbology, _) => Some(symbology),
            Code::Qr(_) => None,
        }
    }

    fn path(&self, area: &Area<'_>) -> Vec<Segment> {
        let text = if self.size > 0.0 { CODE_TEXT_LINE * self.size } else { 0.0 };
        let bottom = area.y + (area.height - text).max(0.0);
        // The guard bars of articles reach down between the digits.
        let long = (bottom + 5.0 * self.module).min(area.y + area.height - 0.4 * text);
        let modules = &self.symbol.modules;
        let mut path = Vec::with_capacity(modules.width() * 3);
        let mut at = 0;
        while at < modules.width() {
            let dark = modules.is_dark(at, 0);
            let end = (at..modules.width()).find(|&end| modules.is_dark(end, 0) != dark);
            let end = end.unwrap_or(modules.width());
            if dark {
                let bottom =
                    if text > 0.0 && self.is_guard(at) { long.max(bottom) } else { bottom };
                let (left, right) =
                    (self.x + at as f64 * self.module, self.x + end as f64 * self.module);
                path.extend([
                    Segment::Move(left, area.y),
                    Segment::Line(right, area.y),
                    Segment::Line(right, bottom),
                    Segment::Line(left, bottom),
                    Segment::Close,
                ]);
            }
            at = end;
        }
        path
    }

    /// Returns `true` for a guard bar, which marks an end or the middle of an article number.
    fn is_guard(&self, at: usize) -> bool {
        match self.symbology() {
            Some(Symbology::Ean13) => matches!(at, 0..3 | 45..50 | 92..),
            // The first and the last digit stand outside.
            Some(Symbology::Upca) => matches!(at, 0..10 | 45..50 | 85..),
            Some(Symbology::Ean8) => matches!(at, 0..3 | 31..36 | 64..),
            _ => false,
        }
    }

    /// The groups of digits of an article's number; none for others.
    fn groups(&self) -> Vec<Group> {
        match self.symbology() {
            Some(Symbology::Ean13) => vec![(0..1, 0..9), (1..7, 14..55), (7..13, 61..102)],
            Some(Symbology::Ean8) => vec![(0..4, 14..41), (4..8, 47..74)],
            Some(Symbology::Upca) => {
                vec![(0..1, 0..9), (1..6, 21..55), (6..11, 61..94), (11..12, 106..115)]
            }
            _ => Vec::new(),
        }
    }
}

/// A symbol of two dimensions in the middle of its box.
fn flat(symbol: &Symbol, module: f64, swiss: bool, area: &Area<'_>) -> Vec<Segment> {
    let (columns, rows) = symbol.size();
    let left = area.x + (area.width - columns as f64 * module) / 2.0;
    let top = area.y + (area.height - rows as f64 * module) / 2.0;
    let row = module * symbol.row_height as f64;
    let mut path = Vec::new();
    if swiss {
        let mut modules = symbol.modules.clone();
        modules.clear_middle(SWISS_CLEAR / SWISS_SIDE);
        outline(&modules.outline(), (left, top), (module, row), &mut path);
        cross((left, top), &mut path);
    } else {
        outline(&symbol.modules.outline(), (left, top), (module, row), &mut path);
    }
    path
}

fn outline(lines: &[Vec<(u32, u32)>], at: (f64, f64), module: (f64, f64), path: &mut Vec<Segment>) {
    for line in lines {
        for (place, corner) in line.iter().enumerate() {
            let x = at.0 + f64::from(corner.0) * module.0;
            let y = at.1 + f64::from(corner.1) * module.1;
            path.push(if place == 0 { Segment::Move(x, y) } else { Segment::Line(x, y) });
        }
        path.push(Segment::Close);
    }
}

/// Sizes of the Swiss cross in millimetres (SIX): the code, what is left free in it, the dark
/// square, length and width of the arms.
const SWISS_SIDE: f64 = 46.0;
const SWISS_CLEAR: f64 = 6.8;
const SWISS_SQUARE: f64 = 6.0;
const SWISS_LENGTH: f64 = 35.0 / 9.0;
const SWISS_WIDTH: f64 = 7.0 / 6.0;

/// A dark square with the cross left out of it.
fn cross(at: (f64, f64), path: &mut Vec<Segment>) {
    let place = |x: f64, y: f64| {
        let middle = SWISS_SIDE / 2.0;
        (at.0 + mm_to_pt(middle + x), at.1 + mm_to_pt(middle + y))
    };
    let mut closed = |corners: &[(f64, f64)]| {
        for (i, (x, y)) in corners.iter().enumerate() {
            let (x, y) = place(*x, *y);
            path.push(if i == 0 { Segment::Move(x, y) } else { Segment::Line(x, y) });
        }
        path.push(Segment::Close);
    };
    let (s, l, w) = (SWISS_SQUARE / 2.0, SWISS_LENGTH / 2.0, SWISS_WIDTH / 2.0);
    closed(&[(-s, -s), (s, -s), (s, s), (-s, s)]);
    // The other way round: a hole.
    closed(&[
        (-w, -l),
        (-w, -w),
        (-l, -w),
        (-l, w),
        (-w, w),
        (-w, l),
        (w, l),
        (w, w),
        (l, w),
        (l, -w),
        (w, -w),
        (w, -l),
    ]);
}
