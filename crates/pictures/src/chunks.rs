//! The chunks of PNG files (W3C PNG, third edition, 5.3).

/// The chunks of a PNG file: kind and body. The last one may be cut short.
pub(super) fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = bytes.get(8..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let body = after.get(..length).unwrap_or(after);
        // After the body its check sum.
        rest = after.get(length.saturating_add(4)..).unwrap_or_default();
        Some((kind, body))
    })
}
