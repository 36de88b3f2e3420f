//! Repair of damaged PNG files: the readable rows, as a sound PNG file.

use std::io::Write;

use flate2::{Crc, Decompress, FlushDecompress};

use super::chunks::chunks;
use super::{check_pixels, unreadable};
use reportctl_base::budget::Meter;
use reportctl_base::deflate::Deflate;
use reportctl_base::problem::Result;

/// A PNG file made of what could be read of another one.
pub(super) struct Salvaged {
    /// The file; rows that could not be read are zeros.
    pub(super) file: Vec<u8>,
    /// Number of whole rows read, from the top.
    pub(super) rows: u32,
    height: u32,
}

impl Salvaged {
    /// The fault, in words that follow "the image …".
    pub(super) fn fault(&self) -> String {
        if self.rows < self.height {
            return format!(
                "is damaged: only {} of its {} rows can be read",
                self.rows, self.height
            );
        }
        "is damaged: its end or its check sums are wrong".to_owned()
    }
}

/// Most bytes of a row that is worth the work: the widest allowed, four channels of 16 bits.
const MAX_ROW: u64 = 8 * super::MAX_SIDE as u64 + 1;

/// Inflates the rows of a PNG file as far as they go, whatever its check sums say, and writes them
/// into a new file. `None` where not even one row can be read.
pub(super) fn salvage(bytes: &[u8], meter: &Meter<'_>) -> Result<Option<Salvaged>> {
    let Some((_, header)) = chunks(bytes).next().filter(|(kind, _)| *kind == b"IHDR") else {
        return Ok(None);
    };
    let [w3, w2, w1, w0, h3, h2, h1, h0, depth, color, _, _, interlace] = *header else {
        return Ok(None);
    };
    let width = u32::from_be_bytes([w3, w2, w1, w0]);
    let height = u32::from_be_bytes([h3, h2, h1, h0]);
    check_pixels(width, height)?;
    let channels = match color {
        0 | 3 => 1,
        2 => 3,
        4 => 2,
        6 => 4,
        _ => return Ok(None),
    };
    let row_bytes = (u64::from(width) * channels * u64::from(depth)).div_ceil(8) + 1;
    // The passes of an interlaced file spread over all rows: which rows are whole is not known.
    if interlace != 0 || row_bytes > MAX_ROW {
        return Ok(None);
    }
    let wanted = row_bytes * u64::from(height);
    let (image, found) = refill(bytes, wanted, meter)?;
    let rows = u32::try_from(found / row_bytes).unwrap_or(height);
    if rows == 0 {
        return Ok(None);
    }
    let mut file = bytes.get(..8).unwrap_or_default().to_vec();
    chunk(&mut file, *b"IHDR", header);
    for (kind, body) in chunks(bytes).filter(|(kind, _)| [b"PLTE", b"tRNS"].contains(kind)) {
        chunk(&mut file, *kind, body);
    }
    chunk(&mut file, *b"IDAT", &image);
    chunk(&mut file, *b"IEND", &[]);
    Ok(Some(Salvaged { file, rows, height }))
}

/// The image data of a file as one sound zlib stream that gives exactly the wanted bytes, the
/// missing ones zero; and how many were found. Nothing is held uncompressed, so a small file that
/// claims a large picture costs time, which the meter counts, and no memory.
fn refill(bytes: &[u8], wanted: u64, meter: &Meter<'_>) -> Result<(Vec<u8>, u64)> {
    let failed = |error: std::io::Error| unreadable(&error.to_string());
    let mut inflater = Decompress::new(true);
    let mut out = Deflate::default();
    let mut buffer = vec![0; 1 << 16];
    let mut found = 0;
    let data = chunks(bytes).filter(|(kind, _)| *kind == b"IDAT");
    'data: for (_, mut body) in data {
        while found < wanted {
            let (read, written) = (inflater.total_in(), inflater.total_out());
            let step = inflater.decompress(body, &mut buffer, FlushDecompress::None);
            // Output before an error is good; both counters include it.
            let read = usize::try_from(inflater.total_in() - read).unwrap_or_default();
            let fresh = (inflater.total_out() - written).min(wanted - found);
            let fresh_bytes = buffer.get(..usize::try_from(fresh).unwrap_or_default());
            meter.step()?;
            meter.read(fresh_bytes.map_or(0, <[u8]>::len))?;
            out.write_all(fresh_bytes.unwrap_or_default()).map_err(failed)?;
            found += fresh;
            body = body.get(read..).unwrap_or_default();
            if step.is_err() {
                break 'data;
            }
            if read == 0 && fresh == 0 {
                break;
            }
        }
    }
    buffer.fill(0);
    let mut missing = wanted - found;
    while missing > 0 {
        let zeros = usize::try_from(missing).map_or(buffer.len(), |most| most.min(buffer.len()));
        meter.step()?;
        meter.read(zeros)?;
        out.write_all(buffer.get(..zeros).unwrap_or_default()).map_err(failed)?;
        missing -= zeros as u64;
    }
    Ok((out.finish(), found))
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], body: &[u8]) {
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(body);
    file.extend(length.to_be_bytes());
    file.extend(kind);
    file.extend(body);
    file.extend(sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::super::{PictureData, png};
    use super::*;

    /// A picture of noise: 8 by 64 pixels, three channels.
    fn noise() -> Vec<u8> {
        let mut state = 1_u32;
        let mut samples = [0; 8 * 64 * 3];
        for sample in &mut samples {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *sample = state.to_be_bytes()[0];
        }
        let mut file = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut file, 8, 64);
        encoder.set_color(::png::ColorType::Rgb);
        encoder.write_header().expect("a header").write_image_data(&samples).expect("pixels");
        file
    }

    fn read(bytes: Vec<u8>) -> super::super::Picture {
        png::read(bytes, &Meter::default()).expect("a picture")
    }

    #[test]
    fn a_cut_file_keeps_the_rows_that_it_has() {
        let file = noise();
        let picture = read(file[..file.len() / 2].to_vec());
        let [fault] = picture.faults.as_slice() else { panic!("{:?}", picture.faults) };
        assert!(
            fault.starts_with("is damaged: only ") && fault.ends_with("of its 64 rows can be read")
        );
        let PictureData::Flate { alpha, .. } = picture.data else { panic!("not deflated") };
        assert!(alpha.is_some(), "what is missing is transparent");
    }

    #[test]
    fn a_wrong_check_sum_costs_nothing() {
        let mut file = noise();
        let sum = file.len() - 14;
        file[sum] ^= 1;
        let picture = read(file);
        assert_eq!(picture.faults, ["is damaged: its end or its check sums are wrong"]);
        let PictureData::Flate { alpha, .. } = picture.data else { panic!("not deflated") };
        assert!(alpha.is_none(), "nothing is missing");
        let whole = noise();
        let picture = read(whole[..whole.len() - 12].to_vec());
        assert_eq!(picture.faults.len(), 1, "the end chunk is missing");
    }

    #[test]
    fn any_cut_gives_a_picture_or_a_reason() {
        let file = noise();
        for length in 8..file.len() {
            if let Err(problem) = png::read(file[..length].to_vec(), &Meter::default()) {
                assert_eq!(
                    problem.code,
                    reportctl_base::problem::Code::ImageUnreadable,
                    "{length}"
                );
            }
        }
    }
}
