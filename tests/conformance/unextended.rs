//! Extensions leave documents that do not ask for them alone, to the byte: every shipped template
//! with its data, every sample of the format and every document of the conformance vectors gives
//! the file whose hash is stored.

use std::fmt::Write;

use reportctl::{Budget, Fonts, Options, Prepared, Problem, Value};
use sha2::{Digest, Sha256};

use super::document::{Document, value};
use super::{AREAS, vectors};
use crate::{documents, snapshot};

/// Compares the hashes of all documents with the stored ones.
pub(super) fn bytes_are_what_they_were() -> Result<(), String> {
    let mut hashes = String::new();
    let standard = Fonts::standard();
    let embedded = documents::embedded_fonts();
    let mut shipped = documents::format_samples();
    shipped.extend(documents::unextended());
    for document in &shipped {
        for (kind, fonts) in [("standard", &standard), ("embedded", &embedded)] {
            let name = format!("{}/{}/{kind}", document.template, document.name);
            let hash = hash(&document.prepared, &document.data, &Options::new(fonts));
            line(&mut hashes, &name, hash);
        }
    }
    for (area, _) in AREAS {
        for vector in vectors(area) {
            if !vector.input["template"].is_object() && !vector.input["sample"].is_string() {
                continue;
            }
            let document = Document::of(&vector);
            let fonts = Fonts::new(Vec::new(), document.fallback_font);
            let mut options = Options::new(&fonts);
            options.budget.max_pages = document.max_pages.unwrap_or(Budget::default().max_pages);
            let prepared = document.prepare();
            let hash =
                prepared.and_then(|prepared| hash(&prepared, &value(&document.data), &options));
            line(&mut hashes, &format!("{area}/{}", vector.id), hash);
        }
    }
    snapshot::compare(&documents::root().join("tests/golden/unextended.txt"), &hashes)
}

/// The hash of page model and file.
fn hash(prepared: &Prepared, data: &Value, options: &Options<'_>) -> Result<String, Problem> {
    let layout = serde_json::to_vec(&prepared.layout(data, options)?).unwrap();
    let file = prepared.generate(data, options)?;
    let digest = Sha256::new().chain_update(layout).chain_update(file).finalize();
    Ok(digest[..16].iter().map(|byte| format!("{byte:02x}")).collect())
}

fn line(hashes: &mut String, name: &str, hash: Result<String, Problem>) {
    let _ = match hash {
        Ok(hash) => writeln!(hashes, "{hash} {name}"),
        Err(problem) => writeln!(hashes, "{} {name}", problem.code.as_str()),
    };
}
