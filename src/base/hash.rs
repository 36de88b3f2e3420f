//! SHA-256 as text: versions of templates, fingerprints of data and documents, stored tokens.

use sha2::{Digest, Sha256};

/// SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Bytes in lower-case hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digit = |byte: u8| DIGITS[usize::from(byte & 0xf)];
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte)]).collect()
}

/// The bytes that hexadecimal digits of either case stand for; `None` for anything else.
#[cfg(feature = "signatures")]
pub(crate) fn from_hexadecimal(digits: &[u8]) -> Option<Vec<u8>> {
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let pair = |pair: &[u8]| match pair {
        [high, low] => u8::try_from(digit(*high)? * 16 + digit(*low)?).ok(),
        _ => None,
    };
    digits.chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_written_in_lower_case_with_leading_zeros() {
        assert_eq!(hexadecimal(&[0x00, 0x0f, 0xa9, 0xff]), "000fa9ff");
        // printf abc | sha256sum
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
