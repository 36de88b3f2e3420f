//! Frames: how a process and its child pass bytes to each other.
//!
//! ```text
//! magic "rctl" │ header bytes u32 │ parts u32 │ bytes of each part u64 … │ header │ parts
//! ```
//!
//! Numbers are little-endian. The header is JSON; the parts are bytes as they are. Both sides refuse a
//! frame that is larger than they allow before they take memory for it.

use std::io::{self, IoSlice, Read, Write};

const MAGIC: [u8; 4] = *b"rctl";
/// Maximum number of parts of a frame: files of a library, texts of languages.
pub const MAX_PARTS: usize = 100_000;
/// Memory that is taken for a part before its bytes arrive.
const FIRST_BYTES: usize = 1 << 20;

/// A frame as it was read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The header, as JSON.
    pub header: Vec<u8>,
    pub parts: Vec<Vec<u8>>,
}

impl Frame {
    /// Bytes of header and parts.
    pub fn bytes(&self) -> usize {
        self.header.len() + self.parts.iter().map(Vec::len).sum::<usize>()
    }
}

/// Writes a frame.
///
/// # Errors
/// Errors of the writer; `InvalidInput` for a frame that no reader takes.
pub fn write(out: &mut impl Write, header: &[u8], parts: &[&[u8]]) -> io::Result<()> {
    let too_large = || io::Error::new(io::ErrorKind::InvalidInput, "the frame is too large");
    let mut start = Vec::with_capacity(12 + parts.len() * 8 + header.len());
    start.extend_from_slice(&MAGIC);
    let header_bytes = u32::try_from(header.len()).map_err(|_| too_large())?;
    let count = u32::try_from(parts.len()).ok().filter(|_| parts.len() <= MAX_PARTS);
    start.extend_from_slice(&header_bytes.to_le_bytes());
    start.extend_from_slice(&count.ok_or_else(too_large)?.to_le_bytes());
    for part in parts {
        start.extend_from_slice(&(part.len() as u64).to_le_bytes());
    }
    start.extend_from_slice(header);
    let mut slices = Vec::with_capacity(parts.len() + 1);
    slices.push(IoSlice::new(&start));
    slices.extend(parts.iter().filter(|part| !part.is_empty()).map(|part| IoSlice::new(part)));
    let mut left = slices.as_mut_slice();
    while !left.is_empty() {
        match out.write_vectored(left) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut left, written),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Limits of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    /// Bytes of the header. JSON takes a multiple of them in memory when it is read.
    pub header: u64,
    /// Bytes of header and parts together.
    pub bytes: u64,
    /// Number of parts.
    pub parts: usize,
}

impl Most {
    /// A number of arbitrary bytes.
    pub fn bytes(bytes: u64) -> Self {
        Self { header: bytes, bytes, parts: MAX_PARTS }
    }
}

/// Reads a frame that is no larger than allowed; nothing where the other side closed the connection between
/// two frames.
///
/// # Errors
/// Errors of the reader; `InvalidData` for bytes that are not a frame, and for a frame that is too
/// large.
pub fn read(input: &mut impl Read, most: Most) -> io::Result<Option<Frame>> {
    let mut start = [0; 12];
    if !read_start(input, &mut start)? {
        return Ok(None);
    }
    let [a, b, c, d, e, f, g, h, rest @ ..] = start;
    if [a, b, c, d] != MAGIC {
        return Err(invalid("these bytes are no frame"));
    }
    let header_bytes = u64::from(u32::from_le_bytes([e, f, g, h]));
    let count = u32::from_le_bytes(rest) as usize;
    if count > most.parts.min(MAX_PARTS) {
        return Err(invalid("the frame has too many parts"));
    }
    let mut lengths = Vec::with_capacity(count.min(1024));
    let mut total = header_bytes;
    for _ in 0..count {
        let mut length = [0; 8];
        input.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        total = total.saturating_add(length);
        lengths.push(length);
    }
    if total > most.bytes || header_bytes > most.header {
        return Err(invalid("the frame is too large"));
    }
    let header = read_part(input, header_bytes)?;
    let parts = lengths.into_iter().map(|length| read_part(input, length));
    Ok(Some(Frame { header, parts: parts.collect::<io::Result<_>>()? }))
}

/// Reads the start of a frame; `false` where nothing more comes.
fn read_start(input: &mut impl Read, start: &mut [u8]) -> io::Result<bool> {
    let mut filled = 0;
    while filled < start.len() {
        match input.read(&mut start[filled..]) {
            Ok(0) if filled == 0 => return Ok(false),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

/// Memory is taken as bytes arrive, and never more than there are bytes.
fn read_part(input: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| invalid("the frame is too large"))?;
    let mut part = Vec::new();
    while part.len() < length {
        let step = (length - part.len()).min(part.len().max(FIRST_BYTES));
        part.reserve_exact(step);
        if input.by_ref().take(step as u64).read_to_end(&mut part)? < step {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(part)
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn frame(header: &str, parts: &[&[u8]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, header.as_bytes(), parts).unwrap();
        bytes
    }

    #[test]
    fn a_frame_comes_back_as_it_was_written() {
        let mut bytes = frame("{}", &[b"one", b"", b"three"]);
        bytes.extend(frame("[]", &[]));
        let mut input = bytes.as_slice();
        let first = read(&mut input, Most::bytes(100)).unwrap().unwrap();
        assert_eq!(first.header, b"{}");
        assert_eq!(first.parts, [b"one".to_vec(), Vec::new(), b"three".to_vec()]);
        assert_eq!(read(&mut input, Most::bytes(100)).unwrap().unwrap().header, b"[]");
        assert_eq!(read(&mut input, Most::bytes(100)).unwrap(), None);
    }

    #[test]
    fn frames_that_are_cut_or_too_large_are_refused() {
        let bytes = frame("{}", &[b"12345678"]);
        for end in 1..bytes.len() {
            let error = read(&mut &bytes[..end], Most::bytes(100)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{end}");
        }
        let error = read(&mut bytes.as_slice(), Most::bytes(9)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let error = read(&mut b"GET / HTTP/1.1\r\n".as_slice(), Most::bytes(100)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_length_takes_no_memory_before_its_bytes_arrive() {
        let mut bytes = frame("{}", &[b""]);
        bytes[12..20].copy_from_slice(&(1_u64 << 40).to_le_bytes());
        let error = read(&mut bytes.as_slice(), Most::bytes(u64::MAX)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_header_and_a_number_of_parts_have_bounds_of_their_own() {
        let bytes = frame("{\"a\": 1}", &[b"one", b"two"]);
        let most = Most { header: 8, bytes: 100, parts: 2 };
        assert!(read(&mut bytes.as_slice(), most).unwrap().is_some());
        for less in [Most { header: 7, ..most }, Most { parts: 1, ..most }] {
            let error = read(&mut bytes.as_slice(), less).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }

    #[test]
    fn a_part_takes_no_more_memory_than_its_bytes() {
        for length in [1, FIRST_BYTES - 1, FIRST_BYTES, 3 * FIRST_BYTES + 7] {
            let bytes = frame("{}", &[&vec![7; length]]);
            let read = read(&mut bytes.as_slice(), Most::bytes(u64::MAX)).unwrap().unwrap();
            assert_eq!(read.parts[0].len(), length);
            assert_eq!(read.parts[0].capacity(), length);
        }
    }
}
