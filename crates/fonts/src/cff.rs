//! Validation of CFF outlines before they are cut (Adobe Technical Notes 5176 and 5177).
//!
//! The crate that cuts them panics at numbers that are not finite, which ends a module for the web, and
//! puts subroutines in the places of their calls, which become as many as the font likes. Outlines are
//! gone through here first, in the same way and within limits.

/// Most instructions of all glyphs of a part of a font, subroutines in their places.
const MAX_INSTRUCTIONS: usize = 8_000_000;

/// Deepest calls of subroutines, most numbers before an operator, and most stems of a glyph.
const MAX_CALLS: usize = 64;
const MAX_NUMBERS: usize = 48;
const MAX_STEMS: usize = 4096;

/// Most dictionaries of fonts.
const MAX_FONTS: usize = 255;

/// Largest number of a dictionary.
const MAX_NUMBER: f64 = 1e9;

// Operators of dictionaries; those of two bytes have 12 for the first one.
const CHAR_STRINGS: u16 = 17;
const PRIVATE: u16 = 18;
const SUBRS: u16 = 19;
const FONT_ARRAY: u16 = 12 << 8 | 36;
const FONT_SELECT: u16 = 12 << 8 | 37;
const ROS: u16 = 12 << 8 | 30;

/// Returns true if glyphs can be cut out of a table `CFF `.
pub(super) fn can_be_cut(table: &[u8], glyphs: &[u16]) -> bool {
    check(table, glyphs).is_some()
}

fn check(table: &[u8], glyphs: &[u16]) -> Option<()> {
    let header = usize::from(*table.get(2)?);
    let (_, at) = Index::read(table, header)?;
    let (tops, at) = Index::read(table, at)?;
    let (_, at) = Index::read(table, at)?;
    let (global, _) = Index::read(table, at)?;
    let top = Dict::read(tops.get(0)?)?;
    let (outlines, _) = Index::read(table, top.offset(CHAR_STRINGS)?)?;
    let mut locals = Vec::new();
    let mut select = None;
    if top.get(ROS).is_some() {
        let (fonts, _) = Index::read(table, top.offset(FONT_ARRAY)?)?;
        if fonts.count > MAX_FONTS {
            return None;
        }
        for number in 0..fonts.count {
            locals.push(local(table, &Dict::read(fonts.get(number)?)?)?);
        }
        select = Some(table.get(top.offset(FONT_SELECT)?..)?);
    } else {
        locals.push(local(table, &top)?);
    }
    let mut left = MAX_INSTRUCTIONS;
    for glyph in std::iter::once(&0).chain(glyphs) {
        let font = select.map_or(Some(0), |select| font_of(select, *glyph))?;
        let mut run = CharstringRun {
            global,
            local: *locals.get(font)?,
            numbers: Vec::new(),
            stems: 0,
            mask: 0,
            left,
        };
        run.outline(outlines.get(usize::from(*glyph))?, 0)?;
        left = run.left;
    }
    Some(())
}

/// The subroutines of a font dictionary.
fn local<'t>(table: &'t [u8], font: &Dict) -> Option<Index<'t>> {
    let Some([size, at]) = font.get(PRIVATE) else { return Some(Index::default()) };
    let (size, at) = (*size as usize, *at as usize);
    let Some(private) = table.get(at..at.checked_add(size)?) else { return Some(Index::default()) };
    let private = Dict::read(private)?;
    match private.offset(SUBRS) {
        Some(offset) => Index::read(table, at.checked_add(offset)?).map(|(index, _)| index),
        None => Some(Index::default()),
    }
}

/// The number of the font dictionary of a glyph.
fn font_of(select: &[u8], glyph: u16) -> Option<usize> {
    let number = |at: usize| Some(u16::from_be_bytes([*select.get(at)?, *select.get(at + 1)?]));
    match select.first()? {
        0 => select.get(1 + usize::from(glyph)).map(|font| usize::from(*font)),
        3 => {
            let count = usize::from(number(1)?);
            let mut found = None;
            for range in 0..count {
                let at = 3 + 3 * range;
                if number(at)? > glyph {
                    break;
                }
                found = select.get(at + 2).map(|font| usize::from(*font));
            }
            found
        }
        _ => None,
    }
}

/// Byte strings by number.
#[derive(Clone, Copy, Default)]
struct Index<'t> {
    count: usize,
    width: usize,
    offsets: &'t [u8],
    data: &'t [u8],
}

impl<'t> Index<'t> {
    /// The index at a place, and where it ends.
    fn read(table: &'t [u8], at: usize) -> Option<(Self, usize)> {
        let count = u16::from_be_bytes([*table.get(at)?, *table.get(at.checked_add(1)?)?]);
        let (count, start) = (usize::from(count), at + 3);
        if count == 0 {
            return Some((Self::default(), at + 2));
        }
        let width = usize::from(*table.get(at + 2)?);
        let length = (count + 1) * width;
        let offsets = table.get(start..start + length).filter(|_| (1..=4).contains(&width))?;
        // Offsets count from the byte before the data.
        let data = table.get(start + length - 1..)?;
        let index = Self { count, width, offsets, data };
        let end = index.offset(count)?;
        Some((index, start + length - 1 + end))
    }

    fn offset(&self, number: usize) -> Option<usize> {
        let bytes = self.offsets.get(number * self.width..(number + 1) * self.width)?;
        Some(bytes.iter().fold(0, |offset, byte| offset << 8 | usize::from(*byte)))
    }

    fn get(&self, number: usize) -> Option<&'t [u8]> {
        if number >= self.count {
            return None;
        }
        self.data.get(self.offset(number)?..self.offset(number + 1)?)
    }

    /// The subroutine that a call names.
    fn called(&self, number: i32) -> Option<&'t [u8]> {
        let bias = match self.count {
            0..1240 => 107,
            1240..33900 => 1131,
            _ => 32768,
        };
        self.get(usize::try_from(number.checked_add(bias)?).ok()?)
    }
}

/// Operators with their operands; of several the last one counts.
struct Dict(Vec<(u16, Vec<f64>)>);

impl Dict {
    /// Nothing where a number is not finite.
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut all = Vec::new();
        let mut operands = Vec::new();
        let mut rest = bytes;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            match first {
                12 => {
                    let (second, after) = rest.split_first()?;
                    rest = after;
                    all.push((12 << 8 | u16::from(*second), std::mem::take(&mut operands)));
                }
                0..=27 | 31 | 255 => all.push((u16::from(*first), std::mem::take(&mut operands))),
                30 => operands.push(real(&mut rest)?),
                29 => {
                    let (bytes, after) = rest.split_first_chunk::<4>()?;
                    rest = after;
                    operands.push(f64::from(i32::from_be_bytes(*bytes)));
                }
                _ => operands.push(f64::from(integer(*first, &mut rest)?)),
            }
            if operands.len() > MAX_NUMBERS {
                return None;
            }
        }
        Some(Self(all))
    }

    fn get(&self, operator: u16) -> Option<&[f64]> {
        let found = self.0.iter().rev().find(|(own, _)| *own == operator);
        found.map(|(_, operands)| operands.as_slice())
    }

    fn offset(&self, operator: u16) -> Option<usize> {
        // Below zero it is zero, where no dictionary is.
        self.get(operator)?.last().map(|offset| *offset as usize)
    }
}

/// A number in decimal digits, half a byte each.
fn real(rest: &mut &[u8]) -> Option<f64> {
    let mut text = String::new();
    loop {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        for nibble in [byte >> 4, byte & 15] {
            match nibble {
                0..=9 => text.push(char::from(b'0' + nibble)),
                10 => text.push('.'),
                11 => text.push('E'),
                12 => text.push_str("E-"),
                14 => text.push('-'),
                15 => return text.parse().ok().filter(|number: &f64| number.abs() <= MAX_NUMBER),
                _ => return None,
            }
        }
        if text.len() > 64 {
            return None;
        }
    }
}

/// An integer that begins with this byte.
fn integer(first: u8, rest: &mut &[u8]) -> Option<i32> {
    let mut byte = || {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        Some(i32::from(*byte))
    };
    let own = i32::from(first);
    Some(match first {
        28 => i32::from(i16::from_be_bytes([byte()? as u8, byte()? as u8])),
        32..=246 => own - 139,
        247..=250 => (own - 247) * 256 + byte()? + 108,
        251..=254 => -(own - 251) * 256 - byte()? - 108,
        _ => return None,
    })
}

/// A glyph that is gone through.
struct CharstringRun<'t> {
    global: Index<'t>,
    local: Index<'t>,
    numbers: Vec<i32>,
    stems: usize,
    /// Bytes of a mask of stems, once there was one.
    mask: usize,
    left: usize,
}

impl CharstringRun<'_> {
    /// Goes through an outline or a subroutine; whether the glyph ends with it. The depth is bounded.
    fn outline(&mut self, code: &[u8], depth: usize) -> Option<bool> {
        if depth > MAX_CALLS {
            return None;
        }
        let mut rest = code;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            self.left = self.left.checked_sub(1)?;
            match first {
                28 | 32..=254 => {
                    let number = integer(*first, &mut rest)?;
                    self.push(number)?;
                }
                255 => {
                    let (bytes, after) = rest.split_first_chunk::<4>()?;
                    rest = after;
                    self.push(i32::from_be_bytes(*bytes) >> 16)?;
                }
                10 | 29 => {
                    let number = self.numbers.pop()?;
                    let of = if *first == 10 { self.local } else { self.global };
                    if self.outline(of.called(number)?, depth + 1)? {
                        return Some(true);
                    }
                }
                11 => return Some(false),
                14 => return Some(true),
                1 | 3 | 18 | 23 => self.count_stems()?,
                19 | 20 => {
                    if self.mask == 0 {
                        self.count_stems()?;
                        self.mask = self.stems.div_ceil(8);
                    }
                    rest = rest.get(self.mask..)?;
                }
                12 => {
                    rest = rest.get(1..)?;
                    self.numbers.clear();
                }
                _ => self.numbers.clear(),
            }
        }
        Some(false)
    }

    fn push(&mut self, number: i32) -> Option<()> {
        self.numbers.push(number);
        (self.numbers.len() <= MAX_NUMBERS).then_some(())
    }

    fn count_stems(&mut self) -> Option<()> {
        self.stems += self.numbers.len() / 2;
        self.numbers.clear();
        (self.stems <= MAX_STEMS).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::CUBIC;
    use crate::sfnt::Sfnt;

    fn index(items: &[Vec<u8>]) -> Vec<u8> {
        let mut out = (items.len() as u16).to_be_bytes().to_vec();
        if items.is_empty() {
            return out;
        }
        out.push(2);
        let mut offset = 1_u16;
        out.extend(offset.to_be_bytes());
        for item in items {
            offset += item.len() as u16;
            out.extend(offset.to_be_bytes());
        }
        out.extend(items.iter().flatten());
        out
    }

    /// A font of one glyph with global subroutines.
    fn font(glyph: &[u8], subroutines: &[Vec<u8>]) -> Vec<u8> {
        let build = |at: u16| {
            let [high, low] = at.to_be_bytes();
            let mut out = vec![1, 0, 4, 2];
            out.extend(index(&[b"A".to_vec()]));
            out.extend(index(&[vec![28, high, low, 17]]));
            out.extend(index(&[]));
            out.extend(index(subroutines));
            out
        };
        let mut out = build(build(0).len() as u16);
        out.extend(index(&[glyph.to_vec()]));
        out
    }

    #[test]
    fn sound_outlines_can_be_cut() {
        let sfnt = Sfnt::parse(CUBIC).expect("a font");
        let table = sfnt.table(b"CFF ").expect("outlines");
        assert!(can_be_cut(table, &[1, 2, 3]));
        assert!(!can_be_cut(table, &[u16::MAX]));
        for end in (0..table.len()).step_by(7) {
            // Cut off, it ends.
            let _ = can_be_cut(&table[..end], &[1]);
        }
        assert!(can_be_cut(&font(&[14], &[]), &[]));
    }

    #[test]
    fn calls_that_become_many_are_not_followed() {
        // Each calls the next one twice: 2 to the power of 40 calls.
        let call = |number: u8| vec![number + 32, 29, number + 32, 29, 11];
        let mut subroutines: Vec<Vec<u8>> = (1..40).map(call).collect();
        subroutines.push(vec![139, 11]);
        assert!(!can_be_cut(&font(&[32, 29, 14], &subroutines), &[]));
        // One that calls itself.
        assert!(!can_be_cut(&font(&[32, 29, 14], &[vec![32, 29, 11]]), &[]));
        assert!(can_be_cut(&font(&[32, 29, 14], &[vec![139, 11]]), &[]));
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        // 1E99.
        assert!(Dict::read(&[30, 0x1b, 0x99, 0xff, 17]).is_none());
        assert!(
            Dict::read(&[30, 0x1a, 0x5f, 17]).is_some_and(|dict| dict.get(17) == Some(&[1.5][..]))
        );
    }
}
