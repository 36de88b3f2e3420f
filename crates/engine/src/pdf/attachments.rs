//! The files that a document carries (ISO 32000-2, 7.11.4, 14.13).

use lopdf::{Dictionary, Document, Object, Stream, dictionary};

use super::objects::{catalog, pdf_date, text_string};
use crate::calendar::Timestamp;
use crate::resolve::attachments::AttachedFile;
use reportctl_base::deflate::deflate;

/// Adds the files and says in the catalog that they are there.
pub(super) fn put(
    document: &mut Document,
    files: &[AttachedFile],
    date: Timestamp,
) -> lopdf::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    let mut named = Vec::with_capacity(files.len());
    for file in files {
        let id = document.add_object(embedded(file, date));
        let name = text_string(&file.name);
        let mut spec = dictionary! {
            "Type" => "Filespec", "F" => name.clone(), "UF" => name.clone(),
            "EF" => dictionary! { "F" => id, "UF" => id },
            "AFRelationship" => file.relationship.name(),
        };
        if let Some(description) = &file.description {
            spec.set("Desc", text_string(description));
        }
        named.push((name, document.add_object(spec)));
    }
    let associated = named.iter().map(|(_, id)| Object::Reference(*id)).collect::<Vec<_>>();
    // A tree of names is sorted by their bytes (7.9.6).
    named.sort_by(|(a, _), (b, _)| a.as_str().ok().cmp(&b.as_str().ok()));
    let names = named.into_iter().flat_map(|(name, id)| [name, Object::Reference(id)]);
    let names = dictionary! { "Names" => names.collect::<Vec<_>>() };
    let catalog = catalog(document)?;
    catalog.set("Names", dictionary! { "EmbeddedFiles" => names });
    catalog.set("AF", associated);
    Ok(())
}

fn embedded(file: &AttachedFile, date: Timestamp) -> Stream {
    let ty = file.mime_type.split(';').next().unwrap_or_default().trim();
    let date = Object::string_literal(pdf_date(date));
    let size = i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
    let parameters =
        dictionary! { "Size" => size, "CreationDate" => date.clone(), "ModDate" => date };
    let dict: Dictionary = dictionary! {
        "Type" => "EmbeddedFile", "Subtype" => Object::Name(ty.as_bytes().to_vec()),
        "Params" => parameters, "Filter" => "FlateDecode",
    };
    Stream::new(dict, deflate(&file.bytes)).with_compression(false)
}
