//! The container of TrueType and OpenType fonts: a directory and its tables.

use std::borrow::Cow;

/// Four-letter name of a table.
pub(super) type Tag = [u8; 4];

/// A table and its bytes.
pub(super) type Table<'a> = (Tag, Cow<'a, [u8]>);

/// The container version of fonts with TrueType outlines.
pub(super) const TRUETYPE: u32 = 0x0001_0000;
const APPLE_TRUETYPE: u32 = u32::from_be_bytes(*b"true");
const OPENTYPE_CFF: u32 = u32::from_be_bytes(*b"OTTO");
const COLLECTION: u32 = u32::from_be_bytes(*b"ttcf");

pub(super) fn u16_at(bytes: &[u8], offset: usize) -> Option<u16> {
    let bytes = bytes.get(offset..)?.first_chunk()?;
    Some(u16::from_be_bytes(*bytes))
}

pub(super) fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    let bytes = bytes.get(offset..)?.first_chunk()?;
    Some(u32::from_be_bytes(*bytes))
}

/// A font's directory. Tables that lie outside the file are left out.
pub(super) struct Sfnt<'a> {
    pub(super) version: u32,
    pub(super) tables: Vec<Table<'a>>,
    /// The font is the whole file, with the directory in order.
    plain: bool,
}

impl<'a> Sfnt<'a> {
    /// Reads a font, or the first font of a collection; `None` when it is neither.
    pub(super) fn parse(bytes: &'a [u8]) -> Option<Self> {
        Self::parse_member(bytes, 0)
    }

    /// Reads a font, or the one of that number in a collection; a font that is none has number 0.
    pub(super) fn parse_member(bytes: &'a [u8], number: u32) -> Option<Self> {
        let is_collection = u32_at(bytes, 0)? == COLLECTION;
        let start = match is_collection {
            true if number < u32_at(bytes, 8)? => {
                u32_at(bytes, 12 + 4 * usize::try_from(number).ok()?)? as usize
            }
            false if number == 0 => 0,
            _ => return None,
        };
        let version = u32_at(bytes, start)?;
        if ![TRUETYPE, APPLE_TRUETYPE, OPENTYPE_CFF].contains(&version) {
            return None;
        }
        let count = usize::from(u16_at(bytes, start.checked_add(4)?)?);
        let records = bytes.get(start.checked_add(12)?..)?.get(..count * 16)?;
        let tables: Vec<Table> =
            records.chunks_exact(16).filter_map(|record| table(bytes, record)).collect();
        let in_order = tables.is_sorted_by(|a, b| a.0 < b.0);
        let plain = !is_collection && in_order && tables.len() == count;
        Some(Self { version, tables, plain })
    }

    pub(super) fn table(&self, tag: &Tag) -> Option<&[u8]> {
        self.tables.iter().find(|(name, _)| name == tag).map(|(_, data)| data.as_ref())
    }

    /// The font as a file of its own, its directory in order; `None` when it is that already.
    pub(super) fn rebuilt(self) -> Option<Vec<u8>> {
        (!self.plain).then(|| write(self.version, self.tables))
    }
}

fn table<'a>(bytes: &'a [u8], record: &[u8]) -> Option<Table<'a>> {
    let tag = *record.first_chunk()?;
    let offset = u32_at(record, 8)? as usize;
    let length = u32_at(record, 12)? as usize;
    Some((tag, Cow::Borrowed(bytes.get(offset..)?.get(..length)?)))
}

/// Writes a font file: directory in order, tables aligned, checksums right.
pub(super) fn write(version: u32, mut tables: Vec<Table>) -> Vec<u8> {
    tables.sort_by_key(|(tag, _)| *tag);
    tables.dedup_by_key(|(tag, _)| *tag);
    let count = tables.len() as u16;
    let power = count.checked_ilog2().unwrap_or(0) as u16;
    let range = 16 << power;

    let directory = 12 + tables.len() * 16;
    let size = tables.iter().map(|(_, data)| data.len().next_multiple_of(4)).sum::<usize>();
    let mut file = Vec::with_capacity(directory + size);
    file.extend(version.to_be_bytes());
    for value in [count, range, power, (count * 16).wrapping_sub(range)] {
        file.extend(value.to_be_bytes());
    }
    let mut offset = directory;
    let mut adjustment = None;
    for (tag, data) in &mut tables {
        if tag == b"head" && data.len() >= 12 {
            data.to_mut()[8..12].fill(0);
            adjustment = Some(offset + 8);
        }
        file.extend(*tag);
        for value in [checksum(data), offset as u32, data.len() as u32] {
            file.extend(value.to_be_bytes());
        }
        offset += data.len().next_multiple_of(4);
    }
    for (_, data) in &tables {
        file.extend_from_slice(data);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    if let Some(at) = adjustment {
        let value = 0xB1B0_AFBA_u32.wrapping_sub(checksum(&file));
        file[at..at + 4].copy_from_slice(&value.to_be_bytes());
    }
    file
}

/// Sum of the bytes as big-endian words, as if padded with zeros.
fn checksum(data: &[u8]) -> u32 {
    let (words, rest) = data.as_chunks::<4>();
    let sum = words.iter().fold(0u32, |sum, word| sum.wrapping_add(u32::from_be_bytes(*word)));
    let mut last = [0; 4];
    last[..rest.len()].copy_from_slice(rest);
    sum.wrapping_add(u32::from_be_bytes(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{FALLBACK, SANS};

    #[test]
    fn a_written_font_reads_back_and_sums_up() {
        let sfnt = Sfnt::parse(SANS).expect("a font");
        let tables = sfnt.tables.clone();
        let file = write(sfnt.version, sfnt.tables);
        assert_eq!(checksum(&file), 0xB1B0_AFBA);
        let again = Sfnt::parse(&file).expect("a font");
        assert!(again.plain);
        for (tag, data) in &tables {
            if tag != b"head" {
                assert_eq!(again.table(tag), Some(data.as_ref()));
            }
        }
    }

    #[test]
    fn the_first_font_of_a_collection_becomes_a_file() {
        let mut collection = b"ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10".to_vec();
        let mut font = FALLBACK.to_vec();
        let count = usize::from(u16_at(&font, 4).expect("a directory"));
        for record in 0..count {
            let at = 12 + record * 16 + 8;
            let offset = u32_at(&font, at).expect("a record") + 16;
            font[at..at + 4].copy_from_slice(&offset.to_be_bytes());
        }
        collection.extend(font);
        let file = Sfnt::parse(&collection).and_then(Sfnt::rebuilt).expect("rebuilt");
        let original = Sfnt::parse(FALLBACK).expect("a font");
        let rebuilt = Sfnt::parse(&file).expect("a font");
        assert_eq!(rebuilt.table(b"glyf"), original.table(b"glyf"));
        assert!(original.rebuilt().is_none());
    }

    #[test]
    fn what_is_not_a_font_is_refused() {
        assert!(Sfnt::parse(b"").is_none());
        assert!(Sfnt::parse(b"%PDF-1.7 and so on").is_none());
        assert!(Sfnt::parse(b"\0\x01\0\0\xff\xff").is_none());
    }
}
