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
const MAX_PARTS: usize = 100_000;
/// Memory that is taken for a part before its bytes arrive.
const FIRST_BYTES: usize = 1 << 20;

/// A frame as it was read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The header, as JSON.
    pub header: Vec<u8>,
    /// The parts.
    pub parts: Vec<Vec<u8>>,
}

/// Writes a frame.
///
/// # Errors
/// Those of the writer; `InvalidInput` for a frame that no reader takes.
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

/// Reads a frame of at most so many bytes; nothing where the other side closed the connection between
/// two frames.
///
/// # Errors
/// Those of the reader; `InvalidData` for bytes that are no frame, and for a frame that is too large.
pub fn read(input: &mut impl Read, max_bytes: u64) -> io::Result<Option<Frame>> {
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
    if count > MAX_PARTS {
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
    if total > max_bytes {
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

fn read_part(input: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let first = usize::try_from(length).unwrap_or(usize::MAX).min(FIRST_BYTES);
    let mut part = Vec::with_capacity(first);
    let read = input.take(length).read_to_end(&mut part)?;
    if (read as u64) < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(part) }
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
        let first = read(&mut input, 100).unwrap().unwrap();
        assert_eq!(first.header, b"{}");
        assert_eq!(first.parts, [b"one".to_vec(), Vec::new(), b"three".to_vec()]);
        assert_eq!(read(&mut input, 100).unwrap().unwrap().header, b"[]");
        assert_eq!(read(&mut input, 100).unwrap(), None);
    }

    #[test]
    fn frames_that_are_cut_or_too_large_are_refused() {
        let bytes = frame("{}", &[b"12345678"]);
        for end in 1..bytes.len() {
            let error = read(&mut &bytes[..end], 100).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{end}");
        }
        let error = read(&mut bytes.as_slice(), 9).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let error = read(&mut b"GET / HTTP/1.1\r\n".as_slice(), 100).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_length_takes_no_memory_before_its_bytes_arrive() {
        let mut bytes = frame("{}", &[b""]);
        bytes[12..20].copy_from_slice(&(1_u64 << 40).to_le_bytes());
        let error = read(&mut bytes.as_slice(), u64::MAX).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
