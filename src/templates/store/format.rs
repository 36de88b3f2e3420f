//! `template fmt`: the canonical form of template files.

use std::path::Path;

use super::canonical::canonical;
use super::schema;
use super::size::{MAX_TEMPLATE_BYTES, too_large};
use crate::base::files;
use crate::data::encoding::{Origin, decode};
use crate::data::{Format, json};
use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// Lays a JSON text out in canonical form, with a reference to the schema of template files, if one
/// is given and it has none; for `template fmt`.
///
/// # Errors
/// `templateUnreadable` when it is not JSON; `invalidTemplate` when the result is too large.
pub fn format_text(text: &str, name: &str, schema: Option<&str>) -> Result<String> {
    let origin = Origin { code: codes::TEMPLATE_UNREADABLE, name };
    json::read(text, origin)?;
    let text = schema::with_reference(text, schema);
    canonical(&text, MAX_TEMPLATE_BYTES).ok_or_else(too_large)
}

/// Lays a JSON file out in canonical form, with a reference to the schema where there is one, and
/// says whether that changes it; writes only when `check` is off.
///
/// # Errors
/// As for [`format_text`], `io`, and `usage` for a YAML file, which has no canonical form.
pub fn format_file(path: &Path, check: bool) -> Result<bool> {
    let name = files::display_name(path);
    if matches!(Format::of(path), Some(Format::Yaml)) {
        let message = format!("{} is YAML, and only JSON has a canonical form", quoted(&name));
        return Err(Problem::new(codes::USAGE, message)
            .file(name)
            .advice("store it with `reportctl template add`, which writes JSON"));
    }
    let bytes = files::read_regular(path, MAX_TEMPLATE_BYTES as u64)?;
    let given = bytes.clone();
    let text = decode(bytes, Origin { code: codes::TEMPLATE_UNREADABLE, name: &name })?;
    let formatted = format_text(&text, &name, schema::reference(path).as_deref())?;
    let changed = formatted.as_bytes() != given;
    if changed && !check {
        files::write_whole(path, formatted.as_bytes())?;
    }
    Ok(changed)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_laid_out_once() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("t.json");
        fs::write(&path, "\u{FEFF}{\"a\":[1.50 ,2]}").unwrap();
        assert!(format_file(&path, true).unwrap());
        assert!(fs::read_to_string(&path).unwrap().starts_with('\u{FEFF}'), "checking only");
        assert!(format_file(&path, false).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"a\": [\n    1.50,\n    2\n  ]\n}\n");
        assert!(!format_file(&path, false).unwrap());
    }

    #[test]
    fn what_has_no_canonical_form_is_left_alone() {
        let folder = tempfile::TempDir::new().unwrap();
        for (name, text, code) in
            [("t.yaml", "a: 1", codes::USAGE), ("t.json", "{a}", codes::TEMPLATE_UNREADABLE)]
        {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            assert_eq!(format_file(&path, false).unwrap_err().code, code);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
