//! Places in a schema, as the validator names them.

/// The place of a value, and the part of the schema that it was validated against.
pub(super) struct ValueOrigin<'a> {
    /// Name of the parts inside the validator.
    pub(super) shells: &'a str,
    /// Place of the part in the schema.
    pub(super) part: &'a str,
    /// Place of the value in the data.
    pub(super) place: &'a str,
}

impl ValueOrigin<'_> {
    /// A place of the schema that the validator names, as a pointer into it.
    pub(super) fn pointer_of(&self, url: &str) -> Option<String> {
        let (address, fragment) = url.split_once('#')?;
        let fragment = decoded(fragment);
        if address != self.shells {
            return Some(fragment);
        }
        // `/$defs/`, the number of the part, and what is below it.
        let below =
            fragment.splitn(4, '/').nth(3).map_or(String::new(), |below| format!("/{below}"));
        Some(format!("{}{below}", self.part))
    }
}

pub(super) fn decoded(fragment: &str) -> String {
    percent_encoding::percent_decode_str(fragment).decode_utf8_lossy().into_owned()
}
