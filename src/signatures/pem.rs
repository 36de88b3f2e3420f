//! Blocks of PEM files (RFC 7468), with what other programs put between and into them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A block.
pub(super) struct Block {
    /// Its label: `CERTIFICATE`.
    pub(super) label: String,
    pub(super) der: Vec<u8>,
    /// Encrypted in the way that was usual before PKCS #8 (RFC 1421).
    pub(super) is_encrypted: bool,
}

/// The blocks of a file in their order; what is no block is passed over.
pub(super) fn blocks(bytes: &[u8]) -> Vec<Block> {
    let text = String::from_utf8_lossy(bytes);
    let mut blocks = Vec::new();
    let mut rest = &*text;
    while let Some((_, after)) = rest.split_once("-----BEGIN ") {
        let Some((label, body)) = after.split_once("-----") else { break };
        let Some((body, after)) = body.split_once(&format!("-----END {label}-----")) else { break };
        // Headers end with an empty line.
        let is_encrypted = body.contains("Proc-Type:");
        let encoded = body.lines().filter(|line| !line.contains(':'));
        let encoded: String = encoded.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect();
        if let Ok(der) = STANDARD.decode(encoded) {
            blocks.push(Block { label: label.to_owned(), der, is_encrypted });
        }
        rest = after;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_between_other_texts() {
        let file = "Bag Attributes\n  friendlyName: a\n-----BEGIN A B-----\nAQ\n ID\n-----END A B-----\r\n\
                    -----BEGIN C-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\nBA==\n-----END C-----\n\
                    -----BEGIN D-----\n?\n-----END D-----\n-----BEGIN E-----\nAA==";
        let read = blocks(file.as_bytes());
        let read: Vec<_> =
            read.iter().map(|it| (it.label.as_str(), &it.der[..], it.is_encrypted)).collect();
        assert_eq!(read, [("A B", &[1, 2, 3][..], false), ("C", &[4][..], true)]);
    }
}
