//! The reference from template files to their schema, with which editors complete and check them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::canonical::entries;
use crate::base::files;

/// The key of the reference.
pub const SCHEMA_KEY: &str = "$schema";

/// The file that `reportctl init` writes beside the folder of the templates: what
/// `reportctl schema --format` prints.
pub const SCHEMA_FILE: &str = "template.schema.json";

/// Reference from a template file to the schema: from the folder of the templates, or that of a tenant in
/// it. Nothing where no schema is there.
pub(super) fn reference(template: &Path) -> Option<String> {
    let above = above(files::folder_of(template));
    let further = self::above(&above);
    [("..", above), ("../..", further)].into_iter().find_map(|(up, place)| {
        // Beside a template called `template` it would be the schema of its data.
        let is_ours = place.join(SCHEMA_FILE).is_file() && !place.join("template.json").exists();
        is_ours.then(|| format!("{up}/{SCHEMA_FILE}"))
    })
}

/// The folder above one, which need not be there yet.
fn above(folder: &Path) -> PathBuf {
    let is_named = folder.file_name().is_some();
    match folder.parent() {
        Some(parent) if is_named && parent.as_os_str().is_empty() => ".".into(),
        Some(parent) if is_named => parent.to_owned(),
        _ => folder.join(".."),
    }
}

/// Valid JSON; an object with the reference as its first key, unless it has one.
pub(super) fn with_reference<'t>(text: &'t str, reference: Option<&str>) -> Cow<'t, str> {
    let Some(reference) = reference else { return text.into() };
    let Some(open) = text.find('{').filter(|at| text[..*at].trim().is_empty()) else {
        return text.into();
    };
    let entries = entries(text);
    let key = |key: &str| serde_json::from_str::<String>(key).is_ok_and(|key| key == SCHEMA_KEY);
    if entries.iter().any(|(name, _)| key(name)) {
        return text.into();
    }
    let comma = if entries.is_empty() { "" } else { "," };
    let entry = format!("\"{SCHEMA_KEY}\":{}{comma}", serde_json::Value::from(reference));
    let (head, rest) = text.split_at(open + 1);
    format!("{head}{entry}{rest}").into()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use super::*;

    #[test]
    fn the_reference_is_added_once_and_first() {
        let add = |text: &str| with_reference(text, Some("../s.json")).into_owned();
        assert_eq!(add(r#"{"name":"N"}"#), r#"{"$schema":"../s.json","name":"N"}"#);
        assert_eq!(add("{ }"), r#"{"$schema":"../s.json" }"#);
        for kept in [r#"{"name":"N","$schema":"mine"}"#, r#"{"\u0024schema":"mine"}"#, "[1]"] {
            assert_eq!(add(kept), kept);
        }
        assert_eq!(with_reference("{}", None), "{}");
    }

    #[test]
    fn it_leads_to_the_folder_above_the_templates() {
        let folder = tempfile::TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("templates/acme")).unwrap();
        assert_eq!(reference(&at("templates/a.json")), None);
        fs::write(at(SCHEMA_FILE), "{}").unwrap();
        assert_eq!(reference(&at("templates/a.json")).unwrap(), "../template.schema.json");
        assert_eq!(reference(&at("templates/acme/a.json")).unwrap(), "../../template.schema.json");
        assert_eq!(reference(&at("a.json")), None);
        assert_eq!(reference(&at("new/acme/a.json")).unwrap(), "../../template.schema.json");
        for (folder, up) in
            [("a", "."), (".", "./.."), ("a/b", "a"), ("..", "../.."), ("/a", "/"), ("/", "/..")]
        {
            assert_eq!(above(Path::new(folder)), Path::new(up), "{folder}");
        }
        // The schema of the data of a template is no schema of templates.
        fs::write(at("template.json"), "{}").unwrap();
        assert_eq!(reference(&at("templates/a.json")), None);
    }
}
