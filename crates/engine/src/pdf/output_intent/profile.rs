//! Making of the profile of sRGB (ICC.1:2004-10) that documents embed.

use super::{NAME, PROFILE};
use reportctl_base::deflate::deflate;

/// Bytes of the header and of an entry of the table of tags (ICC.1:2004-10, 7.2, 7.3).
const HEADER: usize = 128;
const ENTRY: usize = 12;

/// Values as fixed numbers of 16 bits after the point (`s15Fixed16Number`).
type Fixed = i32;

/// The white of the connection space, D50.
const WHITE: [Fixed; 3] = [0xF6D6, 0x1_0000, 0xD32D];
/// The primaries of sRGB, adapted to D50.
const PRIMARIES: [(&[u8; 4], [Fixed; 3]); 3] = [
    (b"rXYZ", [0x6FA2, 0x38F5, 0x0390]),
    (b"gXYZ", [0x6299, 0xB785, 0x18DA]),
    (b"bXYZ", [0x24A0, 0x0F84, 0xB6CF]),
];
/// From D65 to D50 by Bradford.
const ADAPTATION: [Fixed; 9] =
    [0x1_0C42, 0x05DE, -0x0CDB, 0x0793, 0xFD90, -0x045F, -0x025E, 0x03DC, 0xC06E];
/// The curve of sRGB: exponent 2.4, and a, b, c, d (`parametricCurveType` 3).
const CURVE: [Fixed; 5] = [0x2_6666, 0xF2A7, 0x0D59, 0x13D0, 0x0A5B];

/// A display profile of version 4.2.
fn profile() -> Vec<u8> {
    let mut tags: Vec<(&[u8; 4], Vec<u8>)> = vec![
        (b"desc", localized(NAME)),
        (b"cprt", localized("No copyright, use freely")),
        (b"wtpt", fixed(b"XYZ ", &[], &WHITE)),
        (b"chad", fixed(b"sf32", &[], &ADAPTATION)),
    ];
    tags.extend(PRIMARIES.iter().map(|(tag, values)| (*tag, fixed(b"XYZ ", &[], values))));
    // The three curves are one.
    tags.push((b"rTRC", fixed(b"para", &[0, 3, 0, 0], &CURVE)));
    let shared: [&[u8; 4]; 2] = [b"gTRC", b"bTRC"];

    let count = tags.len() + shared.len();
    let mut offset = HEADER + 4 + ENTRY * count;
    let mut table = Vec::new();
    let mut data = Vec::new();
    let mut last = (0, 0);
    for (tag, bytes) in &tags {
        last = (offset, bytes.len());
        entry(&mut table, tag, last);
        data.extend_from_slice(bytes);
        data.resize(data.len().next_multiple_of(4), 0);
        offset += bytes.len().next_multiple_of(4);
    }
    shared.iter().for_each(|tag| entry(&mut table, tag, last));

    let mut out = Vec::with_capacity(offset);
    out.extend((offset as u32).to_be_bytes());
    out.extend([0; 4]);
    out.extend(0x0420_0000_u32.to_be_bytes());
    out.extend(b"mntrRGB XYZ ");
    // Made on the first day of 2024.
    out.extend([2024_u16, 1, 1, 0, 0, 0].into_iter().flat_map(u16::to_be_bytes));
    out.extend(b"acsp");
    out.resize(68, 0);
    out.extend(WHITE.into_iter().flat_map(Fixed::to_be_bytes));
    out.resize(HEADER, 0);
    out.extend((count as u32).to_be_bytes());
    out.extend(table);
    out.extend(data);
    out
}

fn entry(table: &mut Vec<u8>, tag: &[u8; 4], (offset, length): (usize, usize)) {
    table.extend(tag);
    table.extend((offset as u32).to_be_bytes());
    table.extend((length as u32).to_be_bytes());
}

fn fixed(kind: &[u8; 4], head: &[u8], values: &[Fixed]) -> Vec<u8> {
    let mut out = kind.to_vec();
    out.extend([0; 4]);
    out.extend(head);
    out.extend(values.iter().flat_map(|value| value.to_be_bytes()));
    out
}

/// A text in English (`multiLocalizedUnicodeType`).
fn localized(text: &str) -> Vec<u8> {
    let text: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut out = b"mluc".to_vec();
    out.extend([0; 4]);
    out.extend([1_u32, 12].into_iter().flat_map(u32::to_be_bytes));
    out.extend(b"enUS");
    out.extend([text.len() as u32, 28].into_iter().flat_map(u32::to_be_bytes));
    out.extend(text);
    out
}

fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

#[test]
fn the_profile_is_as_long_as_it_says_and_its_tags_lie_within() {
    let profile = profile();
    assert_eq!(number(&profile, 0), profile.len());
    assert_eq!(&profile[36..40], b"acsp");
    let count = number(&profile, HEADER);
    assert_eq!(count, 10);
    for tag in 0..count {
        let at = HEADER + 4 + ENTRY * tag;
        let (offset, length) = (number(&profile, at + 4), number(&profile, at + 8));
        assert!(offset % 4 == 0 && offset + length <= profile.len());
    }
}

/// White is the sum of the primaries, to the two ten-thousandths to which they are published.
#[test]
fn the_primaries_add_up_to_white() {
    for (axis, white) in WHITE.iter().enumerate() {
        let sum: Fixed = PRIMARIES.iter().map(|(_, values)| values[axis]).sum();
        assert!((sum - white).abs() <= 13, "{axis}: {sum} {white}");
    }
}

/// `UPDATE_GENERATED=1` writes it again, as in the tests of the program.
#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "asks whether to write what it generates, and writes it"
)]
fn the_stored_profile_is_the_one_that_is_made() {
    let made = deflate(&profile());
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pdf/srgb.icc.zlib");
        std::fs::write(path, &made).expect("a folder of the sources");
        return;
    }
    assert!(made == PROFILE, "UPDATE_GENERATED=1 stores what is made now");
}
