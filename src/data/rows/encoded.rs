//! Data in other encodings than UTF-8.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::str::FromStr;

use encoding_rs::DecoderResult;

use crate::base::files;
use crate::data::encoding::Origin;
use engine::problem::{Problem, Result};

/// An encoding by the name that the web has for it: `windows-1252`, `utf-16le`, `iso-8859-2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl FromStr for Encoding {
    type Err = &'static str;

    fn from_str(label: &str) -> Result<Self, Self::Err> {
        // The web has UTF-16LE for it; a byte order mark says otherwise where there is one.
        encoding_rs::Encoding::for_label(label.as_bytes()).map(Self).ok_or(
            "write an encoding such as windows-1252, iso-8859-2, utf-16le, shift_jis or gb18030",
        )
    }
}

/// Bytes that are decoded together.
const CHUNK: usize = 64 << 10;

impl Encoding {
    /// A temporary file with the same text in UTF-8, without a byte order mark.
    ///
    /// # Errors
    /// Bytes that are no text in this encoding, and those of files.
    pub(super) fn to_utf8(self, file: File, origin: Origin<'_>) -> Result<File> {
        let failed = |error: std::io::Error| {
            let problem = files::io_problem("read", std::path::Path::new(origin.name), &error);
            Problem { code: origin.code, ..problem }
        };
        let mut reader = BufReader::with_capacity(CHUNK, file);
        let mut writer = BufWriter::new(tempfile::tempfile().map_err(failed)?);
        let mut decoder = self.0.new_decoder();
        let (mut bytes, mut text) = (vec![0; CHUNK], vec![0; CHUNK * 3 + 16]);
        let mut offset = 0_u64;
        loop {
            let read = reader.read(&mut bytes).map_err(failed)?;
            let mut input = bytes.get(..read).unwrap_or_default();
            loop {
                let (result, taken, written) =
                    decoder.decode_to_utf8_without_replacement(input, &mut text, read == 0);
                offset += taken as u64;
                writer.write_all(text.get(..written).unwrap_or_default()).map_err(failed)?;
                input = input.get(taken..).unwrap_or_default();
                match result {
                    DecoderResult::InputEmpty => break,
                    DecoderResult::OutputFull => {}
                    DecoderResult::Malformed(length, after) => {
                        let at = offset.saturating_sub(u64::from(length) + u64::from(after));
                        let name = self.0.name();
                        return Err(origin
                            .problem(&format!("byte {at} is not valid in the encoding {name}"))
                            .detail("byteOffset", at)
                            .advice("name the encoding that the file was saved with"));
                    }
                }
            }
            if read == 0 {
                break;
            }
        }
        let mut file = writer.into_inner().map_err(|error| failed(error.into_error()))?;
        file.rewind().map_err(failed)?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::data::codes;

    const ORIGIN: Origin<'_> = Origin { code: codes::DATA_UNREADABLE, name: "d.csv" };

    fn decoded(encoding: &str, bytes: &[u8]) -> Result<String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        let mut text = String::new();
        encoding
            .parse::<Encoding>()
            .unwrap()
            .to_utf8(file, ORIGIN)?
            .read_to_string(&mut text)
            .unwrap();
        Ok(text)
    }

    #[test]
    fn other_encodings_become_utf8() {
        assert_eq!(decoded("windows-1252", b"caf\xE9 \x80"), Ok("café €".to_owned()));
        assert_eq!(decoded("latin1", b"\xE9"), Ok("é".to_owned()));
        assert_eq!(decoded("utf-16", b"\xFF\xFEa\0\xE9\0"), Ok("aé".to_owned()));
        assert_eq!(decoded("utf-16be", b"\0a"), Ok("a".to_owned()));
        // Over the edge of a chunk.
        let long = b"\xE9".repeat(CHUNK + 7);
        assert_eq!(decoded("latin1", &long).unwrap().chars().count(), long.len());
        let problem = decoded("shift_jis", b"ab\x81").unwrap_err();
        assert_eq!(problem.get("byteOffset"), Some(&2.into()));
        assert!("ebcdic".parse::<Encoding>().is_err());
    }
}
