//! Takes the instructions out of TrueType outlines.
//!
//! They make up most of a small subset (Liberation Sans, ASCII: 23 KB with, 7.5 KB without) and
//! change nothing on paper or on any screen of today. The outlines stay as they are.

use super::sfnt::{Sfnt, Table, Tag, u16_at, u32_at};

/// Tables that only instructions use.
const NEEDLESS: [&Tag; 8] =
    [b"fpgm", b"prep", b"cvt ", b"cvar", b"gasp", b"hdmx", b"LTSH", b"VDMX"];

// Flags of a component of a composite glyph.
const ARGUMENTS_ARE_WORDS: u16 = 0x0001;
const HAS_SCALE: u16 = 0x0008;
const MORE_COMPONENTS: u16 = 0x0020;
const HAS_TWO_SCALES: u16 = 0x0040;
const HAS_MATRIX: u16 = 0x0080;
const HAS_INSTRUCTIONS: u16 = 0x0100;

/// Bytes of a glyph before its contours or components.
const GLYPH_HEADER: usize = 10;

/// The tables of a TrueType font without instructions. Glyphs that cannot be read stay as they
/// are; when their directory cannot be read, so does the font.
pub(super) fn strip(font: Sfnt) -> Vec<Table> {
    let Some((glyf, loca)) = stripped_glyphs(&font) else { return font.tables };
    let mut tables = font.tables;
    tables.retain(|(tag, _)| !NEEDLESS.contains(&tag) && ![b"glyf", b"loca"].contains(&tag));
    for (tag, data) in &mut tables {
        match &*tag {
            // The directory of glyphs is written with long offsets.
            b"head" => set(data.to_mut(), 50, 1),
            b"maxp" => clear_limits(data.to_mut()),
            _ => {}
        }
    }
    tables.push((*b"glyf", glyf.into()));
    tables.push((*b"loca", loca.into()));
    tables
}

/// One zone; no storage, functions, instructions or stack.
fn clear_limits(maxp: &mut [u8]) {
    for at in (14..28).step_by(2) {
        set(maxp, at, u16::from(at == 14));
    }
}

fn set(table: &mut [u8], at: usize, value: u16) {
    if let Some(bytes) = table.get_mut(at..at + 2) {
        bytes.copy_from_slice(&value.to_be_bytes());
    }
}

fn stripped_glyphs(font: &Sfnt) -> Option<(Vec<u8>, Vec<u8>)> {
    let outlines = Outlines::new(font)?;
    let count = usize::from(u16_at(font.table(b"maxp")?, 4)?);
    let mut glyf = Vec::with_capacity(outlines.glyf.len());
    let mut loca = Vec::with_capacity(count * 4 + 4);
    for glyph in 0..count {
        loca.extend((glyf.len() as u32).to_be_bytes());
        write_stripped(outlines.glyph(glyph)?, &mut glyf);
        glyf.resize(glyf.len().next_multiple_of(4), 0);
    }
    loca.extend((glyf.len() as u32).to_be_bytes());
    Some((glyf, loca))
}

fn write_stripped(glyph: &[u8], glyf: &mut Vec<u8>) {
    let start = glyf.len();
    if glyph.len() >= GLYPH_HEADER && write_parts(glyph, glyf).is_none() {
        glyf.truncate(start);
        glyf.extend_from_slice(glyph);
    }
}

fn write_parts(glyph: &[u8], glyf: &mut Vec<u8>) -> Option<()> {
    let contours = i16::from_be_bytes(*glyph.first_chunk()?);
    if contours < 0 {
        let components = Components::new(glyph).last()?;
        let start = glyf.len();
        glyf.extend_from_slice(glyph.get(..components.end)?);
        for component in Components::new(glyph) {
            set(&mut glyf[start..], component.start, component.flags & !HAS_INSTRUCTIONS);
        }
        return Some(());
    }
    if contours == 0 {
        return Some(());
    }
    let end_points = GLYPH_HEADER + 2 * contours as usize;
    let instructions = usize::from(u16_at(glyph, end_points)?);
    let points = glyph.get(end_points + 2 + instructions..)?;
    glyf.extend_from_slice(glyph.get(..end_points)?);
    glyf.extend([0, 0]);
    glyf.extend_from_slice(points);
    Some(())
}

/// The glyphs of a font and where they begin.
struct Outlines<'a> {
    glyf: &'a [u8],
    loca: &'a [u8],
    long: bool,
}

impl<'a> Outlines<'a> {
    fn new(font: &'a Sfnt) -> Option<Self> {
        let long = u16_at(font.table(b"head")?, 50)? != 0;
        Some(Self { glyf: font.table(b"glyf")?, loca: font.table(b"loca")?, long })
    }

    fn glyph(&self, glyph: usize) -> Option<&'a [u8]> {
        let offset = |index: usize| {
            Some(if self.long {
                u32_at(self.loca, index * 4)? as usize
            } else {
                usize::from(u16_at(self.loca, index * 2)?) * 2
            })
        };
        self.glyf.get(offset(glyph)?..offset(glyph + 1)?)
    }
}

/// The components of a composite glyph.
struct Components<'a> {
    glyph: &'a [u8],
    at: Option<usize>,
}

struct Component {
    start: usize,
    end: usize,
    flags: u16,
    glyph: u16,
}

impl<'a> Components<'a> {
    fn new(glyph: &'a [u8]) -> Self {
        let is_composite = glyph.first().is_some_and(|byte| byte & 0x80 != 0);
        Self { glyph, at: is_composite.then_some(GLYPH_HEADER) }
    }
}

impl Iterator for Components<'_> {
    type Item = Component;

    fn next(&mut self) -> Option<Component> {
        let start = self.at.take()?;
        let flags = u16_at(self.glyph, start)?;
        let arguments = if flags & ARGUMENTS_ARE_WORDS != 0 { 4 } else { 2 };
        let transform = match flags {
            _ if flags & HAS_SCALE != 0 => 2,
            _ if flags & HAS_TWO_SCALES != 0 => 4,
            _ if flags & HAS_MATRIX != 0 => 8,
            _ => 0,
        };
        let end = start + 4 + arguments + transform;
        if flags & MORE_COMPONENTS != 0 {
            self.at = Some(end);
        }
        Some(Component { start, end, flags, glyph: u16_at(self.glyph, start + 2)? })
    }
}

/// Whether glyphs and all their components together are few enough to be numbered anew; the
/// subsetter takes that for granted.
pub(super) fn is_sound(font: &Sfnt, glyphs: impl Iterator<Item = u16>) -> bool {
    const MOST: usize = 65_000;
    let Some(outlines) = Outlines::new(font) else { return true };
    let mut seen = vec![false; 1 << 16];
    let mut open: Vec<u16> = glyphs.collect();
    let mut count = 0;
    while let Some(glyph) = open.pop() {
        if std::mem::replace(&mut seen[usize::from(glyph)], true) {
            continue;
        }
        count += 1;
        if let Some(data) = outlines.glyph(glyph.into()) {
            let components = Components::new(data).map(|component| component.glyph);
            open.extend(components.filter(|&glyph| !seen[usize::from(glyph)]));
        }
        if count > MOST || open.len() > MOST {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::fixtures::{FALLBACK, SANS};
    use crate::font::sfnt;
    use skrifa::outline::DrawSettings;
    use skrifa::prelude::{FontRef, LocationRef, Size};
    use skrifa::{GlyphId, MetadataProvider};

    fn outline(font: &[u8], glyph: u32) -> String {
        use skrifa::outline::pen::SvgPen;
        let font = FontRef::new(font).expect("a font");
        let mut pen = SvgPen::new();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if let Some(glyph) = font.outline_glyphs().get(GlyphId::new(glyph)) {
            glyph.draw(settings, &mut pen).expect("an outline");
        }
        pen.to_string()
    }

    #[test]
    fn outlines_stay_as_they_are() {
        for font in [FALLBACK, SANS] {
            let parsed = Sfnt::parse(font).expect("a font");
            let version = parsed.version;
            let stripped = sfnt::write(version, strip(parsed));
            assert!(stripped.len() < font.len() * 3 / 4);
            let count =
                u32::from(u16_at(Sfnt::parse(font).unwrap().table(b"maxp").unwrap(), 4).unwrap());
            for glyph in 0..count {
                assert_eq!(outline(&stripped, glyph), outline(font, glyph), "glyph {glyph}");
            }
        }
    }

    #[test]
    fn no_instructions_are_left() {
        let stripped = sfnt::write(sfnt::TRUETYPE, strip(Sfnt::parse(FALLBACK).unwrap()));
        let font = Sfnt::parse(&stripped).unwrap();
        for tag in NEEDLESS {
            assert!(font.table(tag).is_none());
        }
        let outlines = Outlines::new(&font).unwrap();
        for glyph in (0..2000).filter_map(|glyph| outlines.glyph(glyph)) {
            assert!(Components::new(glyph).all(|c| c.flags & HAS_INSTRUCTIONS == 0));
        }
    }

    #[test]
    fn a_damaged_directory_changes_nothing() {
        let mut font = Sfnt::parse(SANS).unwrap();
        let loca = font.tables.iter_mut().find(|(tag, _)| tag == b"loca").unwrap();
        loca.1.to_mut().truncate(3);
        let before = font.tables.clone();
        assert_eq!(strip(font), before);
    }

    #[test]
    fn glyphs_with_too_many_parts_are_refused() {
        let mut glyph = vec![0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0];
        for part in 0..=u16::MAX {
            glyph.extend([0, if part == u16::MAX { 0 } else { MORE_COMPONENTS as u8 }]);
            glyph.extend(part.to_be_bytes());
            glyph.extend([0, 0]);
        }
        let mut font = Sfnt::parse(SANS).unwrap();
        for (tag, data) in &mut font.tables {
            match &*tag {
                b"loca" => *data = [0, glyph.len() as u32].map(u32::to_be_bytes).concat().into(),
                b"head" => set(data.to_mut(), 50, 1),
                b"glyf" => *data = glyph.clone().into(),
                _ => {}
            }
        }
        assert!(!is_sound(&font, [0].into_iter()));
        assert!(is_sound(&font, [5].into_iter()));
    }
}
