//! Locales on the command line.

use engine::locale::Locale;

/// Reads the tag of a locale that there is data for.
pub(super) fn parse(tag: &str) -> Result<String, &'static str> {
    match Locale::find(tag) {
        Some(_) => Ok(tag.to_owned()),
        None => Err("there is no data for this locale; use a tag such as `de-DE`"),
    }
}
