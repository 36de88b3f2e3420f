//! Sizes of streams before they are read: the library decompresses without a limit.
//!
//! Streams are found by their keyword, wherever they are in the file, so that tables and streams of
//! objects, which are decompressed when a file is opened, are among them.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::{DeflateDecoder, ZlibDecoder};

/// Most bytes of one stream, and of all.
const MAX_STREAM: u64 = 512 << 20;
const MAX_ALL: u64 = 2 << 30;
/// Filters on top of each other.
const MAX_FILTERS: usize = 4;
/// Bytes before its data in which the dictionary of a stream is looked for.
const DICTIONARY: usize = 4096;

const TOO_LARGE: &str = "a stream of it is too large";

/// Refuses a file whose streams are too large without their compression.
pub(super) fn check(file: &[u8]) -> Result<(), &'static str> {
    within(file, MAX_STREAM, MAX_ALL)
}

fn within(file: &[u8], most: u64, mut left: u64) -> Result<(), &'static str> {
    let (mut at, mut end) = (0, 0);
    while let Some(found) = position(&file[at..], b"stream") {
        let start = at + found;
        at = start + b"stream".len();
        if file[..start].ends_with(b"end") {
            continue;
        }
        let data = file[at..].strip_prefix(b"\r").unwrap_or(&file[at..]);
        let data = data.strip_prefix(b"\n").unwrap_or(data);
        if end < at {
            end = position(&file[at..], b"endstream").map_or(file.len(), |found| at + found);
        }
        let dictionary = &file[start.saturating_sub(DICTIONARY)..start];
        let object = dictionary.windows(3).rposition(|window| window == b"obj").unwrap_or(0);
        let grown =
            growth(&dictionary[object..]).map(|growth| growth.saturating_mul((end - at) as u64));
        let size = inflated(data, most)?.max(grown.unwrap_or(0));
        if size > most {
            return Err(TOO_LARGE);
        }
        left = left.checked_sub(size).ok_or("its streams are too large")?;
    }
    Ok(())
}

fn position(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// Bytes that filters other than deflate may make of one.
fn growth(dictionary: &[u8]) -> Option<u64> {
    /// Twelve bits of LZW stand for up to 3,838 bytes, two bytes of a run length for up to 128.
    const FILTERS: [(&[u8], u64); 2] = [(b"LZW", 2560), (b"RunLength", 64)];
    let count = |name: &[u8]| dictionary.windows(name.len()).filter(|part| *part == name).count();
    let mut growth: u64 = 1;
    for (name, factor) in FILTERS {
        let times = u32::try_from(count(name)).unwrap_or(u32::MAX);
        growth = growth.saturating_mul(factor.saturating_pow(times));
    }
    // Behind a reference may be any of them.
    let filter = position(dictionary, b"/Filter").map(|at| &dictionary[at + b"/Filter".len()..]);
    let next = filter.and_then(|of| of.iter().find(|byte| !byte.is_ascii_whitespace()));
    if next.is_some_and(u8::is_ascii_digit) {
        growth = growth.saturating_mul(2560);
    }
    (growth > 1).then_some(growth)
}

/// The size of data that was deflated, perhaps several times: the size of its largest form.
fn inflated(data: &[u8], most: u64) -> Result<u64, &'static str> {
    let mut largest = 0;
    for filters in 1..=MAX_FILTERS + 1 {
        let mut reader: Box<dyn BufRead + '_> = Box::new(data);
        for _ in 0..filters {
            let start = reader.fill_buf().unwrap_or_default();
            let is_zlib = matches!(start, [method, check, ..]
                if method & 15 == 8 && u16::from_be_bytes([*method, *check]).is_multiple_of(31));
            reader = if is_zlib {
                Box::new(BufReader::new(ZlibDecoder::new(reader)))
            } else {
                Box::new(BufReader::new(DeflateDecoder::new(reader)))
            };
        }
        let size = count(reader, most);
        if size > most || (size > 1 << 20 && filters > MAX_FILTERS) {
            return Err(TOO_LARGE);
        }
        if size == 0 {
            break;
        }
        largest = largest.max(size);
    }
    Ok(largest)
}

/// The bytes up to the end, or to where they are damaged: readers keep what is before.
fn count(mut reader: Box<dyn BufRead + '_>, most: u64) -> u64 {
    let mut buffer = [0; 1 << 14];
    let mut size = 0;
    while let Ok(read @ 1..) = reader.read(&mut buffer) {
        size += read as u64;
        if size > most {
            break;
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn deflated(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    fn file(dictionary: &str, data: &[u8]) -> Vec<u8> {
        let mut file = format!("%PDF-1.7\n1 0 obj\n{dictionary}\nstream\r\n").into_bytes();
        file.extend_from_slice(data);
        file.extend_from_slice(b"\nendstream\nendobj\n");
        file
    }

    #[test]
    fn sizes_are_those_without_compression() {
        let zeros = vec![0; 1 << 20];
        let fits = |dictionary: &str, data: &[u8], most| {
            within(&file(dictionary, data), most, 2 * most).is_ok()
        };
        let (once, twice) = (deflated(&zeros), deflated(&deflated(&zeros)));
        for data in [&once[..], &once[2..], &twice] {
            assert!(fits("<</Filter/FlateDecode>>", data, 1 << 20));
            assert!(!fits("<</Filter/FlateDecode>>", data, (1 << 20) - 1));
        }
        assert!(fits("<<>>", &zeros, 1 << 20));
        assert!(fits("<</Filter/DCTDecode>>", &zeros, 1000));
        // With the ends of the lines around it, 103 bytes.
        let short = [7; 100];
        for (filters, growth) in
            [("/LZWDecode", 2560), ("[/RunLengthDecode/LZWDecode]", 2560 * 64), ("5 0 R", 2560)]
        {
            let dictionary = format!("<</Filter {filters}>>");
            assert!(fits(&dictionary, &short, 103 * growth), "{filters}");
            assert!(!fits(&dictionary, &short, 103 * growth - 1), "{filters}");
        }
        let many = file("<<>>", &once).repeat(3);
        assert_eq!(within(&many, 1 << 20, 2 << 20), Err("its streams are too large"));
    }
}
