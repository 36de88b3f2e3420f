//! The output intent of PDF/A (ISO 32000-1, 14.11.5): colours are those of sRGB (IEC 61966-2-1), by an ICC
//! profile that a test makes from its definition.

use lopdf::{Document, Object, Stream, dictionary};

use super::objects::catalog;

/// The compressed profile, which is the same in all documents. Making it for each run of the program would take
/// a twentieth of the time of an invoice.
const PROFILE: &[u8] = include_bytes!("srgb.icc.zlib");

/// Says in the catalog what colours mean.
pub(super) fn put(document: &mut Document) -> lopdf::Result<()> {
    let dict = dictionary! { "N" => 3, "Filter" => "FlateDecode" };
    let profile = Stream::new(dict, PROFILE.to_vec()).with_compression(false);
    let profile = document.add_object(profile);
    let name = || Object::string_literal(NAME);
    let intent = document.add_object(dictionary! {
        "Type" => "OutputIntent", "S" => "GTS_PDFA1", "OutputConditionIdentifier" => name(),
        "RegistryName" => Object::string_literal("http://www.color.org"), "Info" => name(),
        "DestOutputProfile" => profile,
    });
    catalog(document)?.set("OutputIntents", vec![Object::Reference(intent)]);
    Ok(())
}

const NAME: &str = "sRGB IEC61966-2.1";

#[cfg(test)]
mod profile;
