//! Hashes of templates, and of the files that belong to them.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::store::{SCHEMA_KEY, TemplateDocument};
use crate::base::hash::sha256;
use engine::problem::Result;

/// Something with a name and a hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// Its name, for people: it decides nothing.
    pub name: String,
    /// SHA-256, in hexadecimal.
    pub sha256: String,
}

/// The hash of a template: of its file in canonical form, pictures inside it, without `$schema`,
/// which is for editors.
///
/// # Errors
/// Errors of writing a template.
pub fn template_hash(document: &TemplateDocument) -> Result<String> {
    let json = if document.has_extra(SCHEMA_KEY) {
        let mut plain = document.clone();
        plain.remove_extra(SCHEMA_KEY);
        plain.to_json()?
    } else {
        document.to_json()?
    };
    Ok(sha256(json.as_bytes()))
}

/// The version of a template by its hash and those of the files that it depends on.
pub fn content_version(template: &str, library: &[Named], texts: &[Named]) -> String {
    sha256(json!([template, library, texts]).to_string().as_bytes())
}
