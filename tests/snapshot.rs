//! Stored outputs, compared with what comes out now.

use std::fs;
use std::path::Path;

use similar::TextDiff;

/// Set to anything, stored outputs are written again: `UPDATE_GENERATED=1 cargo test`.
pub(crate) fn update() -> bool {
    std::env::var_os("UPDATE_GENERATED").is_some()
}

/// Compares a text with the file that holds it; the error is the difference, line by line.
pub(crate) fn compare(path: &Path, actual: &str) -> Result<(), String> {
    let stored = fs::read_to_string(path).unwrap_or_default();
    if stored == actual {
        return Ok(());
    }
    if update() {
        return fs::write(path, actual).map_err(|error| error.to_string());
    }
    let shown = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display();
    let diff = TextDiff::from_lines(stored.as_str(), actual);
    let diff = diff.unified_diff().context_radius(3).header("stored", "now").to_string();
    Err(format!("{shown} differs (UPDATE_GENERATED=1 stores what comes out now)\n{diff}"))
}

/// Compares a generated part of a page, between `<!-- generated: NAME, …-->` and `<!-- end -->`.
pub(crate) fn compare_part(path: &Path, name: &str, actual: &str) -> Result<(), String> {
    let page = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mark = format!("<!-- generated: {name}, ");
    let start = page.find(&mark).ok_or(format!("no `{mark}` in {}", path.display()))?;
    let start = start + page[start..].find('\n').map_or(0, |end| end + 1);
    let end = page[start..].find("<!-- end -->").ok_or("the generated part has no end")? + start;
    compare(path, &format!("{}{actual}{}", &page[..start], &page[end..]))
}
