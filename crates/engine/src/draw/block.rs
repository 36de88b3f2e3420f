//! Texts of several lines (spec 20.1.2, 20.3.2).

use std::borrow::Cow;

use super::list::{Group, Item};
use super::{Area, Painter, TextStyle};
use crate::font::{Setters, Style};
use crate::format::TextDirection;
use crate::layout::{PlacedLine, TextBlock};
use crate::link;
use crate::paragraph::{Emphasis, INDENT, Line, Lines, Spacing, clusters};
use crate::problem::Result;
use crate::template::Color;

/// A stretch of a line at its place.
#[derive(Clone, Copy)]
pub(super) struct PlacedStretch {
    pub(super) x: f64,
    pub(super) baseline: f64,
    pub(super) size: f64,
    pub(super) color: Color,
    /// Widening of each blank in points.
    pub(super) more: f64,
}

/// The level of the list that a line with an indent belongs to; 0 for none.
pub(super) fn list_level(indent: f64) -> u8 {
    (indent / INDENT).round().clamp(0.0, f64::from(u8::MAX)) as u8
}

impl Painter<'_> {
    /// Box, border, then the lines.
    pub(super) fn block(&mut self, block: &TextBlock<'_>, area: &Area<'_>) -> Result<()> {
        let TextBlock { text, composed, .. } = *block;
        self.text_box(&block.look, text, area);
        if block.clip {
            let clip = Some([area.x, area.y, area.width, area.height]);
            self.list.items.push(Item::Begin(Group { clip, ..Group::default() }));
        }
        for placed in block.placed(area.field.width) {
            let PlacedLine { line, x, baseline, stretch, marker } = placed;
            self.meter.step()?;
            let at = PlacedStretch {
                x: area.x + x,
                baseline: area.y + baseline,
                size: block.size,
                color: block.look.color.unwrap_or(text.color),
                more: stretch,
            };
            self.begin_line(list_level(line.indent), marker.map(|(marker, _)| marker), line.last);
            if let Some((marker, x)) = marker {
                self.label();
                let at = PlacedStretch { x: area.x + x, more: 0.0, ..at };
                self.marker(marker, line.rtl, block.look.emphasis(composed.emphasis), at, area)?;
            }
            self.spans(&block.lines, line, at, area)?;
            if self.overflows.is_some() {
                self.note_line(block.lines.text(line), line.width, composed, area);
            }
        }
        if block.clip {
            self.list.items.push(Item::End);
        }
        Ok(())
    }

    /// Draws what stands before the first line of an item of a list: from a place to the right, or
    /// where that is read from the right, to its left.
    pub(super) fn marker(
        &mut self,
        marker: &str,
        rtl: bool,
        mut emphasis: Emphasis,
        mut at: PlacedStretch,
        area: &Area<'_>,
    ) -> Result<()> {
        if rtl {
            emphasis.style.direction = TextDirection::Rtl;
            let setters =
                self.setters.get_or_insert_with(|| Box::new(Setters::drawing(self.all_fonts)));
            // A text that cannot be set is reported when it is drawn.
            at.x -=
                setters.of(emphasis.style).set(marker).map_or(0.0, |line| line.width_at(at.size));
        }
        self.stretch(marker, emphasis, at, area).map(drop)
    }

    /// Draws the stretches of a line, and a link around those that belong to one.
    pub(super) fn spans(
        &mut self,
        lines: &Lines,
        line: &Line,
        mut at: PlacedStretch,
        area: &Area<'_>,
    ) -> Result<()> {
        // The link that is open: its number, and where it begins.
        let mut open: Option<(u16, f64)> = None;
        // The text of the open link, in documents with tags.
        let mut label = String::new();
        for (text, emphasis) in lines.drawn(line) {
            self.meter.read(text.len())?;
            if open.map(|(link, _)| link) != emphasis.link {
                self.close_link(lines, open.take(), at, std::mem::take(&mut label));
                open = emphasis.link.map(|link| (link, at.x));
            }
            self.words(emphasis.link);
            if emphasis.link.is_some() && self.list.is_tagged {
                label.push_str(text);
            }
            at.x = self.stretch(text, emphasis, at, area)?;
        }
        self.close_link(lines, open, at, label);
        Ok(())
    }

    /// Adds the link that ends at a place of a line: as high as a line is.
    fn close_link(
        &mut self,
        lines: &Lines,
        open: Option<(u16, f64)>,
        at: PlacedStretch,
        label: String,
    ) {
        let Some((link, x)) = open else { return };
        let Some(target) = lines.link(link) else { return };
        if at.x > x && at.size > 0.0 {
            let target = link::escaped(target);
            let size = at.size;
            let part = self.link_part(link);
            let label = label.into_boxed_str();
            let area = [x, at.baseline - size, at.x - x, size * 1.2];
            self.link_box(&target, area, (part, label), false);
        }
    }

    /// Draws a stretch of a line; gives where it ends.
    pub(super) fn stretch(
        &mut self,
        text: &str,
        emphasis: Emphasis,
        at: PlacedStretch,
        area: &Area<'_>,
    ) -> Result<f64> {
        if at.size <= 0.0 || text.is_empty() {
            return Ok(at.x);
        }
        let mut x = at.x;
        let spacing = emphasis.spacing_of(text);
        if (spacing.is_some() || at.more > 0.0)
            && emphasis.style.direction != TextDirection::Rtl
            && self.all_fonts.styled(emphasis.style).0.has_kerning()
        {
            let spacing = spacing.map_or(0.0, Spacing::in_points);
            x += self.spread(text, emphasis.style, at, spacing, area)?;
            self.rules(emphasis, at, x - at.x - spacing);
            return Ok(x);
        }
        if let Some(spacing) = spacing {
            for cluster in clusters(text) {
                let more = if cluster == " " { at.more } else { 0.0 };
                x += self.piece(cluster, emphasis.style, at, x, area)?.1;
                x += spacing.in_points() + more;
            }
            self.rules(emphasis, at, x - at.x - spacing.in_points());
            return Ok(x);
        }
        if at.more > 0.0 {
            // A piece ends with its blank, so that readers find the blanks between words.
            let rtl = emphasis.style.direction == TextDirection::Rtl;
            let mut pieces: Vec<&str> = text.split_inclusive(' ').collect();
            if rtl {
                pieces.reverse();
            }
            for piece in pieces {
                let more = if piece.ends_with(' ') { at.more } else { 0.0 };
                let (before, after) = if rtl { (more, 0.0) } else { (0.0, more) };
                let (measured, _) = self.piece(piece, emphasis.style, at, x + before, area)?;
                x += before + measured + after;
            }
        } else {
            x += self.piece(text, emphasis.style, at, x, area)?.1;
        }
        self.rules(emphasis, at, x - at.x);
        Ok(x)
    }

    /// Draws text of one face with room after its characters and blanks; gives how wide it is.
    ///
    /// It is set as a whole, so that the positions that a font gives its letters stay, across blanks too.
    fn spread(
        &mut self,
        text: &str,
        style: Style,
        at: PlacedStretch,
        spacing: f64,
        area: &Area<'_>,
    ) -> Result<f64> {
        let setters =
            self.setters.get_or_insert_with(|| Box::new(Setters::drawing(self.all_fonts)));
        let mut line = match setters.of(style).set(text) {
            Ok(line) => line.clone(),
            Err(missing) => return self.note_missing(text, missing, area).map(|()| 0.0),
        };
        let scale = 1000.0 / at.size;
        // Blanks that kerning would make too narrow are drawn wider than they are measured. Those of
        // a justified line have room to give it back.
        let blanks = clusters(&line.text).filter(|cluster| *cluster == " ").count() as f64;
        let drawn: f64 = line.runs.iter().map(|run| run.advance).sum();
        let wider = if at.more > 0.0 && blanks > 0.0 { drawn - line.width } else { 0.0 };
        let back = if wider > 0.0 { wider / blanks } else { 0.0 };
        let mut end = 0;
        let ends = clusters(&line.text).map(|cluster| {
            end += cluster.len() as u32;
            let more = if cluster == " " { at.more * scale - back } else { 0.0 };
            (end, spacing * scale + more)
        });
        let ends: Vec<(u32, f64)> = ends.filter(|(_, room)| *room != 0.0).collect();
        line.spread(&ends);
        if !line.runs.is_empty() {
            self.list.text(&line, (at.x, at.baseline), at.size, at.color, &mut self.fonts);
        }
        Ok(line.width_at(at.size) + back * blanks / scale)
    }

    /// Draws one line, cut where it is too wide, where `place` says, given its width.
    pub(super) fn put_cut(
        &mut self,
        text: &str,
        emphasis: Emphasis,
        style: TextStyle,
        area: &Area<'_>,
        place: impl FnOnce(f64) -> (f64, f64),
    ) -> Result<()> {
        let (Some(room), true) = (style.max_width, style.size > 0.0) else { return Ok(()) };
        self.meter.step()?;
        self.meter.read(text.len())?;
        if let Some(spacing) = emphasis.spacing_of(text) {
            let spacing = spacing.in_points();
            return self.put_spaced(text, emphasis, style, spacing, area, place);
        }
        let setters =
            self.setters.get_or_insert_with(|| Box::new(Setters::drawing(self.all_fonts)));
        let line = match setters.of(emphasis.style).set_truncated(text, style.size, room) {
            Ok(line) => line,
            Err(missing) => return self.note_missing(text, missing, area),
        };
        if line.runs.is_empty() {
            return Ok(());
        }
        let (x, baseline) = place(line.width_at(style.size));
        self.list.text(line, (x, baseline), style.size, style.color, &mut self.fonts);
        let drawn = line.runs.iter().map(|run| run.advance).sum::<f64>() * style.size / 1000.0;
        let at = PlacedStretch { x, baseline, size: style.size, color: style.color, more: 0.0 };
        self.rules(emphasis, at, drawn);
        if self.overflows.is_some() {
            self.note_width(text, style, area);
        }
        Ok(())
    }

    /// The same with room between the characters.
    fn put_spaced(
        &mut self,
        text: &str,
        emphasis: Emphasis,
        style: TextStyle,
        spacing: f64,
        area: &Area<'_>,
        place: impl FnOnce(f64) -> (f64, f64),
    ) -> Result<()> {
        let room = style.max_width.unwrap_or(f64::INFINITY);
        let setters =
            self.setters.get_or_insert_with(|| Box::new(Setters::drawing(self.all_fonts)));
        let setter = setters.of(emphasis.style);
        let mut width = |text: &str| {
            let count = clusters(text).count() as f64;
            setter.set(text).map(|line| line.width_at(style.size) + (count - 1.0) * spacing)
        };
        let ends: Vec<usize> = clusters(text)
            .scan(0, |end, cluster| {
                *end += cluster.len();
                Some(*end)
            })
            .collect();
        let cut = |count: usize| match ends.get(count.max(1) - 1) {
            Some(end) => format!("{}…", text.get(..*end).unwrap_or_default()),
            None => String::new(),
        };
        let shown = width(text).and_then(|whole| {
            if whole <= room || ends.is_empty() {
                return Ok((Cow::Borrowed(text), whole));
            }
            let (mut low, mut high) = (1, ends.len());
            while low < high {
                let middle = (low + high).div_ceil(2);
                if width(&cut(middle))? <= room {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            let text = cut(low);
            let width = width(&text)?;
            Ok((Cow::Owned(text), width))
        });
        let (shown, width) = match shown {
            Ok(shown) => shown,
            Err(missing) => return self.note_missing(text, missing, area),
        };
        let (x, baseline) = place(width);
        let at = PlacedStretch { x, baseline, size: style.size, color: style.color, more: 0.0 };
        self.stretch(&shown, emphasis, at, area)?;
        Ok(())
    }

    /// Draws the rules below and through a stretch.
    fn rules(&mut self, emphasis: Emphasis, at: PlacedStretch, width: f64) {
        let height = at.size / 16.0;
        let mut rule = |center: f64| {
            self.list.fill_rect(at.x, center - height / 2.0, width, height, at.color);
        };
        if emphasis.underline {
            rule(at.baseline + at.size / 8.0);
        }
        if emphasis.strike {
            rule(at.baseline - at.size * 0.28);
        }
    }

    /// Draws text of one face at `x`; gives how wide it measures and how wide it is drawn.
    fn piece(
        &mut self,
        text: &str,
        style: Style,
        at: PlacedStretch,
        x: f64,
        area: &Area<'_>,
    ) -> Result<(f64, f64)> {
        let setters =
            self.setters.get_or_insert_with(|| Box::new(Setters::drawing(self.all_fonts)));
        match setters.of(style).set(text) {
            Ok(line) => {
                if !line.runs.is_empty() {
                    self.list.text(line, (x, at.baseline), at.size, at.color, &mut self.fonts);
                }
                let drawn = line.runs.iter().map(|run| run.advance).sum::<f64>();
                Ok((line.width_at(at.size), drawn * at.size / 1000.0))
            }
            Err(missing) => self.note_missing(text, missing, area).map(|()| (0.0, 0.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::tests::draw;
    use crate::draw::{DisplayList, Item};
    use crate::font::{FaceId, Family, Standard};
    use crate::units::mm_to_pt;

    /// Right end of each line in points, by baseline from the top down.
    fn ends(list: &DisplayList, bold: bool) -> Vec<f64> {
        let font = Standard { family: Family::Helvetica, bold, italic: false };
        let mut ends: Vec<(f64, f64)> = Vec::new();
        for item in &list.items {
            let Item::Text { x, baseline, size, runs, .. } = item else { continue };
            let mut width = 0.0;
            for run in &list.runs[runs.start as usize..runs.end as usize] {
                assert_eq!(run.face, FaceId::Standard(font));
                let codes = list.run_codes(run).iter();
                width += codes.map(|code| f64::from(font.width(*code as u8))).sum::<f64>();
                width += list.run_offsets(run).iter().map(|offset| offset.x).sum::<f64>();
            }
            let end = x + width * size / 1000.0;
            match ends.last_mut() {
                Some((last, so_far)) if last == baseline => *so_far = so_far.max(end),
                _ => ends.push((*baseline, end)),
            }
        }
        ends.into_iter().map(|(_, end)| end).collect()
    }

    /// Pairs such as `AV`, ` T` and `. Y` are drawn as close as they are measured.
    #[test]
    fn lines_end_where_they_are_measured_to_end() {
        let narrow = "Yes, AVATAR. Your Ways. Very wavy. ";
        let wide = "All Verträge by VAT, Avenue Tom AVATAR Ways wavy ";
        for (more, bold, spacing) in [
            ("", false, 0.0),
            (r#""bold": true,"#, true, 0.0),
            (r#""characterSpacing": 0.5,"#, false, 0.5),
        ] {
            // A blank that would be too narrow is drawn wider: there a justified line alone has room.
            for (alignment, text) in [("justify", narrow), ("justify", wide), ("right", wide)] {
                let list = draw(&format!(
                    r#""extensions": 1, "schemas": [{{"type": "text", "id": "a", "name": "a", "x": 20,
                    "y": 10, "width": 100, "height": 80, "wrap": "word", "alignment": "{alignment}", {more}
                    "content": "{}"}}]"#,
                    text.repeat(6).trim()
                ));
                let mut ends = ends(&list, bold);
                assert!(ends.len() > 3);
                if alignment == "justify" {
                    // The last line of a paragraph is not.
                    ends.pop();
                }
                for end in ends {
                    let beyond = end - spacing - mm_to_pt(120.0);
                    assert!(beyond.abs() < 0.05, "{alignment} {more} {beyond}");
                }
            }
        }
    }
}
