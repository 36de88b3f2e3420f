//! Short fingerprints of names and addresses, of all rows, to find those that several rows have.

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// Half of the SHA-256 of a text, without its case: two texts with one fingerprint do not happen.
pub(super) type Fingerprint = u128;

/// A row that has none.
const NONE: Fingerprint = 0;

/// A fingerprint for each row: 16 bytes.
#[derive(Debug, Default)]
pub(super) struct Fingerprints(Vec<Fingerprint>);

impl Fingerprints {
    /// Adds that of the next row.
    pub(super) fn push(&mut self, text: Option<&str>) {
        self.0.push(text.map_or(NONE, fingerprint));
    }

    /// Returns `true` if a row has a fingerprint at all.
    pub(super) fn has(&self, row: u64) -> bool {
        self.get(row).is_some_and(|fingerprint| fingerprint != NONE)
    }

    /// Returns `true` if a row has the fingerprint of this text.
    pub(super) fn is(&self, row: u64, text: &str) -> bool {
        self.get(row) == Some(fingerprint(text))
    }

    fn get(&self, row: u64) -> Option<Fingerprint> {
        let index = usize::try_from(row.checked_sub(1)?).ok()?;
        self.0.get(index).copied()
    }

    /// The fingerprints that several rows have, in order, and how many rows have one that another row
    /// before them has.
    pub(super) fn shared(&self) -> (Vec<Fingerprint>, u64) {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let pairs = sorted.windows(2).filter(|pair| pair[0] == pair[1] && pair[0] != NONE);
        let mut shared: Vec<Fingerprint> = pairs.map(|pair| pair[0]).collect();
        let again = shared.len() as u64;
        shared.dedup();
        (shared, again)
    }
}

/// File systems differ in whether they report letters apart by case, and accents by how they are
/// composed; mail servers in the former.
pub(super) fn fingerprint(text: &str) -> Fingerprint {
    let folded = if text.is_ascii() {
        text.to_ascii_lowercase()
    } else {
        text.nfc().collect::<String>().to_lowercase()
    };
    exact(&folded)
}

/// A fingerprint that tells case and composition apart.
pub(super) fn exact(text: &str) -> Fingerprint {
    let hash = Sha256::digest(text.as_bytes());
    let half = hash.first_chunk::<16>().copied().unwrap_or_default();
    Fingerprint::from_be_bytes(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_file_system_takes_for_one_have_one_mark() {
        assert_eq!(fingerprint("A.pdf"), fingerprint("a.pdf"));
        assert_eq!(fingerprint("S\u{e3}o.pdf"), fingerprint("sa\u{303}o.pdf"));
        assert_ne!(fingerprint("a.pdf"), fingerprint("b.pdf"));
    }

    #[test]
    fn rows_without_a_name_do_not_share_it() {
        let fingerprints = Fingerprints(vec![NONE, 5, NONE, 7, 5, 5]);
        assert_eq!(fingerprints.shared(), (vec![5], 2));
        assert!(
            fingerprints.has(2)
                && !fingerprints.has(1)
                && !fingerprints.has(0)
                && !fingerprints.has(9)
        );
    }
}
