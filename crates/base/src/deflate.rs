//! Compression of streams in the zlib format (RFC 1950), as PDF and PNG files hold it.

use std::cell::RefCell;
use std::io::{self, Write};

use flate2::{Compress, Compression, FlushCompress, Status};

/// Level 9 takes twice the time for 2 % fewer bytes.
const LEVEL: u32 = 6;
/// Two thirds of the time for a tenth more bytes, of texts that repeat themselves as objects of PDF do.
const FAST_LEVEL: u32 = 4;

thread_local! {
    /// The compressor that the last stream of this thread has left, and its level. Its state of 300 KB is taken once:
    /// small blocks that were allocated between many such states would keep the memory of each apart.
    static COMPRESSOR: RefCell<Option<(Compress, u32)>> = const { RefCell::new(None) };
}

/// The compressed form of the bytes.
pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    Deflate::of(bytes, LEVEL)
}

/// A compressed form of the bytes that takes less time and more space.
pub fn deflate_fast(bytes: &[u8]) -> Vec<u8> {
    Deflate::of(bytes, FAST_LEVEL)
}

/// A stream that is compressed as it is written.
pub struct Deflate {
    /// Present until the stream is dropped.
    compress: Option<Compress>,
    level: u32,
    out: Vec<u8>,
}

impl Default for Deflate {
    fn default() -> Self {
        Self::with_capacity(0, LEVEL)
    }
}

impl Deflate {
    fn of(bytes: &[u8], level: u32) -> Vec<u8> {
        let mut stream = Self::with_capacity(bytes.len() / 4 + 64, level);
        stream.run(bytes, FlushCompress::Finish);
        stream.out.shrink_to_fit();
        std::mem::take(&mut stream.out)
    }

    fn with_capacity(bytes: usize, level: u32) -> Self {
        let kept = COMPRESSOR.with_borrow_mut(Option::take).and_then(|(mut compress, before)| {
            compress.reset();
            // Nothing is pending, so that it takes effect from the first byte on.
            let has_level = before == level || compress.set_level(Compression::new(level)).is_ok();
            has_level.then_some(compress)
        });
        let compress = kept.unwrap_or_else(|| Compress::new(Compression::new(level), true));
        Self { compress: Some(compress), level, out: Vec::with_capacity(bytes) }
    }

    /// The compressed bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.run(&[], FlushCompress::Finish);
        std::mem::take(&mut self.out)
    }

    fn run(&mut self, mut bytes: &[u8], flush: FlushCompress) {
        let Some(compress) = &mut self.compress else { return };
        loop {
            let before = compress.total_in();
            let status = compress.compress_vec(bytes, &mut self.out, flush);
            let read = usize::try_from(compress.total_in() - before).unwrap_or(bytes.len());
            bytes = bytes.get(read..).unwrap_or_default();
            match status {
                Ok(Status::StreamEnd) | Err(_) => return,
                // Nothing is left, and there was room for what came of it.
                _ if bytes.is_empty()
                    && matches!(flush, FlushCompress::None)
                    && self.out.len() < self.out.capacity() =>
                {
                    return;
                }
                _ => self.out.reserve(self.out.capacity().max(64)),
            }
        }
    }
}

impl Write for Deflate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.run(bytes, FlushCompress::None);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Deflate {
    fn drop(&mut self) {
        let compress = self.compress.take().map(|compress| (compress, self.level));
        // At the end of its thread there is nowhere to keep it.
        let _ = COMPRESSOR.try_with(|kept| kept.replace(compress));
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;
    use proptest::prelude::*;

    use super::*;

    fn inflate(bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        ZlibDecoder::new(bytes).read_to_end(&mut out).expect("a sound stream");
        out
    }

    #[test]
    fn streams_are_compressed_the_same_whatever_came_before() {
        let long = b"<</S/P/P 12 0 R/K 1>><</S/Span/P 13 0 R/K 2>>".repeat(50);
        let levels = || (deflate(&long), deflate_fast(&long));
        let new = |level| {
            let mut out = Vec::with_capacity(long.len());
            let mut compress = Compress::new(Compression::new(level), true);
            compress.compress_vec(&long, &mut out, FlushCompress::Finish).expect("memory");
            out
        };
        assert_eq!(levels(), (new(LEVEL), new(FAST_LEVEL)));
        assert_eq!(levels(), levels());
        let (empty, text) = (deflate(b""), deflate(b"0 0 m 1 1 l S"));
        let mut open = Deflate::default();
        open.write_all(b"left unfinished").expect("memory");
        drop(open);
        assert_eq!(deflate(b""), empty);
        assert_eq!(deflate(b"0 0 m 1 1 l S"), text);
    }

    #[test]
    fn two_streams_may_be_open_at_one_time() {
        let (mut a, mut b) = (Deflate::default(), Deflate::default());
        for _ in 0..1000 {
            a.write_all(b"first ").expect("memory");
            b.write_all(b"second ").expect("memory");
        }
        assert_eq!(inflate(&a.finish()), b"first ".repeat(1000));
        assert_eq!(inflate(&b.finish()), b"second ".repeat(1000));
    }

    proptest! {
        #[test]
        fn what_is_compressed_can_be_read(parts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..5000), 0..8)) {
            let mut stream = Deflate::default();
            for part in &parts {
                stream.write_all(part).expect("memory");
            }
            prop_assert_eq!(inflate(&stream.finish()), parts.concat());
            prop_assert_eq!(inflate(&deflate(&parts.concat())), parts.concat());
        }
    }
}
