//! Metadata of photographs (Exif 2.32, which is TIFF): orientation and resolution.

use super::{Density, Orientation};

const ORIENTATION: u16 = 0x0112;
const X_RESOLUTION: u16 = 0x011a;
const Y_RESOLUTION: u16 = 0x011b;
const RESOLUTION_UNIT: u16 = 0x0128;

/// Entries of the first directory.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Exif {
    pub(super) orientation: Option<Orientation>,
    pub(super) density: Option<Density>,
}

/// Reads a TIFF structure; what is not there, or makes no sense, is left out.
pub(super) fn read(tiff: &[u8]) -> Exif {
    read_directory(tiff).unwrap_or_default()
}

fn read_directory(tiff: &[u8]) -> Option<Exif> {
    let little = match tiff.get(..4)? {
        [b'I', b'I', 42, 0] => true,
        [b'M', b'M', 0, 42] => false,
        _ => return None,
    };
    let two = |at: usize| {
        let bytes = *tiff.get(at..)?.first_chunk::<2>()?;
        Some(if little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let four = |at: usize| {
        let bytes = *tiff.get(at..)?.first_chunk::<4>()?;
        Some(if little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    };
    let rational = |entry: usize| {
        let at = usize::try_from(four(entry + 8)?).ok()?;
        let (above, below) = (four(at)?, four(at.checked_add(4)?)?);
        (below > 0).then(|| f64::from(above) / f64::from(below))
    };
    let start = usize::try_from(four(4)?).ok()?;
    let count = usize::from(two(start)?);
    let (mut exif, mut unit, mut x, mut y) = (Exif::default(), 2, None, None);
    for number in 0..count {
        let entry = start.checked_add(2 + 12 * number)?;
        let Some(tag) = two(entry) else { break };
        match tag {
            ORIENTATION => exif.orientation = two(entry + 8).and_then(Orientation::from_exif),
            X_RESOLUTION => x = rational(entry),
            Y_RESOLUTION => y = rational(entry),
            RESOLUTION_UNIT => unit = two(entry + 8).unwrap_or(unit),
            _ => {}
        }
    }
    let per_inch = match unit {
        2 => 1.0,
        3 => 2.54,
        _ => return Some(exif),
    };
    exif.density = Density::new(x.unwrap_or_default() * per_inch, y.unwrap_or_default() * per_inch);
    Some(exif)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of one entry, of the type SHORT.
    fn short(tag: u16, value: u16) -> Vec<u8> {
        let mut tiff = b"MM\0*\0\0\0\x08\0\x01".to_vec();
        tiff.extend(tag.to_be_bytes());
        tiff.extend([0, 3, 0, 0, 0, 1]);
        tiff.extend(value.to_be_bytes());
        tiff.extend([0, 0, 0, 0, 0, 0]);
        tiff
    }

    #[test]
    fn the_orientation_is_read_in_both_byte_orders() {
        assert_eq!(read(&short(0x0112, 6)).orientation, Orientation::from_exif(6));
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x08\0\0\0\0\0\0\0";
        assert_eq!(read(little).orientation, Orientation::from_exif(8));
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
        assert_eq!(read(&short(0x0112, 9)), Exif::default());
        assert_eq!(read(b"MM\0*\xff\xff\xff\xff"), Exif::default());
        assert_eq!(read(b"PNG"), Exif::default());
        let whole = short(0x0112, 6);
        (0..whole.len()).for_each(|length| _ = read(&whole[..length]));
    }
}
