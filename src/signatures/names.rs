//! Names in certificates.

use der::asn1::{ObjectIdentifier, PrintableStringRef, TeletexStringRef, Utf8StringRef};
use der::{Any, Tag, Tagged as _};
use x509_cert::name::Name;

const COMMON_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.3");

/// The common name of somebody, else the whole name as RFC 4514 writes it.
pub(super) fn common(name: &Name) -> String {
    let parts = name.iter_rdn().flat_map(|part| part.iter());
    let common = parts.filter(|part| part.oid == COMMON_NAME).find_map(|part| text(&part.value));
    common.unwrap_or_else(|| name.to_string())
}

fn text(value: &Any) -> Option<String> {
    Some(match value.tag() {
        Tag::Utf8String => value.decode_as::<Utf8StringRef<'_>>().ok()?.as_str().to_owned(),
        Tag::PrintableString => {
            value.decode_as::<PrintableStringRef<'_>>().ok()?.as_str().to_owned()
        }
        Tag::TeletexString => value.decode_as::<TeletexStringRef<'_>>().ok()?.as_str().to_owned(),
        Tag::BmpString => {
            let units =
                value.value().chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            String::from_utf16_lossy(&units.collect::<Vec<_>>())
        }
        _ => return None,
    })
}
