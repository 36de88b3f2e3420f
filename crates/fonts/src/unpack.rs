//! WOFF and WOFF2: fonts packed for the web (spec 10.3, 13).

use std::io::Read;

use flate2::read::ZlibDecoder;

use super::sfnt::{self, Sfnt, Table, u16_at, u32_at};
use reportctl_base::problem::{Code, Problem, Result};

/// Largest font that is unpacked, in bytes; the largest in use (Chinese, Japanese, Korean) have 20 MB.
const MAX_FONT_BYTES: usize = 64 << 20;

/// The plain TrueType or OpenType file inside `bytes`, the first font of a collection.
///
/// # Errors
/// `fontDecompressFailed` (detail `format`) when a WOFF or WOFF2 cannot be unpacked,
/// `fontUnreadable` when the bytes are not a font at all.
pub fn unpack(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>> {
    unpack_member(name, bytes, 0)
}

/// The same for the font of that number in a collection.
pub(super) fn unpack_member(name: &str, bytes: Vec<u8>, number: u32) -> Result<Vec<u8>> {
    let plain = match bytes.first_chunk() {
        Some(b"wOFF") => woff(&bytes).ok_or_else(|| damaged(name, "woff"))?,
        Some(b"wOF2") => woff2(&bytes).ok_or_else(|| damaged(name, "woff2"))?,
        _ => bytes,
    };
    let font = Sfnt::parse_member(&plain, number).ok_or_else(|| {
        if number > 0 && Sfnt::parse(&plain).is_some() {
            let message = format!("`{name}` has no font of the number {number}");
            return Problem::new(Code::FontUnreadable, message)
                .advice("the first font of a collection has the number 0");
        }
        let message = format!("`{name}` is not a TrueType, OpenType, WOFF or WOFF2 font");
        Problem::new(Code::FontUnreadable, message)
            .advice("give a font file, for example a `.ttf` or `.otf`")
    })?;
    Ok(match font.rebuilt() {
        Some(rebuilt) => rebuilt,
        None => plain,
    })
}

fn damaged(name: &str, format: &'static str) -> Problem {
    let message = format!("the font `{name}` cannot be unpacked: it is damaged or too large");
    Problem::new(Code::FontDecompressFailed, message)
        .advice("get the file again, or give the font as `.ttf` or `.otf`")
        .detail("format", format)
}

/// WOFF 1 is a directory of deflated tables. Read here, because the lengths it states are bounded
/// before anything is allocated for them.
fn woff(bytes: &[u8]) -> Option<Vec<u8>> {
    let version = u32_at(bytes, 4)?;
    let count = usize::from(u16_at(bytes, 12)?);
    let records = bytes.get(44..)?.get(..count * 20)?;
    let mut room = MAX_FONT_BYTES;
    let mut tables: Vec<Table> = Vec::with_capacity(count);
    for record in records.chunks_exact(20) {
        let tag = *record.first_chunk()?;
        let packed = bytes.get(u32_at(record, 4)? as usize..)?;
        let packed = packed.get(..u32_at(record, 8)? as usize)?;
        let length = u32_at(record, 12)? as usize;
        room = room.checked_sub(length)?;
        let data =
            if packed.len() == length { packed.into() } else { inflate(packed, length)?.into() };
        tables.push((tag, data));
    }
    Some(sfnt::write(version, tables))
}

fn inflate(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    ZlibDecoder::new(packed).take(length as u64 + 1).read_to_end(&mut data).ok()?;
    (data.len() == length).then_some(data)
}

/// The crate bounds what a file may unpack to by its size (100 times) and 128 MiB.
fn woff2(bytes: &[u8]) -> Option<Vec<u8>> {
    let plain = wuff::decompress_woff2(bytes).ok()?;
    (plain.len() <= MAX_FONT_BYTES).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{SMALL, WOFF, WOFF2};
    use reportctl_base::problem::Blame;

    fn failure(bytes: &[u8]) -> Problem {
        unpack("test", bytes.to_vec()).expect_err("not a font")
    }

    #[test]
    fn plain_fonts_come_back_as_they_are() {
        assert_eq!(unpack("small", SMALL.to_vec()), Ok(SMALL.to_vec()));
    }

    #[test]
    fn packed_fonts_hold_the_same_tables() {
        let small = Sfnt::parse(SMALL).expect("a font");
        for packed in [WOFF, WOFF2] {
            let plain = unpack("small", packed.to_vec()).expect("unpacked");
            let font = Sfnt::parse(&plain).expect("a font");
            for tag in [b"cmap", b"hmtx", b"maxp", b"GSUB", b"name"] {
                assert_eq!(font.table(tag), small.table(tag));
            }
        }
    }

    #[test]
    fn a_woff2_signature_with_garbage_behind_it() {
        let mut bytes = b"wOF2".to_vec();
        bytes.resize(64, 0);
        let problem = failure(&bytes);
        assert_eq!(problem.code, Code::FontDecompressFailed);
        assert_eq!(problem.blame(), Blame::Config);
        assert_eq!(problem.get("format"), Some(&"woff2".into()));
    }

    #[test]
    fn a_cut_woff() {
        let problem = failure(&WOFF[..WOFF.len() / 2]);
        assert_eq!(problem.code, Code::FontDecompressFailed);
        assert_eq!(problem.get("format"), Some(&"woff".into()));
    }

    #[test]
    fn stated_lengths_are_bounded() {
        let mut bytes = WOFF.to_vec();
        for record in 0..usize::from(u16_at(WOFF, 12).expect("a count")) {
            let at = 44 + record * 20 + 12;
            bytes[at..at + 4].copy_from_slice(&u32::MAX.to_be_bytes());
        }
        assert_eq!(failure(&bytes).code, Code::FontDecompressFailed);
    }

    #[test]
    fn other_bytes_are_the_callers_error() {
        for bytes in [&b""[..], b"%PDF-1.7", b"\0\x01\0\0\xde\xad\xbe\xef"] {
            let problem = failure(bytes);
            assert_eq!(problem.code, Code::FontUnreadable);
            assert_eq!(problem.blame(), Blame::Config);
        }
    }
}
