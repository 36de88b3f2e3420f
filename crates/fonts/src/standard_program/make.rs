//! Making of the programs from the faces that the project ships.

use super::StandardProgram;
use crate::embed::tag;
use crate::face::Face;
use crate::helvetica;
use crate::sfnt::{self, Sfnt, u16_at};
use crate::standard::{Family, Standard};
use crate::truetype;
use reportctl_base::deflate::deflate;

/// The last code of the smaller program.
const LAST_ASCII: u8 = 0x7E;
/// The first code that shows something.
const FIRST: u8 = b' ';

/// The program with all of WinAnsi, or with ASCII alone. `None` if the face is damaged.
pub(super) fn program(standard: Standard, beyond_ascii: bool) -> Option<StandardProgram> {
    let last = if beyond_ascii { u8::MAX } else { LAST_ASCII };
    let (name, bytes) = face_of(standard);
    let face = Face::drawn(name, bytes).ok()?;
    let mut glyphs = Vec::new();
    // The characters of the glyphs, in the order of their numbers in the program, from 1.
    let mut characters = Vec::new();
    let mut advances = Vec::new();
    for code in FIRST..=last {
        let Some(character) = helvetica::decode(code) else { continue };
        // Both codes of the blank and of the hyphen have one glyph: glyphs are numbered in the order of
        // `characters`, and the subset holds each once.
        if character == '\u{a0}' || characters.contains(&character) {
            continue;
        }
        let Some(glyph) = face.glyph(character) else { continue };
        glyphs.push(glyph);
        characters.push(character);
        advances.push(standard.advance(code));
    }
    let font = Sfnt::parse(face.bytes())?;
    let cut = truetype::subset(&font, &glyphs, false)?;
    let cut = Sfnt::parse(&cut)?;
    let units = u32::from(u16_at(cut.table(b"head")?, 18)?);
    let mut tables = cut.tables.clone();
    for (tag, table) in &mut tables {
        if tag == b"hmtx" {
            let table = table.to_mut();
            for (place, advance) in (1..).zip(&advances) {
                let own = (u32::from(*advance) * units + 500) / 1000;
                let bytes = table.get_mut(place * 4..place * 4 + 2)?;
                bytes.copy_from_slice(&u16::try_from(own).ok()?.to_be_bytes());
            }
        }
    }
    tables.push((*b"cmap", character_map(&characters).into()));
    let program = sfnt::write(sfnt::TRUETYPE, tables);
    Some(StandardProgram {
        base_name: format!("{}+{name}", tag(&glyphs)).into(),
        length: program.len(),
        program: deflate(&program).into(),
    })
}

/// A `cmap` table of format 4 for Windows and Unicode: the glyphs of the characters are numbered from 1.
fn character_map(characters: &[char]) -> Vec<u8> {
    let mut pairs: Vec<(u16, u16)> = (1..)
        .zip(characters)
        .filter_map(|(glyph, character)| Some((u16::try_from(u32::from(*character)).ok()?, glyph)))
        .collect();
    pairs.sort_unstable();
    // Neighbours in both numbers share a segment.
    let joined = |a: &(u16, u16), b: &(u16, u16)| a.0 + 1 == b.0 && a.1 + 1 == b.1;
    let mut segments: Vec<[u16; 3]> = pairs
        .chunk_by(joined)
        .filter_map(|part| {
            let (first, last) = (part.first()?, part.last()?);
            Some([last.0, first.0, first.1.wrapping_sub(first.0)])
        })
        .collect();
    segments.push([u16::MAX, u16::MAX, 1]);
    let count = segments.len() as u16;
    let power = count.ilog2() as u16;
    let range = 2 << power;
    let mut table = Vec::new();
    let mut put = |value: u16| table.extend(value.to_be_bytes());
    // Version, one subtable, of platform 3 and encoding 1, 12 bytes from here.
    for value in [0, 1, 3, 1, 0, 12] {
        put(value);
    }
    for value in [4, 16 + 8 * count, 0, 2 * count, range, power, 2 * count - range] {
        put(value);
    }
    segments.iter().for_each(|[end, ..]| put(*end));
    put(0);
    segments.iter().for_each(|[_, start, _]| put(*start));
    segments.iter().for_each(|[.., delta]| put(*delta));
    segments.iter().for_each(|_| put(0));
    table
}

/// The name and the file of the face.
fn face_of(standard: Standard) -> (&'static str, &'static [u8]) {
    match (standard.family, standard.bold, standard.italic) {
        (Family::Helvetica, false, false) => {
            ("ReportSans", include_bytes!("../data/ReportSans-Regular.ttf"))
        }
        (Family::Helvetica, true, false) => {
            ("ReportSans-Bold", include_bytes!("../data/ReportSans-Bold.ttf"))
        }
        (Family::Helvetica, false, true) => {
            ("ReportSans-Italic", include_bytes!("../data/ReportSans-Italic.ttf"))
        }
        (Family::Helvetica, true, true) => {
            ("ReportSans-BoldItalic", include_bytes!("../data/ReportSans-BoldItalic.ttf"))
        }
        (Family::Times, false, false) => {
            ("ReportSerif", include_bytes!("../data/ReportSerif-Regular.ttf"))
        }
        (Family::Times, true, false) => {
            ("ReportSerif-Bold", include_bytes!("../data/ReportSerif-Bold.ttf"))
        }
        (Family::Times, false, true) => {
            ("ReportSerif-Italic", include_bytes!("../data/ReportSerif-Italic.ttf"))
        }
        (Family::Times, true, true) => {
            ("ReportSerif-BoldItalic", include_bytes!("../data/ReportSerif-BoldItalic.ttf"))
        }
        (Family::Courier, false, false) => {
            ("ReportMono", include_bytes!("../data/ReportMono-Regular.ttf"))
        }
        (Family::Courier, true, false) => {
            ("ReportMono-Bold", include_bytes!("../data/ReportMono-Bold.ttf"))
        }
        (Family::Courier, false, true) => {
            ("ReportMono-Italic", include_bytes!("../data/ReportMono-Italic.ttf"))
        }
        (Family::Courier, true, true) => {
            ("ReportMono-BoldItalic", include_bytes!("../data/ReportMono-BoldItalic.ttf"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn embedded(standard: Standard, beyond_ascii: bool) -> Face {
        let made = standard.embedded_program(beyond_ascii).expect("a face");
        let mut bytes = Vec::new();
        flate2::read::ZlibDecoder::new(&*made.program).read_to_end(&mut bytes).expect("deflated");
        assert_eq!(bytes.len(), made.length);
        Face::from_bytes("made", bytes).expect("a font")
    }

    /// Widths are those that PDF/A demands (ISO 19005-2, 6.2.11.5), so that lines stay as they are.
    #[test]
    fn each_face_has_all_characters_in_the_widths_that_lines_are_measured_with() {
        for standard in Standard::ALL {
            let face = embedded(standard, true);
            for code in FIRST..=u8::MAX {
                let Some(character) = helvetica::decode(code) else { continue };
                let character = match character {
                    '\u{a0}' => ' ',
                    '\u{ad}' => '-',
                    other => other,
                };
                let glyph = face.glyph(character).expect("a glyph");
                assert_ne!(glyph, 0, "{standard:?} {character}");
                let own = face.thousandths(face.advance(glyph).into());
                let wanted = f64::from(standard.advance(code));
                assert!((own - wanted).abs() < 0.5, "{standard:?} {character}: {own} {wanted}");
            }
        }
    }

    /// Glyphs of the program are those of the face: a shifted number would draw another letter.
    #[test]
    fn each_character_keeps_its_outline() {
        let drawn = |face: &Face, character: char| {
            format!("{:?}", face.outline(face.glyph(character).expect("a glyph")))
        };
        for standard in Standard::ALL {
            let face = embedded(standard, true);
            let (name, bytes) = face_of(standard);
            let own = Face::drawn(name, bytes).expect("a face");
            for character in "-éüößäØ·ÿþý".chars() {
                assert_eq!(
                    drawn(&face, character),
                    drawn(&own, character),
                    "{standard:?} {character}"
                );
            }
        }
    }

    #[test]
    fn documents_in_ascii_have_a_smaller_program() {
        let [small, large] = [false, true].map(|beyond| Standard::ALL[0].embedded_program(beyond));
        let (small, large) = (small.expect("a face"), large.expect("a face"));
        assert!(small.program.len() < 8_000, "{}", small.program.len());
        assert!(large.program.len() < 18_000, "{}", large.program.len());
        assert_ne!(small.base_name, large.base_name);
        assert_eq!(embedded(Standard::ALL[0], false).glyph('é'), None);
    }

    /// Browsers make them, so the bytes are equal too. `UPDATE_GENERATED=1` writes table and bytes again, as
    /// another version of the compressor may need.
    #[cfg(feature = "stored-programs")]
    #[test]
    #[allow(clippy::disallowed_methods, reason = "asks whether to write what it generates")]
    fn stored_programs_are_those_that_are_made() {
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            store().expect("written");
            return;
        }
        for standard in Standard::ALL {
            for beyond_ascii in [false, true] {
                let stored = standard.embedded_program(beyond_ascii);
                let is_made = stored == program(standard, beyond_ascii).as_ref();
                assert!(is_made, "{standard:?}: UPDATE_GENERATED=1 stores what is made now");
            }
        }
    }

    #[cfg(feature = "stored-programs")]
    #[allow(clippy::disallowed_methods, reason = "writes what is generated")]
    fn store() -> std::io::Result<()> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut table = "//! The programs, by [`Standard::index`]: with ASCII alone, with all of WinAnsi.\n//!\n\
            //! Written by the test `stored_programs_are_those_that_are_made`; do not edit.\n\n\
            use super::StandardProgram;\nuse std::borrow::Cow;\n\n\
            const BYTES: &[u8] = include_bytes!(\"../data/standard-programs.bin\");\n\n\
            const fn stored(base_name: &'static str, length: usize, start: usize, end: usize) -> StandardProgram {\n    \
            let (_, program) = BYTES.split_at(start);\n    \
            let (program, _) = program.split_at(end - start);\n    \
            StandardProgram { base_name: Cow::Borrowed(base_name), program: Cow::Borrowed(program), length }\n}\n\n\
            pub(super) static PROGRAMS: [[StandardProgram; 2]; 12] = [\n"
            .to_owned();
        let mut bytes = Vec::new();
        for standard in Standard::ALL {
            let both = [false, true].map(|beyond_ascii| {
                let made = program(standard, beyond_ascii).expect("a face");
                let start = bytes.len();
                bytes.extend_from_slice(&made.program);
                format!("stored(\"{}\", {}, {start}, {})", made.base_name, made.length, bytes.len())
            });
            table += &format!("    [{}],\n", both.join(", "));
        }
        std::fs::write(folder.join("standard_program/stored.rs"), table + "];\n")?;
        std::fs::write(folder.join("data/standard-programs.bin"), bytes)
    }
}
