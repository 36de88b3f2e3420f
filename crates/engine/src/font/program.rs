//! Font programs as documents carry them, for those who draw documents.

use super::outline::{self, Step};

/// The outlines of a font program that a document carries (ISO 32000-1, 9.9), by glyph number.
pub struct FontProgram {
    file: Vec<u8>,
    units: f64,
}

impl FontProgram {
    /// A TrueType or OpenType file, or bare CFF data. What is damaged has no outlines.
    pub fn new(program: Vec<u8>) -> Self {
        let is_bare = matches!(program.as_slice(), [1, 0, _, ..]) && program.get(3).is_some();
        let is_bare = is_bare && !program.starts_with(&[0, 1, 0, 0]);
        let file = if is_bare { around_cff(&program) } else { program };
        let units = outline::units(&file).unwrap_or(1000.0);
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

/// An OpenType file around bare CFF data, with as little in it as reading outlines takes.
fn around_cff(cff: &[u8]) -> Vec<u8> {
    let mut head = vec![0; 54];
    head[..4].copy_from_slice(&[0, 1, 0, 0]);
    head[12..16].copy_from_slice(&[0x5F, 0x0F, 0x3C, 0xF5]);
    head[18..20].copy_from_slice(&1000_u16.to_be_bytes());
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
    use super::*;
    use crate::font::GlyphUse;
    use crate::font::fixtures::{CUBIC, SANS, face};

    #[test]
    fn programs_of_documents_have_the_outlines_of_their_fonts() {
        for name in [SANS, CUBIC] {
            let face = face(name);
            let subset = face.subset(&GlyphUse::new()).expect("a subset");
            let program = FontProgram::new(subset.program.clone());
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
