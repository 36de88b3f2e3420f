//! Font programs as documents carry them, for those who draw documents.

use super::outline::{self, Step};

/// The outlines of a font program that a document carries (ISO 32000-1, 9.9), by glyph number.
pub struct FontProgram {
    file: Vec<u8>,
    units: f64,
}

impl FontProgram {
    /// A TrueType or OpenType file, or bare CFF data. Damaged data has no outlines.
    pub fn new(program: Vec<u8>) -> Self {
        let is_bare = matches!(program.as_slice(), [1, 0, _, ..]) && program.get(3).is_some();
        let is_bare = is_bare && !program.starts_with(&[0, 1, 0, 0]);
        let units = if is_bare { units_of_cff(&program) } else { outline::units(&program) };
        let units = units.unwrap_or(1000.0);
        let file = if is_bare { around_cff(&program, units) } else { program };
        Self { file, units }
    }

    /// Font units of a size.
    pub fn units(&self) -> f64 {
        self.units
    }

    /// The outline of a glyph in font units, y upwards; nothing for a blank.
    pub fn outline(&self, glyph: u16) -> Vec<Step> {
        outline::of(&self.file, glyph)
    }
}

/// Font units of a size, from the font matrix of CFF data (Adobe Technical Note 5176, chapters 4 to 9);
/// nothing where there is none, and it is a thousandth.
fn units_of_cff(cff: &[u8]) -> Option<f64> {
    let names = cff.get(usize::from(*cff.get(2)?)..)?;
    let (_, dicts) = cff_index(names)?;
    let (mut dict, _) = cff_index(dicts)?;
    // The operands before the next operator; only reals are of interest.
    let mut operands: Vec<Option<f64>> = Vec::new();
    while let Some((&byte, rest)) = dict.split_first() {
        let (operand, after) = match byte {
            12 if rest.first() == Some(&7) => {
                let unit = operands.first().copied().flatten().filter(|unit| *unit > 0.0)?;
                return Some(1.0 / unit);
            }
            30 => cff_real(rest).map(|(number, after)| (Some(number), after))?,
            28 => (None, rest.get(2..)?),
            29 => (None, rest.get(4..)?),
            247..=254 => (None, rest.get(1..)?),
            12 => (None, rest.get(1..)?),
            _ => (None, rest),
        };
        match byte {
            0..=21 => operands.clear(),
            _ => operands.push(operand),
        }
        dict = after;
    }
    None
}

/// The first object of an INDEX, and what follows the INDEX.
fn cff_index(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let count = usize::from(u16::from_be_bytes(data.get(..2)?.try_into().ok()?));
    if count == 0 {
        return Some((&[], data.get(2..)?));
    }
    let width = usize::from(*data.get(2)?);
    let offset = |index: usize| {
        let start = 3 + index * width;
        let bytes =
            data.get(start..start + width).filter(|bytes| (1..=4).contains(&bytes.len()))?;
        let offset = bytes.iter().fold(0_usize, |value, byte| value << 8 | usize::from(*byte));
        // Offsets are counted from the byte before the first object.
        (2 + (count + 1) * width).checked_add(offset)
    };
    Some((data.get(offset(0)?..offset(1)?)?, data.get(offset(count)?..)?))
}

/// A real number in packed digits, and what follows it.
fn cff_real(data: &[u8]) -> Option<(f64, &[u8])> {
    let mut text = String::new();
    for (index, byte) in data.iter().enumerate() {
        for digit in [byte >> 4, byte & 15] {
            match digit {
                0..=9 => text.push(char::from(b'0' + digit)),
                10 => text.push('.'),
                11 => text.push('E'),
                12 => text.push_str("E-"),
                14 => text.push('-'),
                15 => return Some((text.parse().ok()?, data.get(index + 1..)?)),
                _ => return None,
            }
        }
    }
    None
}

/// An OpenType file around bare CFF data, with as little in it as reading outlines takes.
fn around_cff(cff: &[u8], units: f64) -> Vec<u8> {
    let mut head = vec![0; 54];
    head[..4].copy_from_slice(&[0, 1, 0, 0]);
    head[12..16].copy_from_slice(&[0x5F, 0x0F, 0x3C, 0xF5]);
    head[18..20].copy_from_slice(&(units.round() as u16).to_be_bytes());
    let mut hhea = vec![0; 36];
    hhea[..4].copy_from_slice(&[0, 1, 0, 0]);
    hhea[34..].copy_from_slice(&1_u16.to_be_bytes());
    let maxp = [0, 0, 0x50, 0, 0xFF, 0xFF];
    let hmtx = [3, 0xE8, 0, 0];
    let tables: [(&[u8; 4], &[u8]); 5] =
        [(b"CFF ", cff), (b"head", &head), (b"hhea", &hhea), (b"hmtx", &hmtx), (b"maxp", &maxp)];
    let mut file = b"OTTO".to_vec();
    file.extend([0, 5, 0, 64, 0, 2, 0, 16]);
    let mut offset = file.len() + 16 * tables.len();
    for (tag, table) in tables {
        file.extend(*tag);
        for number in [0, offset, table.len()] {
            file.extend(u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes());
        }
        offset += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.extend_from_slice(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;

    use super::*;
    use crate::GlyphUse;
    use crate::fixtures::{CUBIC, SANS, face};

    #[test]
    fn programs_of_documents_have_the_outlines_of_their_fonts() {
        for name in [SANS, CUBIC] {
            let face = face(name);
            let subset = face.subset(&GlyphUse::new()).expect("a subset");
            let mut program = Vec::new();
            ZlibDecoder::new(&subset.program[..])
                .read_to_end(&mut program)
                .expect("it is deflated");
            let program = FontProgram::new(program);
            assert_eq!(program.units(), f64::from(face.units_per_em()));
            assert_eq!(program.outline(0), face.outline(0));
        }
    }

    #[test]
    fn damaged_programs_have_none() {
        for damaged in [&b""[..], b"\x01\x00\x04\x01", b"no font"] {
            assert_eq!(FontProgram::new(damaged.to_vec()).outline(1), []);
        }
    }
}
