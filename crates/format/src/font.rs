//! Named fonts (spec 20.3.5).

use super::key::{Key, Type, key};
use super::object;

object! {
    /// A font with up to four faces.
    FONT = "Font", "20.3", "A font by its faces: `lib:NAME`, a file of the library (`lib:NAME#1` in a collection), or `builtin:helvetica`, `builtin:times`, `builtin:courier`, `builtin:sans`.";
    REGULAR: Key = face("regular", "The regular face.").required();
    BOLD: Key = face("bold", "The bold face.");
    ITALIC: Key = face("italic", "The italic face.");
    BOLD_ITALIC: Key = face("boldItalic", "The bold italic face.");
    FALLBACK: Key = key("fallback", "Names of fonts that have the characters that this one lacks.")
        .ty(Type::List(&Type::Text)).default(super::Default::Empty).extension();
}

const fn face(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).extension()
}

/// The key for the replacement of a face that a font lacks.
pub(super) const fn fallback() -> Key {
    key("fontVariantFallback", "Replacement of a bold or italic face that the font lacks (20.3.5).")
}

/// The key of OpenType features.
pub(super) const fn features() -> Key {
    key(
        "fontFeatures",
        "OpenType features that are switched on, by their tags, such as `tnum` (20.3.7).",
    )
    .ty(Type::List(&Type::Text))
    .extension()
}

/// The key that names a font.
pub(super) const fn name() -> Key {
    key("fontName", "Name of the font in `fonts`, or `builtin:helvetica` and the like (20.3.5).")
        .extension()
}
