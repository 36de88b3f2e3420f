//! Base64 as data URIs carry it (RFC 4648), read as leniently as it can be without guessing.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const ENGINE: GeneralPurpose = GeneralPurpose::new(&STANDARD, LENIENT);

/// The bytes of a base64 text, and its fault.
///
/// White space, a missing end of the padding and the alphabet of URLs (`-` and `_`) are no faults.
/// A last character alone stands for nothing and is dropped. Any other character counts as `A`, six
/// zero bits: what follows keeps its place, and the picture's own checks say what became of it.
pub fn decode(text: &str) -> (Vec<u8>, Option<&'static str>) {
    if let Ok(bytes) = ENGINE.decode(text) {
        return (bytes, None);
    }
    let mut fault = None;
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '+' | '/' => clean.push(c),
            '-' => clean.push('+'),
            '_' => clean.push('/'),
            '=' => break,
            c if c.is_whitespace() => {}
            _ => {
                clean.push('A');
                fault = Some("has characters in it that are not base64");
            }
        }
    }
    if clean.len() % 4 == 1 {
        clean.pop();
        fault = fault.or(Some("ends in the middle of its base64 text"));
    }
    (ENGINE.decode(&clean).unwrap_or_default(), fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_as_leniently_as_browsers_do() {
        for text in ["Zg==", "Zg", "Z\ng==", "Zh==", " Zg = = "] {
            assert_eq!(decode(text), (b"f".to_vec(), None), "{text:?}");
        }
        assert_eq!(decode("-_-_"), (vec![0xfb, 0xff, 0xbf], None));
        assert_eq!(decode(""), (vec![], None));
    }

    #[test]
    fn damage_costs_no_more_than_what_is_damaged() {
        let (bytes, fault) = decode("Zm9vYmFyZ");
        assert_eq!(bytes, b"foobar");
        assert_eq!(fault, Some("ends in the middle of its base64 text"));
        let (bytes, fault) = decode("Zm9v!mFy");
        assert_eq!((&bytes[..3], &bytes[4..]), (&b"foo"[..], &b"ar"[..]));
        assert_eq!(fault, Some("has characters in it that are not base64"));
        assert_eq!(decode("é").0, [] as [u8; 0]);
    }
}
